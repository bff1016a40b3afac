import { cleanCell, isFilled } from '../../recognise/text.ts';
import type { Cell, Row } from '../../sheets/cell.ts';
import type { SheetMap } from '../record.ts';
import { isNumber } from '../total-words.ts';

/** What a bare row has: only a key, or a key and numbers. */
export type BareContent = 'key' | 'numbers';

/** A first record with fewer values does not show what a record has. */
const LEAST_VALUES = 3;

/** Finds rows with nothing but a key, or a key and numbers, in a sheet whose first record has more: `SS27`, `2 | | 30`. */
export class BareRows {
  readonly #keys: readonly number[];
  /** Indexes of the columns of records, without the key and the columns that are filled down. */
  readonly #others: readonly number[];
  /** The columns of `#others` with references: a number there is a value of a record. */
  readonly #referenceColumns: ReadonlySet<number>;
  readonly #hasGroup: boolean;
  /** Whether all rows so far have only a key, so that they do not show what a record has. */
  isOpen = true;
  #first: Row | undefined;
  /** The first row with only a key, if the first record below it has more. */
  above: Row | undefined;
  /** The number of values of the first record; 0 if it has too few to show what a record has. */
  #values = 0;
  /** The index of a column that the first record fills, with a text if possible: a row that fills it is not bare. */
  usualColumn: number | undefined;
  #hasText = false;

  constructor({ columns, layout }: SheetMap, keys: readonly number[]) {
    this.#keys = keys;
    const others = columns.filter(({ index }) => !keys.includes(index) && !layout?.fillDown.includes(index));
    this.#others = others.map(({ index }) => index);
    this.#referenceColumns = new Set(
      others.flatMap(({ index, field }) => (field.value.type === 'reference' ? [index] : [])),
    );
    this.#hasGroup = layout?.group !== undefined;
  }

  /** Remembers a record while `isOpen`. */
  remember(row: Row, isComplete: boolean): void {
    const { cells } = row;
    if (this.#beside(cells).length === 0) {
      if (isComplete) this.#first ??= row;
      return;
    }
    this.isOpen = false;
    const filled = this.#others.filter((index) => isFilled(cells[index]));
    if (filled.length + 1 < LEAST_VALUES) return;
    this.#values = filled.length + 1;
    const text = filled.find((index) => !isNumber(cells[index]!, cleanCell(cells[index])));
    this.#hasText = text !== undefined;
    this.usualColumn = text ?? filled[0];
    // The values of a group may be in the rows below its key.
    if (!this.#hasGroup) this.above = this.#first;
  }

  /** What a row has that leaves `usualColumn` blank. Undefined if it is not bare. */
  find(cells: readonly Cell[]): BareContent | undefined {
    const beside = this.#beside(cells);
    if (beside.length === 0) return 'key';
    const isFew = beside.length + 1 <= Math.max(LEAST_VALUES - 1, this.#values / 2);
    const isNumeric = beside.every(
      (index) => !this.#referenceColumns.has(index) && isNumber(cells[index]!, cleanCell(cells[index])),
    );
    return this.#hasText && isFew && isNumeric ? 'numbers' : undefined;
  }

  #beside(cells: readonly Cell[]): number[] {
    return cells.flatMap((cell, index) => (isFilled(cell) && !this.#keys.includes(index) ? [index] : []));
  }
}
