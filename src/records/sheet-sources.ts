import type { Json } from '../contract/kind.ts';
import { remembered } from '../contract/remembered.ts';
import { columnAt, columnLetters, type Row } from '../sheets/cell.ts';
import { cellParts } from './fill.ts';
import type { Draft, SheetMap } from './record.ts';

/** A line of a map file, and its text with the comment. */
export interface MapLine {
  readonly line: number;
  readonly text: string;
}

/** What a map file says about a column. */
export interface MappedSources {
  /** Undefined if the header itself names the field. */
  readonly line?: MapLine;
  readonly words: readonly { readonly word: string; readonly value: Json | null; readonly line: MapLine }[];
}

/** A column of a table, and how its cells become values of a field. */
interface ColumnSource extends Partial<MappedSources> {
  readonly path: string;
  /** Its letters; empty for a label of a form, whose cells are those of each record. */
  readonly column: string;
  readonly header: string;
  /** The column has this field of the records that it refers to, instead of their keys. */
  readonly names?: string;
  /** The numbers of all rows of a record are added up. */
  readonly isSum?: true;
}

/** A field that a map file fills: with a constant, from other cells, or from another field. */
interface FillSource {
  readonly path: string;
  readonly line: MapLine;
  readonly constant?: Json;
  readonly cells?: readonly { readonly column: string; readonly isAbove?: true }[];
  readonly follows?: string;
}

/** How the fields of the records of a table are filled, as the ledger stores it once for all its rows. */
export interface SheetSources {
  readonly map?: { readonly file: string; readonly sha256: string };
  readonly columns: readonly ColumnSource[];
  readonly fills: readonly FillSource[];
}

/** The sources of the fields of a table. `map`: the map file with which it is read. */
export function sheetSources(
  { columns, labels = [], fills = [], layout }: SheetMap,
  map: SheetSources['map'],
): SheetSources {
  const isSum = (path: string) => layout?.group?.add.has(path) === true;
  return {
    ...(map && { map: { file: map.file, sha256: map.sha256 } }),
    columns: [...columns, ...labels].map(({ path, letters, header, mapping }) => {
      const { line, words = [] } = mapping?.sources() ?? {};
      return {
        ...{ path, column: letters, header },
        ...(line && { line }),
        ...(words.length > 0 && { words }),
        ...(mapping?.names && { names: mapping.names.field }),
        ...(isSum(path) && { isSum: true as const }),
      };
    }),
    fills: fills.map(({ path, line, constant, parts, follows }) => ({
      ...{ path, line },
      ...(constant !== undefined && { constant }),
      ...(parts && {
        cells: cellParts(parts).map(({ index, isAbove }) => ({
          ...{ column: columnLetters(index), ...(isAbove && { isAbove }) },
        })),
      }),
      ...(follows && { follows: follows.from }),
    })),
  };
}

/**
 * Finds what fills a path of a body whose items have the numbers of their columns. A value of a whole composition or list is in the
 * cell of all its items, and may be in a column of its own.
 */
const sourcesByPath = ({ columns, fills }: SheetSources) =>
  remembered((path: string): { readonly columns: readonly ColumnSource[]; readonly fill?: FillSource } => {
    const fill = fills.find((one) => one.path === path);
    if (fill) return { columns: [], fill };
    for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
      const found = columns.find((one) => one.path === path.slice(0, end));
      if (!found) continue;
      const ofAll = columns.find((one) => one !== found && one.path === path.replace(/\.\d+(?=\.|$)/g, '.0'));
      return { columns: end < path.length && ofAll ? [found, ofAll] : [found] };
    }
    return { columns: [] };
  }, 10_000);

/** The sources of the fields of a table, prepared to be looked up. */
export interface TableSources extends SheetSources {
  readonly find: ReturnType<typeof sourcesByPath>;
  /** The paths of numbers that are added up over the rows of a record. */
  readonly sums: readonly string[];
}

export const tableSources = (sources: SheetSources): TableSources => ({
  ...sources,
  find: sourcesByPath(sources),
  sums: sources.columns.flatMap(({ path, isSum }) => (isSum ? path : [])),
});

/** The value at a path of a body; null if there is none. */
export const valueAt = (body: Json, path: string): Json =>
  path.split('.').reduce<Json>((at, name) => (at as { [name: string]: Json } | null)?.[name] ?? null, body);

/** The paths of the values of a body, without groups and lists. Adds them to `into`. */
export function leafPaths(value: Json, path = '', into: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) into.push(path);
  else
    for (const name of Object.keys(value))
      leafPaths((value as { [name: string]: Json })[name]!, path === '' ? name : `${path}.${name}`, into);
  return into;
}

/**
 * The cells of the values of a record that are not in its row, or not in the columns that `find` finds, by their path:
 * `C7`, or several, `C7 C8`. Undefined if there are none.
 */
export function ownCells(
  draft: Draft,
  row: Row,
  { find, sums }: TableSources,
): Record<string, string> | undefined {
  if (!draft.rowOf && !draft.isMoved && !row.filledFrom && !row.above) return undefined;
  const parts = draft.isMoved || row.filledFrom || row.above ? undefined : draft.ownParts?.();
  const paths =
    parts === undefined
      ? leafPaths(draft.body)
      : [...parts, ...sums].flatMap((path) => leafPaths(valueAt(draft.body, path), path));
  let rows: readonly Row[] | undefined;
  let cells: Record<string, string> | undefined;
  for (const path of paths) {
    const { columns, fill } = find(path);
    const [first, ...others] = columns;
    const at = draft.rowOf?.(path).row ?? draft.row;
    const letters = draft.columnOf(path);
    rows ??= [row, ...(row.more ?? [])];
    const own = rows.find((one) => one.row === at);
    const placed = (column: string) => `${column}${own?.filledFrom?.get(columnAt(column)) ?? at}`;
    const places = fill
      ? fill.cells?.map(({ column, isAbove }) => (isAbove ? `${column}${own?.above?.row}` : placed(column)))
      : letters === undefined
        ? undefined
        : first?.isSum && rows.length > 1
          ? rows.flatMap((one) => (one.cells[columnAt(letters)] ? [`${letters}${one.row}`] : []))
          : [placed(letters), ...others.map(({ column }) => placed(column))];
    const usual = (fill ? (fill.cells ?? []) : columns).map(({ column }) => `${column}${draft.row}`);
    const text = places?.join(' ');
    if (text === undefined || text === usual.join(' ')) continue;
    cells ??= {};
    cells[path] = text;
  }
  return cells;
}
