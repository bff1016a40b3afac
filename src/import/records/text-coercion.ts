import { type Coercion, type Filled, type Note, UNREADABLE } from './coercion.ts';
import { cellText, cleanText, foldText, quoted } from './text.ts';

const BLANK_MARKS = new Set(['-', '--', '---', '–', '—', '/', '.', '..', '...', '_']);

/** Folded filler words. None of them is a country code, a yes or a no. */
const FILLERS = new Set(
  [
    ...['na', 'n.a.', 'nd', 'n.d.', 'nc', 'n.c.', 'none', 'nil', 'null', 'nan', 'blank', 'empty'],
    ...['not available', 'not applicable'],
    ...['néant', 'vide', 'aucun', 'aucune', 'rien', 'sans objet', 's/o', 'non applicable', 'non disponible'],
    ...['non renseigné', 'non défini'],
    ...['ninguno', 'ninguna', 'nessuno', 'nessuna', 'keine', 'keine angabe', 'k.a.'],
  ].map(foldText),
);

/** Whether a clean text is a filler: `n/a`, `-`, `néant`. */
export function isBlankWord(text: string): boolean {
  return text.length <= 24 && (BLANK_MARKS.has(text) || FILLERS.has(foldText(text)));
}

/** Whether a free text or a reference is a filler: only forms that are hardly ever a value. */
export function isBlankText(text: string): boolean {
  return text === '-' || (text.length === 3 && text.toLowerCase() === 'n/a');
}

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

/** A number that is too long for its column, as spreadsheets show it. */
const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?e[+-]\d+$/i;

/**
 * Reads a key, or a reference to another record's key, as text. Lost digits are never guessed: a cell that shows that
 * digits are lost is an error. A reference that looks like a date is doubtful, unless `datesMeant` is set for the
 * column.
 */
export function referenceCoercion(datesMeant: boolean): Coercion {
  if (datesMeant) return coerceReference;
  return (cell, note) => {
    const value = coerceReference(cell, note);
    if (typeof cell === 'string' && typeof value === 'string' && looksLikeDate(value)) {
      const message = `${quoted(value)} looks like a reference that a spreadsheet turned into a date`;
      note('reference-date-text', cell, message, 'correct it in a column formatted as text');
    }
    return value;
  };
}

const coerceReference: Coercion = (cell, note) => {
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
const NUMERIC_DATE = /^(?:\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})|(?:19|20)\d{2}-\d{2}-\d{2})$/;
/** `janv-26`, `12-mars`, `01-Jan-26`. Spreadsheets never write months in upper case. */
const NAMED_DATE = new RegExp(
  `^(?:\\d{1,2}-)?(?:${MONTHS.map((month) => `[${month[0]!}${month[0]!.toUpperCase()}]${month.slice(1)}`).join('|')})\\.?(?:-\\d{2}(?:\\d{2})?)?$`,
);

const LONGEST_DATE = '01-sept.-2026'.length;

/** Whether a clean text looks like the date that a spreadsheet makes of a reference such as `1-26` or `JAN26`. */
function looksLikeDate(text: string): boolean {
  return text.length <= LONGEST_DATE && /\d/.test(text) && (NUMERIC_DATE.test(text) || NAMED_DATE.test(text));
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
