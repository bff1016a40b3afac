/**
 * What a cell holds, as its file stores it. Text files give text only; a workbook also gives numbers, booleans and
 * the tagged forms. Blank is null.
 */
export type Cell = string | number | boolean | null | TaggedCell;

type TaggedCell =
  /**
   * A number under a date format: the calendar day (`iso`, YYYY-MM-DD, by integer arithmetic, no time zone), and the time
   * (`09:30`, `09:30:15`) where it is not midnight.
   */
  | { readonly type: 'date'; readonly serial: number; readonly iso: string; readonly time?: string }
  /** A number under a percent format: the stored fraction (0.8 for 80 %). */
  | { readonly type: 'percent'; readonly value: number }
  /** A number under a format of zeros (`0000000`, `"REF-"0000`): the text as a person sees it. */
  | { readonly type: 'padded'; readonly value: number; readonly text: string }
  /** A number under a format of times (`hh:mm`, `[h]:mm:ss`): the text as a person sees it. */
  | { readonly type: 'time'; readonly value: number; readonly text: string }
  /** `#N/A` and its kind, in text as a cell shows them. */
  | { readonly type: 'error'; readonly code: string }
  /** A formula of which the file holds no result. */
  | { readonly type: 'uncached' };

/** One row with at least one cell that is not blank. */
export interface Row {
  /** 1-based, as the spreadsheet numbers it: a line break between quotes starts no row. */
  readonly row: number;
  /** Of a text file: the line where the row starts, 1-based. */
  readonly line?: number;
  /** By column, 0-based; missing and blank cells are null. */
  readonly cells: readonly Cell[];
  /** Of a text file: the file ends with this row, and no line end follows it. */
  readonly unended?: true;
  /** Of a workbook: the row is hidden, as those are that a filter leaves out. */
  readonly hidden?: true;
  /**
   * Of a text file: the first cell, 0-based, that has a quote and does not begin with one. The quote is a character, as
   * in a spreadsheet, unless the number of cells shows that it was meant otherwise.
   */
  readonly quote?: number;
}

/** Letters of a 0-based column: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** How to repair quotes that cannot be read. */
export const QUOTES_ADVICE =
  'Put the whole text between quotes and write each quote in it twice, or export the file again.';
