import type { Cell, Row } from '../../sheets/cell.ts';
import { MOST_MORE_ROWS } from '../records/read.ts';
import type { Layout } from '../records/record.ts';
import { cellText, cleanText } from '../records/text.ts';

/**
 * Makes the rows of records of the rows of a sheet, as a map file describes its layout. Blank cells of some columns get
 * the value above. Rows that follow each other are joined if they have the same values in the columns of a group, or
 * none in some of them: the joined row is the first one, with the others in `more`.
 */
export class LogicalRows {
  readonly #layout: Layout;
  /** The last value of each column that is filled down. */
  readonly #above = new Map<number, Cell>();
  #first: Row | undefined;
  #more: Row[] = [];

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** Takes the next row of the sheet. Returns the row before it, complete, if this one does not continue it. */
  add(row: Row): Row | undefined {
    const { fillDown, group } = this.#layout;
    const filled = fillDown.length === 0 ? row : this.#filled(row, fillDown);
    if (!group) return filled;
    const first = this.#first;
    if (first !== undefined && continues(first, filled, group.by)) {
      if (this.#more.length < MOST_MORE_ROWS) this.#more.push(withCellsOf(first, filled, group.by));
      return undefined;
    }
    const ended = this.finish();
    this.#first = filled;
    return ended;
  }

  /** Returns the last row, complete. */
  finish(): Row | undefined {
    const first = this.#first;
    if (first === undefined) return undefined;
    const more = this.#more;
    this.#first = undefined;
    this.#more = [];
    return more.length === 0 ? first : { ...first, more };
  }

  #filled(row: Row, columns: readonly number[]): Row {
    const cells = [...row.cells];
    for (const index of columns) {
      while (cells.length <= index) cells.push(null);
      if (textOf(cells[index]) === '') cells[index] = this.#above.get(index) ?? null;
      else this.#above.set(index, cells[index]!);
    }
    return { ...row, cells };
  }
}

function continues(first: Row, row: Row, by: readonly number[]): boolean {
  return by.every((index) => {
    const text = textOf(row.cells[index]);
    return text === '' || text === textOf(first.cells[index]);
  });
}

/** The row with the cells of these columns from the first row of the group. */
function withCellsOf(first: Row, row: Row, columns: readonly number[]): Row {
  const cells = [...row.cells];
  for (const index of columns) {
    while (cells.length <= index) cells.push(null);
    cells[index] = first.cells[index] ?? null;
  }
  return { ...row, cells };
}

const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : cleanText(cellText(cell));
