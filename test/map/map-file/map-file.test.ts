import { afterEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/language/languages.ts';
import { parseMap } from '../../../src/map/map-file/map-file.ts';
import { matchesPattern } from '../../../src/map/map-file/patterns.ts';
import { isFault, parseYaml } from '../../../src/map/map-file/yaml.ts';
import { say, useLanguage } from '../../../src/say.ts';

afterEach(() => useLanguage('en'));

const faults = (text: string) => {
  const parsed = parseMap(text);
  if ('lineOf' in parsed) throw new Error('no fault');
  return parsed.map(({ line, problem }) => `${line}: ${problem}`);
};

const SHEET = 'version: 1\nsheets:\n  - sheet: A\n    kind: component\n';

describe('the text of a map file', () => {
  test('the text of a map file has only texts as values, whatever they look like', () => {
    const content = parseYaml('a: 010\nb: NO\nc: 2026-01-31\nd: [1e3, null]\n"95 %": ~\n');
    expect(isFault(content) || content.value).toEqual({
      ...{ a: '010', b: 'NO', c: '2026-01-31' },
      ...{ d: ['1e3', 'null'], '95 %': '~' },
    });
  });

  test('the text of a map file has the line numbers of its keys and items', () => {
    const content = parseYaml(
      '# note\nsheets:\n  - sheet: A\n    columns:\n      "x: y": ignore\n\n  - sheet: B\n',
    );
    if (isFault(content)) throw new Error(content.problem);
    expect(content.lineOf(['sheets', 0])).toBe(3);
    expect(content.lineOf(['sheets', 0, 'columns', 'x: y'])).toBe(5);
    expect(content.lineOf(['sheets', 1, 'sheet'])).toBe(7);
    expect(content.lineOf(['sheets', 0, 'columns', 'missing'])).toBe(4);
  });

  test.each([
    ['a: &x 1\nb: *x\n', 1, 'anchors and aliases'],
    ['a: 1\nb:\n  - *x\n', 3, 'anchors and aliases'],
    ['a: !!int 1\n', 1, 'tags'],
    ['a: 1\nb: 2\na: 3\n', 3, 'the key "a" is given twice'],
    ['__proto__: 1\n', 1, 'the key "__proto__" cannot be used: rename it in the sheet'],
    ['a: [\n', 2, 'invalid YAML'],
    ['a: 1\n---\nb: 2\n', 1, 'several YAML documents'],
    [`a: ${'['.repeat(100)}\n`, 1, 'invalid YAML'],
    [`a: ${'x'.repeat(2_000_001)}\n`, 1, 'more than 2,000,000 characters'],
    [`a: [${'1,'.repeat(200_001)}]\n`, 1, 'more than 200,000 values'],
  ])('the text of a map file is refused in line $1: $2', (text, line, problem) => {
    expect(parseYaml(text)).toEqual({ line, problem: expect.stringContaining(problem) });
  });
});

test.each(LANGUAGES)('a line that trace printed in %s is refused without an answer', async (name) => {
  await useLanguage(name);
  const { value, sign } = say().placeholders;
  for (const line of [
    `constants: { A: ${value()} }`,
    `values: { A: { b: ${value()} } }`,
    `separators: { A: ${sign()} }`,
  ])
    expect(faults(`${SHEET}    ${line}\n`)).toEqual([
      expect.stringMatching(/^5.*"(VALUE|VALEUR|WERT|SIGNE?|ZEICHEN)"$/),
    ]);
});

describe('the keys of a map file', () => {
  test.each([
    ['', '1: the file must consist of keys with values'],
    ['version: 2\nsheets: []\n', '1: version must be 1'],
    ['sheets:\n  - sheet: A\n    kind: x\n', '1: version must be 1'],
    ['version: 1\n', '1: sheets must be a list of sheets'],
    ['version: 1\nsheets: []\n', '2: sheets must list at least one sheet'],
    ['version: 1\nsheets:\n  - kind: component\n', '3: sheets.1 needs sheet or file'],
    [`${SHEET}    colums:\n      A: b\n`, '5: sheets.1.colums is not a key; did you mean "columns"?'],
    [`${SHEET}    headerRow: 0\n`, '5: sheets.1.headerRow must be the number of a row, from 1'],
    [
      `${SHEET}    separators: { A: SIGN }\n`,
      '5: sheets.1.separators.A must be an answer in place of "SIGN"',
    ],
    [`${SHEET}    decimal: comma\n`, '5: sheets.1.decimal must be one of ",", "."'],
    [
      `${SHEET}    dateOrder: day-frist\n`,
      '5: sheets.1.dateOrder must be one of "day-first", "month-first"; did you mean "day-first"?',
    ],
    [`${SHEET}    columns: x\n`, '5: sheets.1.columns must be headers with fields'],
    [`${SHEET}    columns:\n      "Mat. 1":\n`, '6: sheets.1.columns."Mat. 1" must be a text'],
    [`${SHEET}    values:\n      type: TISSU\n`, '6: sheets.1.values.type must be words with values'],
  ])('the keys of a map file are checked: %j has the problem "%s"', (text, problem) => {
    expect(faults(text)[0]).toBe(problem);
  });
});

test.each([
  ['Export*', 'export-2026.csv', true],
  ['*.csv', 'a.CSV', true],
  ['Composants ?', 'composants 2', true],
  ['Composants', 'Composants 2', false],
  ['a*b*c', 'axxbyyc', true],
  ['a*b*c', 'axxbyy', false],
  ['*', '', true],
  [`${'*a'.repeat(200)}`, 'a'.repeat(5000), true],
  [`${'*a'.repeat(200)}b`, 'a'.repeat(5000), false],
])('the pattern $0 matches the name $1: $2', (pattern, name, matches) => {
  expect(matchesPattern(pattern, name)).toBe(matches);
});
