import type { Field } from '../contract/field.ts';
import type { Body, Following, Json, KindSpec } from '../contract/kind.ts';
import type { Finding } from '../findings/finding.ts';
import type { Row } from '../sheets/cell.ts';
import type { Meaning } from './headers.ts';
import type { LineNumbers } from './line-numbers.ts';
import type { RecordNames } from './record-names.ts';
import type { MapLine, MappedSources } from './sheet-sources.ts';

/** A column of a sheet and the body field that it fills. */
export interface Column {
  /** The index of the column, from 0. */
  readonly index: number;
  /** The letters of the column, such as `F`; empty for a label of a form. */
  readonly letters: string;
  /** The header as the sheet writes it. */
  readonly header: string;
  readonly field: Field;
  /**
   * The body path, with item numbers from 0 as the columns number them: `composition.0.material`,
   * `address.country`, `packagingRefs` for a list in one cell, `packagingRefs.1` for a numbered item,
   * `projectImpact.energy`.
   */
  readonly path: string;
  /** Decimal mark and order of day and month, from flags or the first values; undefined if unknown. */
  readonly decimal?: ',' | '.';
  readonly dateOrder?: 'day-first' | 'month-first';
  /** Set if too few cells show how to read the ambiguous cells, and no flag says so. */
  readonly guessed?: true;
  /** For date columns: date serials count from 1904. */
  readonly date1904?: true;
  /** For reference columns: references that look like dates are real references. */
  readonly datesMeant?: true;
  /** Text in brackets in the header that trace does not understand. */
  readonly remark?: string;
  /** The values to which the user mapped words, by folded word (`foldWords`). */
  readonly words?: ReadonlyMap<string, string>;
  /** How a map file reads the column. */
  readonly mapping?: ColumnMapping;
}

/** What an unknown word may mean. */
interface WordMeaning {
  readonly candidates?: readonly string[];
  /** Set if the word means the only candidate. */
  readonly isLikely?: true;
}

/** How a map file reads a column. With a map file, nothing is guessed. */
export interface ColumnMapping {
  /** Values by `wordKey`, or by the text as it is written if `exact` is set. Null stands for no value. */
  readonly words?: ReadonlyMap<string, Json | null>;
  /** Set if words are compared as they are written, because the field has no list of values. */
  readonly exact?: true;
  /** The unit of the numbers in the column. */
  readonly unit?: string;
  /** The column with the units of the numbers. */
  readonly unitColumn?: UnitColumn;
  /** The text that separates the values of a list. */
  readonly separator?: string;
  /** Set if the column has another field of the records that it refers to, such as their names, instead of their keys. */
  readonly names?: RecordNames;
  /** The line to add to the map file for an unknown word, or what to change in the cell if no line can help. */
  wordLine(text: string, meant?: WordMeaning): string;
  /** The line to add to the map file for ambiguous values. */
  line(key: 'decimal' | 'dateOrder' | 'units' | 'separators'): string;
  /** The lines of the map file that say what the column and its words mean. */
  sources(): MappedSources;
}

/** A column with the unit of the number in the same row. */
export interface UnitColumn {
  /** Its header, as the map file writes it. */
  readonly name: string;
  /** The index of the column, from 0; undefined if the sheet has no such column, or several. */
  readonly index: number | undefined;
  /** Units by `wordKey`. */
  readonly words: ReadonlyMap<string, string>;
  /** The line of the map file that names the column. */
  readonly correct: string;
  /** The line to add to the map file for an unknown unit. */
  line(text: string): string;
}

/** How a map file reads the values of a column. */
export type MappedFormat = Pick<Column, 'mapping' | 'words' | 'decimal' | 'dateOrder'>;

/**
 * A part of a template that comes from a column: its value (`at` is its index among the mapped columns), or its text.
 * `isAbove`: in the last row above that is of a table of another kind, or in no table.
 */
export interface CellPart {
  readonly name: string;
  readonly index: number;
  readonly at?: number;
  readonly isAbove?: true;
  /** The column refers to a record, of which a field is read. */
  readonly names?: RecordNames;
}

/** Parts of a template that are left out if one of their cells is blank. */
export interface OptionalParts {
  readonly optional: readonly (string | CellPart)[];
}

/**
 * A part of a template: a fixed text, a cell, `LINE`, the number of the row among the rows with the same other parts, or
 * parts that may be left out.
 */
export type TemplatePart = string | CellPart | typeof LINE | OptionalParts;

export const LINE: unique symbol = Symbol('line');

