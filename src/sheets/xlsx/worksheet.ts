import type { Finding } from '../../findings/finding.ts';
import { numberText, say } from '../../say.ts';
import { type Cell, columnAt, columnLetters, type Row } from '../cell.ts';
import { Damage } from '../damage.ts';
import { BATCH_CELLS, BATCH_ROWS, LAST_ROW, limitError } from '../limits.ts';
import { RowBuilder } from '../row-builder.ts';
import type { Limits } from '../source.ts';
import { isoDateCell, numberCell, numberIn } from './number-cell.ts';
import { PlainCells } from './plain-cells.ts';
import { type SharedStrings, TextCollector } from './strings.ts';
import type { Styles } from './styles.ts';
import { MORE, OPEN, TEXT, Xml } from './xml.ts';
import { XmlPieces } from './xml-pieces.ts';

/** A merged range, such as `B2:C4`: its first column, and its rows. */
const MERGED = /^([A-Z]{1,3})([1-9]\d{0,6}):[A-Z]{1,3}([1-9]\d{0,6})$/;

/** The letters of a cell reference; six are already far beyond the last column of any sheet. */
const LETTERS = /^[A-Za-z]{1,6}/;

/** The whole number at the end of a text (`AB12` is 12); -1 if there is none. */
const numberAtEnd = (text: string): number => Number(/^\D*(\d{1,13})$/.exec(text)?.[1] ?? -1);

/** The data of a workbook that the cells of all sheets refer to. */
export interface Book {
  readonly strings: SharedStrings;
  readonly styles: Styles;
  readonly date1904: boolean;
  readonly limits: Limits;
}

/** Reads the cells of a sheet from its XML. The `dimension` of the sheet is not trusted. */
export class Worksheet {
  /** Number of rows so far, including blank ones. */
  rowsSeen = 0;
  private readonly book: Book;
  private readonly xml: Xml;
  private readonly origin: { readonly file: string; readonly sheet: string };
  private readonly text: TextCollector;
  private readonly rows: RowBuilder;
  private readonly pieces = new XmlPieces('</row>');
  private readonly plain: PlainCells;

  private batch: Row[] = [];
  private batchCells = 0;
  private inData = false;

  private rowNamed = false;

  private column = -1;
  private style = 0;
  private type = '';
  private formula = false;
  private inline = false;
  private inValue = false;
  private hasValue = false;
  /** Length of the text of the cell, also if it is truncated. */
  private length = 0;
  /** Whether the value is the text of an `is` element, regardless of the type of the cell. */
  private isText = false;
  /** Whether the cell has two values. No spreadsheet program writes such a cell, and neither value is used. */
  private isTwice = false;

  constructor(book: Book, part: string, file: string, sheet: string, onFinding: (finding: Finding) => void) {
    this.book = book;
    this.xml = new Xml(part);
    this.plain = new PlainCells(book, part);
    this.origin = { file, sheet };
    this.text = new TextCollector(book.limits.cellCharacters);
    this.rows = new RowBuilder(book.limits, file, sheet, (item) => {
      if ('cells' in item) this.add(item);
      else onFinding(item);
    });
  }

  /** The current row, for error messages. */
  get place(): { readonly file: string; readonly sheet: string; readonly row?: number } {
    const { row } = this.rows;
    return row === 0 ? this.origin : { ...this.origin, row };
  }

  /** Adds a chunk of the part: bytes if it is in UTF-8. Call it when `read` needs more. */
  push(chunk: Buffer | string): void {
    if (typeof chunk === 'string') this.xml.push(chunk);
    else this.pieces.push(chunk);
  }

  /** Marks the end of the part. */
  finish(): void {
    this.xml.push(this.pieces.rest());
    this.xml.finish();
  }

  /** Continues reading. Returns true if a batch is full, false if more of the part is needed. */
  read(): boolean {
    const { xml, pieces } = this;
    for (;;) {
      if (this.readTokens()) return true;
      const isBetween = this.inData && xml.depth === 2 && xml.isAtToken && this.rows.isEmpty;
      if (isBetween && this.readPlain()) return true;
      const text = pieces.next(isBetween);
      if (text === undefined) return false;
      xml.push(text);
    }
  }

  private readPlain(): boolean {
    const { pieces, plain } = this;
    while (pieces.at < pieces.end) {
      const next = plain.read(pieces.bytes, pieces.at, pieces.end, this.rows.row);
      if (next === 0 || !this.addPlain()) return false;
      pieces.skipTo(next);
      if (this.isBatchFull) return true;
    }
    return false;
  }

  /** Adds a plain row; returns false if it exceeds a limit. */
  private addPlain(): boolean {
    const { row, cells, hidden, isNamed, column } = this.plain;
    if (this.rowsSeen >= this.book.limits.rows || row > LAST_ROW || !this.rows.add(row, cells, hidden))
      return false;
    this.rowsSeen++;
    // Cells outside of rows belong to the row before.
    this.rowNamed = isNamed;
    this.column = column;
    return true;
  }

  private readTokens(): boolean {
    const { xml } = this;
    for (let token = xml.next(); token !== MORE; token = xml.next()) {
      if (token === TEXT) {
        if (this.inValue) this.text.add(xml.text());
        else if (this.inline) this.text.take(token, xml, 5);
      } else if (!this.inData) this.outside(token);
      else if (this.inline && this.text.take(token, xml, 5)) continue;
      else if (token === OPEN) this.open();
      else if (this.close()) return true;
    }
    return false;
  }

  /** Removes and returns the rows read so far. */
  take(): readonly Row[] {
    const { batch } = this;
    this.batch = [];
    this.batchCells = 0;
    return batch;
  }

