import { flag } from '../advice.ts';
import type { Finding } from '../findings/finding.ts';
import { cellText, cut, isFilled } from '../recognise/text.ts';
import { numberText, say } from '../say.ts';
import { columnLetters, type Row } from '../sheets/cell.ts';
import type { SheetMap } from './record.ts';
import { sheetFinding } from './sheet-finding.ts';

/** Reports a value beyond the header row, or a row of a text file with too few cells: a separator may have been lost. */
export function widthFindings(map: SheetMap, row: Row): Finding[] {
  const { cells, unended } = row;
  const width = map.width!;
  const last = columnLetters(width - 1);
  if (cells.length > width) {
    const beyond = cells.findIndex((cell, at) => at >= width && isFilled(cell));
    if (beyond < 0) return [];
    const about = { ...shownCell(row, beyond), message: say().cells.rowRagged({ letters: last }) };
    return [sheetFinding(map, { ...row, column: columnLetters(beyond) }, 'row-ragged', about)];
  }
  if (map.endsAtLastValue === true) return [];
  const first = columnLetters(cells.length);
  const counted = { count: cells.length, number: numberText(cells.length), width: numberText(width) };
  const place = { ...row, column: first };
  if (unended) {
    const suggestion = say().cells.rowCutAdvice({ send: flag('--severity', 'text-cut=warning') });
    return [sheetFinding(map, place, 'text-cut', { message: say().cells.rowCut(counted), suggestion })];
  }
  const { rowShort, rowShortColumns } = say().cells;
  const about = { ...counted, first };
  const message = first === last ? rowShort(about) : rowShortColumns({ ...about, last });
  return [sheetFinding(map, place, 'row-short', { message })];
}

/** Reports a quote inside a cell of a text file. */
export function quoteFinding(map: SheetMap, row: Row, index: number): Finding {
  const about = { ...shownCell(row, index), message: say().cells.quoteInside() };
  return sheetFinding(map, { ...row, column: columnLetters(index) }, 'text-quote-inside', about);
}

function shownCell({ cells }: Row, index: number): { readonly value?: string } {
  const value = cellText(cells[index] ?? null);
  return value === '' ? {} : { value: cut(value, 200) };
}

/** The usual number of cells of a text file's rows, from the header and the rows below it. */
export function textWidths(
  header: Row,
  below: readonly Row[],
  width: number,
): Required<Pick<SheetMap, 'cellCounts' | 'endsAtLastValue'>> {
  const counts = [header.cells.length, usualCount(below)].filter((count) => count !== undefined);
  return { cellCounts: counts, endsAtLastValue: endsAtLastValue(below, width) };
}

/**
 * The number of cells that more than half of the rows without a stray quote have. It may differ from the header, because
 * each row may end with a separator.
 */
function usualCount(rows: readonly Row[]): number | undefined {
  const counts = new Map<number, number>();
  let plain = 0;
  for (const { cells, quote } of rows) {
    if (quote !== undefined) continue;
    plain++;
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  for (const [count, times] of counts) if (times > 1 && times * 2 > plain) return count;
  return undefined;
}

/**
 * Whether rows end at their last value, as some programs write them. That is so if all rows are shorter than the
 * header, or if half of them are and no row ends with a blank cell. A short last row without a line end is ignored
 * if no other row is short, because the file may be truncated.
 */
function endsAtLastValue(rows: readonly Row[], width: number): boolean {
  let short = 0;
  let ended = 0;
  let endsBlank = false;
  for (const { cells, unended } of rows) {
    if (cells.length < width) {
      short++;
      if (!unended) ended++;
    }
    if (cells.length <= width && !isFilled(cells.at(-1))) endsBlank = true;
  }
  if (short === rows.length) return short > 0;
  return ended > 0 && short * 2 >= rows.length && !endsBlank;
}
