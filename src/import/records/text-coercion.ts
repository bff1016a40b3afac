import type { Coercion, Filled, Note } from './coercion.ts';
import { isBlankText, isBlankWord } from './no-value.ts';
import { cellText, cleanText, quoted } from './text.ts';

/**
 * The clean text of a cell; reports if that changed it (`text-from-...` for a number, a boolean or a date). With
 * `report` false the caller reports the value that it derives, or knows that the cell is blank.
 */
export function textOf(cell: Filled, note: Note, report = true): string {
  if (typeof cell === 'string') {
    const text = cleanText(cell);
    if (report && text !== cell) note('text-trimmed', cell, `${quoted(cell)} → ${quoted(text)}`);
    return text;
  }
  const text = cellText(cell);
  if (!report) return text;
  if (typeof cell === 'object' && cell.type === 'date') {
    note('text-from-date', cell, `a date → ${quoted(text)}`);
  } else if (typeof cell === 'boolean') {
    note('text-from-boolean', cell, `a yes/no cell → ${quoted(text)}`);
  } else if (typeof cell === 'object' && cell.type === 'time') {
    note('text-from-date', cell, `a time → ${quoted(text)}`);
  } else {
    note('text-from-number', cell, `a number → ${quoted(text)}`);
  }
  return text;
}

/** Whether the text is a filler; reports it as `blank-word`. */
export function isFiller(text: string, cell: Filled, note: Note): boolean {
  if (!isBlankWord(text)) return false;
  note('blank-word', cell, `${quoted(text)} is read as blank`);
  return true;
}

export const coerceText: Coercion = (cell, note) => {
  if (typeof cell === 'string') {
    const text = cleanText(cell);
    if (text === '') return undefined;
    if (isBlankText(text)) {
      note('blank-word', cell, `${quoted(text)} is read as blank`);
      return undefined;
    }
  }
  if (typeof cell === 'object' && cell.type === 'date' && cell.time !== undefined) {
    const text = `${cell.iso} ${cell.time}`;
    note('text-from-date', cell, `a date with a time → ${quoted(text)}`);
    return text;
  }
  return textOf(cell, note);
};

const contact =
  (prefix: RegExp): Coercion =>
  (cell, note) => {
    const text = textOf(cell, note, false);
    if (text === '' || isFiller(text, cell, note)) return undefined;
    if (!prefix.test(text)) return textOf(cell, note);
    const bare = text.replace(prefix, '').trim();
    note('text-trimmed', cell, `${quoted(text)} → ${quoted(bare)}`);
    return bare === '' ? undefined : bare;
  };

/** The check validates the address. */
export const coerceEmail: Coercion = contact(/^mailto:/i);
/** The check validates the address. */
export const coerceUrl: Coercion = contact(/^url:\s*(?=https?:)/i);