  private outside(token: number): void {
    const { name, depth } = this.xml;
    if (token !== OPEN) return;
    if (depth === 1 && name !== 'worksheet')
      throw new Damage(say().damaged.notWorksheet({ sheet: this.origin.sheet }));
    if (depth === 2 && name === 'sheetData') this.inData = true;
    else if (depth === 3 && name === 'mergeCell') this.mergeCell();
  }

  /** Reports cells that are merged over several rows: only the first one has the value. The list is after the rows. */
  private mergeCell(): void {
    const [, letters, first, last] = MERGED.exec(this.xml.attributes.get('ref') ?? '') ?? [];
    if (letters !== undefined) this.rows.merged(columnAt(letters), Number(first), Number(last));
  }

  private open(): void {
    const { name, depth } = this.xml;
    if (depth === 5) {
      if (name === 'v') this.openValue();
      else if (name === 'is') this.openInline();
      else if (name === 'f') this.formula = true;
    } else if (depth === 4) {
      if (name === 'c') this.openCell();
    } else if (depth === 3 && name === 'row') this.openRow();
  }

  /**
   * The text of an `inlineStr` cell is in `is`, and a `v` next to it is ignored; the value of other cells is in `v`.
   */
  private openValue(): void {
    if (this.type === 'inlineStr') return;
    if (this.isText) this.text.clear();
    else this.isTwice ||= this.hasValue;
    this.isText = false;
    this.inValue = true;
    this.hasValue = true;
  }

  private openInline(): void {
    if (this.type !== 'inlineStr' && this.hasValue) return;
    this.isTwice ||= this.hasValue;
    this.inline = true;
    this.isText = true;
    this.hasValue = true;
  }

  private close(): boolean {
    const { name, depth } = this.xml;
    if (depth === 4) {
      if (name === 'v') this.inValue = false;
      else if (name === 'is') this.inline = false;
    } else if (depth === 3) {
      if (name === 'c') this.closeCell();
    } else if (depth === 2) {
      if (name === 'row') return this.closeRow();
    } else if (depth === 1) this.inData = false;
    return false;
  }

  private openRow(): void {
    const { attributes } = this.xml;
    const { limits } = this.book;
    if (++this.rowsSeen > limits.rows) throw limitError(limits, 'rows', say().limits.sheetRows);
    this.column = -1;
    const named = numberAtEnd(attributes.get('r') ?? '');
    this.rowNamed = named > 0;
    const row = this.rowNamed ? named : this.rows.row + 1;
    this.rows.start(row, /^(?:1|true)$/.test(attributes.get('hidden') ?? ''));
    if (row > LAST_ROW)
      throw new Damage(say().damaged.lastRow({ row: String(row), most: numberText(LAST_ROW) }));
  }

  private openCell(): void {
    const { attributes } = this.xml;
    this.column++;
    this.style = Number(attributes.get('s') ?? 0);
    this.type = attributes.get('t') ?? '';
    this.formula = false;
    this.hasValue = false;
    this.isText = false;
    this.isTwice = false;
    this.length = 0;
    this.text.clear();
    const reference = attributes.get('r');
    if (reference !== undefined) {
      const letters = LETTERS.exec(reference)?.[0];
      if (letters !== undefined) this.column = columnAt(letters.toUpperCase());
      // A row without a number has the number of its first cell.
      const row = this.rowNamed ? -1 : numberAtEnd(reference);
      if (row > 0 && row <= LAST_ROW) this.rows.row = row;
      this.rowNamed = true;
    }
    const { limits } = this.book;
    if (this.column >= limits.columns) {
      const at = { row: String(this.rows.row), column: columnLetters(this.column) };
      throw limitError(limits, 'columns', ({ most }) => say().limits.columns({ ...at, most }));
    }
  }

  private closeCell(): void {
    const cell = this.value();
    // A text that is too long is not set: a row with nothing else is blank.
    if (!this.rows.isTooLong(this.column, cell, this.length)) this.rows.set(this.column, cell, 0);
  }

  private closeRow(): boolean {
    if (this.rows.isEmpty) return false;
    this.rows.end();
    return this.isBatchFull;
  }

  private add(row: Row): void {
    this.batch.push(row);
    this.batchCells += row.cells.length;
  }

  private get isBatchFull(): boolean {
    return this.batch.length >= BATCH_ROWS || this.batchCells >= BATCH_CELLS;
  }

  private value(): Cell {
    if (this.isTwice) return { type: 'error', code: '#two-values' };
    if (!this.hasValue) return this.formula ? { type: 'uncached' } : null;
    if (this.isText || this.type === 'str') return this.ownText();
    if (this.type === 's') return this.sharedText();
    if (this.text.length === 0) return this.formula ? { type: 'uncached' } : null;
    const text = this.text.value();
    if (this.type === '' || this.type === 'n') return this.number(text);
    if (this.type === 'b') return text === '1' || text === 'true';
    if (this.type === 'e') return { type: 'error', code: text };
    if (this.type !== 'd') return this.ownText();
    return isoDateCell(text, this.book.date1904) ?? text;
  }

  private ownText(): Cell {
    this.length = this.text.length;
    return this.text.value();
  }

  private sharedText(): Cell {
    const { texts, tooLong } = this.book.strings;
    const index = this.text.value().trim();
    const text = /^\d+$/.test(index) ? texts.get(Number(index)) : undefined;
    if (text === undefined) return this.text.length === 0 ? null : { type: 'error', code: '#shared-string' };
    this.length = tooLong.size === 0 ? text.length : (tooLong.get(Number(index)) ?? text.length);
    return text;
  }

  private number(text: string): Cell {
    const number = numberIn(text);
    if (number === undefined) return this.ownText();
    return numberCell(number, this.book.styles[this.style], this.book.date1904);
  }
}
