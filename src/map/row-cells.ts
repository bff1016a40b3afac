import { cleanCell } from '../recognise/text.ts';
import type { Cell, Row } from '../sheets/cell.ts';
import { textIn } from './joined-header.ts';

export const SEARCHED_COLUMNS = 200;

/** Minimum number of headers of a row that the values below it show, and of columns with values below them. */
const FEWEST_HEADERS = 4;
const FEWEST_VALUES = 2;
/** Number of rows below a header row that are compared with it. */
export const COMPARED_ROWS = 3;

const EMAIL = /^\S+@\S+\.\S+$/;
const DAY = /^(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[ ./-]\p{L}{3,9}\.?[ ./-]\d{2,4})$/u;

/** Whether a cell has an e-mail address or a day. */
function isMailOrDay(cell: Cell | undefined): boolean {
  if (typeof cell === 'object') return cell?.type === 'date';
  return typeof cell === 'string' && (EMAIL.test(cell.trim()) || DAY.test(cell.trim()));
}

/** Whether a cell has a number, a code that is mostly digits, an e-mail address or a day. */
export const isValue = (cell: Cell | undefined): boolean =>
  isMailOrDay(cell) || typeof cell === 'number' || /^[^\p{L}]*\d[^\p{L}]*$/u.test(cleanCell(cell));

/** The indexes of the filled cells of a row. */
export const filledIn = (row: Row): number[] =>
  [...row.cells.keys()].filter((index) => textIn(row, index) !== '');

/** Whether a row is a record: it has an e-mail address or a day in the same column as a row beside it. */
export const isRecord = ({ cells }: Row, beside: readonly (Row | undefined)[]): boolean =>
  cells.some((cell, index) => isMailOrDay(cell) && beside.some((row) => isMailOrDay(row?.cells[index])));

/**
 * Whether a row has only different texts, and the rows just below it have values in its columns: numbers, days or e-mail
 * addresses, of which a header has none.
 */
export function isAboveValues(row: Row, rows: readonly Row[]): boolean {
  const headers = [...row.cells.keys()].filter((index) => textIn(row, index) !== '');
  const texts = new Set(headers.map((index) => textIn(row, index)));
  if (headers.length < FEWEST_HEADERS || texts.size < headers.length * 0.9) return false;
  if (headers.some((index) => isValue(row.cells[index]))) return false;
  const below = rows.filter((one) => one.row > row.row).slice(0, COMPARED_ROWS);
  const values = headers.filter((index) => below.every(({ cells }) => isValue(cells[index])));
  const filled = below.every((one) => filledIn(one).length >= headers.length / 2);
  return below.length > 0 && filled && values.length >= FEWEST_VALUES;
}

/** Whether a header of a row is above several headers of the next row, because cells to its right are blank or merged. */
export function isAbove(upper: Row, lower: Row): boolean {
  let above = '';
  let extended = 0;
  for (let index = 0; index < Math.min(lower.cells.length, SEARCHED_COLUMNS); index++) {
    const text = textIn(upper, index);
    if (text !== '') above = text;
    else if (above !== '' && textIn(lower, index) !== '') extended++;
    if ([upper, lower].some(({ cells }) => cells[index] != null && typeof cells[index] !== 'string'))
      return false;
  }
  return extended > 0;
}

/** A name with its value, or with a day: `Prepared by: Merchandising`, `version 8 — Carmen 12/11`. */
const NAME_AND_VALUE = /\p{L} ?: ?\S|\p{L}.*(?<!\d)\d{1,2}[./-]\d{1,2}(?!\d)/u;
const FEW_TEXTS = 3;

/**
 * Whether a row is a title, and has no headers of groups: its only text is above all headers of the next row, or one of a few
 * texts is a name with its value.
 */
export function isTitle(upper: Row, lower: Row): boolean {
  const [first, ...others] = filledIn(upper);
  if (first === undefined) return false;
  if (others.length === 0 && first <= (filledIn(lower)[0] ?? 0)) return true;
  return (
    others.length < FEW_TEXTS && [first, ...others].some((index) => NAME_AND_VALUE.test(textIn(upper, index)))
  );
}

/** Whether headers of a row occur twice, below the headers of different groups, which tell them apart: two columns `Code`. */
export function areTwice(upper: Row, lower: Row): boolean {
  const groups = new Map<string, Set<string>>();
  let heading = '';
  for (const index of filledIn(lower)) {
    heading = textIn(upper, index) || heading;
    const text = textIn(lower, index);
    groups.set(text, (groups.get(text) ?? new Set<string>()).add(heading));
  }
  return [...groups.values()].some(({ size }) => size > 1);
}

/** Whether a row has only a title, or a name with its value, above a row of many more texts: who prepared the list, and when. */
export function isNote(row: Row, below: readonly Row[]): boolean {
  const filled = filledIn(row);
  return (
    filled.length <= FEW_TEXTS &&
    below.some((next) => filledIn(next).length > filled.length * 2) &&
    (filled.length === 1 || filled.some((index) => NAME_AND_VALUE.test(textIn(row, index))))
  );
}
