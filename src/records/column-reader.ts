import { COUNTRY_CODES } from '../contract/country-codes.ts';
import { type KindSpec, oncePer } from '../contract/kind.ts';
import { type ClosedList, knownValues } from '../contract/list.ts';
import { type Coerced, type Filled, type OnCellFinding, UNREADABLE } from '../recognise/coercion.ts';
import { beginsLikeNoValue, isErrorText, isSuspect, looksLikeDate, mayBeNoValue } from '../recognise/text.ts';
import { say } from '../say.ts';
import type { Cell } from '../sheets/cell.ts';
import { isWholeComposition } from './composition-column.ts';
import { coercionOf, isSeparated } from './field-coercion.ts';
import { shareReader } from './fractions.ts';
import type { Column } from './record.ts';
import { checkedText, isCheckedText } from './text-check.ts';
import { unitCoercion } from './unit-column.ts';

/** Reads a cell of a row with these cells. */
export type CellReader = (cell: Cell, cells: readonly Cell[]) => Coerced;

/** Maximum length of a text that is remembered, and maximum number of texts of a column and of all columns. */
const MAX_CACHED_LENGTH = 100;
const MOST_TEXTS = 1000;
const MOST_TEXTS_IN_ALL = 20_000;

/**
 * Reads the cells of a column. A plain text takes one pass over its characters, and a text that was read before without
 * a finding takes one lookup; all other cells go through all checks and the coercion.
 */
export class ColumnReader {
  readonly index: number;
  readonly #read: CellReader;
  readonly #isPlain: PlainTest | undefined;
  readonly #isList: boolean;
  readonly #isMapped: boolean;
  readonly #most: number;
  /** The values of texts that gave no finding. Undefined if they depend on other cells, or if texts hardly repeat. */
  #known: Map<string, Coerced> | undefined;
  #hits = 0;
  #misses = 0;
  /** The values and findings of texts that gave findings; empty if a map file reads the column. */
  readonly #noted: Readings;
  readonly #note: OnCellFinding;
  /** The findings of the text that is read. */
  readonly #notes: NoteArguments[] = [];
  #isNoting = false;

