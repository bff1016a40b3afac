import type { Cell } from './cell.ts';
import type { CellRange } from './cell-range.ts';

/** The content of a workbook to write. */
export interface WorkbookData {
  readonly title: string;
  readonly sheets: readonly SheetData[];
}

export interface SheetData {
  /** At most 31 characters, none of `[ ] : * ? / \`. */
  readonly name: string;
  readonly hidden?: boolean;
  readonly columns: readonly ColumnData[];
  /** Rows below the header, in the types that a reader returns. */
  readonly rows: readonly (readonly WrittenCell[])[];
  /** Number of leading example rows, written in grey italics. */
  readonly exampleRows?: number;
  /** The cells of `rows` that differ from their column, as `row,column`, both from 0. */
  readonly marks?: ReadonlyMap<string, CellMark>;
  /** Number of columns at the left that stay visible. */
  readonly frozenColumns?: number;
  /** For a sheet that is a guide instead of a table: the look of each row. The first header is the title of the guide. */
  readonly guide?: readonly GuideLook[];
}

/**
 * The look of a row of a guide: a heading or a text over both columns, a topic with a text, or a sample of a colour with
 * its meaning.
 */
export type GuideLook = 'heading' | 'wide' | 'topic' | 'example' | HeaderStyle | CellMark['look'];

/** A cell to fill in, with the reason in a note, or a cell that is only shown. */
export interface CellMark {
  readonly look: 'open' | 'known';
  readonly note?: string;
}

export type HeaderStyle = 'required' | 'group' | 'optional';

/** A cell to write. A formula has no stored result; the spreadsheet computes it when opened. */
export type WrittenCell = Cell | { readonly type: 'formula'; readonly formula: string };

export interface ColumnData {
  readonly header: string;
  /** Width in characters. */
  readonly width?: number;
  /** Shown when the pointer is over the header. */
  readonly note?: string;
  /** Format of the whole column, also below the last row. */
  readonly format?: 'text' | 'date';
  /** The colour of the header cell; plain if omitted. */
  readonly headerStyle?: HeaderStyle;
  /** The column can be folded together with neighbours that have an outline, too. `collapsed`: it is folded at first. */
  readonly outline?: 'open' | 'collapsed';
  readonly dropdown?: Dropdown;
  readonly hidden?: true;
}

/** A dropdown for every cell of a column, with the values in a range of the same workbook. */
export interface Dropdown extends CellRange {
  /** How the spreadsheet treats a value that is not in the list. */
  readonly others: 'reject' | 'ask' | 'accept';
  /** The message for a value that is not in the list; by default that of the spreadsheet program. */
  readonly message?: string;
}
