import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/service/error-body.ts';

const MEGABYTE = 1024 * 1024;

describe('an answer made to fill the memory is not parsed', () => {
  it.each<[string, string]>([
    ['deep', '['.repeat(MEGABYTE) + ']'.repeat(MEGABYTE)],
    ['deep in objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['of empty lists', `[${'[],'.repeat(MEGABYTE)}[]]`],
    ['of names', `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ])('%s', (_, text) => {
    expect(parseJson(text)).toBeUndefined();
  });
});

it('a large page is parsed, whatever its texts hold', () => {
  const text = `${'['.repeat(500)}\\"{:`;
  const page = {
    total: 2000,
    data: Array.from({ length: 2000 }, (_, at) => ({ id: `${at}`, [text]: [text] })),
  };
  expect(parseJson(JSON.stringify(page))).toEqual(page);
});
