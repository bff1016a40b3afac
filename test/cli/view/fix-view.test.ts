import { afterEach, expect, test } from 'vitest';
import { fixLines } from '../../../src/cli/view/fix-view.ts';
import { textWidth } from '../../../src/cli/view/table.ts';
import type { Repair } from '../../../src/handback/fix/row-repairs.ts';
import { LANGUAGES, useLanguage } from '../../../src/say.ts';

afterEach(() => useLanguage('en'));

const FILE = 'export PLM fournisseurs 2027.xlsx';
const repair = (row: number, more: Partial<Repair> = {}): Repair => ({
  ...{ file: FILE, sheet: 'Fournisseurs', row, column: 4, letters: 'E', field: 'name', code: 'text-trimmed' },
  from: '',
  ...{
    message: `"Tessitura Valsesia ${row} " → "Tessitura Valsesia ${row}"`,
    value: 'x',
    whyNot: null,
    ...more,
  },
});
const FIXED = {
  repaired: Array.from({ length: 25 }, (_, at) => repair(at + 2)),
  notRepaired: [repair(40, { whyNot: 'column', message: '"1 000,5" → 1000.5', value: undefined })],
  plain: new Set([FILE]),
  annotated: new Set<string>(),
  errors: 3,
};
const annotate = (path: string) => `trace check ${path}`;
const TARGETS = [{ file: FILE, path: '/srv/equipe/donnees/2027/automne-hiver/fixed.xlsx' }];

test.each(LANGUAGES)('trace fix fits 80 columns on a terminal in the language %s', async (language) => {
  await useLanguage(language);
  const whole = [...fixLines(FIXED, TARGETS, { annotate })];
  const lines = [...fixLines(FIXED, TARGETS, { annotate, width: 80 })];
  expect(Math.max(...whole.map(textWidth))).toBeGreaterThan(110);
  expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(80);
  // Nothing is lost, and what continues a line is indented.
  expect(lines.join('\n').replaceAll('\n  ', ' ')).toBe(whole.join('\n'));
  expect(whole).toHaveLength(20 + 1 + 2 + 1 + 2);
  expect([...fixLines(FIXED, TARGETS, { annotate, all: true })]).toHaveLength(25 + 2 + 1 + 2);
});

test('trace fix prints line breaks and control characters of a cell as codes', () => {
  const repaired = [repair(2, { message: '"a\n\u001b[31m" → "a"' })];
  const [line] = fixLines({ ...FIXED, repaired, notRepaired: [] }, TARGETS, { annotate });
  expect(line).toBe(`${FILE} › Fournisseurs!E2: "a\\x0a\\x1b[31m" → "a"`);
});
