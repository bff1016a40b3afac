import { hash } from 'node:crypto';
import { isQuantity } from '../../contract/field.ts';
import type { Finding } from '../../findings/finding.ts';
import { cleanCell, cut, isFilled, quoted, round6 } from '../../recognise/text.ts';
import { numberText, say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import { parseNumber, splitUnit } from '../number.ts';
import type { Column, SheetMap } from '../record.ts';
import { sheetFinding } from '../sheet-finding.ts';
import { hasAllWord } from '../total-words.ts';

/** Maximum number of columns that the message names. */
const MOST_NAMED = 4;

/**
 * Finds rows with a quantity that are equal except in columns that are not read, such as sizes: they would be sent as
 * one record with the quantity of one row.
 */
export class RepeatedQuantities {
  readonly #map: SheetMap;
  readonly #quantities: readonly Column[];
  readonly #unreadColumns: readonly number[];
  /** The first row by the hash of the columns that are read, with the hash of its other columns. */
  readonly #rows = new Map<string, { readonly row: number; readonly aside: string }>();

  /** The check for a sheet; undefined if the sheet needs no check. */
  static of(map: SheetMap): RepeatedQuantities | undefined {
    if (map.layout?.group || !map.unmapped?.length) return undefined;
    const quantities = map.columns.filter(({ field }) => isQuantity(field.value));
    return quantities.length > 0 ? new RepeatedQuantities(map, quantities) : undefined;
  }

  private constructor(map: SheetMap, quantities: readonly Column[]) {
    this.#map = map;
    this.#quantities = quantities;
    this.#unreadColumns = (map.unmapped ?? []).map(({ index }) => index);
  }

  /** The finding about a row that has the values of an earlier row, but other texts in columns that are not read. */
  find(row: Row): Finding | undefined {
    const quantity = this.#quantities.find(({ index }) => isFilled(row.cells[index]));
    if (!quantity) return undefined;
    const content = digest(
      row,
      this.#map.columns.map(({ index }) => index),
    );
    const aside = digest(row, this.#unreadColumns);
    const first = this.#rows.get(content);
    if (!first) this.#rows.set(content, { row: row.row, aside });
    if (!first || first.aside === aside) return undefined;
    const { unmapped = [] } = this.#map;
    const headers = unmapped.filter(({ index }) => isFilled(row.cells[index])).map(({ header }) => header);
    const named = headers.slice(0, MOST_NAMED).map((header) => quoted(cut(header, 40)));
    const { repeatsRow, andOthers, addUp } = say().layouts;
    const shown = named.join(', ');
    return sheetFinding(this.#map, { ...row, column: quantity.letters }, 'row-unclear', {
      field: quantity.path,
      value: cut(cleanCell(row.cells[quantity.index]), 200),
      message: repeatsRow({
        row: String(first.row),
        columns: headers.length > named.length ? andOthers({ columns: shown }) : shown,
        quantity: quoted(cut(quantity.header, 40)),
      }),
      suggestion: addUp({ field: quantity.path }),
    });
  }
}

const digest = ({ cells }: Row, indexes: readonly number[]): string =>
  hash('md5', indexes.map((index) => cleanCell(cells[index])).join('\0'), 'base64');

/** A row of a record whose quantity would be added twice. `problem` is a sentence about the row. */
interface DoubledRow {
  readonly row: Row;
  readonly problem: string;
}

/** Finds rows of one record whose quantities are added up, but may have been added up before. */
export class Subtotals {
  readonly #added: readonly Column[];
  readonly #unreadColumns: readonly number[];

  /** The check of a sheet; undefined if its map file adds up no quantities. */
  static of(map: SheetMap): Subtotals | undefined {
    const add = map.layout?.group?.add;
    const added = map.columns.filter(({ path }) => add?.has(path));
    return added.length > 0 ? new Subtotals(map, added) : undefined;
  }

  private constructor({ unmapped = [] }: SheetMap, added: readonly Column[]) {
    this.#added = added;
    this.#unreadColumns = unmapped.map(({ index }) => index);
  }

  /** @param rows the rows of a record, in order, with the cells of its group */
  find(rows: readonly Row[]): DoubledRow[] {
    const found: DoubledRow[] = [];
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
        this.#unreadColumns.some((index) => hasAllWord(cleanCell(cells[index])));
      // If no other column distinguishes the rows, the map file decides, and says that each of them counts.
      const hasAside = this.#unreadColumns.some((index) => isFilled(cells[index]));
      if (same !== undefined && hasAside && numbers.some((number) => number))
        found.push({ row, problem: say().layouts.addedAgain({ row: String(same) }) });
      else if (at > 1 && total >= 0 && isApart())
        found.push({ row, problem: say().layouts.sumOfRows({ sum: numberText(sums[total]!) }) });
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
