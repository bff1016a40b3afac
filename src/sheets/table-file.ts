import type { Writable } from 'node:stream';
import { type CsvMarks, csvSink } from './csv-writer.ts';
import { TextOut } from './text-out.ts';

/** Writes a table as a JSON list, with one object per row and line. */
function jsonSink(out: Writable, columns: readonly TableColumn[]): TableSink {
  return sinkOf(out, columns, { first: '[\n', between: ',\n', last: '\n]\n', none: '[]\n' });
}

/** Writes a table as JSON lines, with one object per row. */
function ndjsonSink(out: Writable, columns: readonly TableColumn[]): TableSink {
  return sinkOf(out, columns, { first: '', between: '\n', last: '\n', none: '' });
}

interface Frame {
  readonly first: string;
  readonly between: string;
  readonly last: string;
  /** The whole output if there are no rows. */
  readonly none: string;
}

function sinkOf(out: Writable, columns: readonly TableColumn[], frame: Frame): TableSink {
  const text = new TextOut(out);
  const names = columns.map(({ name }) => `${JSON.stringify(name)}:`);
  let rows = 0;
  return {
    writeRow(row) {
      const before = rows === 0 ? frame.first : frame.between;
      rows++;
      return text.add(before + objectOf(names, row));
    },
    async end() {
      await text.add(rows === 0 ? frame.none : frame.last);
      await text.flush();
      return { rows, guarded: 0, cut: 0, plainLinks: 0 };
    },
  };
}

function objectOf(names: readonly string[], row: readonly TableCell[]): string {
  return `{${names.map((name, at) => name + JSON.stringify(row[at] ?? null)).join(',')}}`;
}

/** Value of a table cell; null is empty. */
export type TableCell = string | number | boolean | null;

export interface TableColumn {
  /** Name of the field in JSON. */
  readonly name: string;
  /** Column header in CSV and workbooks. */
  readonly heading: string;
  /**
   * `link`: a text that starts with an http(s) address becomes a link in a workbook. `date`: a text in ISO 8601 becomes a
   * date in a workbook and in Parquet, in UTC.
   */
  readonly type: 'text' | 'number' | 'boolean' | 'link' | 'date';
  readonly unit?: string;
}

/** The time of a date or date-time in ISO 8601, in milliseconds since 1970; undefined for another text. Without an offset it is in UTC. */
export function timeOf(text: string): number | undefined {
  const found = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text);
  if (!found) return undefined;
  const [, day = '', time = 'T00:00', offset = 'Z'] = found;
  const start = Date.parse(day);
  // A day such as 30 February would be read as one in March.
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day) return undefined;
  const moment = Date.parse(day + time + offset);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Format of a table. */
export interface TableFormat {
  readonly format: 'csv' | 'xlsx' | 'json' | 'ndjson' | 'parquet';
  /** CSV for Excel: a UTF-8 byte order mark, and the marks of its language. */
  readonly excel?: CsvMarks;
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
  /** Parquet: number of values that are left out, because a column has one type. */
  readonly mistyped?: number;
}

export interface RowSink {
  /** Writes a row. Wait for the promise, if any, before the next row (backpressure). */
  writeRow(row: readonly TableCell[]): void | Promise<void>;
}

/** Writes a table to a stream, which the caller closes. A failed write rejects with its cause. */
export interface TableSink extends RowSink {
  /** Writes what is left; resolves when the stream has accepted it. */
  end(): Promise<Written>;
}

/** Writes a table in a text format. `workbookSink` writes workbooks, `parquetSink` Parquet. */
export function tableSink(
  out: Writable,
  columns: readonly TableColumn[],
  { format, ...options }: TableFormat & { readonly format: 'csv' | 'json' | 'ndjson' },
): TableSink {
  if (format === 'csv') return csvSink(out, columns, options);
  return format === 'json' ? jsonSink(out, columns) : ndjsonSink(out, columns);
}
