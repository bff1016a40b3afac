import type { Finding } from '../findings/finding.ts';
import type { Row } from './cell.ts';

/** A file opened for reading. Close it when done; a temporary copy of standard input goes with it. */
export interface Source {
  /** As the person named it; `-` is `standard input`. */
  readonly file: string;
  readonly format: 'xlsx' | 'csv';
  /** What was detected, for the person: `semicolon-separated, Windows-1252`. */
  readonly description: string;
  /** Lower-case hexadecimal SHA-256 of the bytes. */
  readonly sha256: string;
  readonly sheets: readonly SheetHandle[];
  /** A workbook that counts its days from 1904. */
  readonly date1904?: true;
  close(): Promise<void>;
}

export interface SheetHandle {
  /** The sheet's name; for a text file the file's name without its extension. */
  readonly name: string;
  /** Hidden and very hidden sheets are listed too: the reader of rows decides. */
  readonly hidden: boolean;
  /**
   * The rows in order, in batches, blank rows left out. May be called again: each call reads from the start.
   * What is wrong with the bytes goes to `onFinding`; an error there ends the sheet.
   */
  rows(onFinding: (finding: Finding) => void): AsyncIterable<readonly Row[]>;
}

export interface SourceOptions {
  /** An encoding's name, instead of detecting it. */
  readonly encoding?: string;
  /** One of `;` `,` tab `|`, instead of detecting it. */
  readonly delimiter?: string;
  readonly limits?: Partial<Limits>;
}

/**
 * Where reading stops, whatever the file claims. They count what is in the file and never the time it takes: a file
 * reads the same on a slow machine.
 */
export interface Limits {
  /** Bytes of the file itself, and of what comes through standard input. */
  readonly fileBytes: number;
  /** Entries of a workbook's archive. */
  readonly entries: number;
  /** Inflated bytes of all parts read, and of one part. */
  readonly inflatedBytes: number;
  readonly partBytes: number;
  /** How many times its packed size a large part with hardly a row may inflate to. */
  readonly ratio: number;
  readonly sheets: number;
  /** Rows of a sheet, blank ones too. */
  readonly rows: number;
  /** Columns of a row. */
  readonly columns: number;
  /** Cells of a sheet, with the gaps before the last one of each row. */
  readonly cells: number;
  /** Bytes of one row of a text file: a quote left open must not swallow the rest of a large file. */
  readonly rowBytes: number;
  readonly cellCharacters: number;
  /** Characters of all shared strings of a workbook together; each counts as 24 at least. */
  readonly sharedCharacters: number;
}
