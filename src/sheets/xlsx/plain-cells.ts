import { type Cell, columnAt, columnLetters } from '../cell.ts';
import { numberCell } from './number-cell.ts';
import { unescaped } from './strings.ts';
import type { Book } from './worksheet.ts';
import { copyOfText, resolveEntities } from './xml-characters.ts';

/** Patterns for XML with each byte as one character; texts are decoded from UTF-8 afterwards. */
const ROW = /\s*<row((?: [\w:.-]+="[^"<&]*")*) ?(\/?)>/y;
const ROW_NUMBER = / r="([^"]*)"/;
const ROW_HIDDEN = / hidden="([^"]*)"/;

/** A cell. Groups: column, style, type, style (where some programs write it after the type), formula, value, inline text. */
const CELL =
  /\s*<c(?: r="([A-Z]{1,3})\d*")?(?: s="(\d{1,9})")?(?: t="(s|n|b|str|inlineStr)")?(?: s="(\d{1,9})")? ?(?:\/>|>(<f(?: [\w:.-]+="[^"<]*")* ?(?:\/>|>[^<]*<\/f>))?(?:<v>([^<]*)<\/v>|<is><t(?: xml:space="preserve")?>([^<]*)<\/t><\/is>)?<\/c>)/y;
const CLOSE = /\s*<\/row>/y;

/** Numbers that `Number` and workbooks read in the same way. */
const NUMBER = /^[-+.\deE]{1,40}$/;
const TEXT_INDEX = /^\d{1,9}$/;
/** What must be decoded in a text: entities, line ends, UTF-8, escapes. And entities other than the five of XML. */
const NEEDS_DECODING = /[&\r\x80-\xff]|_x/;
const ODD_ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/;

/** The letters of the first columns. */
const LETTERS = Array.from({ length: 256 }, (_, column) => columnLetters(column));

/**
 * Reads plain rows faster than `Worksheet` reads them from tokens, with the same result. Plain rows are those that spreadsheet
 * programs usually write: without rich text, error values or anything wrong.
 */
export class PlainCells {
  /** Number of the row that was read last; the next fields describe it, too. */
  row = 0;
  cells: Cell[] = [];
  hidden = false;
  /** Whether the row has a number of its own in the XML. */
  isNamed = false;
  /** The column of its last cell, even an empty one; -1 if it has none. */
  column = -1;
  private readonly book: Book;
  private readonly part: string;
  /** The current bytes, and the same bytes as a string. */
  private bytes: Buffer | undefined;
  private xml = '';

  constructor(book: Book, part: string) {
    this.book = book;
    this.part = part;
  }

  /**
   * Reads the row at `start`; returns the offset after it, or 0 if it is not plain.
   *
   * @param end end of a row, so that each row that starts before it is complete.
   * @param before number of the row before.
   */
  read(bytes: Buffer, start: number, end: number, before: number): number {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.xml = bytes.toString('latin1', 0, end);
    }
    const { xml } = this;
    ROW.lastIndex = start;
    const row = ROW.exec(xml);
    if (row === null || !this.open(row[1]!, before)) return 0;
    if (row[2] !== '') return ROW.lastIndex;
    for (let at = ROW.lastIndex; ; at = CELL.lastIndex) {
      CELL.lastIndex = at;
      const cell = CELL.exec(xml);
      if (cell === null) {
        CLOSE.lastIndex = at;
        return CLOSE.test(xml) ? CLOSE.lastIndex : 0;
      }
      if (!this.add(cell)) return 0;
    }
  }

  private open(attributes: string, before: number): boolean {
    this.cells = [];
    this.column = -1;
    const number = ROW_NUMBER.exec(attributes)?.[1];
    this.isNamed = number !== undefined;
    this.row = number === undefined ? before + 1 : /^\d{1,7}$/.test(number) ? Number(number) : 0;
    const hidden = ROW_HIDDEN.exec(attributes)?.[1] ?? '0';
    this.hidden = hidden === '1' || hidden === 'true';
    return this.row > 0 && (this.hidden || hidden === '0' || hidden === 'false');
  }

  /** Adds a cell; returns false if it is not plain. */
  private add(found: RegExpExecArray): boolean {
    const { cells, book } = this;
    const letters = found[1];
    const next = this.column + 1;
    const column = letters === undefined || letters === LETTERS[next] ? next : columnAt(letters);
    this.column = column;
    if ((letters !== undefined && !this.isNamed) || column >= book.limits.columns) return false;
    const cell = this.cellOf(found);
    if (cell === undefined) return false;
    if (cell === null || cell === '') return true;
    if (column < cells.length) return false;
    while (cells.length < column) cells.push(null);
    cells.push(cell);
    return true;
  }

  /** The value of a cell; undefined if it is not plain. */
  private cellOf(found: RegExpExecArray): Cell | undefined {
    const { strings, limits, styles, date1904 } = this.book;
    const type = found[3];
    const isFormula = found[5] !== undefined;
    const value = found[6];
    const inline = found[7];
    if (type === 'inlineStr') {
      if (inline !== undefined) return isFormula ? undefined : this.text(inline);
      return found[0].endsWith('/>') ? null : undefined;
    }
    if (inline !== undefined) return undefined;
    if (value === undefined) return isFormula ? { type: 'uncached' } : null;
    if (value.length > limits.cellCharacters) return undefined;
    if (type === 's') {
      const text =
        strings.tooLong.size === 0 && TEXT_INDEX.test(value) ? strings.texts.get(Number(value)) : undefined;
      return text === undefined || text.length > limits.cellCharacters ? undefined : text;
    }
    if (type === 'str') return this.text(value);
    if (type === 'b') return value === '1' ? true : value === '0' ? false : undefined;
    if (value === '') return isFormula ? { type: 'uncached' } : null;
    const number = NUMBER.test(value) ? Number(value) : Number.NaN;
    if (!Number.isFinite(number)) return undefined;
    return numberCell(number, styles[Number(found[2] ?? found[4] ?? 0)], date1904);
  }

  private text(raw: string): string | undefined {
    if (raw.length > this.book.limits.cellCharacters) return undefined;
    if (!NEEDS_DECODING.test(raw)) return copyOfText(raw);
    const text = Buffer.from(raw, 'latin1').toString('utf8');
    return ODD_ENTITY.test(text) ? undefined : unescaped(resolveEntities(text, this.part));
  }
}
