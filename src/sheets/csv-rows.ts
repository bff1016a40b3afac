import type { Finding, Origin } from '../findings/finding.ts';
import { numberText, say } from '../say.ts';
import { type Cell, columnLetters, type Row } from './cell.ts';
import { finding } from './damage.ts';
import { BATCH_ROWS, limitMessage, tooLongMessage } from './limits.ts';
import type { Limits } from './source.ts';
import { isFormulaText, type TextFault, type TextRows, textOfFormula } from './text-rows.ts';

const LINE_BREAK = /\r\n|\r|\n/;
/**
 * Minimum number of cells for a line in a quoted cell to count as a row. Lines with fewer cells may be ordinary text,
 * which often contains a comma or two.
 */
const MIN_CELLS = 4;

/**
 * A text that a spreadsheet may run as a formula: it starts with an operator, possibly a full-width one, after any blanks
 * and quotes, or with a tab, a line break or NUL, which some programs drop.
 */
const FORMULA =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches NUL
  /^[\s\u0000'"\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r\n\u0000]/;

/** A negative number: a spreadsheet does not run it as a formula. */
const NEGATIVE_NUMBER = /^-\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Matches a character at which some spreadsheet program splits a text (whatever separator the file uses), and the text
 * after it.
 */
const AFTER_SPLIT = /([,;|\t\v\f\r\n\u0085\u2028\u2029])([^,;|\t\v\f\r\n\u0085\u2028\u2029]+)/g;

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
  /** See `SourceOptions`. */
  readonly forLookup?: boolean;
  readonly limits: Limits;
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

  /** Adds the row whose cells `textRows` returned last. */
  take(texts: readonly string[], textRows: TextRows): void {
    const { breaks, quote, unended } = textRows;
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
  addPlain(cells: readonly Cell[], hasBracket: boolean | undefined): void {
    if (this.beyondLimits(cells.length)) return;
    const row = this.row++;
    const line = this.line++;
    if (cells.every(isBlank)) return;
    this.rows.push(hasBracket === undefined ? { row, line, cells } : { row, line, cells, hasBracket });
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

/** Whether a spreadsheet might run this cell when it opens a text file. */
const isFormula = (text: string): boolean => FORMULA.test(text) && !NEGATIVE_NUMBER.test(text);

/**
 * Adds an apostrophe wherever a spreadsheet could start a formula: at the start of the text, and after each separator
 * and line break inside it, because a spreadsheet that splits at another separator ignores our quotes. Negative numbers
 * inside a text get one too, because the text after them may make them a formula.
 */
export function guarded(text: string): string {
  const inside = text.replace(AFTER_SPLIT, (all, split: string, rest: string) =>
    FORMULA.test(rest) ? `${split}'${rest}` : all,
  );
  return isFormula(text) ? `'${inside}` : inside;
}

/** Removes the apostrophes that `guarded` added; any other text is unchanged. */
export function unguarded(text: string): string {
  if (!text.includes("'")) return text;
  const inside = text.replace(AFTER_SPLIT, (all, split: string, rest: string) =>
    rest.startsWith("'") && FORMULA.test(rest.slice(1)) ? split + rest.slice(1) : all,
  );
  const before = inside.startsWith("'") && isFormula(inside.slice(1)) ? inside.slice(1) : inside;
  return before !== text && guarded(before) === text ? before : text;
}
