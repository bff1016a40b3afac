import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '../src/fold.ts';

/** A reference implementation of folding, without optimisations. */
const meant = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '');

test('folding a text gives the same result as the simple implementation', () => {
  const accented = fc.string({ unit: fc.constantFrom(...'aÉœÆßΣς1²½ \u0301\u0345\u00b7İıﬁ-') });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), accented), (text) => {
      expect(foldText(text)).toBe(meant(text));
    }),
    { numRuns: 500 },
  );
});