  /** `columns` is the number of columns of the sheet. Columns that read the same words share `noted`. */
  constructor(
    column: Column,
    kind: KindSpec,
    columns: number,
    note: OnCellFinding,
    isTextFile: () => boolean,
    noted: Readings,
  ) {
    const noting: OnCellFinding = (code, cell, message, suggestion) => {
      if (this.#isNoting) this.#notes.push({ code, cell, message, suggestion });
      note(code, cell, message, suggestion);
    };
    this.#note = note;
    this.#noted = noted;
    this.index = column.index;
    this.#read = shareReader(kind, column, checkedReader(column, noting, isTextFile), noting);
    this.#isPlain = plainTest(column);
    this.#isList = column.field.path.endsWith('[]');
    this.#isMapped = column.mapping !== undefined;
    this.#most = Math.min(MOST_TEXTS, Math.ceil(MOST_TEXTS_IN_ALL / columns));
    if (column.mapping?.unitColumn === undefined) this.#known = new Map();
  }

  read(cell: Cell, cells: readonly Cell[]): Coerced {
    if (typeof cell !== 'string') return this.#read(cell, cells);
    if (cell === '' && !this.#isMapped) return undefined;
    if (this.#isPlain?.(cell)) return this.#isList ? [cell] : cell;
    const known = this.#known?.get(cell);
    if (known === undefined) return this.#readNew(cell, cells);
    this.#hits++;
    return known;
  }

  #readNew(cell: string, cells: readonly Cell[]): Coerced {
    const before = this.#noted.get(cell);
    if (before !== undefined) {
      for (const { code, cell: part, message, suggestion } of before.notes)
        this.#note(code, part, message, suggestion);
      return before.value;
    }
    const parts = this.#isList && this.#isPlain ? plainParts(cell, this.#isPlain) : undefined;
    if (parts !== undefined) return parts;
    const notes = this.#notes;
    notes.length = 0;
    this.#isNoting = true;
    const value = this.#read(cell, cells);
    this.#isNoting = false;
    if (cell.length > MAX_CACHED_LENGTH) return value;
    if (notes.length > 0) this.#rememberNoted(cell, value);
    else this.#remember(cell, value);
    return value;
  }

  #remember(cell: string, value: Coerced): void {
    if (this.#known === undefined) return;
    const kept = shareableValue(value);
    if (kept === undefined) return;
    if (this.#known.size < this.#most) this.#known.set(ownText(cell), kept);
    else if (++this.#misses > 2 * this.#hits + MOST_TEXTS) this.#known = undefined;
  }

  #rememberNoted(cell: string, value: Coerced): void {
    if (this.#isMapped || this.#noted.size >= this.#most) return;
    const kept = value === UNREADABLE ? value : shareableValue(value);
    if (kept === undefined && value !== undefined) return;
    // The advice on damaged texts depends on the file.
    if (this.#notes.some(({ code }) => code === 'text-damaged')) return;
    this.#noted.set(ownText(cell), { value: kept, notes: this.#notes.map(ownNoted) });
  }
}

/** The value of a text, and its findings. */
interface Reading {
  readonly value: Coerced;
  readonly notes: readonly NoteArguments[];
}

export type Readings = Map<string, Reading>;

/** The arguments of a `Note`. */
interface NoteArguments {
  readonly code: Parameters<OnCellFinding>[0];
  readonly cell: Cell;
  readonly message: string;
  readonly suggestion: string | undefined;
}

const ownNoted = ({ code, cell, message, suggestion }: NoteArguments): NoteArguments => ({
  code,
  cell: typeof cell === 'string' ? ownText(cell) : cell,
  message: ownText(message),
  suggestion: suggestion === undefined ? undefined : ownText(suggestion),
});

/** The value, if rows can share it; else undefined. Objects cannot be shared: bodies copy lists, but not objects. */
function shareableValue(value: Coerced): Coerced {
  if (typeof value === 'string') return ownText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (!Array.isArray(value) || value.some((item) => typeof item === 'object')) return undefined;
  return value.map((item) => (typeof item === 'string' ? ownText(item) : item));
}

/** A copy of a text. A cell of a text file may be a part of a much longer text, which it would keep in memory. */
function ownText(text: string): string {
  const own = Buffer.from(text, 'latin1').toString('latin1');
  return own === text ? own : Buffer.from(text, 'utf16le').toString('utf16le');
}

/**
 * Extends a coercion with the checks of every column: damaged text, spreadsheet errors, and formulas without a
 * result.
 */
export function checkedReader(column: Column, note: OnCellFinding, isTextFile: () => boolean): CellReader {
  const { mapping } = column;
  const coercion = mapping?.unitColumn
    ? unitCoercion(column, mapping, mapping.unitColumn)
    : coercionOf(column);
  const { value } = column.field;
  const isText = isCheckedText(value);
  const checked = { value, isRead: value.type === 'choice' || isWholeComposition(column.field) };
  return (cell, cells) => {
    if (cell === null) return undefined;
    if (isText && typeof cell === 'string' && isSuspect(cell))
      return coercion(checkedText(cell, checked, note, isTextFile), note, cells);
    if (typeof cell === 'object') {
      if (cell.type === 'error') {
        const { code, problem = say().cells.error({ error: code }), suggestion } = cell;
        note('cell-error', cell, problem, suggestion);
        return UNREADABLE;
      }
      if (cell.type === 'uncached') {
        note('cell-uncached', cell, say().cells.noResult(), say().cells.noResultAdvice());
        return UNREADABLE;
      }
    }
    return coercion(cell as Filled, note, cells);
  };
}

/** Characters that a check may change or report, wherever they are. */
const SUSPECT = 1;
const DIGIT = 2;
/** A sign between the numbers of a date. */
const DATE_SIGN = 4;
/** The letter of an exponent. */
const EXPONENT = 8;
/** A sign that separates, or may separate, the values of a list. */
const SEPARATOR = 16;

/** The classes of the characters up to U+00FF. Accented letters have none: damage never consists of such letters only. */
const CHARACTER_CLASSES = new Uint8Array(256);
for (let code = 0; code < CHARACTER_CLASSES.length; code++) {
  const isPlain = (code >= 32 && code < 127) || code >= 0xc0;
  if (!isPlain || code === '?'.charCodeAt(0)) CHARACTER_CLASSES[code]! |= SUSPECT;
}
for (const [signs, kind] of [
  ['0123456789', DIGIT],
  ['-/.', DATE_SIGN],
  ['eE', EXPONENT],
  [';|,', SEPARATOR],
] as const)
  for (const sign of signs) CHARACTER_CLASSES[sign.charCodeAt(0)]! |= kind;

const SPACE = 32;
const APOSTROPHE = 39;
const HYPHEN = 45;
const SEMICOLON = 59;
const VERTICAL_BAR = 124;
const AFTER_DIGITS = 58;
const LOWER_CASE = 97;
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** Longer texts are not compared with dates. */
const LONGEST_DATE = 13;

/**
 * Whether a column certainly reads a text unchanged and without a finding: no check changes a character of it, and it
 * is not a placeholder, an error or a word for no value; a reference is not a shortened number or a date either.
 */
type PlainTest = (text: string) => boolean;

/** The test for a column of texts, list values or countries. Undefined for other types, and if a map file reads it. */
function plainTest(column: Column): PlainTest | undefined {
  const { field, path, mapping } = column;
  const { value } = field;
  if (mapping || isWholeComposition(field)) return undefined;
  if (value.type === 'choice') {
    const exact = plainValues(value.list);
    return (text) => exact.has(text);
  }
  if (value.type === 'country') return (text) => text !== 'NA' && COUNTRY_CODES.has(text);
  const isText = value.type === 'open' && (value.scalar || path !== field.path);
  return isText || value.type === 'text' || value.type === 'reference' ? textTest(column) : undefined;
}

/** The values of a list that are read unchanged and without a finding. */
const plainValues = oncePer(
  (list: ClosedList): ReadonlySet<string> =>
    new Set(knownValues(list).filter((one) => !isSuspect(one) && !isErrorText(one) && !isSeparated(one))),
);

/** Tests texts in one pass, without regular expressions. */
function textTest({ field, datesMeant }: Column): PlainTest {
  const odd = field.path.endsWith('[]') ? SUSPECT | SEPARATOR : SUSPECT;
  const isReference = field.value.type === 'reference';
  return (text) => {
    const { length } = text;
    if (length === 0) return false;
    const first = text.charCodeAt(0);
    if (first === SPACE || text.charCodeAt(length - 1) === SPACE) return false;
    let classes = 0;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      classes |= code < 256 ? CHARACTER_CLASSES[code]! : SUSPECT;
    }
    if ((classes & odd) !== 0 || (length === 1 && first === HYPHEN)) return false;
    if (mayBeNoValue(text) && !isCertainlyValue(text, first, (classes & DIGIT) !== 0)) return false;
    if (!isReference) return true;
    if (first === APOSTROPHE || (first < AFTER_DIGITS && (classes & EXPONENT) !== 0)) return false;
    if (datesMeant || length > LONGEST_DATE || (classes & DIGIT) === 0) return true;
    // A date begins with a digit, or with a month whose second letter is in lower case.
    const mayBeDate = first < AFTER_DIGITS || text.charCodeAt(1) >= LOWER_CASE;
    return (classes & DATE_SIGN) === 0 || !mayBeDate || !looksLikeDate(text);
  };
}

/** The values of a cell with several, such as `A;B`, if the column certainly reads each of them unchanged. */
function plainParts(text: string, isPlain: PlainTest): string[] | undefined {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? SEMICOLON : text.charCodeAt(at);
    if (code !== SEMICOLON && code !== VERTICAL_BAR) continue;
    const part = text.slice(from, at).trim();
    if (!isPlain(part)) return undefined;
    parts.push(part);
    from = at + 1;
  }
  return parts.length > 1 ? parts : undefined;
}

/** Whether a text that begins like a placeholder or an error is certainly neither, by its first letters and digits. */
function isCertainlyValue(text: string, first: number, hasDigit: boolean): boolean {
  const second = text.charCodeAt(1);
  if (isLetter(first) && isLetter(second)) return hasDigit ? !isErr(first, second) : !beginsLikeNoValue(text);
  return hasDigit && first > AFTER_DIGITS;
}

/** Whether a text begins like `Err:502`. */
const isErr = (first: number, second: number): boolean => (first | 32) === 101 && (second | 32) === 114;
