import type { Cell } from '../cell.ts';
import { numberCell } from './number-cell.ts';
import {
  BEYOND_ASCII,
  DIGIT_0,
  DIGIT_9,
  END,
  EQUALS,
  GREATER_THAN,
  KINDS,
  LESS_THAN,
  longNumber,
  matches,
  pastFormula,
  pastName,
  pastValue,
  QUOTE,
  SLASH,
  SPACE,
  TEXT,
  UNDERSCORE,
  wholeNumber,
} from './plain-markup.ts';
import { unescaped } from './strings.ts';
import type { Book } from './worksheet.ts';
import { decoded } from './xml-characters.ts';

const LETTER_A = 0x41;
const LETTER_Z = 0x5a;
const LETTER_B = 0x62;
const LETTER_C = 0x63;
const LETTER_F = 0x66;
const LETTER_I = 0x69;
const LETTER_N = 0x6e;
const LETTER_R = 0x72;
const LETTER_S = 0x73;
const LETTER_T = 0x74;
const LETTER_V = 0x76;
const LETTER_X = 0x78;
const MINUS = 0x2d;
const POINT = 0x2e;

const ROW_START = Buffer.from('<row');
const ROW_END = Buffer.from('</row>');
const CELL_END = Buffer.from('</c>');
const VALUE_START = Buffer.from('<v>');
const VALUE_END = Buffer.from('</v></c>');
const INLINE_START = Buffer.from('<is><t');
const INLINE_END = Buffer.from('</t></is></c>');
/** Attribute of a `t` element that changes nothing: blanks are always kept. */
const PRESERVE = Buffer.from(' xml:space="preserve">');
/** Types of cells with their quote. */
const STRING_TYPE = Buffer.from('str"');
const INLINE_TYPE = Buffer.from('inlineStr"');
const HIDDEN = Buffer.from('hidden="');

/** An entity that `decoded` rejects. */
const ODD_ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/;

/** A number with more digits is converted by `Number`. */
const MOST_DIGITS = 15;
const POWERS_OF_10 = Array.from({ length: MOST_DIGITS + 1 }, (_, exponent) => 10 ** exponent);
/** Digits of a style, and of the number of a shared text. */
const MOST_INDEX_DIGITS = 9;
/** A row with more texts is not plain. */
const MOST_TEXTS = 1024;

/**
 * Reads plain rows in one pass over their bytes: rows as spreadsheet programs write them, without rich text, errors, and
 * anything that is wrong. Each method reads one part of a row from an offset on, and returns the offset behind it, or 0 if
 * it is not plain. Property: the rows are the same as if `Worksheet` read all of them from tokens.
 */
export class PlainCells {
  /** The last row. */
  row = 0;
  cells: Cell[] = [];
  hidden = false;
  /** Whether it has a number of its own. */
  isNamed = false;
  /** The column of its last cell, also if that is empty; -1 if it has none. */
  column = -1;
  private readonly book: Book;
  private readonly part: string;
  /** The texts of ASCII of the last row: column, start and end of each. They are cut from one string. */
  private readonly texts = new Int32Array(3 * MOST_TEXTS);
  private textCount = 0;
  /** Of the last cell: the index of its style, the letter of its type (`t` also for `str`), and its value. */
  private style = 0;
  private type = LETTER_N;
  private cell: Cell = null;
  /** The last number that `index` read. */
  private number = 0;

  constructor(book: Book, part: string) {
    this.book = book;
    this.part = part;
  }

  /**
   * Reads the row at `start`.
   *
   * @param end end of a row, so that each row that starts before it is complete.
   * @param before number of the row before.
   */
  read(bytes: Buffer, start: number, end: number, before: number): number {
    let at = start;
    while (at < end && bytes[at]! <= SPACE) at++;
    if (!matches(bytes, at, ROW_START)) return 0;
    this.row = 0;
    this.hidden = false;
    this.textCount = 0;
    this.cells = [];
    this.column = -1;
    at = this.openRow(bytes, at + ROW_START.length, end);
    if (at === 0) return 0;
    this.isNamed = this.row !== 0;
    if (!this.isNamed) this.row = before + 1;
    const isEmpty = bytes[at - 2] === SLASH;
    if (isEmpty) return at;
    for (;;) {
      while (bytes[at]! <= SPACE) at++;
      if (bytes[at] !== LESS_THAN) return 0;
      if (bytes[at + 1] !== LETTER_C) break;
      at = this.openCell(bytes, at + 2);
      if (at !== 0) at = this.content(bytes, at, end);
      if (at === 0) return 0;
    }
    if (!matches(bytes, at, ROW_END)) return 0;
    if (this.textCount > 0) this.cutTexts(bytes);
    return at + ROW_END.length;
  }

