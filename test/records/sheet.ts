import type { Body, Json } from '../../src/contract/kind.ts';
import { kindNamed, type V2Kind } from '../../src/contract/registry.ts';
import type { Finding } from '../../src/findings/finding.ts';
import { readRow } from '../../src/records/read.ts';
import { recogniseSheet, type SheetInput } from '../../src/records/recognise.ts';
import type { Draft, ReadOptions, SheetMap } from '../../src/records/record.ts';
import { UnmappedColumns } from '../../src/records/unmapped-columns.ts';
import type { Cell, Row } from '../../src/sheets/cell.ts';

/** Rows in the numbering of a sheet: the first is row 1. */
export function rowsOf(...rows: readonly (readonly Cell[])[]): Row[] {
  return rows.map((cells, at) => ({ row: at + 1, cells }));
}
export const valueAt = (body: Json, path: string): Json | undefined =>
  path
    .split('.')
    .reduce<Json | undefined>((at, name) => (at as { [name: string]: Json } | undefined)?.[name], body);

/** A composition of these materials. */
export const blend = (shares: Readonly<Record<string, number>>): Body[] =>
  Object.entries(shares).map(([material, percentage]) => ({ material, percentage }));

/** Recognises a sheet of v2 with these first rows. */
export const recognised = (firstRows: readonly Row[], more: Partial<SheetInput> = {}) =>
  recogniseSheet({
    ...{ interfaceName: 'v2', file: 'batch.xlsx', sheet: 'Feuil1', firstRows, options: {} },
    ...more,
  });

/** Reads a sheet as `kind`; its first row is the header, unless `options` name another one. */
export function readSheet(
  kind: V2Kind,
  heads: readonly Cell[],
  rows: readonly (readonly Cell[])[],
  options: ReadOptions = {},
): { map: SheetMap; findings: Finding[]; drafts: Draft[] } {
  const head = rowsOf(heads, ...rows);
  const { map, findings } = recognised(head, { asKind: kindNamed('v2', kind), options });
  if (!map) throw new Error(`no map: ${findings.map(({ message }) => message).join('; ')}`);
  const leftOut = new UnmappedColumns([map]);
  const below = head.filter(({ row }) => row > map.headerRow);
  for (const row of below) leftOut.count(row);
  findings.push(...leftOut.findings());
  return { map, findings, drafts: below.map((row) => readRow(map, row)) };
}

/** Reads one cell under `header`: its value at the column's path, and `severity code` of its findings. */
export function readCell(
  kind: V2Kind,
  header: string,
  cell: Cell,
  options: ReadOptions = {},
): { value: Json | undefined; codes: string[]; findings: readonly Finding[]; unreadable: string[] } {
  const { map, drafts } = readSheet(kind, [header], [[cell]], options);
  const draft = drafts[0]!;
  const value = valueAt(draft.body, map.columns[0]!.path);
  const { findings, unreadable } = draft;
  return { value, codes: findings.map(({ code }) => code), findings, unreadable: [...unreadable] };
}
