import type { Finding, Origin } from '../findings/finding.ts';
import { say } from '../say.ts';
import { type Cell, columnLetters, type Row } from './cell.ts';
import { finding } from './damage.ts';
import { unguarded } from './formula-text.ts';
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
  /** Whether the file contains an apostrophe. If so, `guarded` may have added it. */
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

  /** The place of a row that `push` adds; undefined beyond the limits. `breaks`: line breaks in its quoted cells. */
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
  *ready(least: number): Generator<readonly Row[]> {
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

/** What a byte means in a row. */
const TEXT = 0;
const DELIMITER = 1;
const LINE_FEED = 2;
const CARRIAGE_RETURN = 3;
const QUOTE = 4;
const EQUALS = 5;
const APOSTROPHE = 6;
const BEYOND_ASCII = 7;

const PLAIN_DELIMITERS = /^[\t;|,]$/;

/** Rows with more cells are not plain. */
const MOST_CELLS = 1024;

/**
 * Reads plain rows in one pass over their bytes. All rows are plain, except those with a line break or a formula in a
 * cell, with a quote as an ordinary character, with a fault, or with very many or very long cells.
 * Property: the rows and findings are the same as if `ExactRows` read all rows.
 */
export class PlainRows {
  readonly #kinds: Uint8Array | undefined;
  readonly #mostBytes: number;
  /** Start and end of each cell of the last row in its decoded text. */
  readonly #starts = new Int32Array(MOST_CELLS);
  readonly #stops = new Int32Array(MOST_CELLS);
  /** End of the last row in bytes, without its line end, and start of the next one. */
  #stop = 0;
  #next = 0;
  #isAscii = true;
  #hasApostrophe = false;
  #hasDoubled = false;

  constructor({ delimiter, apostrophes, limits }: TextSheet) {
    if (delimiter === null || PLAIN_DELIMITERS.test(delimiter)) this.#kinds = kindsOf(delimiter, apostrophes);
    this.#mostBytes = Math.min(limits.rowBytes, limits.cellCharacters);
  }

  /** Moves the plain rows from an offset on to `rows`; returns the offset of the first that is not plain or whole. */
  take(bytes: Buffer, from: number, rows: CsvRows): number {
    const kinds = this.#kinds;
    if (kinds === undefined) return from;
    let start = from;
    while (!rows.ended) {
      const count = this.#scan(kinds, bytes, start, bytes.length);
      const cells = count === 0 ? undefined : this.#cells(bytes, start, count);
      if (cells === undefined) break;
      rows.addPlain(cells);
      start = this.#next;
    }
    return start;
  }

  /** Finds the cells of the row at `start`; returns their number, 0 if the row is not plain or not complete. */
  #scan(kinds: Uint8Array, bytes: Buffer, start: number, end: number): number {
    const starts = this.#starts;
    const stops = this.#stops;
    this.#isAscii = true;
    this.#hasApostrophe = false;
    this.#hasDoubled = false;
    let count = 0;
    /** Offset of a byte minus `before` is the offset of its character in the text. */
    let before = start;
    let from = 0;
    let isOpen = false;
    /** 1 after a closing quote. */
    let closed = 0;
    for (let at = start; at < end; at++) {
      let kind = kinds[bytes[at]!]!;
      while (kind === TEXT && ++at < end) kind = kinds[bytes[at]!]!;
      if (kind === TEXT) break;
      if (kind === DELIMITER) {
        if (isOpen) continue;
        if (count === MOST_CELLS - 1) return 0;
        starts[count] = from;
        stops[count++] = at - before - closed;
        from = at + 1 - before;
        closed = 0;
      } else if (kind <= CARRIAGE_RETURN) {
        const next = at + 1;
        if (isOpen || at - start > this.#mostBytes || (kind === CARRIAGE_RETURN && next === end)) return 0;
        starts[count] = from;
        stops[count++] = at - before - closed;
        this.#stop = at;
        this.#next = kind === CARRIAGE_RETURN && kinds[bytes[next]!] === LINE_FEED ? next + 1 : next;
        return count;
      } else if (kind === QUOTE) {
        if (isOpen) {
          if (at + 1 === end) return 0;
          const next = kinds[bytes[at + 1]!]!;
          if (next === QUOTE) {
            this.#hasDoubled = true;
            at++;
            continue;
          }
          if (next === TEXT || next > CARRIAGE_RETURN) return 0;
          isOpen = false;
          closed = 1;
        } else {
          if (at - before !== from) return 0;
          isOpen = true;
          from++;
        }
      } else if (kind === BEYOND_ASCII) {
        const byte = bytes[at]!;
        if (byte < 0xc0) before++;
        else if (byte >= 0xf0) before--;
        this.#isAscii = false;
      } else if (kind === APOSTROPHE) this.#hasApostrophe = true;
      else if (kind === EQUALS && at - before === from) return 0;
    }
    return 0;
  }

  /** The cells of the row; undefined if its text is not valid UTF-8. */
  #cells(bytes: Buffer, start: number, count: number): Cell[] | undefined {
    // Each row is its own string: cells are slices of it, and must not keep other rows in memory.
    const text = bytes.toString(this.#isAscii ? 'latin1' : 'utf8', start, this.#stop);
    if (!this.#isAscii && text.includes('\ufffd')) return undefined;
    const starts = this.#starts;
    const stops = this.#stops;
    const cells: Cell[] = new Array(count);
    for (let index = 0; index < count; index++) {
      const from = starts[index]!;
      const stop = stops[index]!;
      cells[index] = from === stop ? null : text.slice(from, stop);
    }
    if (this.#hasDoubled) replaceAll(cells, '"', (text) => text.replaceAll('""', '"'));
    if (this.#hasApostrophe) replaceAll(cells, "'", unguarded);
    return cells;
  }
}

function kindsOf(delimiter: string | null, apostrophes: boolean): Uint8Array {
  const kinds = new Uint8Array(256);
  kinds[0x0a] = LINE_FEED;
  kinds[0x0d] = CARRIAGE_RETURN;
  kinds[0x22] = QUOTE;
  if (apostrophes) kinds[0x27] = APOSTROPHE;
  kinds[0x3d] = EQUALS;
  kinds.fill(BEYOND_ASCII, 0x80);
  if (delimiter !== null) kinds[delimiter.charCodeAt(0)] = DELIMITER;
  return kinds;
}

function replaceAll(cells: Cell[], sign: string, replaced: (text: string) => string): void {
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (typeof cell === 'string' && cell.includes(sign)) cells[index] = replaced(cell);
  }
}
