import { expect, test } from 'vitest';
import { originText } from '../../src/findings/finding.ts';

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
])('the address of %j can be typed into a spreadsheet', (origin, text) => {
  expect(originText(origin)).toBe(text);
});
