import { isBlankText } from './blank.ts';
import { type Coercion, UNREADABLE } from './coercion.ts';
import { looksLikeDate } from './reference-date.ts';
import { cellText, cleanText, quoted } from './text.ts';

/** How a spreadsheet shows a number that is too long for its column. */
const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?e[+-]\d+$/i;

/**
 * The coercion of a key, or of the name of another record's key: text from end to end. Digits that a spreadsheet lost
 * are never guessed back; a cell that shows that they are lost is an error. One that looks like a date is doubtful, unless
 * the column's are `datesMeant`.
 */
export function referenceCoercion(datesMeant: boolean): Coercion {
  if (datesMeant) return coerce;
  return (cell, note) => {
    const value = coerce(cell, note);
    if (typeof cell === 'string' && typeof value === 'string' && looksLikeDate(value)) {
      const message = `${quoted(value)} looks like a reference that a spreadsheet turned into a date`;
      note(
        'reference-date-text',
        cell,
        message,
        'correct it where it is typed, in a column formatted as text',
      );
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
    note('reference-exponent', cell, `${text} has more digits than a spreadsheet keeps: the last are lost`);
    return UNREADABLE;
  }
  note('reference-number', cell, `${quoted(text)} is stored as a number: leading zeros may be lost`);
  return text;
};

/** Spreadsheets keep 15 digits and fill up with zeros; beyond 2^53 no digit is sure. */
function losesDigits(value: number): boolean {
  const size = Math.abs(value);
  return size > Number.MAX_SAFE_INTEGER || (size >= 1e15 && size % 10 === 0) || /e/.test(String(value));
}
