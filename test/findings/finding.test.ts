import { afterEach, expect, test } from 'vitest';
import { sourceText } from '../../src/config/token-source.ts';
import { originOfFiles, originText, STANDARD_INPUT } from '../../src/findings/finding.ts';
import { useLanguage } from '../../src/say.ts';

afterEach(() => useLanguage('en'));

test.each([
  [{ file: 'batch.xlsx' }, 'batch.xlsx'],
  [{ file: 'batch.xlsx', sheet: 'Liste A' }, 'batch.xlsx › Liste A'],
  [{ file: 'batch.xlsx', sheet: 'Suppliers', row: 12, column: 'D' }, 'batch.xlsx › Suppliers!D12'],
  [{ file: 'batch.xlsx', sheet: 'Suppliers', row: 12 }, 'batch.xlsx › Suppliers!A12'],
  [{ file: 'batch.xlsx', sheet: 'Été_2026', row: 1, column: 'AA' }, 'batch.xlsx › Été_2026!AA1'],
  [{ file: 'batch.xlsx', sheet: 'Liste A', row: 12, column: 'D' }, "batch.xlsx › 'Liste A'!D12"],
  [{ file: 'batch.xlsx', sheet: "L'été", row: 12, column: 'D' }, "batch.xlsx › 'L''été'!D12"],
  [{ file: 'batch.xlsx', sheet: '2026', row: 1, column: 'A' }, "batch.xlsx › '2026'!A1"],
  [{ file: 'batch.xlsx', sheet: 'SS27', row: 1, column: 'A' }, "batch.xlsx › 'SS27'!A1"],
  [{ file: 'batch.xlsx', sheet: 'R1C1', row: 1, column: 'A' }, "batch.xlsx › 'R1C1'!A1"],
  [{ file: 'in/suppliers.csv', sheet: 'suppliers', row: 12, column: 'D' }, 'in/suppliers.csv › D12'],
  [{ file: 'in/suppliers.csv', sheet: 'suppliers', row: 12 }, 'in/suppliers.csv › A12'],
])('the origin %j is shown as %s', (origin, text) => {
  expect(originText(origin)).toBe(text);
});

test('standard input and token sources are named in the language of the user', async () => {
  const shown = () => [
    originText({ file: STANDARD_INPUT, sheet: STANDARD_INPUT, row: 3, column: 'B' }),
    ...['variable FAR_TOKEN', 'file token.txt', 'command vault (0123456789ab)', 'embedded'].map(sourceText),
  ];
  expect(shown()).toEqual([
    'standard input › B3',
    ...['variable FAR_TOKEN', 'file token.txt', 'command vault (0123456789ab)', 'embedded'],
  ]);
  await useLanguage('de');
  expect(shown()).toEqual([
    'Standardeingabe › B3',
    ...['der Variable FAR_TOKEN', 'der Datei token.txt', 'dem Befehl vault (0123456789ab)', 'embedded'],
  ]);
});

test('standard input among the files of an input is named as in its own findings', () => {
  expect(originOfFiles(['-'])).toEqual({ file: STANDARD_INPUT });
  expect(originOfFiles(['a.csv', '-'])).toEqual({ file: `a.csv, ${STANDARD_INPUT}` });
});