/** A field that a map file fills in each row, either with a constant or with a text built from other cells. */
export interface Fill {
  readonly field: Field;
  readonly path: string;
  readonly constant?: Json;
  /** The line of the map file. */
  readonly line: MapLine;
  readonly parts?: readonly TemplatePart[];
  /** The numbers of the rows, for templates with `LINE`. */
  readonly lines?: LineNumbers;
  /** Set if the value follows from another field. */
  readonly follows?: Following & {
    /** The values that the map file gives to texts of the other field, by `wordKey`. */
    readonly words: ReadonlyMap<string, Json | null>;
    /** The line to add to the map file for a text that says nothing. */
    wordLine(text: string): string;
  };
}

/**
 * A header row. For a header of several rows, `lower` has the text of each column in the last one, and `parts` the texts
 * of each row.
 */
export interface HeaderRow extends Row {
  readonly lower?: readonly string[];
  readonly parts?: readonly (readonly string[])[];
}

/** How a map file reads a sheet. */
export interface SheetMapping {
  readonly kind: KindSpec;
  /** Whether the user set the number of the header row. */
  readonly namesHeaderRow: boolean;
  /** The header row. The headers of several rows are joined; its number is that of the last one. */
  headerRow(firstRows: readonly Row[]): HeaderRow | undefined;
  /** The line of the map file to add or to correct if no header row is found. */
  headerRowLine(): string;
  /** Whether the table is a form: it has labels, but no rows. */
  readonly isForm: boolean;
  /** The columns of a sheet with this header row. `beside`: how other tables with the same header row are read. */
  headers(row: HeaderRow, beside?: readonly SheetMapping[]): MappedHeaders;
  /** The line to add for a field without a column. */
  fieldLine(path: string): string;
}

/** The columns of a sheet with a map file, by their index from 0. */
export interface MappedHeaders {
  /**
   * The meaning of a column: a field, `ignore`, or `key` if only a template or a unit uses it. `elsewhere`: only other
   * tables with the same header row read it. `unclear`: its header is a field of several tables, and none names it.
   * Undefined if neither the map nor a field has its header.
   */
  meaning(index: number): Meaning | 'ignore' | 'key' | 'elsewhere' | 'unclear' | undefined;
  /** Whether the map names a column for this table, by its letters or its header, or its header alone names a field. */
  claim(index: number): 'letters' | 'named' | 'header' | undefined;
  /** The kinds for which the header alone of a column names a field, this one and those beside it. */
  kindsWith(index: number): readonly string[];
  format(index: number, meaning: Meaning): MappedFormat;
  /** The labels of a form that fill fields. Each is a column to the right of the header row. */
  readonly labels: readonly { readonly header: string; readonly meaning: Meaning }[];
  /** The fields that the map fills. Fields that the sheet does not allow are reported to `report`. */
  fills(columns: readonly Column[], report: ReportProblem): Fill[];
  /** How rows become records. Columns that the sheet does not have are reported to `report`. */
  layout(columns: readonly Column[], report: ReportProblem): Layout | undefined;
  /** Columns of the map that the sheet does not have. */
  absent(): AbsentColumn[];
  /** The line to add for a column that the map file does not mention. */
  headerLine(index: number): string;
  /** The line to add to ignore a column. */
  ignoreLine(index: number): string;
}

/** A column of the map file that the sheet does not have. `problem` is the end of a sentence about the sheet. */
export interface AbsentColumn {
  /** The header, or the letters. */
  readonly name: string;
  readonly target: string;
  readonly problem: string;
  /** The line of the map file to correct. */
  readonly line: string;
}

/**
 * Reports a field that a map file fills but the sheet does not allow: the end of a sentence about the field, and the
 * line of the map file to correct.
 */
export type ReportProblem = (path: string, problem: string, line: string) => void;

/** A column that fills no field. */
export interface UnmappedColumn {
  /** The index of the column, from 0. */
  readonly index: number;
  readonly letters: string;
  /** The header as the sheet writes it; empty if there is none. */
  readonly header: string;
  /**
   * Why the column is ignored. `name`: the user named it. `unknown`: all unknown columns are ignored. `trace`: the
   * column is from trace. `read-only`: only the service writes it. `map`: the map file ignores it. Null if it must not
   * be ignored.
   */
  readonly ignored: 'name' | 'unknown' | 'trace' | 'read-only' | 'map' | null;
  /** The path of the field that the header most likely means. */
  readonly near?: string;
  /** The line to add to the map file for this column. */
  readonly line?: string;
}

/** A column and its header, without the field that it may fill. */
export type UsedColumn = Pick<Column, 'index' | 'letters' | 'header'>;

