import type { Cell, Row } from '../sheets/cell.ts';
import { CountedTexts, MOST_COLUMNS } from './counted-texts.ts';
import { type JoinedHeader, lastRowOf, valueIn } from './joined-header.ts';
import type { SheetColumn } from './propose-draft.ts';
import { isTotal, type MergedRows, type TextRow } from './propose-rows.ts';
import { blocksIn, hasValues } from './row-evidence.ts';

/** Number of first rows that are kept: one of them is the header row. */
const KEPT_ROWS = 200;
const KEPT_CELLS = 200_000;
/** Number of rows that are kept to find out which rows are one record. */
const SAMPLE_ROWS = 5000;
const SAMPLE_CELLS = 100_000;
const MOST_MERGES = 5000;

/** The rows of a table, in bounded memory. */
export class SheetRows {
  /** The first rows, among them the header row. */
  readonly first: Row[] = [];
  #firstCells = 0;
  /** The rows after the first ones. */
  readonly #after = new CountedTexts();
  /** The first rows, among them `first`. */
  readonly #sample: Row[] = [];
  #sampleCells = 0;
  #last: Row | undefined;
  readonly #merges: MergedRows[] = [];
  #texted: { readonly header: number; readonly count: number; readonly rows: TextRow[] } | undefined;
  /** The columns below the header row of the last call; valid while the table has that number of rows. */
  #known: { readonly header: Row; readonly rows: number; readonly columns: SheetColumn[] } | undefined;

  /** Cells of a column that are merged over several rows. */
  addMerge(merged: MergedRows): void {
    if (this.#merges.length < MOST_MERGES) this.#merges.push(merged);
  }

  /** The last row. */
  get last(): Row | undefined {
    return this.#last;
  }

  /** Rows of a table below this one. */
  below(): SheetRows {
    const rows = new SheetRows();
    rows.#merges.push(...this.#merges);
    return rows;
  }

  /** The header row, the rows above it, and some of the first rows below it. */
  only(header: JoinedHeader, isOne: (row: Row) => boolean): SheetRows {
    const rows = this.below();
    for (const row of this.#sample) if (row.row <= lastRowOf(header) || isOne(row)) rows.add(row);
    return rows;
  }

  /**
   * The same as `only`, with the cells of a record in all of its rows, if these are only in the first one: those of a product above
   * its components. `indexes`: the columns of these cells.
   */
  filledDown(
    header: JoinedHeader,
  ): { readonly rows: SheetRows; readonly indexes: ReadonlySet<number> } | undefined {
    const texts = this.textRows(header);
    const blocks = blocksIn(texts);
    if (!blocks) return undefined;
    const { indexes, outer } = blocks;
    const rows = this.only(header, () => false);
    const above: Cell[] = [];
    const below = this.#sample.filter(({ row }) => row > lastRowOf(header));
    for (const [at, row] of below.entries()) {
      const isOwn = (index: number) => valueIn(row, index) !== '';
      if (!hasValues(texts[at]!)) continue;
      const isFirst = indexes.values().some(isOwn);
      for (const index of indexes)
        if (isOwn(index) || (isFirst && !outer.has(index))) above[index] = row.cells[index] ?? null;
      rows.add({
        ...row,
        cells: row.cells.map((cell, index) => (indexes.has(index) ? (above[index] ?? null) : cell)),
      });
    }
    return { rows, indexes };
  }

  /** Whether a row adds up other rows. */
  isTotal(row: Row): boolean {
    return isTotal(row, this.#last);
  }

  add(row: Row): void {
    this.#last = row;
    if (this.#sample.length < SAMPLE_ROWS && this.#sampleCells < SAMPLE_CELLS) {
      this.#sample.push(row);
      this.#sampleCells += row.cells.length;
    }
    if (this.#after.rows === 0 && this.first.length < KEPT_ROWS && this.#firstCells < KEPT_CELLS) {
      this.first.push(row);
      this.#firstCells += row.cells.length;
      return;
    }
    this.#after.add(row);
  }

  /** Number of rows, with those above the header row. */
  get count(): number {
    return this.first.length + this.#after.rows;
  }

  /** The first rows below the header row, as texts. */
  textRows(own: JoinedHeader): readonly TextRow[] {
    const header = lastRowOf(own);
    const count = this.#sample.length;
    if (this.#texted?.header !== header || this.#texted.count !== count) {
      const rows = this.#sample.filter(({ row }) => row > header).map(textRow);
      this.#texted = { header, count, rows };
    }
    return this.#texted.rows;
  }

  /** Whether cells are merged over two rows. */
  areMerged(upper: Row, lower: Row): boolean {
    return this.#merges.some(({ first, last }) => first === upper.row && last === lower.row);
  }

  /** The merged cells below the header row: merged headers are not a value that rows share. */
  mergesBelow({ row }: Row): readonly MergedRows[] {
    return this.#merges.filter(({ first }) => first > row);
  }

  /** The columns of the table with the values below the header row. */
  columns(header: JoinedHeader): SheetColumn[] {
    const rows = this.count;
    if (this.#known?.header !== header || this.#known.rows !== rows)
      this.#known = { header, rows, columns: this.#after.columns(header, this.first) };
    return this.#known.columns;
  }
}

function textRow(row: Row): TextRow {
  const width = Math.min(row.cells.length, MOST_COLUMNS);
  return { row: row.row, cells: Array.from({ length: width }, (_, at) => valueIn(row, at)) };
}
