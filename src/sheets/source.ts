import type { Finding } from '../findings/finding.ts';
import type { Row } from './cell.ts';

/** An open file. Closing it also removes a temporary copy of standard input. */
export interface Source {
  /** As the person named it; `-` is `standard input`. */
  readonly file: string;
  readonly format: 'xlsx' | 'csv';
  /** The detected format, for people: `semicolon-separated, Windows-1252`. */
  readonly description: string;
  /** Lower-case hexadecimal SHA-256 of the bytes. */
  readonly sha256: string;
  readonly sheets: readonly SheetHandle[];
  /** The workbook counts days from 1904. */
  readonly date1904?: true;
  close(): Promise<void>;
}

export interface SheetHandle {
  /** The name of the sheet; of a text file, its name without extension. */
  readonly name: string;
  /** Hidden sheets are listed too; the caller decides what to do with them. */
  readonly hidden: boolean;
  /**
   * Reads the rows in order, in batches, without blank rows. Each call reads from the start. Problems are reported to
   * `onFinding`; an error ends the sheet.
   */
  rows(onFinding: (finding: Finding) => void): AsyncIterable<readonly Row[]>;
}

export interface SourceOptions {
  /** Name of the encoding; default: detected. */
  readonly encoding?: string;
  /** One of `;` `,` tab `|`; default: detected. */
  readonly delimiter?: string;
  readonly limits?: Partial<Limits>;
}

/**
 * Limits of reading, whatever the file claims. They count content, never time, so a file is read the same way on a
 * slow machine.
 */
export interface Limits {
  /** Bytes of the file, or of standard input. */
  readonly fileBytes: number;
  /** Entries of a workbook's archive. */
  readonly entries: number;
  /** Inflated bytes of all parts, and of one part. */
  readonly inflatedBytes: number;
  readonly partBytes: number;
  /** Maximum ratio of inflated to packed size, for a large part with hardly any rows. */
  readonly ratio: number;
  readonly sheets: number;
  /** Rows of a sheet, including blank ones. */
  readonly rows: number;
  /** Columns of a row. */
  readonly columns: number;
  /** Cells of a sheet, including gaps before the last cell of each row. */
  readonly cells: number;
  /** Bytes of a row of a text file: an unclosed quote must not read the rest of a large file. */
  readonly rowBytes: number;
  readonly cellCharacters: number;
  /** Characters of all shared strings of a workbook; each counts as at least 24. */
  readonly sharedCharacters: number;
}
