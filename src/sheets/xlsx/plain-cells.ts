import type { Cell } from '../cell.ts';
import { numberCell } from './number-cell.ts';
import {
  DIGIT_0,
  END,
  EQUALS,
  GREATER_THAN,
  KINDS,
  LATIN1,
  LESS_THAN,
  LETTER_X,
  matches,
  OTHER,
  PRESERVE,
  QUOTE,
  SLASH,
  SPACE,
  TEXT,
  UNDERSCORE,
} from './plain-bytes.ts';
import { longNumber, pastFormula, pastName, pastValue, wholeNumber } from './plain-markup.ts';
import { unescaped } from './strings.ts';
import type { Book } from './worksheet.ts';
import { decoded } from './xml-characters.ts';

const DIGIT_9 = 0x39;
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
const MINUS = 0x2d;
const POINT = 0x2e;

const ROW_START = Buffer.from('<row');
const ROW_END = Buffer.from('</row>');
const CELL_END = Buffer.from('</c>');
const VALUE_START = Buffer.from('<v>');
const VALUE_END = Buffer.from('</v></c>');
const INLINE_START = Buffer.from('<is><t');
const INLINE_END = Buffer.from('</t></is></c>');
/** What follows the first letter of a type, and of the name of an attribute. */
const STRING_TYPE = Buffer.from('str"');
const INLINE_TYPE = Buffer.from('inlineStr"');
const HIDDEN = Buffer.from('hidden="');

/** An entity that `decoded` rejects. */
const ODD_ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/;

/** A number with more digits is converted by `Number`. */
const MOST_DIGITS = 15;
const POWERS_OF_10 = Array.from({ length: MOST_DIGITS + 1 }, (_, exponent) => 10 ** exponent);
/** A row with more texts is not plain. */
const MOST_TEXTS = 1024;

