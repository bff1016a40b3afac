import { CsvError, type Options, parse } from 'csv-parse/sync';
import type { CsvRows, TextFault, TextSheet } from './csv-rows.ts';
import { isFormulaText } from './formula-text.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = Buffer.from('"');

/** The separator of a file whose rows are one cell each: a byte that UTF-8 never contains. */
const NO_DELIMITER = Buffer.from([0xff]);

/** A row of csv-parse, and the offset of the next one: beyond the bytes if the last cell has no closing quote. */
interface ParsedRow {
  readonly cells: readonly string[];
  readonly end: number;
}

/**
 * Reads rows of UTF-8 text with csv-parse, and what it accepts as spreadsheets do: a quote is special only at the start
 * of a cell. Elsewhere it is an ordinary character, but after a closing quote it is a fault, like any other text.
 */
export class ExactRows {
  /** Set when no further row can be read. */
  fault: TextFault | undefined;
  readonly #delimiter: string;
  readonly #rowBytes: number;
  readonly #options: Options;
  /** Number of bytes that contain no whole row. */
  #searched = 0;

  constructor({ delimiter, limits }: TextSheet) {
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
   * Moves the rows at the start of the bytes to `rows`, at most `most`; returns the offset of the next one.
   *
   * @param isEnd whether the text ends with the bytes.
   */
  take(bytes: Buffer, isEnd: boolean, most: number, rows: CsvRows): number {
    // The longest row and its line end: a quote that is never closed costs no more than that.
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
      const { breaks, quote, fault } = quotesOf(isOpen ? `${text}"` : text, cells, this.#delimiter);
      const isLong = stop - start > this.#rowBytes;
      if (fault !== -1) this.fault = { kind: 'text-after-quote', column: fault };
      else if (isLong || isOpen)
        this.fault = { kind: isLong ? 'long-row' : 'open-quote', column: cells.length - 1 };
      else rows.take(cells, { breaks, quote, unended: isLast && lineEnd === 0 });
      if (this.fault !== undefined || rows.ended) break;
      start = end;
    }
    this.#searched = start === 0 ? piece.length : 0;
    return start;
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

/** What the quotes in the text of a row mean; indexes are -1 if there is no such cell. */
interface RowQuotes {
  /** Line breaks in quoted cells. */
  readonly breaks: number;
  /** Index of the first cell with a quote as an ordinary character. */
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
