import type { Finding, Origin } from '../findings/finding.ts';
import { say } from '../say.ts';
import { type Cell, columnLetters, type Row } from './cell.ts';
import { finding } from './damage.ts';
import { unguardFormulas } from './formula-text.ts';
import { BATCH_ROWS, limitMessage } from './limits.ts';
import type { Limits } from './source.ts';

/** The properties of a text file that decide how its rows are read. */
export interface TextSheet {
  readonly file: string;
  /** The name of its only sheet. */
  readonly name: string;
  /** A character; null if every row is one cell. */
  readonly delimiter: string | null;
  /** Length of a first line `sep=;` with its line end; 0 without one. */
  readonly sepLine: number;
  /** Whether the file contains an apostrophe. If so, `guardFormulas` may have added it. */
  readonly apostrophes: boolean;
  readonly limits: Limits;
}

/** Collects the rows of text, numbered as in a spreadsheet, up to the limits. */
export class CsvRows {
  /** Set when the sheet cannot be read further. */
  ended = false;
  readonly onFinding: (finding: Finding) => void;
  private readonly sheet: TextSheet;
  private rows: Row[] = [];
  private allCells = 0;
  /** Number of the next row. */
  private row = 1;
  private line: number;

  constructor(sheet: TextSheet, onFinding: (finding: Finding) => void) {
    this.sheet = sheet;
    this.onFinding = onFinding;
    this.line = sheet.sepLine > 0 ? 2 : 1;
  }

  /** Adds a row that needs no finding about a cell: its cells are texts, or null if empty. */
  addPlain(cells: readonly Cell[]): void {
    if (this.beyondLimits(cells.length)) return;
    const row = this.row++;
    const line = this.line++;
    if (cells.every(isBlank)) return;
    this.rows.push({ row, line, cells });
  }

  /** Counts a row and returns its place; `push` then adds it. Undefined beyond the limits. `breaks`: line breaks in its cells. */
  begin(width: number, breaks: number): TextPlace | undefined {
    if (this.beyondLimits(width)) return undefined;
    const place = this.next;
    this.row++;
    this.line += 1 + breaks;
    return place;
  }

  push(row: Row): void {
    if (!row.cells.every(isBlank)) this.rows.push(row);
  }

  /** Removes and returns the collected rows in batches, until fewer than `least` rows remain. */
  *takeBatches(least: number): Generator<readonly Row[]> {
    while (this.rows.length >= least) yield this.rows.splice(0, BATCH_ROWS);
  }

  private beyondLimits(length: number): boolean {
    const { rows, columns, cells } = this.sheet.limits;
    this.allCells += length;
    if (length > columns) this.endAtColumns();
    else if (this.row > rows) this.end('rows', say().limits.fileRows);
    else if (this.allCells > cells) this.end('cells', say().limits.fileCells);
    return this.ended;
  }

  endAtColumns(): void {
    this.end('columns', say().limits.rowCells);
  }

  private end(limit: keyof Limits, what: Parameters<typeof limitMessage>[2]): void {
    this.ended = true;
    const { message, suggestion } = limitMessage(this.sheet.limits, limit, what);
    this.onFinding(finding('file-unreadable', this.at(this.next), message, { suggestion }));
  }

  /** Where the next row starts. */
  get next(): TextPlace {
    return { row: this.row, line: this.line };
  }

  at({ row, line }: TextPlace, index?: number): Origin {
    const { file, name } = this.sheet;
    const column = index === undefined ? {} : { column: columnLetters(index) };
    return { file, sheet: name, row, line, ...column };
  }
}

/** Where a row of text starts. */
export interface TextPlace {
  readonly row: number;
  readonly line: number;
}

const isBlank = (cell: Cell): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '');

const LINE_FEED = 0x0a;
const PLAIN_DELIMITERS = /^[\t;|,]$/;

/**
 * Reads plain rows faster than `ExactRows`, with the same rows and findings. A row is not plain if a cell has a line break, a
 * formula or a quote as an ordinary character, if the row has a fault or very many bytes, or if it ends with a carriage
 * return alone.
 */
export class PlainRows {
  readonly #isPlain: boolean;
  readonly #delimiter: string;
  readonly #apostrophes: boolean;
  readonly #mostBytes: number;
  /** Number of cells of the last row. */
  #width = 0;

  constructor({ delimiter, apostrophes, limits }: TextSheet) {
    this.#isPlain = delimiter === null || PLAIN_DELIMITERS.test(delimiter);
    this.#delimiter = delimiter ?? '\n';
    this.#apostrophes = apostrophes;
    this.#mostBytes = Math.min(limits.rowBytes, limits.cellCharacters);
  }

  /** Adds plain rows from the offset `from` to `rows`; returns the offset of the first row that is not plain or not complete. */
  take(bytes: Buffer, from: number, rows: CsvRows): number {
    let start = from;
    while (this.#isPlain && !rows.ended) {
      const end = bytes.indexOf(LINE_FEED, start);
      if (end === -1 || end - start > this.#mostBytes) break;
      // Each row is its own string: cells are slices of it, and must not keep other rows in memory.
      const text = bytes.toString('utf8', start, end);
      const cells = this.#cells(text.endsWith('\r') ? text.slice(0, -1) : text);
      if (cells === undefined) break;
      rows.addPlain(cells);
      start = end + 1;
    }
    return start;
  }

  /** The cells of a row; undefined if it is not plain, or its text is not valid UTF-8. */
  #cells(text: string): Cell[] | undefined {
    if (text.includes('\r') || text.includes('\ufffd')) return undefined;
    const hasQuote = text.includes('"');
    const hasEquals = text.includes('=');
    const hasApostrophe = this.#apostrophes && text.includes("'");
    const cells: Cell[] = new Array(this.#width);
    let count = 0;
    for (let at = 0; ; ) {
      const isQuoted = hasQuote && text[at] === '"';
      const start = isQuoted ? at + 1 : at;
      if (hasEquals && text[start] === '=') return undefined;
      const found = isQuoted ? closingQuote(text, start) : text.indexOf(this.#delimiter, at);
      const end = found === -1 && !isQuoted ? text.length : found;
      if (end === -1) return undefined;
      let cell = text.slice(start, end);
      if (isQuoted) cell = cell.replaceAll('""', '"');
      else if (hasQuote && cell.includes('"')) return undefined;
      if (hasApostrophe) cell = unguardFormulas(cell);
      cells[count++] = cell === '' ? null : cell;
      const next = isQuoted ? end + 1 : end;
      if (next === text.length) {
        this.#width = count;
        if (cells.length > count) cells.length = count;
        return cells;
      }
      if (text[next] !== this.#delimiter) return undefined;
      at = next + 1;
    }
  }
}

/** The offset of the quote that closes a cell, not of a doubled one; -1 if there is none. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); ; at = text.indexOf('"', at + 2))
    if (at === -1 || text[at + 1] !== '"') return at;
}
