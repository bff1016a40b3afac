/**
 * The value of a cell as the file stores it. Text files have only text; workbooks also have numbers, booleans and
 * tagged values. Blank is null.
 */
export type Cell = string | number | boolean | null | TaggedCell;

type TaggedCell =
  /**
   * A number with a date format: the calendar day (`iso`, YYYY-MM-DD, computed without time zones), and the time
   * (`09:30`, `09:30:15`) if it is not midnight. `hidesDay`: its format shows only the month or the year (`mmm-yy`).
   */
  | {
      readonly type: 'date';
      readonly serial: number;
      readonly iso: string;
      readonly time?: string;
      readonly hidesDay?: true;
    }
  /** A number with a percent format: the stored fraction (0.8 for 80 %). */
  | { readonly type: 'percent'; readonly value: number }
  /**
   * A number with a format of zeros (`0000000`, `"REF-"0000`) or of a unit (`0.0" kg"`): the text that the cell shows.
   * `unit`: what the format shows around the number (`REF-`, `kg`), if it has letters or digits.
   */
  | { readonly type: 'padded'; readonly value: number; readonly text: string; readonly unit?: string }
  /** A number with a time format (`hh:mm`, `[h]:mm:ss`): the text that the cell shows. */
  | { readonly type: 'time'; readonly value: number; readonly text: string }
  /**
   * An error such as `#N/A`. Or a text of a web page (`code`) whose meaning is unclear, such as struck-out text, with the
   * problem and what to do: an error in a record, but an ordinary text in a header.
   */
  | { readonly type: 'error'; readonly code: string; readonly problem?: string; readonly suggestion?: string }
  /** A formula without a stored result. */
  | { readonly type: 'uncached' };

/** A cell of another row, with its place. */
export interface PlacedCell {
  readonly cell: Cell;
  readonly row: number;
  readonly line?: number;
  /** The letters of its column. */
  readonly letters: string;
}

/** A row with at least one cell that is not blank. */
export interface Row {
  /** The number of the row in a spreadsheet, from 1: a line break in quotes does not start a row. */
  readonly row: number;
  /** Text files: the line on which the row starts, 1-based. */
  readonly line?: number;
  /** The cells by 0-based column; missing and blank cells are null. */
  readonly cells: readonly Cell[];
  /** Text files: this is the last row, and no line end follows it. */
  readonly unended?: true;
  /** Workbooks: the row is hidden, by a filter or by hand. */
  readonly hidden?: true;
  /** The rows of cells that have the value above, by the index of their column. */
  readonly filledFrom?: ReadonlyMap<number, number>;
  /** The last row above that is of a table of another kind, if a map file uses its cells. */
  readonly above?: Row;
  /** The rows below that continue the record of this one, as a map file groups them. */
  readonly more?: readonly Row[];
  /** The values beside the labels of a form, which count for the row. They are in other rows. */
  readonly labels?: readonly (PlacedCell | undefined)[];
  /**
   * Text files: index of the first cell with a quote inside but not at its start. As in spreadsheet programs, the quote is an
   * ordinary character, unless the number of cells in the row shows that it is a mistake.
   */
  readonly quote?: number;
}

/** The 0-based column of its letters in upper case. */
export function columnAt(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The letters of a 0-based column: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
