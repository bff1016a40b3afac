import { say } from '../../say.ts';
import type { YamlPath } from './lines.ts';
import type { SheetEntry, WrittenEntry } from './map-file.ts';
import { overlapping, type TablePlace } from './table-ranges.ts';

/** The keys that lead to each table of an entry, as the file has it: to the entry itself if it has no `tables`. */
export const pathsOf = (tables: unknown, at: number): YamlPath[] =>
  Array.isArray(tables) ? tables.map((_, table) => ['sheets', at, 'tables', table]) : [['sheets', at]];

/** The tables of an entry. The entry itself is its only table if it has no `tables`. */
export function tablesOf({ sheet, file, tables, kind = '', ...keys }: WrittenEntry): SheetEntry[] {
  const place = { ...(sheet !== undefined && { sheet }), ...(file !== undefined && { file }) };
  return (tables ?? [{ kind, ...keys }]).map((table) => ({ ...place, ...table }));
}

/** Where a table says that its rows are. Undefined if its header row must be found. */
export function placeOf({ headerRow, lastRow }: SheetEntry): TablePlace | undefined {
  const rows = headerRow === undefined ? [] : [headerRow].flat();
  if (rows.length === 0) return undefined;
  return { headers: { first: rows[0]!, last: rows.at(-1)! }, ...endOf(lastRow) };
}

/** Where a table ends: at a row, or above the row that begins with a text. */
export const endOf = (lastRow: SheetEntry['lastRow']): Pick<TablePlace, 'lastRow' | 'end'> =>
  typeof lastRow === 'string' ? { end: lastRow } : { lastRow };

/** Whether a table is a form: it has labels, but no rows. */
export const isForm = ({ labels, columns, letters, headerRow }: SheetEntry): boolean =>
  labels !== undefined && columns === undefined && letters === undefined && headerRow === undefined;

/** A problem of an entry, and the keys that lead to it from the entry. */
interface EntryProblem {
  readonly path: YamlPath;
  readonly problem: string;
}

/** What is wrong with the keys of an entry as a whole, and with the rows of its tables. */
export function problemsOf(entry: WrittenEntry): EntryProblem[] {
  const { sheet, file, tables: listed, ...keys } = entry;
  const { unnamed, kindless, besideTables } = say().mapFile;
  const given = Object.keys(keys);
  return [
    ...(sheet === undefined && file === undefined ? [{ path: [], problem: unnamed() }] : []),
    ...(listed === undefined && keys.kind === undefined ? [{ path: [], problem: kindless() }] : []),
    ...(listed === undefined ? [] : given.map((key) => ({ path: [key], problem: besideTables() }))),
    ...rowProblems(tablesOf(entry)).map(({ at, path, problem }) => ({
      path: listed === undefined ? path : ['tables', at, ...path],
      problem,
    })),
  ];
}

function rowProblems(tables: readonly SheetEntry[]): (EntryProblem & { readonly at: number })[] {
  const places = tables.map(placeOf);
  return tables.flatMap(({ kind, lastRow }, at) => {
    const own = places[at];
    const { noRowBelow, skippedTable, overlaps } = say().mapFile;
    if (own === undefined)
      return kind === 'skip' && tables.length > 1 ? [{ at, path: [], problem: skippedTable() }] : [];
    if (typeof lastRow === 'number' && lastRow <= own.headers.last)
      return [{ at, path: ['lastRow'], problem: noRowBelow({ row: String(own.headers.last) }) }];
    const isSkip = (other: number) => (tables[other]!.kind === 'skip') !== (kind === 'skip');
    const other = overlapping(places, at, isSkip);
    return other < 0 ? [] : [{ at, path: ['headerRow'], problem: overlaps({ number: String(other + 1) }) }];
  });
}
