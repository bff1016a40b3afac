import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Body, Json } from '../../../src/contract/kind.ts';
import { Content } from '../../../src/import/input/staged-record.ts';

const body = fc.dictionary(
  fc.string({ unit: 'binary' }).filter((name) => name !== '__proto__'),
  fc.jsonValue(),
) as fc.Arbitrary<Body>;

/** The format that ledgers have had since the first version: sorted property names, no blanks. */
function plainly(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(plainly).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${plainly(value[name]!)}`).join(',')}}`;
}

test('the hash of a content is that of its JSON with sorted names, also without some fields', () => {
  fc.assert(
    fc.property(body, fc.nat(3), (given, left) => {
      const except = Object.keys(given).slice(0, left);
      const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !except.includes(name)));
      const hash = createHash('sha256').update(plainly(kept)).digest('base64url');
      const whole = createHash('sha256').update(plainly(given)).digest('base64url');
      const content = new Content(given);
      expect([content.hash([]), content.hash(except)]).toEqual([whole, hash]);
    }),
  );
});
