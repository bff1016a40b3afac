import { command } from '../../advice.ts';
import type { Finding } from '../../findings/finding.ts';
import { say } from '../../say.ts';
import { type Cell, columnAt, columnLetters, type Row } from '../cell.ts';
import { finding } from '../damage.ts';
import { ADDED_COLUMNS, IDENTIFYING_COLUMNS, numberedNameIn } from './own-names.ts';

/** The columns that trace added to a sheet when it annotated the workbook. */
export interface AddedColumns {
  readonly headerRow: number;
  /** From 0, in the order of `ADDED_COLUMNS`; null for a column that a person deleted or renamed. */
  readonly columns: readonly (number | null)[];
}

/** Minimum number of added columns by which they are recognised in a workbook with a sheet of results. */
const MIN_COLUMNS = 2;
/** The same number for a workbook without a sheet of results. */
const MIN_COLUMNS_ALONE = 3;

/**
 * The added columns in a header row, also if a person moved them; null if there are none, or so few that they may be a
 * person's own. `isAnnotated`: whether the workbook has a sheet of results.
 */
export async function addedColumnsOf(
  { row, cells }: Row,
  isAnnotated: () => Promise<boolean>,
): Promise<AddedColumns | null> {
  const names = cells.map(numberedNameIn);
  // Columns of a person have lower numbers (`numberedName`). Of two equal headers, the last is ours.
  const ours = names.reduce((most, one) => Math.max(most, one?.number ?? 0), 0);
  const at = (name: string): number | null => {
    const found = names.findLastIndex((one) => one?.name === name && one.number === ours);
    return found === -1 ? null : found;
  };
  const columns = ADDED_COLUMNS.map(at);
  const count = columns.filter((column) => column !== null).length;
  const isSure = IDENTIFYING_COLUMNS.every((name) => at(name) !== null);
  if (isSure && count >= MIN_COLUMNS_ALONE) return { headerRow: row, columns };
  return count >= MIN_COLUMNS && (await isAnnotated()) ? { headerRow: row, columns } : null;
}

/** The rows without the cells of the added columns. */
export function withoutAddedColumns(rows: readonly Row[], { headerRow, columns: all }: AddedColumns): Row[] {
  const columns = all.filter((column) => column !== null);
  const first = Math.min(...columns);
  const added = new Set(columns);
  return rows.flatMap((row) => {
    if (row.row < headerRow || row.cells.length <= first) return row;
    const isLast = columns.length >= row.cells.length - first;
    const left = isLast
      ? row.cells.slice(0, first)
      : row.cells.map((cell, at): Cell => (added.has(at) ? null : cell));
    // Blank cells at the end of the header row would look like columns without a header.
    const cells = row.row === headerRow ? withoutEnd(left) : left;
    return cells.some((cell) => cell !== null && (typeof cell !== 'string' || cell.trim() !== ''))
      ? { ...row, cells }
      : [];
  });
}

const withoutEnd = (cells: readonly Cell[]): readonly Cell[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);

/** The notice that the added columns are not read. If they are not side by side, the value of the notice lists them. */
export function addedColumnsFinding(
  file: string,
  sheet: string,
  { headerRow, columns }: AddedColumns,
): Finding {
  const named = columns.flatMap((column, at) =>
    column === null ? [] : { name: ADDED_COLUMNS[at]!, column, letters: columnLetters(column) },
  );
  const first = named[0]!;
  const isBlock = columns.every((column, at) => column === first.column + at);
  const { columnsSkipped, scatteredSkipped } = say().copy;
  const value = named.map(({ name, letters }) => `${name} (${letters})`).join(', ');
  return finding(
    'annotation-ignored',
    { file, sheet, row: headerRow, column: first.letters },
    isBlock
      ? columnsSkipped({ first: first.letters, last: named.at(-1)!.letters })
      : scatteredSkipped({ columns: value }),
    isBlock ? {} : { value },
  );
}

/** The columns that such a notice lists, from 0, in the order of `ADDED_COLUMNS`; null for a column that is missing. */
export function addedColumnsIn(column: string, value: string | undefined): (number | null)[] {
  if (value === undefined) return ADDED_COLUMNS.map((_, at) => columnAt(column) + at);
  const found = new Map(
    [...value.matchAll(/(\w+) \(([A-Z]+)\)/g)].map(([, name, letters]) => [name, letters!]),
  );
  return ADDED_COLUMNS.map((name) => {
    const letters = found.get(name);
    return letters === undefined ? null : columnAt(letters);
  });
}

/** The notice that a sheet of trace is not read: the sheet of results, or that of questions. */
export function ownSheetFinding(file: string, sheet: string, isQuestions: boolean): Finding {
  const { sheetSkipped, questionsSkipped } = say().copy;
  const message = isQuestions
    ? questionsSkipped({ sheet, command: command('map', say().placeholders.file()) })
    : sheetSkipped({ sheet });
  return finding('annotation-ignored', { file, sheet }, message);
}
