import type { Cell } from './cell.ts';

/** A workbook to write, as plain data. */
export interface WorkbookData {
  readonly title: string;
  readonly sheets: readonly SheetData[];
}

export interface SheetData {
  /** At most 31 characters, none of `[ ] : * ? / \`. */
  readonly name: string;
  readonly hidden?: boolean;
  readonly columns: readonly ColumnData[];
  /** Below the heads; a cell as a reader would give it back. */
  readonly rows: readonly (readonly WrittenCell[])[];
  /** Rows that are only an example, from the first one: written in grey italics. */
  readonly exampleRows?: number;
}

/** A cell to write. A formula goes without a stored result; the spreadsheet computes it when it opens. */
export type WrittenCell = Cell | { readonly type: 'formula'; readonly formula: string };

export interface ColumnData {
  readonly header: string;
  /** In characters. */
  readonly width?: number;
  /** Shown when the pointer rests on the head. */
  readonly note?: string;
  /** Of the whole column, also below the rows written. */
  readonly format?: 'text' | 'date';
  readonly head?: 'required' | 'optional';
  readonly choices?: Choices;
}

/** A dropdown for every cell of a column. */
export interface Choices {
  /** Where the values stand: a sheet of the same workbook, a 0-based column, 1-based rows. */
  readonly sheet: string;
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
  /** What happens to another value: refused, asked about, or taken. */
  readonly others: 'refuse' | 'ask' | 'take';
  /** Said when another value is refused or asked about. */
  readonly message?: string;
}
