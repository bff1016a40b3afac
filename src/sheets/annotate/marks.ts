import type { Severity } from '../../findings/finding.ts';
import type { AddedColumns } from './skip-added.ts';

/** What is marked in a cell. */
export interface CellMark {
  /** 0-based. */
  readonly column: number;
  readonly severity: Severity;
  /** The note on the cell. */
  readonly note: string;
}

/** The severities from the worst. */
export const RANKS: Readonly<Record<Severity, number>> = { error: 0, warning: 1, fixed: 2, notice: 3 };

/** Maximum length of the note of a cell. */
export const NOTE_CHARACTERS = 3000;

/** What is added to a row. */
export interface RowMarks {
  readonly row: number;
  /** In the order of the columns, one for each column. */
  readonly cells: readonly CellMark[];
  /** The values of the added columns; null if the row gets none. */
  readonly values: readonly (string | null)[] | null;
}

/** What is added to a sheet. */
export interface SheetMarks {
  /** The name of the sheet. */
  readonly name: string;
  /** The row of the headers of the added columns; null if it gets none. */
  readonly headerRow: number | null;
  /**
   * The columns that an earlier annotation added, from 0, in the order of the headers: they are replaced. Null for one that
   * is not there any more, or for all if there are none.
   */
  readonly added: readonly (number | null)[] | null;
  /** The headers of the added columns. */
  readonly headers: readonly string[];
  /** In the order of the rows. It is read several times. */
  rows(): Iterable<RowMarks>;
}

/** A line of the sheet of results: its cells from the left. */
export type ResultLine = readonly ResultCell[];

export interface ResultCell {
  readonly text: string;
  readonly style?: 'title' | 'plain' | 'small' | 'header' | 'wrap' | Severity;
  /** The cell to which it links. */
  readonly link?: { readonly sheet: string; readonly cell: string };
}

/** What could not be marked, or not be seen. */
export interface Unmarked {
  /** Number of cells that are coloured but have no note. */
  readonly notes: number;
  /** Whether a marked sheet has conditional formats: their colours hide those of marks. */
  readonly hasConditional: boolean;
}

/** What is added to a workbook. */
export interface Annotation {
  readonly sheets: readonly SheetMarks[];
  /** The name of a sheet of results that an earlier annotation added: it is replaced. */
  readonly earlierResult: string | null;
  /** The columns that an earlier annotation added to sheets that get none now, by the name of the sheet. */
  readonly stale: ReadonlyMap<string, AddedColumns>;
  /** The lines of the sheet of results. `names`: the names of the sheets in the copy, if they differ. */
  result(unmarked: Unmarked): Iterable<ResultLine>;
}
