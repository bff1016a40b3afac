import type { Field } from '../../contract/field.ts';
import type { Body, Json, KindSpec } from '../../contract/kind.ts';
import type { Finding } from '../../findings/finding.ts';
import type { Row } from '../../sheets/cell.ts';
import type { Meaning } from './headers.ts';

/** A column of a sheet and the body field that it fills. */
export interface Column {
  /** 0-based. */
  readonly index: number;
  /** `F`. */
  readonly letters: string;
  /** The header as the sheet writes it. */
  readonly header: string;
  readonly field: Field;
  /**
   * The body path in the numbering of the columns, from 0: `composition.0.material`, `address.country`,
   * `packagingRefs` for a list in one cell, `packagingRefs.1` for a numbered item, `projectImpact.energy`.
   */
  readonly path: string;
  /** Decimal mark and order of day and month, from flags or the first values; undefined if unknown. */
  readonly decimal?: ',' | '.';
  readonly dateOrder?: 'day-first' | 'month-first';
  /** Few or no cells show how to read the ambiguous ones, and no flag decides. */
  readonly guessed?: true;
  /** Date columns: serials count from 1904. */
  readonly date1904?: true;
  /** Reference columns: the references look like dates on purpose. */
  readonly datesMeant?: true;
  /** Country columns: the first values are alpha-2 codes, and none is a name. */
  readonly onlyCodes?: true;
  /** Text in brackets in the header that trace does not understand. */
  readonly remark?: string;
  /** Words that a person mapped to values of the field's list, by their folded form (`foldWords`). */
  readonly words?: ReadonlyMap<string, string>;
  /** How a map file reads the column. */
  readonly mapped?: MappedColumn;
}

/** How a map file reads a column: nothing is guessed. */
export interface MappedColumn {
  /** Values by `wordKey`. */
  readonly words?: ReadonlyMap<string, Json>;
  /** The unit of its numbers. */
  readonly unit?: string;
  /** What separates the values of a list. */
  readonly separator?: string;
  /** The line to add to the map file for a word without a value. */
  wordLine(text: string, candidates?: readonly string[]): string;
  /** The line to add for ambiguous values. */
  line(key: 'decimal' | 'dateOrder' | 'units'): string;
}

/** A part of a template: a text, the value of a column (`at`, its place among the columns), or a cell (`index`). */
export type TemplatePart = string | { readonly name: string; readonly index: number; readonly at?: number };

/** A field that a map file fills in each row: with a constant, or with a text made of other cells. */
export interface Fill {
  readonly field: Field;
  readonly path: string;
  readonly constant?: Json;
  readonly parts?: readonly TemplatePart[];
}

/** How a map file reads a sheet. */
export interface SheetMapping {
  readonly kind: KindSpec;
  /** The person gave the number of the header row. */
  readonly namesHeaderRow: boolean;
  headerRow(firstRows: readonly Row[]): Row | undefined;
  /** The line to add, or to correct, when there is no header row. */
  headerRowLine(): string;
  /**
   * The meaning of a header: a field, `ignore`, or `key` if only a template uses it. Undefined if neither the map nor a
   * field has that name.
   */
  meaning(header: string): Meaning | 'ignore' | 'key' | undefined;
  column(header: string, field: Field): Pick<Column, 'mapped' | 'words'>;
  /** The fields that the map fills; `report` gets those that the sheet does not allow. */
  fills(
    columns: readonly Column[],
    headers: readonly string[],
    report: (fill: Fill, problem: string, suggestion?: string) => void,
  ): Fill[];
  /** Headers of the map that the sheet does not have, with the field of each. */
  absent(headers: readonly string[]): { readonly header: string; readonly target: string }[];
  /** The line to add for a column that it does not know. */
  headerLine(header: string): string;
  /** The line that ignores a column. */
  ignoreLine(header: string): string;
  /** The line to add for a field without a column. */
  fieldLine(path: string): string;
}

/** A column that fills no field. */
export interface UnmappedColumn {
  /** 0-based. */
  readonly index: number;
  readonly letters: string;
  /** As the sheet writes it; empty if there is none. */
  readonly header: string;
  /**
   * Why it is ignored: it was named, all unknown columns are, it belongs to trace, or only the service writes it.
   * Null if it must not be ignored.
   */
  readonly ignored: 'name' | 'unknown' | 'trace' | 'read-only' | 'map' | null;
  /** The most likely field. */
  readonly near?: string;
  /** The line to add to the map file. */
  readonly line?: string;
}

/** How a sheet is read: the kind of its rows, its header row and its columns. */
export interface SheetMap {
  readonly file: string;
  readonly sheet: string;
  readonly kind: KindSpec;
  /** 1-based; rows up to it contain no data. */
  readonly headerRow: number;
  readonly columns: readonly Column[];
  /** Columns that fill no field; default: none. */
  readonly unmapped?: readonly UnmappedColumn[];
  /** Fields that a map file fills; default: none. */
  readonly fills?: readonly Fill[];
  /** Number of columns in the header; values beyond it have no header. Default: unlimited. */
  readonly width?: number;
  /** Text files: number of cells of the header, and of most rows if it differs. */
  readonly cellCounts?: readonly number[];
  /** Text files: rows end at their last value, so a short row does not mean a lost cell. */
  readonly endsAtLastValue?: boolean;
}

/** One row as a body, before family and batch are filled in and before any rule. */
export interface Draft {
  readonly map: SheetMap;
  /** 1-based. */
  readonly row: number;
  /** Of a text file: the line where the row starts. */
  readonly line?: number;
  /** Typed values, without blank cells and empty groups; list items are renumbered without gaps. */
  readonly body: Body;
  /** Changed and unreadable values. The body omits unreadable ones. */
  readonly findings: readonly Finding[];
  /** Paths of unreadable values: rules skip them, as they would only repeat the finding. */
  readonly unreadable: ReadonlySet<string>;
  /** The letters of the column that fills a body path such as `composition.1.material`. */
  columnOf(path: string): string | undefined;
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
  /** A map file is in force for the sheet. */
  readonly mapping?: SheetMapping;
}

/** Columns that the person chose to ignore. */
export interface IgnoredColumns {
  /** Keys of headers (`headerKey`). */
  readonly names: ReadonlySet<string>;
  /** All columns that match no field. */
  readonly unknown: boolean;
}
