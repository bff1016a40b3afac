import type { Writable } from 'node:stream';
import { csvSink } from './csv-writer.ts';
import { jsonSink, ndjsonSink } from './json-writer.ts';

/** What a cell of a table holds; null is empty. */
export type TableCell = string | number | boolean | null;

export interface TableColumn {
  /** For machines: the name of the field in JSON. */
  readonly name: string;
  /** For people: the head of the column in CSV and workbooks. */
  readonly heading: string;
  /** `link`: a text that begins with an http(s) address can be clicked in a workbook. */
  readonly type: 'text' | 'number' | 'boolean' | 'link';
}

/** How a table is written. */
export interface TableFormat {
  readonly format: 'csv' | 'xlsx' | 'json' | 'ndjson';
  /** For CSV: as that Excel opens it with a double click (a mark of UTF-8; `fr` also `;` and decimal commas). */
  readonly excel?: 'fr' | 'en';
  /** For CSV: texts go as they are, also those that a spreadsheet would run as a formula. */
  readonly raw?: boolean;
}

/** What came of a table. */
export interface Written {
  /** Without the heads. */
  readonly rows: number;
  /** CSV: texts that got an apostrophe, since a spreadsheet could have run part of them as a formula. */
  readonly guarded: number;
  /** Workbook: texts that were cut, as a cell holds 32,767 characters. */
  readonly cut: number;
  /** Workbook: addresses that are plain text, as a sheet holds 65,530 links and a link 2,000 characters. */
  readonly plainLinks: number;
  /** CSV for Excel: texts that it reads as numbers, so that zeros or digits are lost. */
  readonly misread?: number;
}

export interface RowSink {
  /** Takes a row; wait for the promise, if there is one, before the next row: it is the backpressure. */
  writeRow(row: readonly TableCell[]): void | Promise<void>;
}

/** A table on its way onto a stream that whoever opened it closes. A write that fails rejects with its cause. */
export interface TableSink extends RowSink {
  /** Writes what is left, and is done when the stream took it. */
  end(): Promise<Written>;
}

/** A table in one of the formats that hold one table a file. For `xlsx` see `workbookSink`. */
export function tableSink(
  out: Writable,
  columns: readonly TableColumn[],
  { format, ...options }: TableFormat & { readonly format: 'csv' | 'json' | 'ndjson' },
): TableSink {
  if (format === 'csv') return csvSink(out, columns, options);
  return format === 'json' ? jsonSink(out, columns) : ndjsonSink(out, columns);
}
