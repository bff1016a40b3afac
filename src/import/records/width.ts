import { CATALOGUE } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import { type Cell, columnLetters, QUOTES_ADVICE, type Row } from '../../sheets/cell.ts';
import type { SheetMap } from './record.ts';
import { cellText, cleanText, cut } from './text.ts';

/** The first filled cell, 0-based, that no header is above; -1 without one. */
export function beyondHeader(cells: readonly Cell[], width: number): number {
  return cells.findIndex((cell, at) => at >= width && isFilled(cell));
}

export const isFilled = (cell: Cell): boolean =>
  cell !== null && (typeof cell !== 'string' || cleanText(cell) !== '');

/** What the header of a text file and the rows below it say of the number of cells of a row. */
export function textWidths(
  header: Row,
  below: readonly Row[],
  width: number,
): Required<Pick<SheetMap, 'cellCounts' | 'endsAtLastValue'>> {
  const counts = [header.cells.length, usualCount(below)].filter((count) => count !== undefined);
  return { cellCounts: counts, endsAtLastValue: endsAtLastValue(below, width) };
}

/** How many cells most rows without a quote of their own have: a separator may end each of them. */
function usualCount(rows: readonly Row[]): number | undefined {
  const plain = rows.filter(({ quote }) => quote === undefined);
  const counts = new Map<number, number>();
  for (const { cells } of plain) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].find(([, times]) => times > 1 && times * 2 > plain.length)?.[0];
}

/**
 * Whether the rows of a text file end at their last value, as some programs write them: all are shorter than the header,
 * or half of them are and none ends with a blank cell. A last row without a line end may be cut: where no other row is
 * short, it says nothing.
 */
function endsAtLastValue(rows: readonly Row[], width: number): boolean {
  const short = rows.filter(({ cells }) => cells.length < width);
  if (short.length === 0) return false;
  if (short.length === rows.length) return true;
  if (short.every(({ unended }) => unended)) return false;
  const endsBlank = ({ cells }: Row) => cells.length <= width && !isFilled(cells.at(-1) ?? null);
  return short.length * 2 >= rows.length && !rows.some(endsBlank);
}

/**
 * The finding for a row with a quote inside a cell and another number of cells than the header: the quote was meant to keep
 * a separator or a line break in its cell, and where later cells and rows end is a guess.
 */
export function misreadQuote(map: SheetMap, row: Row): Finding | undefined {
  const { file, sheet, kind, cellCounts } = map;
  if (row.quote === undefined || cellCounts === undefined) return undefined;
  if (cellCounts.includes(row.cells.length)) return undefined;
  return {
    code: 'text-quotes',
    severity: CATALOGUE['text-quotes'].severity,
    origin: {
      file,
      sheet,
      row: row.row,
      ...(row.line === undefined ? {} : { line: row.line }),
      column: columnLetters(row.quote),
    },
    kind: kind.name,
    value: cut(cellText(row.cells[row.quote] ?? null), 200),
    message: `a quote stands inside a cell that does not begin with one, and the row has ${row.cells.length} cells where the header has ${cellCounts[0]}: nothing from this row on is read`,
    suggestion: QUOTES_ADVICE,
  };
}
