import { expect, test } from 'vitest';
import { findingsIn, folderWith } from '../cli/commands/harness.ts';
import { mergedBook } from '../sheets/workbook-builder.ts';
import { runTrace } from './harness.ts';

const ROWS = [
  ['supplierRef', 'name', 'Pays', 'notes interne'],
  ['S1', 'Filature', 'FR', 'x'],
  ['S2', 'Tissage', '', ''],
  ['S3', 'Confection', 'PT', ''],
];

/** A workbook with cells merged over several rows. */
const merged = (...ranges: readonly string[]) => mergedBook('Suppliers', ROWS, ranges);

async function found(book: Uint8Array, map?: string) {
  const cwd = await folderWith({ 'b.xlsx': book, ...(map && { 'trace.map.yaml': map }) });
  const { stdout } = await runTrace(['check', 'b.xlsx', '--json', '--ignore-columns', 'notes interne'], cwd);
  return findingsIn(stdout).filter(({ code }) => code === 'cells-merged');
}

test('cells merged over several rows are an error that names the columns', async () => {
  expect(await found(merged('C2:C3'))).toMatchObject([
    {
      severity: 'error',
      origin: { row: 2, column: 'C' },
      message:
        'cells are merged over several rows (C2:C3), and only the first row of each has the value, in "Pays"',
      suggestion: expect.stringContaining('fillDown: [Pays]'),
    },
  ]);
});

test('merged headers, cells merged in one row, and those of ignored columns are not reported', async () => {
  expect(await found(merged('A1:B1', 'A1:A2', 'A3:B3', 'D2:D4'))).toEqual([]);
  // An area below the last record.
  expect(await found(merged('A4:D1048576', 'C4:C9'))).toEqual([]);
});

const FILLED_MAP = `version: 1
sheets:
  - sheet: Suppliers
    kind: supplier
    columns:
      notes interne: ignore
    fillDown: [Pays]
`;

/** The map file. `notes interne` is only a part of the key. */
const partMap = `version: 1
sheets:
  - sheet: Suppliers
    kind: supplier
    columns:
      supplierRef: ignore
    keys:
      supplierRef: "{name}-{notes interne}"
`;

test('merged cells of a column that is part of a key are an error too, unless fillDown names the column', async () => {
  expect(await found(merged('D2:D4'), partMap)).toMatchObject([
    { origin: { row: 2, column: 'D' }, suggestion: expect.stringContaining('fillDown: [notes interne]') },
  ]);
  const filled = `${partMap}    fillDown: [notes interne]\n`;
  expect(await found(merged('D2:D4'), filled)).toEqual([]);
  expect(await found(merged('D2:D3'), filled)).toMatchObject([
    {
      origin: { row: 4, column: 'D' },
      message: expect.stringContaining('as other cells of "notes interne" are'),
    },
  ]);
});

test('20,000 or more merged cells are an error, since trace does not check more', async () => {
  const ranges = Array.from({ length: 20_001 }, (_, at) => `D${2 * at + 10}:D${2 * at + 11}`);
  expect(await found(merged(...ranges))).toMatchObject([
    {
      severity: 'error',
      message: expect.stringContaining('20,000 cells or more are merged over several rows'),
    },
  ]);
});

test('with fillDown, a blank cell that is not merged is an error if other cells of its column are merged', async () => {
  const rows = ROWS.with(3, ['S3', 'Confection', '', '']);
  expect(await found(mergedBook('Suppliers', rows, ['C2:C3']), FILLED_MAP)).toMatchObject([
    {
      severity: 'error',
      origin: { row: 4, column: 'C' },
      message:
        'the blank cell would be filled with the value above, but it is not merged with it as other cells of "Pays" are',
    },
  ]);
});
