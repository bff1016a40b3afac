import { cleanCell } from '../recognise/text.ts';
import type { Row } from '../sheets/cell.ts';
import { textIn } from './joined-header.ts';
import { filledIn, isValue } from './row-cells.ts';

/** The name of a column in a database or in its interface: `BM_DESC`, `NAME1`, `vendorCode`, `partner_id.name`. */
const NAME = /^[A-Za-z][A-Za-z0-9]*(?:[_.$^]+[A-Za-z0-9]+)*$/;
const CAPITALS = /^[A-Z0-9_.$]+$/;
const SMALL = /^[a-z][a-z0-9_^]*$/;
/** The form of a name that no word has. */
const MARKED = /[_.$]|[a-z][A-Z]/;

/** A title above percentages of materials: `% 1`. */
const SHARE = /^%\s*\d$/;

const FEWEST_NAMES = 4;
/** Minimum share of the titles that have a name beside them, of the names that have a title, and of different names. */
const MIN_BESIDE = 0.9;
/** Minimum share of the columns in which no value has the form of a name. */
const MIN_OTHERS = 0.4;
/** Minimum number of columns of numbers or days if most names could also be words or codes. */
const FEWEST_VALUES = 2;

/**
 * Whether a row has only names of columns, one for each title of the row beside it, and the values below have other forms: a
 * record whose texts have all the form of names is one of several like it.
 */
export function hasTechnicalNames(names: Row, titles: Row, below: readonly Row[]): boolean {
  const [own, titled] = [filledIn(names), filledIn(titles)];
  const both = own.filter((index) => textIn(titles, index) !== '').length;
  if (own.length < FEWEST_NAMES || both < Math.max(own.length, titled.length) * MIN_BESIDE) return false;
  if (!areNames(names, own) || areNames(titles, titled)) return false;
  if (titled.some((index) => isValue(titles.cells[index]) && !SHARE.test(textIn(titles, index))))
    return false;
  const values = own.map((index) => ({
    name: textIn(names, index),
    cells: below.map(({ cells }) => cells[index]).filter((cell) => cleanCell(cell) !== ''),
  }));
  if (values.some(({ name, cells }) => cells.some((cell) => cleanCell(cell) === name))) return false;
  const filled = values.filter(({ cells }) => cells.length > 0);
  const others = filled.filter(({ cells }) => !cells.some((cell) => isName(cleanCell(cell))));
  const isMarked = values.filter(({ name }) => MARKED.test(name)).length * 2 >= values.length;
  const isClear = isMarked || filled.filter(({ cells }) => cells.every(isValue)).length >= FEWEST_VALUES;
  return isClear && others.length > 0 && others.length >= filled.length * MIN_OTHERS;
}

/** Whether a row has only names of columns of a database, such as `dd_codfigli`: a header row, whatever they mean. */
export function isOfNames(row: Row): boolean {
  const filled = filledIn(row);
  const isMarked = (index: number) => textIn(row, index).includes('_');
  return (
    filled.length >= FEWEST_NAMES &&
    areNames(row, filled) &&
    filled.filter(isMarked).length >= filled.length * MIN_BESIDE
  );
}

const isName = (text: string): boolean => NAME.test(text) && (CAPITALS.test(text) || MARKED.test(text));

function areNames(row: Row, filled: readonly number[]): boolean {
  const texts = filled.map((index) => textIn(row, index));
  if (!filled.every((index) => typeof row.cells[index] === 'string')) return false;
  const isMarked = texts.filter((text) => MARKED.test(text)).length * 2 >= texts.length;
  const areSmall = texts.every((text) => SMALL.test(text));
  const areAll = areSmall || texts.every((text) => (isMarked ? NAME.test(text) : isName(text)));
  return areAll && new Set(texts).size >= filled.length * MIN_BESIDE;
}
