import { type FixtureColumn, fixtureColumns, recordsSheet } from '../../scripts/fixtures/sheets.ts';
import type { Body, Json } from '../../src/contract/kind.ts';
import { KINDS, type V2Kind } from '../../src/contract/registry.ts';

export type GridCell = string | number | boolean | null;

/** The cell for a value of a record. */
export const cellOf = (value: Json | undefined): GridCell =>
  value === undefined ? null : Array.isArray(value) ? value.join('; ') : (value as GridCell);

/** Cells that are merged: first row and column, last row and column, from 0. */
export type Merge = readonly [row: number, column: number, lastRow: number, lastColumn: number];

/** A sheet as a person sees it. */
export interface Grid {
  readonly name: string;
  readonly rows: readonly (readonly GridCell[])[];
  readonly merges?: readonly Merge[];
  /** Indexes of the rows that a filter hides. */
  readonly hidden?: readonly number[];
  readonly isHidden?: true;
}

/** The records of a kind with headers that are the names of the fields. */
export function plainGrid(kind: V2Kind, bodies: readonly Body[], name?: string): Grid {
  const { name: plural, columns, rows } = recordsSheet(KINDS.v2[kind], bodies);
  const headers = columns.map(({ header }) => header);
  return { name: name ?? plural, rows: [headers, ...(rows as GridCell[][])] };
}

/** The columns of `plainGrid`. */
export const columnsOf = (kind: V2Kind, bodies: readonly Body[]): FixtureColumn[] =>
  fixtureColumns(KINDS.v2[kind], bodies);
