import { expect, test } from 'vitest';
import type { Finding } from '../../../src/findings/finding.ts';
import { plainWorkbook } from '../../../src/sheets/annotate/plain-workbook.ts';
import type { Cell, Row } from '../../../src/sheets/cell.ts';
import { mergedCells } from '../../../src/sheets/damage.ts';
import { DEFAULT_LIMITS } from '../../../src/sheets/limits.ts';
import type { SheetHandle } from '../../../src/sheets/source.ts';
import { Archive } from '../../../src/sheets/xlsx/archive.ts';
import { serialOfIso } from '../../../src/sheets/xlsx/date-serial.ts';
import { openWorkbook } from '../../../src/sheets/xlsx/workbook.ts';
import { nothing } from '../reading.ts';

const sheet = (
  name: string,
  hidden: boolean,
  rows: readonly Row[],
  merged: readonly Finding[] = [],
): SheetHandle => ({
  name,
  hidden,
  async *rows(onFinding) {
    merged.forEach(onFinding);
    yield rows;
  },
});

test('the xlsx copy of another format keeps hidden sheets, hidden rows and merged cells', async () => {
  const rows: Row[] = [
    { row: 1, cells: ['name', 'batch'] },
    { row: 2, cells: ['Aurore', 'W1'] },
    { row: 4, cells: ['Borea', null], hidden: true },
  ];
  const plain = await plainWorkbook('batch.ods', [
    sheet('Old', true, rows),
    sheet('New', false, rows, [mergedCells({ file: 'batch.ods', sheet: 'New' }, 'B', 2, 4)]),
  ]);
  try {
    const archive = await Archive.open(plain.input, DEFAULT_LIMITS);
    const read = (await openWorkbook(plain.input, archive, DEFAULT_LIMITS, nothing))!;
    expect(read.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Old', true],
      ['New', false],
    ]);
    const findings: Finding[] = [];
    const again: Row[] = [];
    for await (const batch of read.sheets[1]!.rows((finding) => findings.push(finding))) again.push(...batch);
    expect(again.map(({ row, hidden = false }) => [row, hidden])).toEqual([
      [1, false],
      [2, false],
      [4, true],
    ]);
    expect(findings.map(({ code, value }) => [code, value])).toEqual([['cells-merged', 'B2:B4']]);
  } finally {
    await plain.input.close();
  }
});

test.each([[false], [true]])('the xlsx copy of a sheet keeps cell types (1904: %s)', async (date1904) => {
  const serial = (text: string) => serialOfIso(text, date1904)!;
  const cells: Cell[] = [
    ...['007', ' é ', 1.234, -3e-7, 12, true, false, '#N/A?', "'12"],
    { type: 'date', serial: serial('2026-03-12'), iso: '2026-03-12' },
    { type: 'date', serial: serial('2026-03-12T09:30'), iso: '2026-03-12', time: '09:30' },
    { type: 'date', serial: serial('2026-03-01'), iso: '2026-03-01', hidesDay: true },
    { type: 'percent', value: 0.125 },
    { type: 'error', code: '#REF!' },
    { type: 'uncached' },
  ];
  const plain = await plainWorkbook('a.ods', [sheet('A', false, [{ row: 3, cells }])], { date1904 });
  try {
    const archive = await Archive.open(plain.input, DEFAULT_LIMITS);
    const read = (await openWorkbook(plain.input, archive, DEFAULT_LIMITS, nothing))!;
    const again: Row[] = [];
    for await (const batch of read.sheets[0]!.rows(nothing)) again.push(...batch);
    expect(again[0]!.cells).toEqual(cells);
  } finally {
    await plain.input.close();
  }
});
