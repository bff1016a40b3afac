import { type Coercion, UNREADABLE } from './coercion.ts';
import { isBlankText } from './no-value.ts';
import { cellText, cleanText, quoted } from './text.ts';

/** A number that is too long for its column, as spreadsheets show it. */
const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?e[+-]\d+$/i;

/**
 * Reads a key, or a reference to another record's key, as text. Lost digits are never guessed: a cell that shows that
 * digits are lost is an error. A reference that looks like a date is doubtful, unless `datesMeant` is set for the
 * column.
 */
export function referenceCoercion(datesMeant: boolean): Coercion {
  if (datesMeant) return coerce;
  return (cell, note) => {
    const value = coerce(cell, note);
    if (typeof cell === 'string' && typeof value === 'string' && looksLikeDate(value)) {
      const message = `${quoted(value)} looks like a reference that a spreadsheet turned into a date`;
      note('reference-date-text', cell, message, 'correct it in a column formatted as text');
    }
    return value;
  };
}

const coerce: Coercion = (cell, note) => {
  if (typeof cell === 'string') {
    let text = cleanText(cell);
    if (text === '') return undefined;
    if (isBlankText(text)) {
      note('blank-word', cell, `${quoted(text)} is read as blank`);
      return undefined;
    }
    if (EXPONENT.test(text)) {
      note('reference-exponent', cell, `${quoted(text)} is a shortened number: its last digits are lost`);
      return UNREADABLE;
    }
    if (text.startsWith("'") && text.length > 1) text = text.slice(1).trimStart();
    if (text !== cell) note('text-trimmed', cell, `${quoted(cell)} → ${quoted(text)}`);
    return text;
  }
  const text = cellText(cell);
  if (typeof cell === 'boolean') {
    note('text-from-boolean', cell, `a yes/no cell → ${quoted(text)}`);
    return text;
  }
  if (typeof cell === 'object' && cell.type === 'date') {
    note('reference-date', cell, `the spreadsheet turned the reference into the date ${text}`);
    return UNREADABLE;
  }
  if (typeof cell === 'object' && cell.type === 'time') {
    note('reference-date', cell, `the spreadsheet turned the reference into the time ${text}`);
    return UNREADABLE;
  }
  if (typeof cell === 'number' && losesDigits(cell)) {
    note(
      'reference-exponent',
      cell,
      `${text} has more digits than a spreadsheet keeps: the last ones are lost`,
    );
    return UNREADABLE;
  }
  note('reference-number', cell, `${quoted(text)} is stored as a number: leading zeros may be lost`);
  return text;
};

/** Spreadsheets keep 15 digits and fill up with zeros; beyond 2^53 digits are unreliable. */
function losesDigits(value: number): boolean {
  const size = Math.abs(value);
  return size > Number.MAX_SAFE_INTEGER || (size >= 1e15 && size % 10 === 0) || /e/.test(String(value));
}

/** Abbreviated months of spreadsheets in English, French, German, Italian and Spanish. */
const MONTHS = [
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'sept', 'oct', 'nov', 'dec'],
  ...['janv', 'févr', 'mars', 'avr', 'mai', 'juin', 'juil', 'août', 'déc', 'mrz', 'märz', 'okt', 'dez'],
  ...['gen', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'dic', 'ene', 'abr'],
];

/** `12/03/2026`, `2026-03-12`, `12.03.26` */
const NUMBERS = /^(?:\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})|(?:19|20)\d{2}-\d{2}-\d{2})$/;
/** `janv-26`, `12-mars`, `01-Jan-26`. Spreadsheets never write months in upper case. */
const NAMED = new RegExp(
  `^(?:\\d{1,2}-)?(?:${MONTHS.map((month) => `[${month[0]!}${month[0]!.toUpperCase()}]${month.slice(1)}`).join('|')})\\.?(?:-\\d{2}(?:\\d{2})?)?$`,
);

const LONGEST_DATE = '01-sept.-2026'.length;

/** Whether a clean text looks like the date that a spreadsheet makes of a reference such as `1-26` or `JAN26`. */
function looksLikeDate(text: string): boolean {
  return text.length <= LONGEST_DATE && /\d/.test(text) && (NUMBERS.test(text) || NAMED.test(text));
}

/** Whether the references of a column look like dates on purpose: at least two do, and hardly any other does not. */
export function areDatesMeant(texts: Iterable<string>): boolean {
  let dates = 0;
  let others = 0;
  for (const text of texts) {
    if (text === '') continue;
    if (looksLikeDate(text)) dates++;
    else others++;
  }
  return dates > 1 && dates > 4 * others;
}