/**
 * Reads plain rows in one pass over their bytes: rows as spreadsheet programs write them, without rich text, errors, and
 * anything that is wrong. Property: the rows are the same as if `Worksheet` read all of them from tokens.
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
  private isEmptyRow = false;

  constructor(book: Book, part: string) {
    this.book = book;
    this.part = part;
  }

  /**
   * Reads the row at `start`; returns the start of the next one, 0 if it is not plain.
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
    this.isEmptyRow = false;
    this.textCount = 0;
    const cells: Cell[] = [];
    this.cells = cells;
    at = this.openRow(bytes, at + ROW_START.length, end);
    if (at === 0) return 0;
    const isNamed = this.row !== 0;
    this.isNamed = isNamed;
    if (!isNamed) this.row = before + 1;
    this.column = -1;
    if (this.isEmptyRow) return at;
    const { styles, strings, date1904, limits } = this.book;
    let column = -1;
    for (;;) {
      while (bytes[at]! <= SPACE) at++;
      if (bytes[at] !== LESS_THAN) return 0;
      if (bytes[at + 1] !== LETTER_C) {
        if (!matches(bytes, at, ROW_END)) return 0;
        if (this.textCount > 0) this.cutTexts(bytes);
        this.column = column;
        return at + ROW_END.length;
      }
      at += 2;
      column++;
      let style = 0;
      let type = LETTER_N;
      while (bytes[at] === SPACE) {
        const name = bytes[at + 1];
        if (name === SLASH) {
          at++;
          break;
        }
        if (bytes[at + 2] !== EQUALS || bytes[at + 3] !== QUOTE) return 0;
        at += 4;
        let byte = bytes[at]!;
        if (name === LETTER_R) {
          if (!isNamed) return 0;
          let letters = 0;
          for (; byte >= LETTER_A && byte <= LETTER_Z; byte = bytes[++at]!)
            letters = letters * 26 + byte - LETTER_A + 1;
          if (letters === 0 || letters > limits.columns) return 0;
          column = letters - 1;
          while (byte >= DIGIT_0 && byte <= DIGIT_9) byte = bytes[++at]!;
        } else if (name === LETTER_S) {
          const from = at;
          style = 0;
          for (; byte >= DIGIT_0 && byte <= DIGIT_9; byte = bytes[++at]!) style = style * 10 + byte - DIGIT_0;
          if (at === from || at - from > 9) return 0;
        } else if (name === LETTER_T) {
          type = byte;
          if (byte === LETTER_S && bytes[at + 1] !== QUOTE) {
            if (!matches(bytes, at, STRING_TYPE)) return 0;
            type = LETTER_T;
            at += 3;
          } else if (byte === LETTER_I) {
            if (!matches(bytes, at, INLINE_TYPE)) return 0;
            at += 9;
          } else if (byte === LETTER_T) return 0;
          else at++;
        } else return 0;
        if (bytes[at] !== QUOTE) return 0;
        at++;
      }
      if (column >= limits.columns) return 0;
      if (bytes[at] === SLASH && bytes[at + 1] === GREATER_THAN) {
        at += 2;
        continue;
      }
      if (bytes[at] !== GREATER_THAN) return 0;
      at++;
      let isFormula = false;
      if (bytes[at + 1] === LETTER_F && bytes[at] === LESS_THAN) {
        at = pastFormula(bytes, at + 2, end);
        if (at === 0) return 0;
        isFormula = true;
      }
      let cell: Cell = null;
      if (type === LETTER_I) {
        if (isFormula || !matches(bytes, at, INLINE_START)) return 0;
        at += INLINE_START.length;
        if (bytes[at] === GREATER_THAN) at++;
        else if (matches(bytes, at, PRESERVE)) at += PRESERVE.length;
        else return 0;
        if (column < cells.length) return 0;
        at = this.text(bytes, at, column, cells, INLINE_END);
        if (at === 0) return 0;
        continue;
      }
      if (bytes[at + 1] !== LETTER_V) {
        if (!matches(bytes, at, CELL_END)) return 0;
        at += CELL_END.length;
        if (!isFormula) continue;
        cell = { type: 'uncached' };
      } else {
        if (!matches(bytes, at, VALUE_START)) return 0;
        at += VALUE_START.length;
        if (type === LETTER_T) {
          if (column < cells.length) return 0;
          at = this.text(bytes, at, column, cells, VALUE_END);
          if (at === 0) return 0;
          continue;
        }
        const from = at;
        let byte = bytes[at]!;
        let value = 0;
        if (type === LETTER_S) {
          for (; byte >= DIGIT_0 && byte <= DIGIT_9; byte = bytes[++at]!) value = value * 10 + byte - DIGIT_0;
          if (at === from || at - from > 9 || strings.tooLong.size > 0) return 0;
          const text = strings.texts.get(value);
          if (text === undefined || text.length > limits.cellCharacters) return 0;
          cell = text === '' ? null : text;
        } else if (type === LETTER_N) {
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
          if (at === from) cell = isFormula ? { type: 'uncached' } : null;
          else if (byte !== LESS_THAN || digits === 0 || digits > MOST_DIGITS) {
            while (byte !== LESS_THAN) byte = bytes[++at]!;
            value = longNumber(bytes, from, at);
            if (Number.isNaN(value)) return 0;
            cell = numberCell(value, styles[style], date1904);
          } else cell = numberCell(isNegative ? -value : value, styles[style], date1904);
        } else if (type === LETTER_B && (byte === DIGIT_0 || byte === DIGIT_0 + 1)) {
          at++;
          cell = byte !== DIGIT_0;
        } else return 0;
        if (at - from > limits.cellCharacters || !matches(bytes, at, VALUE_END)) return 0;
        at += VALUE_END.length;
      }
      if (cell === null) continue;
      if (column < cells.length) return 0;
      while (cells.length < column) cells.push(null);
      cells.push(cell);
    }
  }

  /** Reads the attributes of a row; returns the end of the tag, 0 if it is not plain. */
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
    this.isEmptyRow = bytes[at] === SLASH;
    if (this.isEmptyRow) at++;
    return bytes[at] === GREATER_THAN ? at + 1 : 0;
  }

  /** Reads the text of a cell; returns the end of the cell, 0 if it is not plain. */
  private text(bytes: Buffer, from: number, column: number, cells: Cell[], close: Uint8Array): number {
    let isAscii = true;
    let isReplaced = false;
    let at = from;
    for (; ; at++) {
      const kind = KINDS[bytes[at]!]!;
      if (kind === TEXT) continue;
      if (kind === END) break;
      if (kind === LATIN1 || kind === OTHER) isAscii = false;
      else if (kind !== UNDERSCORE || bytes[at + 1] === LETTER_X) isReplaced = true;
    }
    const { cellCharacters } = this.book.limits;
    if (at - from > cellCharacters || !matches(bytes, at, close)) return 0;
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
