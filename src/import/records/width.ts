import { CATALOGUE } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import { type Cell, columnLetters, QUOTES_ADVICE, type Row } from '../../sheets/cell.ts';
import type { SheetMap } from './record.ts';
import { cellText, cleanText, cut } from './text.ts';

/** 0-based index of the first filled cell beyond the header; -1 if there is none. */
export function beyondHeader(cells: readonly Cell[], width: number): number {
  return cells.findIndex((cell, at) => at >= width && isFilled(cell));
}

export const isFilled = (cell: Cell): boolean =>
  cell !== null && (typeof cell !== 'string' || cleanText(cell) !== '');

/** The usual number of cells of a text file's rows, from the header and the rows below it. */
export function textWidths(
  header: Row,
  below: readonly Row[],
  width: number,
): Required<Pick<SheetMap, 'cellCounts' | 'endsAtLastValue'>> {
  const counts = [header.cells.length, usualCount(below)].filter((count) => count !== undefined);
  return { cellCounts: counts, endsAtLastValue: endsAtLastValue(below, width) };
}

/** Number of cells of most rows without a stray quote: a separator may end each of them. */
function usualCount(rows: readonly Row[]): number | undefined {
  const plain = rows.filter(({ quote }) => quote === undefined);
  const counts = new Map<number, number>();
  for (const { cells } of plain) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].find(([, times]) => times > 1 && times * 2 > plain.length)?.[0];
}

/**
 * Whether rows end at their last value, as some programs write them: all are shorter than the header, or half of them
 * are and none ends with a blank cell. A last row without a line end may be cut: it does not count if no other row is short.
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
 * The error for a row with a stray quote and a wrong number of cells: the quote was meant to protect a separator or a
 * line break, so the ends of later cells and rows are unknown.
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
    message: `a cell contains a quote but does not start with one, and the row has ${row.cells.length} cells where the header has ${cellCounts[0]}: rows from this one on are not read`,
    suggestion: QUOTES_ADVICE,
  };
}
