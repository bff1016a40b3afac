import type { Writable } from 'node:stream';
import { csvSink } from './csv-writer.ts';
import { jsonSink, ndjsonSink } from './json-writer.ts';

/** Value of a table cell; null is empty. */
export type TableCell = string | number | boolean | null;

export interface TableColumn {
  /** Name of the field in JSON. */
  readonly name: string;
  /** Column header in CSV and workbooks. */
  readonly heading: string;
  /** `link`: a text that starts with an http(s) address becomes a link in a workbook. */
  readonly type: 'text' | 'number' | 'boolean' | 'link';
}

/** Format of a table. */
export interface TableFormat {
  readonly format: 'csv' | 'xlsx' | 'json' | 'ndjson';
  /** CSV for Excel in that language: a UTF-8 byte order mark; `fr` also `;` and decimal commas. */
  readonly excel?: 'fr' | 'en';
  /** CSV: write texts as they are, even if a spreadsheet would run them as formulas. */
  readonly raw?: boolean;
}

/** Result of writing a table. */
export interface Written {
  /** Number of rows, without the header row. */
  readonly rows: number;
  /** CSV: number of texts that got an apostrophe because a spreadsheet could run part of them as a formula. */
  readonly guarded: number;
  /** Workbook: number of texts that were truncated, because a cell can have at most 32,767 characters. */
  readonly cut: number;
  /**
   * Workbook: number of addresses written as plain text, because a sheet can have at most 65,530 links and a link at
   * most 2,000 characters.
   */
  readonly plainLinks: number;
  /** CSV for Excel: number of texts that Excel reads as numbers, losing zeros or digits. */
  readonly misread?: number;
}

export interface RowSink {
  /** Writes a row. Wait for the promise, if any, before the next row (backpressure). */
  writeRow(row: readonly TableCell[]): void | Promise<void>;
}

/** Writes a table to a stream, which the caller closes. A failed write rejects with its cause. */
export interface TableSink extends RowSink {
  /** Writes the rest; resolves when the stream has accepted it. */
  end(): Promise<Written>;
}

/** Writes a table in a format that has one table per file. `workbookSink` writes workbooks. */
export function tableSink(
  out: Writable,
  columns: readonly TableColumn[],
  { format, ...options }: TableFormat & { readonly format: 'csv' | 'json' | 'ndjson' },
): TableSink {
  if (format === 'csv') return csvSink(out, columns, options);
  return format === 'json' ? jsonSink(out, columns) : ndjsonSink(out, columns);
}
