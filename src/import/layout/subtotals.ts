import type { Row } from '../../sheets/cell.ts';
import { parseNumber, splitUnit } from '../records/number.ts';
import type { Column, SheetMap } from '../records/record.ts';
import { cleanCell, isFilled, round6 } from '../records/text.ts';
import { saysAll } from '../records/total-words.ts';

/** A row of a record whose quantity would be counted twice. `problem` is the end of a sentence about the row. */
interface Doubled {
  readonly row: Row;
  readonly problem: string;
}

/** Finds rows of one record whose quantities are added up, but may have been added up before. */
export class Subtotals {
  readonly #added: readonly Column[];
  readonly #aside: readonly number[];

  /** The check of a sheet; undefined if it adds up nothing. */
  static of(map: SheetMap): Subtotals | undefined {
    const add = map.layout?.group?.add;
    const added = map.columns.filter(({ path }) => add?.has(path));
    return added.length > 0 ? new Subtotals(map, added) : undefined;
  }

  private constructor({ unmapped = [] }: SheetMap, added: readonly Column[]) {
    this.#added = added;
    this.#aside = unmapped.map(({ index }) => index);
  }

  /** @param rows the rows of a record, in order, with the cells of its group */
  find(rows: readonly Row[]): Doubled[] {
    const found: Doubled[] = [];
    const contents = new Map<string, number>();
    /** Indexes of the columns that all rows so far fill. */
    let filled: number[] | undefined;
    const sums = this.#added.map(() => 0);
    for (const [at, row] of rows.entries()) {
      const { cells } = row;
      const numbers = this.#added.map((column) => numberIn(column, row));
      const content = cells.map(cleanCell).join('\0').replace(/\0+$/, '');
      const same = contents.get(content);
      if (same === undefined) contents.set(content, row.row);
      const total = this.#added.findIndex((_, one) => numbers[one] !== 0 && numbers[one] === sums[one]);
      const isApart = () =>
        filled!.some((index) => !isFilled(cells[index])) ||
        this.#aside.some((index) => saysAll(cleanCell(cells[index])));
      if (same !== undefined && numbers.some((number) => number))
        found.push({ row, problem: `repeats row ${same}, and its quantity would be added up again` });
      else if (at > 1 && total >= 0 && isApart())
        found.push({
          row,
          problem: `has the sum of the rows above it (${sums[total]}), so that it may be a total`,
        });
      for (const [one, number] of numbers.entries()) sums[one] = round6(sums[one]! + (number ?? 0));
      filled = (filled ?? [...cells.keys()]).filter((index) => isFilled(cells[index]));
    }
    return found;
  }
}

function numberIn({ index, decimal }: Column, { cells }: Row): number | undefined {
  const cell = cells[index];
  if (typeof cell === 'number') return cell;
  const reading = parseNumber(splitUnit(cleanCell(cell)).number, decimal);
  return reading && 'value' in reading ? reading.value : undefined;
}
