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
export const sourcesByPath = ({ columns, fills }: Pick<SheetSources, 'columns' | 'fills'>) =>
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

/** The paths of the values of a body, without groups and lists. */
export function* leafPaths(value: Json, path = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) {
    yield path;
    return;
  }
  for (const [name, inner] of Object.entries(value))
    yield* leafPaths(inner, path === '' ? name : `${path}.${name}`);
}

/**
 * The cells of the values of a record that are not in its row, or not in the columns that `sourcesByPath` finds, by their path:
 * `C7`, or several, `C7 C8`. Undefined if there are none.
 */
export function ownCells(
  draft: Draft,
  row: Row,
  find: ReturnType<typeof sourcesByPath>,
): Record<string, string> | undefined {
  if (!draft.rowOf && !draft.isMoved && !row.filledFrom && !row.above) return undefined;
  const rows = [row, ...(row.more ?? [])];
  const cells: Record<string, string> = {};
  for (const path of leafPaths(draft.body)) {
    const { columns, fill } = find(path);
    const at = draft.rowOf?.(path).row ?? draft.row;
    const own = rows.find((one) => one.row === at);
    const placed = (letters: string) => `${letters}${own?.filledFrom?.get(columnAt(letters)) ?? at}`;
    const letters = draft.columnOf(path);
    const [first, ...others] = columns;
    const places = fill
      ? fill.cells?.map(({ column, isAbove }) => (isAbove ? `${column}${own?.above?.row}` : placed(column)))
      : letters === undefined
        ? undefined
        : first?.isSum && rows.length > 1
          ? rows.flatMap((one) => (one.cells[columnAt(letters)] ? [`${letters}${one.row}`] : []))
          : [placed(letters), ...others.map(({ column }) => placed(column))];
    const usual = (fill ? (fill.cells ?? []) : columns).map(({ column }) => `${column}${draft.row}`);
    if (places && places.join(' ') !== usual.join(' ')) cells[path] = places.join(' ');
  }
  return Object.keys(cells).length > 0 ? cells : undefined;
}
