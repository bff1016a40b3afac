import { cleanCell } from '../recognise/text.ts';
import type { Cell, Row } from '../sheets/cell.ts';
import { textIn } from './joined-header.ts';

const EMAIL = /^\S+@\S+\.\S+$/;
const DAY = /^(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[ ./-]\p{L}{3,9}\.?[ ./-]\d{2,4})$/u;

/** Whether a cell has an e-mail address or a day. */
export function isMailOrDay(cell: Cell | undefined): boolean {
  if (typeof cell === 'object') return cell?.type === 'date';
  return typeof cell === 'string' && (EMAIL.test(cell.trim()) || DAY.test(cell.trim()));
}

/** Whether a cell has a number, a code that is mostly digits, an e-mail address or a day. */
export const isValue = (cell: Cell | undefined): boolean =>
  isMailOrDay(cell) || typeof cell === 'number' || /^[^\p{L}]*\d[^\p{L}]*$/u.test(cleanCell(cell));

/** The indexes of the filled cells of a row. */
export const filledIn = (row: Row): number[] =>
  [...row.cells.keys()].filter((index) => textIn(row, index) !== '');
