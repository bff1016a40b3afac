import type { Value } from '../contract/field.ts';
import { matchValue } from '../contract/list.ts';
import { codePoint, foldText } from '../fold.ts';
import { decimalText, LINE_BREAKS, say, withLineSigns } from '../say.ts';
import type { Cell } from '../sheets/cell.ts';
import { type Coercion, type Filled, UNREADABLE } from './coercion.ts';
import { termWords } from './words/terms.ts';

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/;
const BREAKS_ALL = new RegExp(BREAKS, 'g');
const ODD_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/**
 * Invisible characters: controls (except C1, which proves a wrong encoding), zero-width characters, direction marks,
 * fillers. Joiners and variation selectors only beside a Latin letter or a digit, because other scripts and symbols
 * need them.
 */
const INVISIBLE =
  /[[\p{Cc}--[\u0080-\u009f]]\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|(?<=[\dA-Za-z\u00c0-\u024f])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+(?=[\dA-Za-z\u00c0-\u024f])|(?<=[A-Za-z\u00c0-\u024f])[\ufe00-\ufe0f]+/gv;

/**
 * Cleans a text: trims it, replaces unusual spaces by normal ones, replaces line breaks and tabs by one space,
 * removes invisible characters, and composes accents (NFC). Normal spaces inside the text are kept.
 */
export function cleanText(text: string): string {
  if (isClean(text)) return text;
  const lines = text.normalize('NFC').split(BREAKS);
  if (lines.length === 1) return cleanLine(lines[0]!);
  return lines
    .map(cleanLine)
    .filter((line) => line !== '')
    .join(' ');
}

const cleanLine = (line: string): string => line.replace(ODD_SPACE, ' ').replace(INVISIBLE, '').trim();

/**
 * Whether `cleanText` would change nothing. This is the common case, so the function avoids regular expressions.
 */
function isClean(text: string): boolean {
  const last = text.length - 1;
  if (last < 0) return true;
  if (text.charCodeAt(0) === 32 || text.charCodeAt(last) === 32) return false;
  for (let at = 0; at <= last; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || code >= 0x300) return false;
    if (code >= 0x7f && (code === 0x7f || code === 0x85 || code === 0xa0 || code === 0xad)) return false;
  }
  return true;
}

/** The text of a cell as a spreadsheet shows it. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  switch (cell.type) {
    case 'date':
      return cell.iso;
    case 'percent':
      return `${round6(cell.value * 100)}%`;
    case 'padded':
    case 'time':
      return cell.text;
    case 'error':
      return cell.code;
    case 'uncached':
      return '';
  }
}

/** The text of a cell for a message: a number has the decimal mark of the language, as a spreadsheet shows it. */
export function displayText(cell: Cell): string {
  if (typeof cell === 'number') return decimalText(cell);
  const text = cellText(cell);
  if (typeof cell !== 'object' || cell === null) return text;
  if (cell.type === 'percent') return `${decimalText(round6(cell.value * 100))}%`;
  if (cell.type !== 'padded' || cell.unit === undefined) return text;
  return text.replace(String(Math.abs(cell.value)), decimalText(Math.abs(cell.value)));
}

/** The cleaned text of a cell. Empty for a blank cell, and for a formula without a stored result. */
export const cleanCell = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : cleanText(cellText(cell));

/** The text of a filled cell, cleaned if it is stored as a text. */
export const typedText = (cell: Filled): string =>
  typeof cell === 'string' ? cleanText(cell) : cellText(cell);

/** Whether a cell has content. A formula without a stored result has one, which is unknown. */
export function isFilled(cell: Cell | undefined): boolean {
  if (typeof cell !== 'string') return cell !== null && cell !== undefined;
  const first = cell.charCodeAt(0);
  return (first > 32 && first < 127) || cleanText(cell) !== '';
}

/** Whether a cell of a web page has a text that may not be its value, such as one with a footnote mark. */
export const isDoubtful = (cell: Cell | undefined): cell is Extract<Cell, { type: 'error' }> =>
  typeof cell === 'object' && cell?.type === 'error' && cell.problem !== undefined;

/** The text in quotes for a message, truncated to 60 characters. */
export function quoted(text: string): string {
  return `"${cut(withLineSigns(text), 60)}"`;
}

export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Number of invisible characters that a message names. */
const MOST_NAMED = 4;

/** A cleaning as `"before" → "after"`, with the differences that are not visible. */
export function cleaningText(before: string, after: string): string {
  const { lineBreakRemoved, tabRemoved, spaceReplaced, invisibleRemoved, accentsComposed } = say().cells;
  const composed = before.normalize('NFC');
  const invisible = composed.replace(BREAKS_ALL, '').match(INVISIBLE)?.map(codePoint);
  const letters = [...new Set(invisible)];
  const named = letters.length > MOST_NAMED ? [...letters.slice(0, MOST_NAMED), '…'] : letters;
  const changes = [
    ...(composed.search(LINE_BREAKS) === -1 ? [] : [lineBreakRemoved()]),
    ...(composed.includes('\t') ? [tabRemoved()] : []),
    ...(composed.trim().search(ODD_SPACE) === -1 ? [] : [spaceReplaced()]),
    ...(letters.length === 0 ? [] : [invisibleRemoved({ count: letters.length, letters: named.join(', ') })]),
    ...(composed === before ? [] : [accentsComposed()]),
  ];
  return `${quoted(before)} → ${quoted(after)}${changes.length === 0 ? '' : ` (${changes.join(', ')})`}`;
}

/** Rounds to six decimals, so that a percent cell of 0.57 is 57 and not 56.99999999999999. */
export function round6(value: number): number {
  return Math.abs(value) < 1e9 ? Math.round(value * 1e6) / 1e6 : value;
}

/** Formats a text as a YAML key or value that is also valid inside braces. */
export const yamlText = (text: string): string =>
  /^[\p{L}_](?:[\p{L}\p{N}_.'()/ -]*[\p{L}\p{N}_.)])?$/u.test(text) ? text : JSON.stringify(text);

/** A fast check: most cells contain none of these characters. */
const SUSPECT_CHARACTER = /[?\0\u0080-\uffff]/;

/** Whether a text may be damaged or have letters of other scripts. A fast check. */
export const isSuspect = (text: string): boolean => SUSPECT_CHARACTER.test(text);

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
