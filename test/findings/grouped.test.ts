import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grouped } from '../../src/findings/grouped.ts';

test('whole numbers are written as English writes them', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(grouped(value)).toBe(value.toLocaleString('en'));
    }),
  );
});
