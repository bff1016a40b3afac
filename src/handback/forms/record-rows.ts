import { type Body, type KindSpec, keyOf } from '../../contract/kind.ts';
import type { Completed } from '../../records/check/check-row.ts';
import type { Column, Draft } from '../../records/record.ts';
import type { Cell, Row } from '../../sheets/cell.ts';

/** A row of a sheet that is a record, or one of the rows of a record. */
export interface RecordRow {
  readonly kind: KindSpec;
  readonly key: string;
  readonly body: Body;
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
  /** The number of the row among the rows of its record, from 0. */
  readonly at: number;
  readonly cells: readonly Cell[];
  /** The cells of the first row of the record. */
  readonly first: readonly Cell[];
  readonly columns: readonly Column[];
}

/** The rows of a record as it was read. */
export function recordRows(row: Row, { map }: Draft, { body }: Completed): RecordRow[] {
  const { kind, file, sheet, columns } = map;
  const record = { kind, key: keyOf(kind, body), body, file, sheet, columns, first: row.cells };
  return [row, ...(row.more ?? [])].map((one, at) => ({ ...record, at, row: one.row, cells: one.cells }));
}

/** Identifies a row of a sheet. */
export const rowId = ({ file, sheet, row }: Pick<RecordRow, 'file' | 'sheet' | 'row'>): string =>
  JSON.stringify([file, sheet, row]);
