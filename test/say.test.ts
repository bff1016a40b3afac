import fc from 'fast-check';
import { afterEach, expect, it, test } from 'vitest';
import { type Language, numberText, useLanguage } from '../src/say.ts';

afterEach(() => useLanguage('en'));

it('whole numbers are written as in English by default', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(numberText(value)).toBe(value.toLocaleString('en'));
    }),
  );
});

test.each<[Language, number, string]>([
  ['en', 999, '999'],
  ['en', 3000, '3,000'],
  ['en', 1234.5678, '1,234.5678'],
  ['en', 0.35, '0.35'],
  ['fr', 3000, '3\u202f000'],
  ['fr', -1234.5678, '-1\u202f234,5678'],
  ['fr', 0.35, '0,35'],
  ['fr', 1e-7, '1e-7'],
  ['fr', 1.5e300, '1,5e+300'],
])('in the language %s, the number %d is written as %s', async (language, value, text) => {
  await useLanguage(language);
  expect(numberText(value)).toBe(text);
});
