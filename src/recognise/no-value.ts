import type { Value } from '../contract/field.ts';
import { matchValue } from '../contract/list.ts';
import { say } from '../say.ts';
import { type Coercion, UNREADABLE } from './coercion.ts';
import { cleanText, foldText, quoted } from './text.ts';
import { termWords } from './words/word-list.ts';

/** `12/03/2026`, `2026-03-12`, `12.03.26` */
const NUMERIC_DATE = /^(?:\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})|(?:19|20)\d{2}-\d{2}-\d{2})$/;
/** `janv-26`, `12-mars`, `01-Jan-26`. Spreadsheets never write months in upper case. */
const NAMED_DATE = new RegExp(
  `^(?:\\d{1,2}-)?(?:${termWords('shortMonths')
    .map((month) => `[${month[0]!}${month[0]!.toUpperCase()}]${month.slice(1)}`)
    .join('|')})\\.?(?:-\\d{2}(?:\\d{2})?)?$`,
);

const LONGEST_DATE = '01-sept.-2026'.length;

/**
 * Whether a cleaned text looks like a date into which a spreadsheet may have converted a reference such as `1-26`
 * or `JAN26`.
 */
export function looksLikeDate(text: string): boolean {
  return text.length <= LONGEST_DATE && /\d/.test(text) && (NUMERIC_DATE.test(text) || NAMED_DATE.test(text));
}

/** Error values that spreadsheets write to text files, in several languages. */
const ERRORS = new Set(termWords('errors'));

/** The `####` that a spreadsheet shows if a column is too narrow for a number or a date. */
const NARROW_COLUMN = /^#{3,}$/;
/** Numbered errors of LibreOffice. */
const NUMBERED_ERROR = /^err:5\d\d$/i;

/** Whether the text is a spreadsheet error such as `#REF!`, or the `####` of a column that is too narrow. */
export function isErrorText(text: string): boolean {
  if (text.charCodeAt(0) === 35) return ERRORS.has(text.toUpperCase()) || NARROW_COLUMN.test(text);
  return NUMBERED_ERROR.test(text);
}

/** Words for a value to be added later. None of them is a country code, a list value, a yes or a no. */
const PLACEHOLDERS = termWords('placeholders');
const FOLDED_PLACEHOLDERS = new Set(PLACEHOLDERS.map(foldText));
const LONGEST_PLACEHOLDER = 40;
const PLACEHOLDER_SIGNS = /^(?:[?？¿\s]+|x{3,})$/i;

/** Marks the ASCII codes with which placeholders and errors (`#N/A`, `Err:502`) can begin. */
const STARTS = new Uint8Array(128);
for (const sign of [...PLACEHOLDERS.map((word) => word[0]!), ...'#?aex[(<{*\'"']) {
  for (const one of [sign.toLowerCase(), sign.toUpperCase()]) {
    if (one.charCodeAt(0) < STARTS.length) STARTS[one.charCodeAt(0)] = 1;
  }
}

/** Whether a cell could be an error or a placeholder. A fast check of the first character only. */
export function mayBeNoValue(cell: string): boolean {
  const code = cell.charCodeAt(0);
  return cell.length <= 2 * LONGEST_PLACEHOLDER && (code <= 32 || code > 126 || STARTS[code] === 1);
}

/** The first two letters of all placeholders and errors that begin with letters, in lower case. */
const FIRST_LETTERS = new Set(['er', 'xx', ...[...FOLDED_PLACEHOLDERS].map((word) => word.slice(0, 2))]);

/** Whether a text that begins with two ASCII letters may be an error or a placeholder. */
export const beginsLikeNoValue = (text: string): boolean => FIRST_LETTERS.has(text.slice(0, 2).toLowerCase());

/** Whether a clean text is a placeholder: `TBD`, `à définir`, `xxx`, `?`. */
export function isPlaceholder(text: string): boolean {
  if (text.length > LONGEST_PLACEHOLDER) return false;
  return PLACEHOLDER_SIGNS.test(text) || FOLDED_PLACEHOLDERS.has(foldText(text));
}

/**
 * Rejects texts that are not values, before the coercion of any type: spreadsheet errors (`#N/A` is not the list
 * value `N/A`), and placeholders, unless the list has that word.
 */
export function rejectNonValues(value: Value, one: Coercion): Coercion {
  const isInList = (text: string) => value.type === 'choice' && matchValue(value.list, text) !== undefined;
  return (cell, note) => {
    if (typeof cell !== 'string' || !mayBeNoValue(cell)) return one(cell, note);
    const text = cleanText(cell);
    if (isErrorText(text)) {
      note('cell-error', cell, say().cells.error({ error: text }));
      return UNREADABLE;
    }
    if (isPlaceholder(text) && !isInList(text)) {
      const { placeholder, placeholderAdvice } = say().cells;
      note('placeholder', cell, placeholder({ text: quoted(text) }), placeholderAdvice());
      return UNREADABLE;
    }
    return one(cell, note);
  };
}
