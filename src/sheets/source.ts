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

/** Where reading stops, whatever the file claims. */
export interface Limits {
  /** Entries of a workbook's archive. */
  readonly entries: number;
  /** Inflated bytes of all parts read, and of one part. */
  readonly inflatedBytes: number;
  readonly partBytes: number;
  /** Characters of all shared strings together, and of one cell. */
  readonly sharedCharacters: number;
  readonly cellCharacters: number;
  /** Columns of a row. */
  readonly columns: number;
}
