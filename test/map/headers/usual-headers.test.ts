import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { KINDS } from '../../../src/contract/kinds.ts';
import { kindHeaders } from '../../../src/map/headers/read-header.ts';

type Kind = keyof typeof KINDS.v2;

/** By kind, field and language, the headers that buyers use. */
const USUAL = load(readFileSync(path.join(import.meta.dirname, 'usual-headers.yaml'), 'utf8')) as Readonly<
  Record<Kind, Readonly<Record<string, Readonly<Record<string, string>>>>>
>;

const CASES = Object.entries(USUAL).flatMap(([kind, fields]) =>
  Object.entries(fields).map(([field, languages]) => [kind as Kind, field, languages] as const),
);

describe('usual headers of buyers', () => {
  test.each(CASES)('of a %s name %s', (kind, field, languages) => {
    const wrong = Object.values(languages)
      .flatMap((headers) => headers.split(' | '))
      .filter((header) => {
        const { readings, isForeign } = kindHeaders(KINDS.v2[kind]).read(header);
        return !(field === 'ignore' ? isForeign : readings.some((one) => one.field.path === field));
      });
    expect(wrong).toEqual([]);
  });
});