  private openRow(bytes: Buffer, start: number, end: number): number {
    let at = start;
    while (bytes[at] === SPACE) {
      const name = ++at;
      if (bytes[name] === SLASH) break;
      at = pastName(bytes, name);
      if (at === name || bytes[at] !== EQUALS || bytes[at + 1] !== QUOTE) return 0;
      const value = at + 2;
      at = pastValue(bytes, value, end);
      if (at === 0) return 0;
      if (bytes[name] === LETTER_R && value === name + 3) {
        this.row = wholeNumber(bytes, value, at - 1);
        if (this.row === 0) return 0;
      } else if (matches(bytes, name, HIDDEN)) {
        const text = bytes.toString('latin1', value, at - 1);
        if (!/^(?:0|1|true|false)$/.test(text)) return 0;
        this.hidden = text === '1' || text === 'true';
      }
    }
    if (bytes[at] === SLASH) at++;
    return bytes[at] === GREATER_THAN ? at + 1 : 0;
  }

  /** Reads the attributes of a cell. */
  private openCell(bytes: Buffer, start: number): number {
    let at = start;
    this.column++;
    this.style = 0;
    this.type = LETTER_N;
    while (bytes[at] === SPACE) {
      const name = bytes[at + 1];
      if (name === SLASH) {
        at++;
        break;
      }
      if (bytes[at + 2] !== EQUALS || bytes[at + 3] !== QUOTE) return 0;
      at += 4;
      if (name === LETTER_R) at = this.reference(bytes, at);
      else if (name === LETTER_T) at = this.typeOfCell(bytes, at);
      else if (name === LETTER_S) {
        at = this.index(bytes, at);
        this.style = this.number;
      } else return 0;
      if (at === 0 || bytes[at] !== QUOTE) return 0;
      at++;
    }
    return this.column < this.book.limits.columns ? at : 0;
  }

  /** Reads `AB12`. The row is not looked at, because the row element has its number. */
  private reference(bytes: Buffer, start: number): number {
    let at = start;
    let letters = 0;
    let byte = bytes[at]!;
    for (; byte >= LETTER_A && byte <= LETTER_Z; byte = bytes[++at]!)
      letters = letters * 26 + byte - LETTER_A + 1;
    if (!this.isNamed || letters === 0 || letters > this.book.limits.columns) return 0;
    this.column = letters - 1;
    while (byte >= DIGIT_0 && byte <= DIGIT_9) byte = bytes[++at]!;
    return at;
  }

  private typeOfCell(bytes: Buffer, at: number): number {
    const letter = bytes[at]!;
    this.type = letter;
    if (letter === LETTER_I) return matches(bytes, at, INLINE_TYPE) ? at + INLINE_TYPE.length - 1 : 0;
    if (letter === LETTER_T) return 0;
    if (letter !== LETTER_S || bytes[at + 1] === QUOTE) return at + 1;
    this.type = LETTER_T;
    return matches(bytes, at, STRING_TYPE) ? at + STRING_TYPE.length - 1 : 0;
  }

  private index(bytes: Buffer, start: number): number {
    let at = start;
    let value = 0;
    for (let byte = bytes[at]!; byte >= DIGIT_0 && byte <= DIGIT_9; byte = bytes[++at]!)
      value = value * 10 + byte - DIGIT_0;
    this.number = value;
    return at > start && at - start <= MOST_INDEX_DIGITS ? at : 0;
  }

  /** Reads what follows the attributes of a cell, and adds the cell. */
  private content(bytes: Buffer, start: number, end: number): number {
    let at = start;
    if (bytes[at] === SLASH && bytes[at + 1] === GREATER_THAN) return at + 2;
    if (bytes[at] !== GREATER_THAN) return 0;
    at++;
    let isFormula = false;
    if (bytes[at + 1] === LETTER_F && bytes[at] === LESS_THAN) {
      at = pastFormula(bytes, at + 2, end);
      if (at === 0) return 0;
      isFormula = true;
    }
    if (this.type === LETTER_I) return isFormula ? 0 : this.inlineText(bytes, at);
    if (bytes[at + 1] !== LETTER_V) {
      if (!matches(bytes, at, CELL_END)) return 0;
      this.cell = isFormula ? { type: 'uncached' } : null;
      return this.add() ? at + CELL_END.length : 0;
    }
    if (!matches(bytes, at, VALUE_START)) return 0;
    at += VALUE_START.length;
    if (this.type === LETTER_T) return this.text(bytes, at, VALUE_END);
    const stop = this.value(bytes, at, isFormula);
    if (stop === 0 || stop - at > this.book.limits.cellCharacters) return 0;
    return matches(bytes, stop, VALUE_END) && this.add() ? stop + VALUE_END.length : 0;
  }

