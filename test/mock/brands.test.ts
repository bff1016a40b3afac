import { expect, test } from 'vitest';
import { parseBrands } from '../../src/mock/brands.ts';
import { DEFAULT_BRAND, MockTokens } from '../../src/mock/tokens.ts';

test('parseBrands reads a brand with one token and a brand with several', () => {
  const brands = parseBrands('\ufeff{"aurore": "t-1", "boreal": ["t-2", "t-3"]}');
  expect(brands).toEqual({ 't-1': 'aurore', 't-2': 'boreal', 't-3': 'boreal' });
});

test.each([
  ['{', 'not well-formed JSON'],
  ['[]', 'it is not an object'],
  ['{}', 'it names no brand'],
  ['{"aurore": "s3cret with spaces"}', 'the tokens of aurore are not words'],
  ['{"aurore": []}', 'the tokens of aurore are not words'],
  ['{"aurore": "s3cret", "boreal": "s3cret"}', 'aurore and boreal have the same token'],
])('parseBrands refuses %s, and its message contains no token', (text, told) => {
  const refusal = { exit: 'usage', code: 'mock-brands', message: expect.stringContaining(told) };
  expect(() => parseBrands(text)).toThrow(expect.objectContaining(refusal));
  expect(() => parseBrands(text)).not.toThrow(/s3cret/);
});

test('an Authorization header stands for the brand of its token; a wrong or missing one is refused', () => {
  const tokens = new MockTokens('own', { theirs: 'boreal' });
  expect(tokens.brand('Bearer own', 'v2')).toBe(DEFAULT_BRAND);
  expect(tokens.brand('bearer theirs', 'v3')).toBe('boreal');
  const refused = (header: string | undefined, fault: string) => {
    const messages = [fault];
    const [v2, v3] = [
      { status: 400, messages },
      { status: 401, messages, code: fault },
    ];
    expect(() => tokens.brand(header, 'v2')).toThrow(expect.objectContaining(v2));
    expect(() => tokens.brand(header, 'v3')).toThrow(expect.objectContaining(v3));
  };
  refused('Bearer other', 'INVALID_SESSION');
  for (const header of [undefined, '', 'Bearer ', 'Basic own', 'own']) refused(header, 'NO_TOKEN');
  for (const any of [new MockTokens(null), new MockTokens(undefined), new MockTokens('')]) {
    expect(any.brand('Bearer anything', 'v3')).toBe(DEFAULT_BRAND);
  }
});
