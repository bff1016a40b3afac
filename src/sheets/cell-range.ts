import { columnLetters } from './cell.ts';
import { LAST_ROW } from './limits.ts';

/** Cells of one column in a workbook: a 0-based column, 1-based rows. */
export interface CellRange {
  readonly sheet: string;
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/** The range in the form of formulas: `'Lists'!$A$1:$A$9`. */
export function rangeText({ sheet, column, firstRow, lastRow }: CellRange): string {
  const letters = columnLetters(column);
  const last = Math.min(lastRow, LAST_ROW);
  return `'${sheet.replaceAll("'", "''")}'!$${letters}$${firstRow}:$${letters}$${last}`;
}
