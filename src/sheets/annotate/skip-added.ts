import type { Finding } from '../../findings/finding.ts';
import { say } from '../../say.ts';
import { type Cell, columnLetters, type Row } from '../cell.ts';
import { finding } from '../damage.ts';
import { ADDED_COLUMNS, secondName } from './own-names.ts';

/** Columns that trace added, in a sheet that is read again. */
export interface AddedColumns {
  readonly headerRow: number;
  /** From 0. */
  readonly columns: readonly number[];
  /** Whether they are next to each other, all and in their order. */
  readonly isWhole: boolean;
}

/** The added columns of a row of headers. */
export function addedColumnsOf({ row, cells }: Row): AddedColumns {
  // The whole block, if it is complete: another column of this name belongs to a person.
  for (let at = cells.length - ADDED_COLUMNS.length; at >= 0; at--)
    if (ADDED_COLUMNS.every((name, index) => [name, secondName(name)].includes(cells[at + index] as string)))
      return { headerRow: row, columns: ADDED_COLUMNS.map((_, index) => at + index), isWhole: true };
  const names: readonly unknown[] = ADDED_COLUMNS;
  return {
    headerRow: row,
    columns: cells.flatMap((cell, at) => (names.includes(cell) ? at : [])),
    isWhole: false,
  };
}

/** The rows without what is in the added columns. */
export function withoutAdded(rows: readonly Row[], { headerRow, columns }: AddedColumns): Row[] {
  const first = columns[0]!;
  const added = new Set(columns);
  return rows.flatMap((row) => {
    if (row.row < headerRow || row.cells.length <= first) return row;
    const isLast = columns.length >= row.cells.length - first;
    const left = isLast
      ? row.cells.slice(0, first)
      : row.cells.map((cell, at): Cell => (added.has(at) ? null : cell));
    // The headers end where they ended before.
    const cells = row.row === headerRow ? withoutEnd(left) : left;
    return cells.some((cell) => cell !== null && (typeof cell !== 'string' || cell.trim() !== ''))
      ? { ...row, cells }
      : [];
  });
}

const withoutEnd = (cells: readonly Cell[]): readonly Cell[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);

/** The notice that the columns are not read. It names a column only if they can be written again as one block. */
export function addedColumnsFinding(
  file: string,
  sheet: string,
  { headerRow, columns, isWhole }: AddedColumns,
): Finding {
  const [first, last] = [columns[0]!, columns.at(-1)!].map(columnLetters);
  return finding(
    'annotation-ignored',
    { file, sheet, row: headerRow, ...(isWhole && { column: first! }) },
    say().copy.columnsSkipped({ first: first!, last: last! }),
  );
}

/** The notice that a sheet of results is not read. */
export const resultSheetFinding = (file: string, sheet: string): Finding =>
  finding('annotation-ignored', { file, sheet }, say().copy.sheetSkipped({ sheet }));
