import type { Cell } from '../cell.ts';
import { RowBuilder } from '../row-builder.ts';
import type { SpooledSheet } from '../row-spool.ts';
import type { Limits } from '../source.ts';

/** Maximum values of `colspan` and `rowspan`, as in browsers. */
const MAX_COLUMNS = 1000;
const MAX_ROWS = 65_534;

/** Places the cells of a table in rows and columns. A cell that spans several rows or columns is in the first of them. */
export class TableGrid {
  private readonly rows: RowBuilder;
  /** Number of the current row, from 1. */
  row = 0;
  private column = 0;
  /** By column: the last row that a cell with a `rowspan` covers. */
  private readonly covered: number[] = [];
  /** By column: whether its first cell with a value is hidden, so that the column counts as hidden. */
  private readonly hidden: boolean[] = [];

  constructor(sheet: SpooledSheet, file: string, limits: Limits) {
    this.rows = new RowBuilder(limits, file, sheet.name, sheet.take);
  }

  openRow(hidden: boolean): void {
    this.rows.begin(++this.row, hidden);
    this.column = 0;
  }

  closeRow(): void {
    this.rows.end();
  }

  /** Reserves the columns of the next cell of the row; returns its first column. */
  place(colspan: string | undefined, rowspan: string | undefined): number {
    const { covered, row, rows } = this;
    let skipped = 0;
    while ((covered[this.column] ?? 0) >= row) {
      this.column++;
      skipped++;
    }
    const column = this.column;
    const width = spanOf(colspan, MAX_COLUMNS);
    const height = spanOf(rowspan, MAX_ROWS);
    // Spanned columns count as cells, because they take time, too.
    rows.count(skipped + width - 1);
    if (height > 1) for (let at = 0; at < width; at++) covered[column + at] = row + height - 1;
    this.column += width;
    return column;
  }

  /** Whether a cell is hidden although its column is not. Call it for each cell with a value. */
  isHiddenAlone(column: number, isHidden: boolean): boolean {
    this.hidden[column] ??= isHidden;
    return isHidden && !this.hidden[column];
  }

  set(column: number, cell: Cell, length: number): void {
    this.rows.set(column, cell, length);
    if (cell !== null && cell !== '') this.rows.merged(column, this.row, this.covered[column] ?? 0);
  }
}

function spanOf(text: string | undefined, most: number): number {
  const span = /^\s*\+?(\d{1,9})/.exec(text ?? '')?.[1];
  return span === undefined ? 1 : Math.min(Math.max(Number(span), 1), most);
}
