import { cleanText } from '../recognise/text.ts';
import { areDatesMeant } from '../recognise/text-coercion.ts';
import type { Cell, Row } from '../sheets/cell.ts';
import { type DateOrder, orderShown } from './date.ts';
import { headerDateOrder, type Meaning } from './headers.ts';
import { decimalShown, type Mark, splitUnit } from './number.ts';
import type { Column, ReadOptions } from './record.ts';

/** The format of the values of a column, from flags, its header and its first values. */
export interface ColumnFormat {
  readonly decimal?: Mark;
  readonly dateOrder?: DateOrder;
  /** Ambiguous cells are read like the other cells, or else in the most common way. A person should check them. */
  readonly guessed?: true;
  readonly datesMeant?: true;
}

/** Number of dates that must show the order of day and month before it is certain for the column. */
const SURE_DATES = 2;

/**
 * Returns the format of a column: the one that a flag sets, else the one in the header, else the one that all
 * unambiguous values agree on.
 */
export function inferColumnFormat(
  { field, remarks = [] }: Meaning,
  index: number,
  rows: readonly Row[],
  options: ReadOptions,
): ColumnFormat {
  if (field.value.type === 'number') {
    if (options.decimal !== undefined) return { decimal: options.decimal };
    const vote = agreed(index, rows, (text) => decimalShown(splitUnit(text).number));
    return vote === undefined ? {} : { decimal: vote.found, guessed: true };
  }
  if (field.value.type === 'date') {
    if (options.dateOrder !== undefined) return { dateOrder: options.dateOrder };
    const stated = remarks
      .map(headerDateOrder)
      .find((order) => order !== undefined && order !== 'year-first');
    if (stated === 'day-first' || stated === 'month-first') return { dateOrder: stated };
    const vote = agreed(index, rows, orderShown);
    if (vote === undefined) return { guessed: true };
    return { dateOrder: vote.found, ...(vote.times < SURE_DATES && { guessed: true as const }) };
  }
  if (field.value.type === 'reference' && areDatesMeant(pieces(index, rows))) return { datesMeant: true };
  return {};
}

/** Yields the texts of a column. Lists are split into their values. */
function* pieces(index: number, rows: readonly Row[]): Iterable<string> {
  for (const { cells } of rows) {
    const cell = cells[index];
    if (typeof cell === 'string') for (const piece of cell.split(/[;|,\n\r]/)) yield cleanText(piece);
  }
}

/**
 * Gives date columns of unknown order the order of the other date columns of the sheet, if those are certain and
 * agree.
 */
export function withSheetOrder(columns: readonly Column[]): Column[] {
  const sure = columns.filter(({ dateOrder, guessed }) => dateOrder !== undefined && !guessed);
  const orders = new Set(sure.map(({ dateOrder }) => dateOrder));
  const [order] = orders;
  if (order === undefined || orders.size > 1) return [...columns];
  return columns.map((column) => {
    const { guessed, ...known } = column;
    const isOpen = guessed && column.field.value.type === 'date' && (column.dateOrder ?? order) === order;
    return isOpen ? { ...known, dateOrder: order } : column;
  });
}

function agreed<T>(
  index: number,
  rows: readonly Row[],
  shown: (text: string) => T | undefined,
): { found: T; times: number } | undefined {
  let found: T | undefined;
  let times = 0;
  for (const { cells } of rows) {
    const cell: Cell | undefined = cells[index];
    if (typeof cell !== 'string') continue;
    const value = shown(cleanText(cell));
    if (value === undefined) continue;
    if (found !== undefined && found !== value) return undefined;
    found = value;
    times++;
  }
  return found === undefined ? undefined : { found, times };
}
