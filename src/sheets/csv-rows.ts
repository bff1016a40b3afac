import type { Finding, Origin } from '../findings/finding.ts';
import { numberText, say } from '../say.ts';
import { type Cell, columnLetters, type Row } from './cell.ts';
import { finding } from './damage.ts';
import { isFormulaText, textOfFormula, unguarded } from './formula-text.ts';
import { BATCH_ROWS, limitMessage, tooLongMessage } from './limits.ts';
import type { Limits } from './source.ts';

const LINE_BREAK = /\r\n|\r|\n/;
/**
 * Minimum number of cells for a line in a quoted cell to count as a row. Lines with fewer cells may be ordinary text,
 * which often contains a comma or two.
 */
const MIN_CELLS = 4;

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

/** The reason why the text cannot be split any further. */
export interface TextFault {
  /** An unclosed quote, text after a closing quote, or a row longer than allowed. */
  readonly kind: 'open-quote' | 'text-after-quote' | 'long-row';
  /** 0-based column of the problem. */
  readonly column: number;
}

/** What a row of text has besides its cells. */
export interface TextRow {
  /** Line breaks in its quoted cells. */
  readonly breaks: number;
  /** Index of the first cell that contains a quote as an ordinary character (see `Row`); -1 if there is none. */
  readonly quote: number;
  /** Whether the text ends with the row, without a line end. */
  readonly unended: boolean;
}

/** Turns cells of text into rows, numbered as in a spreadsheet. */
export class CsvRows {
  /** Set when the sheet cannot be read further. */
  ended = false;
  private readonly sheet: TextSheet;
  private readonly onFinding: (finding: Finding) => void;
  private rows: Row[] = [];
  private allCells = 0;
  /** Number of the next row. */
  private row = 1;
  private line: number;
  private formulas = false;

  constructor(sheet: TextSheet, onFinding: (finding: Finding) => void) {
    this.sheet = sheet;
    this.onFinding = onFinding;
    this.line = sheet.sepLine > 0 ? 2 : 1;
  }

  /** Adds a row. */
  take(texts: readonly string[], { breaks, quote, unended }: TextRow): void {
    const { row, line } = this;
    if (this.beyondLimits(texts.length)) return;
    this.row++;
    this.line += 1 + breaks;
    const { apostrophes, limits } = this.sheet;
    const { cellCharacters } = limits;
    if (breaks > 0) this.checkQuoted(texts, row, line);
    const cells: Cell[] = new Array(texts.length);
    let blank = true;
    for (let index = 0; index < texts.length; index++) {
      let text = texts[index]!;
      if (isFormulaText(text)) text = this.formulaText(text, row, line, index);
      else if (apostrophes) text = unguarded(text);
      if (text.length > cellCharacters) this.tooLong(row, line, index, text);
      const kept = text !== '' && text.length <= cellCharacters;
      cells[index] = kept ? text : null;
      blank &&= !kept || text.trim() === '';
    }
    if (blank) return;
    const plain = quote === -1 ? { row, line, cells } : { row, line, cells, quote };
    this.rows.push(unended ? { ...plain, unended } : plain);
  }

  /** Adds a row that needs no finding about a cell: its cells are texts, or null if empty. */
  addPlain(cells: readonly Cell[]): void {
    if (this.beyondLimits(cells.length)) return;
    const row = this.row++;
    const line = this.line++;
    if (cells.every(isBlank)) return;
    this.rows.push({ row, line, cells });
  }

  /** Returns the text of a formula of a text, and reports the first one. */
  private formulaText(text: string, row: number, line: number, index: number): string {
    if (!this.formulas) {
      this.formulas = true;
      this.onFinding(
        finding('text-formula', this.at(row, line, index), say().sheets.formula(), { value: text }),
      );
    }
    return textOfFormula(text);
  }

  /** Reports a cell that contains whole rows: two stray quotes merge everything between them into one cell. */
  private checkQuoted(texts: readonly string[], row: number, line: number): void {
    const { delimiter } = this.sheet;
    if (delimiter === null) return;
    const index = texts.findIndex((text) => containsRows(text, delimiter, texts.length));
    if (index === -1) return;
    const text = texts[index]!;
    const breaks = text.split(LINE_BREAK).length - 1;
    const column = columnLetters(index);
    const { quotedRow, quotedRows, quotes } = say().sheets;
    const message = breaks === 1 ? quotedRow({ column }) : quotedRows({ column, number: numberText(breaks) });
    this.onFinding(
      finding('text-quoted-rows', this.at(row, line, index), message, {
        value: text.slice(0, 200),
        suggestion: quotes(),
      }),
    );
  }

  /** Removes and returns the collected rows in batches, until fewer than `least` rows remain. */
  *ready(least: number): Generator<readonly Row[]> {
    while (this.rows.length >= least) yield this.rows.splice(0, BATCH_ROWS);
  }

  endAt({ kind, column }: TextFault): void {
    if (kind === 'long-row' && column >= this.sheet.limits.columns) {
      this.endAtColumns();
      return;
    }
    const { sheets } = say();
    const at = { column: columnLetters(column) };
    const message =
      kind === 'long-row'
        ? sheets.longRow({ ...at, most: numberText(this.sheet.limits.rowBytes) })
        : sheets[kind](at);
    const origin = this.at(this.row, this.line, column);
    this.onFinding(finding('text-quotes', origin, message, { suggestion: sheets.quotes() }));
  }

  private tooLong(row: number, line: number, index: number, text: string): void {
    const { message, suggestion } = tooLongMessage(this.sheet.limits, text.length);
    this.onFinding(finding('text-too-long', this.at(row, line, index), message, { value: text, suggestion }));
  }

  private beyondLimits(length: number): boolean {
    const { rows, columns, cells } = this.sheet.limits;
    this.allCells += length;
    if (length > columns) this.endAtColumns();
    else if (this.row > rows) this.end('rows', say().limits.fileRows);
    else if (this.allCells > cells) this.end('cells', say().limits.fileCells);
    return this.ended;
  }

  private endAtColumns(): void {
    this.end('columns', say().limits.rowCells);
  }

  private end(limit: keyof Limits, what: Parameters<typeof limitMessage>[2]): void {
    this.ended = true;
    const { message, suggestion } = limitMessage(this.sheet.limits, limit, what);
    this.onFinding(finding('file-unreadable', this.at(this.row, this.line), message, { suggestion }));
  }

  private at(row: number, line: number, index?: number): Origin {
    const { file, name } = this.sheet;
    const column = index === undefined ? {} : { column: columnLetters(index) };
    return { file, sheet: name, row, line, ...column };
  }
}

const isBlank = (cell: Cell): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '');

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
