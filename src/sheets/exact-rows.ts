import { CsvError, type Options, parse } from 'csv-parse/sync';
import { numberText, say } from '../say.ts';
import { type Cell, columnLetters } from './cell.ts';
import { finding } from './damage.ts';
import { isFormulaText, textOfFormula, unguardFormulas } from './formula-text.ts';
import { tooLongMessage } from './limits.ts';
import type { CsvRows, TextPlace, TextSheet } from './plain-rows.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = Buffer.from('"');

const LINE_BREAK = /\r\n|\r|\n/;
/**
 * Minimum number of cells for a line in a quoted cell to count as a row. Lines with fewer cells may be ordinary text,
 * which often contains a comma or two.
 */
const MIN_CELLS = 4;

/** The delimiter for a file in which each row is one cell: a byte that never occurs in UTF-8. */
const NO_DELIMITER = Buffer.from([0xff]);

/** A row of csv-parse. `end`: the offset of the next row; greater than the length if the last cell has no closing quote. */
interface ParsedRow {
  readonly cells: readonly string[];
  readonly end: number;
}

/** The reason why the text cannot be split any further. */
interface TextFault {
  /** An unclosed quote, text after a closing quote, or a row longer than allowed. */
  readonly kind: 'open-quote' | 'text-after-quote' | 'long-row';
  /** 0-based column of the problem. */
  readonly column: number;
}

/**
 * Reads rows of UTF-8 text with csv-parse, with the rules of spreadsheet programs for quotes: a quote is special only at the
 * start of a cell, and an ordinary character elsewhere. Any text after a closing quote is a fault.
 */
export class ExactRows {
  /** Set when no further row can be read. */
  fault: TextFault | undefined;
  readonly #sheet: TextSheet;
  readonly #delimiter: string;
  readonly #rowBytes: number;
  readonly #options: Options;
  /** Number of bytes that were searched without finding a complete row. */
  #searched = 0;
  #hasFormula = false;

