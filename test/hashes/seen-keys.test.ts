import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeenKeys } from '../../src/hashes/seen-keys.ts';

test('keys are new once, like those of a set', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 })), (keys) => {
      const seen = new SeenKeys();
      const known = new Set<string>();
      for (const key of keys) {
        expect(seen.has(key)).toBe(known.has(key));
        expect(seen.add(key)).toBe(!known.has(key));
        known.add(key);
        expect(seen.size).toBe(known.size);
      }
    }),
  );
});

test('a hundred thousand keys that hardly differ are all new', () => {
  const seen = new SeenKeys();
  for (let at = 0; at < 100_000; at++) expect(seen.add(`study-${at}`)).toBe(true);
});