  /** Adds the cell; returns false if its column has one. */
  private add(): boolean {
    const { cell, cells, column } = this;
    if (cell === null) return true;
    if (column < cells.length) return false;
    while (cells.length < column) cells.push(null);
    cells.push(cell);
    return true;
  }

  private value(bytes: Buffer, at: number, isFormula: boolean): number {
    if (this.type === LETTER_S) return this.sharedText(bytes, at);
    if (this.type === LETTER_N) return this.numeric(bytes, at, isFormula);
    const byte = bytes[at];
    if (this.type !== LETTER_B || (byte !== DIGIT_0 && byte !== DIGIT_0 + 1)) return 0;
    this.cell = byte !== DIGIT_0;
    return at + 1;
  }

  private sharedText(bytes: Buffer, start: number): number {
    const { strings, limits } = this.book;
    const at = this.index(bytes, start);
    if (at === 0 || strings.tooLong.size > 0) return 0;
    const text = strings.texts.get(this.number);
    if (text === undefined || text.length > limits.cellCharacters) return 0;
    this.cell = text === '' ? null : text;
    return at;
  }

  private numeric(bytes: Buffer, start: number, isFormula: boolean): number {
    const { styles, date1904 } = this.book;
    let at = start;
    let byte = bytes[at]!;
    let value = 0;
    const isNegative = byte === MINUS;
    if (isNegative) byte = bytes[++at]!;
    let digits = at;
    for (; byte >= DIGIT_0 && byte <= DIGIT_9; byte = bytes[++at]!) value = value * 10 + byte - DIGIT_0;
    digits = at - digits;
    if (byte === POINT && digits > 0) {
      const point = at;
      for (byte = bytes[++at]!; byte >= DIGIT_0 && byte <= DIGIT_9; byte = bytes[++at]!)
        value = value * 10 + byte - DIGIT_0;
      // Both are exact, so the quotient is the number that is nearest to the decimal.
      value /= POWERS_OF_10[at - point - 1] ?? 1;
      digits += at - point - 1;
    }
    if (at === start) {
      this.cell = isFormula ? { type: 'uncached' } : null;
      return at;
    }
    if (isNegative) value = -value;
    if (byte !== LESS_THAN || digits === 0 || digits > MOST_DIGITS) {
      while (byte !== LESS_THAN) byte = bytes[++at]!;
      value = longNumber(bytes, start, at);
      if (Number.isNaN(value)) return 0;
    }
    this.cell = numberCell(value, styles[this.style], date1904);
    return at;
  }

  private inlineText(bytes: Buffer, start: number): number {
    if (!matches(bytes, start, INLINE_START)) return 0;
    const at = start + INLINE_START.length;
    if (bytes[at] === GREATER_THAN) return this.text(bytes, at + 1, INLINE_END);
    return matches(bytes, at, PRESERVE) ? this.text(bytes, at + PRESERVE.length, INLINE_END) : 0;
  }

  /** Reads the text of a cell, and adds the cell. */
  private text(bytes: Buffer, from: number, close: Uint8Array): number {
    const { cells, column } = this;
    let isAscii = true;
    let isReplaced = false;
    let at = from;
    for (; ; at++) {
      const kind = KINDS[bytes[at]!]!;
      if (kind === TEXT) continue;
      if (kind === END) break;
      if (kind === BEYOND_ASCII) isAscii = false;
      else if (kind !== UNDERSCORE || bytes[at + 1] === LETTER_X) isReplaced = true;
    }
    if (column < cells.length || at - from > this.book.limits.cellCharacters || !matches(bytes, at, close))
      return 0;
    if (at === from) return at + close.length;
    while (cells.length < column) cells.push(null);
    if (isAscii && !isReplaced && this.textCount < MOST_TEXTS) {
      const index = 3 * this.textCount++;
      this.texts[index] = column;
      this.texts[index + 1] = from;
      this.texts[index + 2] = at;
      cells.push('');
      return at + close.length;
    }
    let text = bytes.toString('utf8', from, at);
    if (isReplaced) {
      if (ODD_ENTITY.test(text)) return 0;
      text = unescaped(decoded(text, this.part));
    }
    cells.push(text);
    return at + close.length;
  }

  /** One string for all texts of a row is faster than a string for each. */
  private cutTexts(bytes: Buffer): void {
    const { texts, textCount, cells } = this;
    const start = texts[1]!;
    const whole = bytes.toString('latin1', start, texts[3 * textCount - 1]);
    for (let index = 0; index < 3 * textCount; index += 3)
      cells[texts[index]!] = whole.slice(texts[index + 1]! - start, texts[index + 2]! - start);
  }
}
