import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Body, Json } from '../../../src/contract/kind.ts';
import { Hash } from '../../../src/hashes/key-hash.ts';
import { ContentHash } from '../../../src/import/compact/hash.ts';
import { contentHash } from '../../../src/import/input/stage-row.ts';

const hash = new Hash();
const names = fc.constantFrom('a', 'b', 'composition', 'projectType');
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('', 'a', 'ab', 'COTTON'),
    fc.constantFrom(0, -0, 1, 10, 0.1),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
}));
const body = fc.dictionary(names, value) as fc.Arbitrary<Body>;

function keyOf(tag: number, text: string): string {
  hash.key(tag, text);
  return `${hash.high} ${hash.low}`;
}

describe('the hash of a content', () => {
  test('is equal if and only if the hash of its JSON is', () => {
    fc.assert(
      fc.property(body, body, fc.subarray(['a', 'projectType']), (one, other, except) => {
        const content = new ContentHash(new Set(except));
        expect(content.of(one) === content.of(other)).toBe(
          contentHash(one, except) === contentHash(other, except),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('does not depend on the order of fields', () => {
    fc.assert(
      fc.property(body, (one) => {
        const reversed = Object.fromEntries(Object.entries(one).reverse());
        const content = new ContentHash(new Set());
        expect(content.of(reversed)).toBe(content.of(one));
      }),
    );
  });
});

describe('the hash of a key', () => {
  test('differs among similar keys and tags', () => {
    const hashes = new Set<string>();
    for (const tag of [0, 1, 2, 3])
      for (let at = 0; at < 20_000; at++) hashes.add(keyOf(tag, `CMP-${String(at).padStart(7, '0')}`));
    expect(hashes.size).toBe(80_000);
  });
});
