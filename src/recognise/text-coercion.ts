import { type ClosedList, knownValues, matchValue } from '../contract/list.ts';
import { foldText } from '../fold.ts';
import { say } from '../say.ts';
import { type Coercion, type Filled, type OnCellFinding, UNREADABLE } from './coercion.ts';
import { latinWord } from './other-script.ts';
import { cellText, cleaningText, cleanText, looksLikeDate, quoted, typedText } from './text.ts';
import { foldedTerm } from './words/word-list.ts';

const BLANK_MARKS = new Set(['-', '--', '---', '–', '—', '/', '.', '..', '...', '_']);

/** Folded words that mean "no value". None of them is a country code, a yes or a no. */
const FILLERS = foldedTerm('blank');

/** Whether a cleaned text means "no value": `n/a`, `-`, `néant`. */
export function isBlankWord(text: string): boolean {
  return text.length <= 24 && (BLANK_MARKS.has(text) || FILLERS.has(foldText(text)));
}

/** Whether a free text or a reference means "no value". Accepts only words that are almost never real values. */
export function isBlankText(text: string): boolean {
  return text === '-' || (text.length === 3 && text.toLowerCase() === 'n/a');
}

/**
 * Returns the text of a cell. Reports one that was changed by the cleaning, or made from a number, a boolean or a date
 * (`text-from-...`).
 */
export function textOf(cell: Filled, note: OnCellFinding): string {
  const text = typedText(cell);
  if (text === cell) return text;
  const { fromDate, fromBoolean, fromTime, fromNumber } = say().cells;
  const shown = { text: quoted(text) };
  if (typeof cell === 'string') note('text-trimmed', cell, cleaningText(cell, text));
  else if (typeof cell === 'boolean') note('text-from-boolean', cell, fromBoolean(shown));
  else if (typeof cell === 'object' && cell.type === 'date') note('text-from-date', cell, fromDate(shown));
  else if (typeof cell === 'object' && cell.type === 'time') note('text-from-date', cell, fromTime(shown));
  else note('text-from-number', cell, fromNumber(shown));
  return text;
}

/** Whether the text means "no value", as `isBlank` decides; if so, reports it as `blank-word`. */
export function isFiller(text: string, cell: Filled, note: OnCellFinding, isBlank = isBlankWord): boolean {
  if (!isBlank(text)) return false;
  note('blank-word', cell, say().cells.readAsBlank({ text: quoted(text) }));
  return true;
}

export const coerceText: Coercion = (cell, note) => {
  if (typeof cell === 'string') {
    const text = cleanText(cell);
    if (text === '' || isFiller(text, cell, note, isBlankText)) return undefined;
  }
  if (typeof cell === 'object' && cell.type === 'date' && cell.time !== undefined) {
    const text = `${cell.iso} ${cell.time}`;
    note('text-from-date', cell, say().cells.fromDateTime({ text: quoted(text) }));
    return text;
  }
  return textOf(cell, note);
};

const contact =
  (prefix: RegExp): Coercion =>
  (cell, note) => {
    const text = typedText(cell);
    if (text === '' || isFiller(text, cell, note)) return undefined;
    if (!prefix.test(text)) return textOf(cell, note);
    const bare = text.replace(prefix, '').trim();
    note('text-trimmed', cell, `${quoted(text)} → ${quoted(bare)}`);
    return bare === '' ? undefined : bare;
  };

/** The address is validated later, by the check. */
export const coerceEmail: Coercion = contact(/^mailto:/i);
/** The address is validated later, by the check. */
export const coerceUrl: Coercion = contact(/^url:\s*(?=https?:)/i);

/** A number in exponent notation, as spreadsheets show it if the column is too narrow. `27E-1001` is a reference. */
const EXPONENT = /^[+-]?(?:\d{1,3}(?:[.,]\d+)?e\+\d{1,3}|\d(?:[.,]\d+)?e-\d{1,3})$/i;

/**
 * Reads a key, or a reference to the key of another record, as text. Lost digits are never guessed: a cell whose
 * digits were lost is an error. A reference that looks like a date is reported as doubtful, unless `datesMeant` is
 * set.
 */
export function referenceCoercion(datesMeant: boolean): Coercion {
  if (datesMeant) return coerceReference;
  return (cell, note) => {
    const value = coerceReference(cell, note);
    if (typeof cell === 'string' && typeof value === 'string' && looksLikeDate(value)) {
      const message = say().cells.likeDate({ text: quoted(value) });
      note('reference-date-text', cell, message, say().cells.likeDateAdvice());
    }
    return value;
  };
}

