import { describe, expect, it } from 'vitest';
import type { CellMark, RowMarks } from '../../../src/sheets/annotate/marks.ts';
import { moveToVisibleCells } from '../../../src/sheets/annotate/merged-marks.ts';
import type { MergedRange } from '../../../src/sheets/annotate/sheet-survey.ts';
import { columnAt } from '../../../src/sheets/cell.ts';
import { mark } from './annotated.ts';

const cell = (address: string) => {
  const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(address)!;
  return { row: Number(row), column: columnAt(letters!) };
};
const range = (ref: string): MergedRange => {
  const [first, last] = ref.split(':').map(cell);
  return { first: first!, last: last! };
};
const row = (number: number, ...cells: CellMark[]): RowMarks => ({ row: number, cells, values: null });

/** The notes by cell, after the worst severity. */
const seen = (rows: readonly RowMarks[], ...merges: readonly string[]) =>
  [...moveToVisibleCells(() => rows, merges.map(range))].flatMap(({ row, cells }) =>
    cells.map(({ column, severity, note }) => `${'ABCDE'[column]}${row} ${severity} ${note}`),
  );

describe('the marks of merged cells', () => {
  const rows = [
    row(2, mark(0, 'merged'), mark(3, 'beside')),
    row(3, mark(0, 'missing'), mark(1, 'other', 'warning')),
    row(4, mark(0, 'missing')),
    row(6, mark(0, 'missing')),
  ];
  it.each<[what: string, rows: readonly RowMarks[], merges: readonly string[], notes: readonly string[]]>([
    [
      'are on the cell that shows the value, each note once with its rows',
      rows,
      ['A2:A6'],
      ['A2 error merged\n\nRows 3–4, 6:\nmissing', 'D2 error beside', 'B3 warning other'],
    ],
    [
      'of several columns are joined',
      rows,
      ['A2:C4'],
      ['A2 error merged\n\nRows 3–4:\nmissing\n\nRow 3:\nother', 'D2 error beside', 'A6 error missing'],
    ],
    [
      'may be on a row that has no marks itself, before or after rows with marks',
      [row(5, mark(0, 'x', 'notice')), row(9, mark(1, 'y', 'fixed'))],
      ['A4:A5', 'B7:B9', 'C1:D99'],
      ['A4 notice Row 5:\nx', 'B7 fixed Row 9:\ny'],
    ],
    [
      'have the note of the visible cell only once',
      [row(2, mark(0, 'same', 'warning')), row(3, mark(0, 'same'))],
      ['A2:B3'],
      ['A2 error same'],
    ],
  ])('%s', (_, marks, merges, notes) => {
    expect(seen(marks, ...merges)).toEqual(notes);
  });

  it('the marks of merged cells are found with 20,000 merges, and 60,000 rows below the first row of a merge', () => {
    const merges = [
      'C2:E70000',
      ...Array.from({ length: 20_000 }, (_, at) => `A${2 + 3 * at}:B${4 + 3 * at}`),
    ].map(range);
    const marks = Array.from({ length: 60_000 }, (_, at) => row(2 + at, mark(0), mark(3, 'far')));
    let rows = 0;
    for (const { cells } of moveToVisibleCells(() => marks, merges)) if (cells.length > 0) rows++;
    expect(rows).toBe(20_000);
    const [first] = moveToVisibleCells(() => marks, merges);
    expect(first!.cells).toMatchObject([{ column: 0 }, { column: 2, note: 'far' }]);
  });

  it('the marks of merged cells are truncated if the note would be longer than 3000 characters', () => {
    const marks = Array.from({ length: 5000 }, (_, at) => row(2 + at, mark(0, `the value ${at} is wrong`)));
    const [first] = moveToVisibleCells(() => marks, [range('A1:A9000')]);
    expect(first!.cells[0]!.note).toMatch(/^Row 2:\nthe value 0 is wrong[\s\S]*…$/);
    expect(first!.cells[0]!.note).toHaveLength(3000);
  });
});
