import type { SheetColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';

/** Rows of a table that have one of some texts in a column: `''` is a blank cell. */
interface RowsWith {
  readonly header: string;
  readonly index: number;
  readonly texts: readonly string[];
}

/** Some rows of a table, and the texts by which they differ from the others. */
export interface SplitRows {
  readonly with: RowsWith;
  readonly rows: readonly TextRow[];
}

/** Maximum number of texts of a column whose texts split the rows, and of such columns that are tried. */
const MOST_TEXTS = 8;
const MOST_COLUMNS = 6;
/** Minimum number of rows of each kind. */
export const FEWEST_ROWS = 2;
/** Minimum share of the rows in which something holds. */
export const NEARLY_ALL = 0.9;

/** Columns that a map file can name by their headers. */
const named = (columns: readonly SheetColumn[]): SheetColumn[] =>
  columns.filter(
    ({ header }) => header !== '' && columns.filter((other) => other.header === header).length === 1,
  );

/** The rows with each text of a column, for the columns whose rows with different texts fill different columns. */
export function splitsByText(
  columns: readonly SheetColumn[],
  rows: readonly TextRow[],
): { readonly index: number; readonly split: readonly SplitRows[] }[] {
  return named(columns)
    .filter(({ values }) => !values.isCut && values.words.size <= MOST_TEXTS)
    .map((column) => ({ column, byText: Map.groupBy(rows, ({ cells }) => cells[column.index] ?? '') }))
    .filter(({ byText }) => byText.size <= MOST_TEXTS && areDifferent([...byText.values()]))
    .slice(0, MOST_COLUMNS)
    .map(({ column: { header, index }, byText }) => ({
      index,
      split: [...byText].map(([text, own]) => ({ with: { header, index, texts: [text] }, rows: own })),
    }));
}

/** Whether the rows with one text and those with another each nearly always fill a column that the others leave blank. */
function areDifferent(some: readonly (readonly TextRow[])[]): boolean {
  const counts = some.map((rows) => {
    const filled: number[] = [];
    for (const { cells } of rows)
      for (const [index, text] of cells.entries()) if (text !== '') filled[index] = (filled[index] ?? 0) + 1;
    return filled;
  });
  const hasOwn = (at: number, beside: number) =>
    counts[at]!.some(
      (count, index) => count >= some[at]!.length * NEARLY_ALL && counts[beside]![index] === undefined,
    );
  return counts.some((_, at) => counts.some((_, beside) => hasOwn(at, beside) && hasOwn(beside, at)));
}

/**
 * The rows that fill one column, and those that fill another one, if each row fills just one of them: first the rows like the
 * first one, such as the product above its components. Of several such columns, those with the most texts tell them apart.
 */
export function splitByBlanks(
  columns: readonly SheetColumn[],
  rows: readonly TextRow[],
): readonly [SplitRows, SplitRows] | undefined {
  const [first] = rows;
  const partly = named(columns).filter(
    ({ values }) => values.filled >= FEWEST_ROWS && values.filled < values.rows,
  );
  const isFilled = ({ cells }: TextRow, { index }: SheetColumn) => (cells[index] ?? '') !== '';
  const byPattern = Map.groupBy(partly, (column) =>
    rows.map((row) => (isFilled(row, column) ? '1' : '0')).join(''),
  );
  for (const [pattern, upper] of byPattern) {
    const lower = byPattern.get(pattern.replace(/[01]/g, (sign) => (sign === '1' ? '0' : '1')));
    if (!first || !lower || !isFilled(first, upper[0]!)) continue;
    const [above, below] = [mostTexts(upper), mostTexts(lower)];
    return [
      { with: blankIn(below), rows: rows.filter((row) => isFilled(row, above)) },
      { with: blankIn(above), rows: rows.filter((row) => isFilled(row, below)) },
    ];
  }
  return undefined;
}

const mostTexts = (columns: readonly SheetColumn[]): SheetColumn =>
  columns.reduce((best, one) => (one.values.words.size > best.values.words.size ? one : best));

const blankIn = ({ header, index }: SheetColumn): RowsWith => ({ header, index, texts: [''] });
