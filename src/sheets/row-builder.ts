import type { Finding } from '../findings/finding.ts';
import { numberText, say } from '../say.ts';
import { type Cell, columnLetters, type Row } from './cell.ts';
import { Damage, finding, mergedCells } from './damage.ts';
import { LAST_ROW, limitError, tooLongMessage } from './limits.ts';
import type { Limits } from './source.ts';

/** Maximum number of merged cells that are reported for a sheet. */
const MOST_MERGED = 20_000;

/** Receives the rows of a sheet, and findings about its cells. */
export type TakeRow = (row: Row | Finding) => void;

/** Builds the rows of a sheet from its cells, and checks the limits. Blank rows are skipped. */
export class RowBuilder {
  /** Number of the last row. */
  row = 0;
  private readonly limits: Limits;
  private readonly origin: { readonly file: string; readonly sheet: string };
  private readonly take: TakeRow;
  private hidden = false;
  private cells: Cell[] = [];
  private filled = false;
  private rowsSeen = 0;
  private allCells = 0;
  private merges = 0;

  constructor(limits: Limits, file: string, sheet: string, take: TakeRow) {
    this.limits = limits;
    this.origin = { file, sheet };
    this.take = take;
  }

  /** Whether the row has no cell yet. */
  get isEmpty(): boolean {
    return this.cells.length === 0;
  }

  /** Starts a row. The numbers of rows must increase. */
  begin(row: number, hidden = false): void {
    const { limits } = this;
    if (++this.rowsSeen > limits.rows)
      throw limitError(limits, 'rows', ({ most }) =>
        say().limits.namedSheetRows({ sheet: this.origin.sheet, most }),
      );
    if (row > LAST_ROW)
      throw new Damage(
        say().damaged.namedLastRow({
          ...{ sheet: this.origin.sheet, row: String(row), most: numberText(LAST_ROW) },
        }),
      );
    if (row <= this.row)
      throw new Damage(say().damaged.rowOrder({ sheet: this.origin.sheet, row: String(row) }));
    this.start(row, hidden);
  }

  /** Starts a row without the checks of `begin`, which the caller has done. */
  start(row: number, hidden: boolean): void {
    this.row = row;
    this.hidden = hidden;
    this.filled = false;
  }

  /**
   * Sets the cell of a 0-based column.
   *
   * @param length the whole length of a text that the reader cut at the limit.
   */
  set(column: number, cell: Cell, length = typeof cell === 'string' ? cell.length : 0): void {
    if (cell === null || cell === '') return;
    const { cells, limits } = this;
    if (column >= limits.columns) {
      const at = { row: String(this.row), column: columnLetters(column) };
      throw limitError(limits, 'columns', ({ most }) => say().limits.columns({ ...at, most }));
    }
    this.count(Math.max(1, column + 1 - cells.length));
    while (cells.length < column) cells.push(null);
    if (column < cells.length && cells[column] !== null)
      throw new Damage(say().damaged.cellTwice({ cell: `${columnLetters(column)}${this.row}` }));
    cells[column] = this.isTooLong(column, cell, length) ? null : cell;
    this.filled ||= isFilled(cell);
  }

  /** Counts cells, or other work that grows with the size of the sheet, against the limit. */
  count(cells: number): void {
    this.allCells += cells;
    if (this.allCells <= this.limits.cells) return;
    throw limitError(this.limits, 'cells', say().limits.cells);
  }

  /**
   * Reports a merged cell that covers several rows, by its 0-based column and its first and last row. After `MOST_MERGED` of
   * them, one error says that there are too many.
   */
  merged(column: number, first: number, last: number): void {
    if (last <= first || this.merges > MOST_MERGED) return;
    const { tooManyMerged, unmerge } = say().sheets;
    const message = () => tooManyMerged({ most: numberText(MOST_MERGED) });
    this.take(
      this.merges++ === MOST_MERGED
        ? finding('file-unreadable', this.origin, message(), { suggestion: unmerge() })
        : mergedCells(this.origin, columnLetters(column), first, last),
    );
  }

  /** Ends the row, and passes it on if it is not blank. */
  end(): void {
    const { row, cells, hidden } = this;
    if (this.filled) this.take(hidden ? { row, cells, hidden } : { row, cells });
    if (cells.length > 0) this.cells = [];
    this.filled = false;
  }

  /** Adds a whole row whose cells need no check; returns false if the sheet would then have too many cells. */
  add(row: number, cells: readonly Cell[], hidden: boolean): boolean {
    if (this.allCells + cells.length > this.limits.cells) return false;
    this.allCells += cells.length;
    this.row = row;
    if (cells.some(isFilled)) this.take(hidden ? { row, cells, hidden } : { row, cells });
    return true;
  }

  /** Whether a cell is a text that is too long. Reports it. */
  isTooLong(column: number, cell: Cell, length: number): boolean {
    if (typeof cell !== 'string' || length <= this.limits.cellCharacters) return false;
    const origin = { ...this.origin, row: this.row, column: columnLetters(column) };
    const { message, suggestion } = tooLongMessage(this.limits, length);
    this.take(finding('text-too-long', origin, message, { value: cell, suggestion }));
    return true;
  }
}

/** Printable ASCII, except the space. */
const isPlainCode = (code: number): boolean => code > 0x20 && code < 0x7f;

/** Whether a cell has more than white space. The check of the first character is only for speed. */
const isFilled = (cell: Cell): boolean =>
  cell !== null && (typeof cell !== 'string' || isPlainCode(cell.charCodeAt(0)) || cell.trim() !== '');
