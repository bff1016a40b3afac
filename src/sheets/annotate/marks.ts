import type { Severity } from '../../findings/finding.ts';
import type { AddedColumns } from './skip-added.ts';

/** The colour, by severity, and the note of a cell. */
export interface CellMark {
  /** 0-based. */
  readonly column: number;
  readonly severity: Severity;
  /** The note on the cell. */
  readonly note: string;
}

/** The rank of each severity; the worst is 0. */
export const RANKS: Readonly<Record<Severity, number>> = { error: 0, warning: 1, fixed: 2, notice: 3 };

/** Maximum number of characters in the note of a cell. */
export const NOTE_CHARACTERS = 3000;

/** The marks of a row, and its values in the added columns. */
export interface RowMarks {
  readonly row: number;
  /** In the order of the columns; at most one for each column. */
  readonly cells: readonly CellMark[];
  /** The values of the added columns; null if the row gets none. */
  readonly values: readonly (string | null)[] | null;
}

/** The marks of a sheet, and its added columns. */
export interface SheetMarks {
  /** The name of the sheet. */
  readonly name: string;
  /** The row for the headers of the added columns; null if the sheet gets no columns. */
  readonly headerRow: number | null;
  /**
   * The columns that an earlier annotation added, from 0, in the order of `headers`: their values are replaced. An item is null
   * if a person deleted that column; the whole is null if there was no earlier annotation.
   */
  readonly added: readonly (number | null)[] | null;
  /** The headers of the added columns. */
  readonly headers: readonly string[];
  /** Yields the rows in order. Called several times. */
  rows(): Iterable<RowMarks>;
}

/** A line of a sheet of trace: its cells from the left. */
export type ResultLine = readonly ResultCell[];

export interface ResultCell {
  readonly text: string;
  readonly style?: 'title' | 'plain' | 'small' | 'header' | 'wrap' | 'answer' | Severity;
  /** The cell to which the text links. */
  readonly link?: { readonly sheet: string; readonly cell: string };
  /** What the dropdown of the cell offers. Other values are allowed. */
  readonly choices?: readonly string[];
}

/** The sheet with questions to a person. */
export interface QuestionSheet {
  /** Its name, unless a sheet of the person has it. */
  readonly name: string;
  /** Number of questions. */
  readonly count: number;
  readonly lines: readonly ResultLine[];
  /** The widths of the columns in characters. Columns after them are hidden. */
  readonly widths: readonly number[];
  /** The number of lines that stay visible when a person scrolls. */
  readonly frozen: number;
}

/** The limits of an annotation: marks that are missing, or that a person may not see. */
export interface Unmarked {
  /** Number of cells that are coloured but have no note. */
  readonly notes: number;
  /** Whether a marked sheet has conditional formats: their colours hide those of marks. */
  readonly hasConditional: boolean;
}

/** All that is added to a workbook. */
export interface Annotation {
  readonly sheets: readonly SheetMarks[];
  /** The name of the sheet of results of an earlier annotation, which is replaced; null if there is none. */
  readonly earlierResult: string | null;
  /** The added columns of an earlier annotation, by the name of the sheet, for sheets that get no columns now. */
  readonly earlierColumns: ReadonlyMap<string, AddedColumns>;
  /** The sheet of questions; null if there is none. */
  readonly questions: QuestionSheet | null;
  /** The name of the sheet of questions of an earlier annotation, which is replaced; null if there is none. */
  readonly earlierQuestions: string | null;
  /** The lines of the sheet of results. Called when all other sheets are written. */
  result(unmarked: Unmarked): Iterable<ResultLine>;
}