  constructor(sheet: TextSheet) {
    const { delimiter, limits } = sheet;
    this.#sheet = sheet;
    this.#delimiter = delimiter ?? '\n';
    this.#rowBytes = limits.rowBytes;
    this.#options = {
      delimiter: delimiter ?? NO_DELIMITER,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
    };
  }

  /**
   * Parses at most `most` complete rows at the start of the bytes and adds them to `rows`; returns the offset of the next row.
   *
   * @param isEnd whether the text ends with the bytes.
   */
  take(bytes: Buffer, isEnd: boolean, most: number, rows: CsvRows): number {
    // At most the longest row and its line end, so that a quote that is never closed does not search the whole file.
    const piece = bytes.subarray(0, this.#rowBytes + 2);
    const isLast = isEnd && piece.length === bytes.length;
    const isFull = piece.length === this.#rowBytes + 2;
    if (!isLast && !isFull && piece.length < 2 * this.#searched) return 0;
    let start = 0;
    for (const { cells, end } of this.#parse(piece, most)) {
      const isOpen = end > piece.length;
      const isWhole = end < piece.length || (!isOpen && piece[end - 1] === LINE_FEED);
      if (!isWhole && !isLast && (!isFull || start > 0)) break;
      const lineEnd = isOpen ? 0 : lineEndOf(piece, start, end);
      const stop = Math.min(end, piece.length) - lineEnd;
      const text = piece.toString('utf8', start, stop);
      const quotes = quotesOf(isOpen ? `${text}"` : text, cells, this.#delimiter);
      const isLong = stop - start > this.#rowBytes;
      if (quotes.fault !== -1) this.fault = { kind: 'text-after-quote', column: quotes.fault };
      else if (isLong || isOpen)
        this.fault = { kind: isLong ? 'long-row' : 'open-quote', column: cells.length - 1 };
      else this.#add(cells, quotes, isLast && lineEnd === 0, rows);
      if (this.fault !== undefined || rows.ended) break;
      start = end;
    }
    this.#searched = start === 0 ? piece.length : 0;
    return start;
  }

  /** Reports the fault that ended reading, if there is one. */
  reportFault(rows: CsvRows): void {
    if (this.fault === undefined || rows.ended) return;
    const { kind, column } = this.fault;
    if (kind === 'long-row' && column >= this.#sheet.limits.columns) {
      rows.endAtColumns();
      return;
    }
    const { sheets } = say();
    const at = { column: columnLetters(column) };
    const message =
      kind === 'long-row' ? sheets.longRow({ ...at, most: numberText(this.#rowBytes) }) : sheets[kind](at);
    const origin = rows.at(rows.next, column);
    rows.onFinding(finding('text-quotes', origin, message, { suggestion: sheets.quotes() }));
  }

  /** Adds a row, and reports problems of its cells. `unended`: whether it is the last row, without a line end. */
  #add(texts: readonly string[], { breaks, quote }: RowQuotes, unended: boolean, rows: CsvRows): void {
    const place = rows.begin(texts.length, breaks);
    if (place === undefined) return;
    if (breaks > 0) this.#checkQuoted(texts, place, rows);
    const cells: Cell[] = new Array(texts.length);
    for (let index = 0; index < texts.length; index++)
      cells[index] = this.#cell(texts[index]!, index, place, rows);
    const { row, line } = place;
    const plain = quote === -1 ? { row, line, cells } : { row, line, cells, quote };
    rows.push(unended ? { ...plain, unended } : plain);
  }

  #cell(written: string, index: number, place: TextPlace, rows: CsvRows): Cell {
    const { apostrophes, limits } = this.#sheet;
    let text = written;
    if (isFormulaText(text)) {
      if (!this.#hasFormula)
        rows.onFinding(
          finding('text-formula', rows.at(place, index), say().sheets.formula(), { value: text }),
        );
      this.#hasFormula = true;
      text = textOfFormula(text);
    } else if (apostrophes) text = unguardFormulas(text);
    if (text.length <= limits.cellCharacters) return text === '' ? null : text;
    const { message, suggestion } = tooLongMessage(limits, text.length);
    rows.onFinding(finding('text-too-long', rows.at(place, index), message, { value: text, suggestion }));
    return null;
  }

  /** Reports a cell that contains whole rows: two stray quotes merge everything between them into one cell. */
  #checkQuoted(texts: readonly string[], place: TextPlace, rows: CsvRows): void {
    const { delimiter } = this.#sheet;
    if (delimiter === null) return;
    const index = texts.findIndex((text) => containsRows(text, delimiter, texts.length));
    if (index === -1) return;
    const text = texts[index]!;
    const breaks = text.split(LINE_BREAK).length - 1;
    const column = columnLetters(index);
    const { quotedRow, quotedRows, quotes } = say().sheets;
    const message = breaks === 1 ? quotedRow({ column }) : quotedRows({ column, number: numberText(breaks) });
    const about = { value: text.slice(0, 200), suggestion: quotes() };
    rows.onFinding(finding('text-quoted-rows', rows.at(place, index), message, about));
  }

  #parse(bytes: Buffer, most: number): ParsedRow[] {
    const parsed: ParsedRow[] = [];
    const take = (cells: string[], end: number) => {
      parsed.push({ cells, end });
      return null;
    };
    try {
      parse(bytes, {
        ...this.#options,
        to: most,
        on_record: (cells: string[], info) => take(cells, info.bytes),
      });
    } catch (error) {
      if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
      const start = parsed.at(-1)?.end ?? 0;
      const [open] = this.#parse(Buffer.concat([bytes.subarray(start), QUOTE]), 1);
      take(open!.cells as string[], start + open!.end);
    }
    return parsed;
  }
}

function lineEndOf(bytes: Buffer, start: number, end: number): number {
  const last = bytes[end - 1];
  if (last === CARRIAGE_RETURN) return 1;
  if (last !== LINE_FEED) return 0;
  return end - 2 >= start && bytes[end - 2] === CARRIAGE_RETURN ? 2 : 1;
}

/** Facts about the quotes in a row. Indexes are those of cells; -1 if there is no such cell. */
interface RowQuotes {
  /** Number of line breaks in quoted cells. */
  readonly breaks: number;
  /** Index of the first cell with a quote as an ordinary character (see `Row`). */
  readonly quote: number;
  /** Index of the first cell with text after its closing quote. */
  readonly fault: number;
}

function quotesOf(text: string, cells: readonly string[], delimiter: string): RowQuotes {
  let quote = -1;
  if (!text.includes('"')) return { breaks: 0, quote, fault: -1 };
  let at = 0;
  for (const [index, cell] of cells.entries()) {
    if (text[at] === '"') {
      const written = `"${cell.replaceAll('"', '""')}"`;
      const end = at + written.length;
      const isSound =
        text.startsWith(written, at) && (end === text.length || text.startsWith(delimiter, end));
      if (!isSound) return { breaks: 0, quote, fault: index };
      at = end;
    } else {
      if (quote === -1 && cell.includes('"') && !isFormulaText(cell)) quote = index;
      at += cell.length;
    }
    at += delimiter.length;
  }
  return { breaks: text.match(/\r\n|\r|\n/g)?.length ?? 0, quote, fault: -1 };
}

/**
 * Whether a cell contains whole rows: one of its lines has as many cells as the row, or the cell has as many delimiters
 * as the same number of rows would have.
 */
function containsRows(text: string, delimiter: string, width: number): boolean {
  if (width < MIN_CELLS || !text.includes(delimiter)) return false;
  const lines = text.split(LINE_BREAK);
  if (lines.length < 2) return false;
  const delimiters = lines.map((line) => line.split(delimiter).length - 1);
  if (delimiters.slice(1, -1).includes(width - 1)) return true;
  const all = delimiters.reduce((sum, count) => sum + count, 0);
  return all === (width - 1) * (lines.length - 1);
}