const coerceReference: Coercion = (cell, note) => {
  if (typeof cell === 'string') {
    let text = cleanText(cell);
    if (text === '' || isFiller(text, cell, note, isBlankText)) return undefined;
    if (EXPONENT.test(text)) {
      note('reference-exponent', cell, say().cells.shortened({ text: quoted(text) }));
      return UNREADABLE;
    }
    if (text.startsWith("'") && text.length > 1) text = text.slice(1).trimStart();
    if (text !== cell) note('text-trimmed', cell, cleaningText(cell, text));
    return text;
  }
  const text = cellText(cell);
  if (typeof cell === 'boolean') {
    note('text-from-boolean', cell, say().cells.fromBoolean({ text: quoted(text) }));
    return text;
  }
  if (typeof cell === 'object' && (cell.type === 'date' || cell.type === 'time')) {
    const { turnedIntoDate, turnedIntoTime } = say().cells;
    const message = cell.type === 'date' ? turnedIntoDate({ date: text }) : turnedIntoTime({ time: text });
    note('reference-date', cell, message);
    return UNREADABLE;
  }
  if (typeof cell === 'number' && losesDigits(cell)) {
    note('reference-exponent', cell, say().cells.digitsLost({ number: text }));
    return UNREADABLE;
  }
  note('reference-number', cell, say().cells.storedAsNumber({ text: quoted(text) }));
  return text;
};

/**
 * Whether a number may have lost digits. Spreadsheets keep 15 digits and replace further digits by zeros; above 2^53,
 * digits are unreliable.
 */
function losesDigits(value: number): boolean {
  const size = Math.abs(value);
  return size > Number.MAX_SAFE_INTEGER || (size >= 1e15 && size % 10 === 0) || /e/.test(String(value));
}

/** Whether references that look like dates are real references: at least two of the column do, and almost all of the rest. */
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

/** Words that mean UNKNOWN in a list that has that value. */
const UNKNOWN = foldedTerm('unknown');

/**
 * Reads a column of list values. Returns the value itself, or the value of the list that differs only in case,
 * spacing or punctuation. Other texts are kept, so that the check reports them. They are changed to upper case if
 * the list is incomplete and all its known values are in upper case.
 */
export function choiceCoercion(list: ClosedList): Coercion {
  const yesNo = list.values.includes('YES') && list.values.includes('NO');
  const exact = new Set(knownValues(list));
  const unknown = list.values.includes('UNKNOWN');
  // If all known values are in upper case, assume the same for unknown values.
  const upperCase = !list.complete && knownValues(list).every((one) => one === one.toUpperCase());
  return (cell, note) => {
    if (typeof cell === 'string' && exact.has(cell)) return cell;
    const text = typedText(cell);
    if (text === '') return undefined;
    let value = matchValue(list, text);
    let odd: string | undefined;
    if (value === undefined) {
      const latin = latinWord(text);
      value = latin && matchValue(list, latin.text);
      if (value !== undefined) odd = latin!.problem;
    }
    if (value === undefined && yesNo) {
      const yes = yesOrNo(text);
      value = yes === undefined ? undefined : yes ? 'YES' : 'NO';
    }
    if (value === undefined && unknown && UNKNOWN.has(foldText(text))) value = 'UNKNOWN';
    if (value === undefined) {
      if (isFiller(text, cell, note)) return undefined;
      if (!upperCase || text === text.toUpperCase()) return textOf(cell, note);
      value = text.toUpperCase();
    }
    if (value === text && typeof cell === 'string') return textOf(cell, note);
    const message =
      odd === undefined
        ? `${quoted(text)} → ${quoted(value)}`
        : say().cells.respelled({ text: quoted(text), value: quoted(value), problem: odd });
    note('list-spelling', cell, message);
    return value;
  };
}

const YES = foldedTerm('yes');
const NO = foldedTerm('no');

/** Parses a yes or no in any language of the words, also in two of them, such as `是 Y`; undefined for anything else. */
export function yesOrNo(text: string): boolean | undefined {
  if (text.length > 12) return undefined;
  const word = foldText(text);
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  const [first, ...others] = text.split(/[\s/|()–-]+/).filter((part) => part !== '');
  const value = others.length === 0 ? undefined : yesOrNo(first!);
  return others.every((part) => yesOrNo(part) === value) ? value : undefined;
}

/** Parses a tick: `x`, `1` or a check mark; `0` means no tick. */
function ticked(text: string): boolean | undefined {
  if (text === '1' || text === 'x' || text === 'X' || text === '✓' || text === '✔') return true;
  return text === '0' ? false : undefined;
}

/** Reads a yes or a no. `sent`: the values that are sent for them, as messages show them. */
function readYesNo(
  cell: Filled,
  note: OnCellFinding,
  plain: RegExp,
  sent: readonly [yes: string, no: string],
): boolean | undefined | typeof UNREADABLE {
  if (typeof cell === 'boolean') return cell;
  const text = typedText(cell);
  if (text === '') return undefined;
  const value = yesOrNo(text) ?? ticked(text);
  if (value !== undefined) {
    if (!plain.test(text)) note('boolean-converted', cell, `${quoted(text)} → ${sent[value ? 0 : 1]}`);
    return value;
  }
  if (isFiller(text, cell, note)) return undefined;
  const message = say().cells.neitherYesNorNo({ text: quoted(cellText(cell)) });
  note('boolean-unreadable', cell, message, say().cells.yesOrNo());
  return UNREADABLE;
}

/** Reads a JSON boolean. */
export const coerceBoolean: Coercion = (cell, note) =>
  readYesNo(cell, note, /^(?:true|false)$/i, ['true', 'false']);

/** Reads the number 1 or 0. */
export const coerceFlag: Coercion = (cell, note) => {
  const value = readYesNo(cell, note, /^[01]$/, ['1', '0']);
  return typeof value === 'boolean' ? Number(value) : value;
};
