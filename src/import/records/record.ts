import type { Field } from '../../contract/field.ts';
import type { Body, KindSpec } from '../../contract/kind.ts';
import type { Finding } from '../../findings/finding.ts';

/** A column of a sheet and the leaf of the body that it fills. */
export interface Column {
  /** 0-based. */
  readonly index: number;
  /** `F`. */
  readonly letters: string;
  /** The head as the sheet writes it. */
  readonly header: string;
  readonly field: Field;
  /**
   * The body path as the columns number it, 0-based: `composition.0.material`, `address.country`,
   * `packagingRefs` for a list in one cell, `packagingRefs.1` for a numbered one, `projectImpact.energy`.
   */
  readonly path: string;
  /** The decimal mark and the order of day and month, voted by the column's first values; undefined when open. */
  readonly decimal?: ',' | '.';
  readonly dateOrder?: 'day-first' | 'month-first';
  /** Almost no cell of the column shows how the ambiguous ones are read, and no flag says it. */
  readonly guessed?: true;
  /** Of a column of dates: serials count the days from 1904. */
  readonly date1904?: true;
  /** Of a column of references: they look like dates throughout. */
  readonly datesMeant?: true;
  /** Of a column of countries: its first values are alpha-2 codes, and none is a name. */
  readonly onlyCodes?: true;
  /** What the head says in brackets and trace does not understand. */
  readonly remark?: string;
}

/** A column of a sheet that fills nothing. */
export interface UnmappedColumn {
  /** 0-based. */
  readonly index: number;
  readonly letters: string;
  /** As the sheet writes it; empty where it has none. */
  readonly header: string;
  /**
   * Why it may be left out: it was named, all unknown columns are, it is a column of trace, or the service alone writes it.
   * Null: it may not.
   */
  readonly ignored: 'name' | 'unknown' | 'trace' | 'read-only' | null;
  /** The field that it most likely means. */
  readonly near?: string;
}

/** How a sheet is read: which kind its rows are, where its heads stand, what each column fills. */
export interface SheetMap {
  readonly file: string;
  readonly sheet: string;
  readonly kind: KindSpec;
  /** 1-based row of the heads; rows up to it are no data. */
  readonly headerRow: number;
  readonly columns: readonly Column[];
  /** Columns that fill nothing; none when left out. */
  readonly unmapped?: readonly UnmappedColumn[];
  /** How many columns the heads span; a value beyond them stands under no head. Without it nothing is beyond. */
  readonly width?: number;
  /** Of a text file: how many cells the header has, and most rows below it where that differs. */
  readonly cellCounts?: readonly number[];
  /** Of a text file: its rows end at their last value, so that a short row does not mean a lost cell. */
  readonly endsAtLastValue?: boolean;
}

/** One row as a body, before family and batch are filled in and before any rule. */
export interface Draft {
  readonly map: SheetMap;
  /** 1-based. */
  readonly row: number;
  /** Of a text file: the line where the row starts. */
  readonly line?: number;
  /** Typed values; blank cells and empty groups are left out; array items stand close together. */
  readonly body: Body;
  /** What was changed or could not be read. An unreadable value is left out of the body. */
  readonly findings: readonly Finding[];
  /** Paths of fields that hold an unreadable value: a rule about them would only repeat the finding. */
  readonly unreadable: ReadonlySet<string>;
  /** The letters of the column that filled (or would fill) a body path such as `composition.1.material`. */
  columnOf(path: string): string | undefined;
}

export interface ReadOptions {
  /** Say the decimal mark or the date order of every column, instead of the vote. */
  readonly decimal?: ',' | '.';
  readonly dateOrder?: 'day-first' | 'month-first';
  /** The workbook counts its days from 1904. */
  readonly date1904?: true;
  /** Columns that the person leaves out. */
  readonly ignore?: IgnoredColumns;
  /** Headers, as `headerKey` folds them, of columns that no field has and that are to be sent (v3). */
  readonly extra?: ReadonlySet<string>;
}

/** Which columns a person leaves out. */
export interface IgnoredColumns {
  /** Headers as `headerKey` folds them. */
  readonly names: ReadonlySet<string>;
  /** All columns that no field has. */
  readonly unknown: boolean;
}
