import type { Finding } from '../findings/finding.ts';
import type { Row } from './cell.ts';

/** The format of a file by its content, not by its name. */
export type SourceFormat = 'xlsx' | 'csv' | 'xls' | 'xlsb' | 'ods' | 'xml' | 'html';

/** An open file. Closing it also removes a temporary copy of standard input. */
export interface Source {
  /** The name that the user gave; `standard input` for `-`. */
  readonly file: string;
  /** The name of the file in an archive, if it was unpacked from one. */
  readonly inner?: string;
  readonly format: SourceFormat;
  /** The detected format as in messages: `semicolon-separated, Windows-1252`. */
  readonly description: string;
  /** Lower-case hexadecimal SHA-256 of the bytes. */
  readonly sha256: string;
  readonly sheets: readonly SheetHandle[];
  /** The workbook counts days from 1904. */
  readonly date1904?: true;
  /** The file that this one is an annotated copy of; null for other files. */
  copyOf?(): Promise<CopyOf | null>;
  /** The sheet of questions that an annotation added; null if there is none. */
  questions?(): Promise<SheetRows | null>;
  close(): Promise<void>;
}

/** All rows of a sheet. */
export interface SheetRows {
  readonly sheet: string;
  readonly rows: readonly Row[];
}

/** The file of which an annotated copy was made. `map`: the path of its map file, relative to the folder of the copy. */
export interface CopyOf {
  readonly file: string;
  readonly map: string | null;
}

export interface SheetHandle {
  /** The name of the sheet; for a text file, the file name without its extension. */
  readonly name: string;
  /** Whether the sheet is hidden. Hidden sheets are listed too; the caller decides what to do with them. */
  readonly hidden: boolean;
  /**
   * Reads the rows in order, in batches, without blank rows. Each call reads from the start. Problems are reported to
   * `onFinding`; an error ends the sheet.
   */
  rows(onFinding: (finding: Finding) => void): AsyncIterable<readonly Row[]>;
}

export interface SourceOptions {
  /** Name of the encoding; detected by default. */
  readonly encoding?: string;
  /** The delimiter: `;`, `,`, tab or `|`; detected by default. */
  readonly delimiter?: string;
  readonly limits?: Partial<Limits>;
}

/**
 * Limits on what is read, whatever sizes the file claims. No limit depends on time, so that slow machines accept the
 * same files.
 */
export interface Limits {
  /** Bytes of the file, or of standard input. */
  readonly fileBytes: number;
  /** Entries of a workbook's archive. */
  readonly entries: number;
  /** Inflated bytes of all parts. */
  readonly inflatedBytes: number;
  /** Inflated bytes of one part. */
  readonly partBytes: number;
  /** Inflated size divided by packed size, checked for large parts with very few rows. */
  readonly ratio: number;
  readonly sheets: number;
  /** Rows of a sheet, including blank ones. */
  readonly rows: number;
  /** Columns of a row. */
  readonly columns: number;
  /** Cells of a sheet, including empty ones before the last cell of each row. */
  readonly cells: number;
  /** Bytes of a row of a text file, so that an unclosed quote does not swallow the rest of a large file. */
  readonly rowBytes: number;
  readonly cellCharacters: number;
  /** Characters of all shared strings of a workbook; each counts as at least 24. */
  readonly sharedCharacters: number;
}