/** How a sheet is read: the kind of its rows, its header row and its columns. */
export interface SheetMap {
  readonly file: string;
  readonly sheet: string;
  readonly kind: KindSpec;
  /** Number of the header row, from 1. The rows above it contain no data either. */
  readonly headerRow: number;
  readonly columns: readonly Column[];
  /** The labels of a form, each like a column whose value counts for all rows, in the order of `Row.labels`; default: none. */
  readonly labels?: readonly Column[];
  /** Columns that fill no field; default: none. */
  readonly unmapped?: readonly UnmappedColumn[];
  /** Columns that only templates, units or the layout of a map file use; default: none. */
  readonly used?: readonly UsedColumn[];
  /** Indexes of the columns that only other tables with the same header row read; default: none. */
  readonly elsewhere?: readonly number[];
  /** For a header of several rows: the texts of each row, by column. */
  readonly headerParts?: readonly (readonly string[])[];
  /** Fields that a map file fills; default: none. */
  readonly fills?: readonly Fill[];
  /** Default: each row is a record. */
  readonly layout?: Layout;
  /** Number of columns in the header row. Values to the right of them have no header. Default: unlimited. */
  readonly width?: number;
  /** For text files: number of cells in the header row, and in most rows if that differs. */
  readonly cellCounts?: readonly number[];
  /** For text files: rows end at their last value, so a short row does not mean that a cell was lost. */
  readonly endsAtLastValue?: boolean;
}

/** All columns of a sheet. */
export const allColumns = ({
  columns,
  unmapped = [],
  used = [],
}: SheetMap): readonly (Column | UsedColumn)[] => [...columns, ...unmapped, ...used];

/** How the rows of a sheet become records, if not each row is one. */
export interface Layout {
  /** Indexes of the columns whose blank cells have the value above. */
  readonly fillDown: readonly number[];
  /** The texts in columns that the rows of the table have, if rows of others are between them. */
  readonly rows?: readonly { readonly index: number; readonly texts: ReadonlySet<string> }[];
  readonly group?: {
    /** Indexes of the columns whose values the rows of a record share. */
    readonly by: readonly number[];
    /** Paths of numbers that are added up. */
    readonly add: ReadonlySet<string>;
    /** Paths of values that the first row has, though other rows differ. */
    readonly first: ReadonlySet<string>;
    /** Paths of quantities for which the map file does not say whether each row has the total or a part of it. */
    readonly unclear: ReadonlySet<string>;
  };
}

/** One row, or several rows of one record, as a body, before the family and the batch are filled in and before any rule is run. */
export interface Draft {
  readonly map: SheetMap;
  /** Number of the row, from 1. */
  readonly row: number;
  /** For text files: the line where the row starts. */
  readonly line?: number | undefined;
  /** Typed values, without blank cells and empty groups; list items are renumbered without gaps. */
  readonly body: Body;
  /** Findings about changed and unreadable values. Unreadable values are not in the body. */
  readonly findings: readonly Finding[];
  /** Paths of unreadable values. Rules skip these paths, because they would only report the same problem again. */
  readonly unreadable: ReadonlySet<string>;
  /** The numbers of all rows of the record, if there are several. */
  readonly rows?: readonly number[];
  /** Whether items of its lists have other numbers than their columns, or values stand beside labels. */
  readonly isMoved?: boolean;
  /** The paths of the parts of the body that are not from the first row, if the record has several. */
  ownParts?(): Iterable<string>;
  /** The letters of the column that fills a body path such as `composition.1.material`. */
  columnOf(path: string): string | undefined;
  /** The row that fills a body path, if the record has several rows, or values beside labels. */
  rowOf?(path: string): Pick<Draft, 'row' | 'line'>;
}

export interface ReadOptions {
  /** Decimal mark and date order of all columns, from flags. */
  readonly decimal?: ',' | '.';
  readonly dateOrder?: 'day-first' | 'month-first';
  /** The workbook counts days from 1904. */
  readonly date1904?: true;
  /** Columns to ignore. */
  readonly ignore?: IgnoredColumns;
  /** Keys (`headerKey`) of unknown columns to send (v3). */
  readonly extra?: ReadonlySet<string>;
  /** The map file entry for the sheet, if there is one, and those of other tables with the same header row. */
  readonly mapping?: SheetMapping;
  readonly beside?: readonly SheetMapping[];
}

/** Columns that the person chose to ignore. */
export interface IgnoredColumns {
  /** Headers of the ignored columns, folded by `headerKey`. */
  readonly names: ReadonlySet<string>;
  /** Whether all columns that match no field are ignored. */
  readonly unknown: boolean;
}
