import type { ReadField } from '../../contract/read-shape.ts';
import { LANGUAGES, type Language } from '../../contract/v2/study-lists.ts';
import { columnOf, columnsOf, type ReadColumn } from './columns.ts';
import { restOf } from './rest.ts';
import { type ObjectShape, shapeAt, shapeOf } from './shape.ts';
import type { CellValue, ExportRow, Table } from './table.ts';
import { cellOf, valueAt } from './value.ts';

/** A list in a record. Each item is a row of a table. */
export interface Level {
  readonly grain: string;
  /**
   * The names of the lists from the record to this level, such as `components`, `materials`. The last name is the list
   * itself; the others are the path of `above`.
   */
  readonly path: readonly string[];
  readonly above?: Level;
  /** The fields that identify an item, besides its number, in the tables below this one. */
  readonly keys: readonly string[];
}

/** How a record is split into tables. */
export interface Plan {
  /** The name of the table with one row for each record. */
  readonly table: string;
  readonly fields: readonly ReadField[];
  /**
   * The fields that identify a record in all its tables. If the name of the column differs from the field, `name` is
   * set.
   */
  readonly keys: readonly (readonly [field: string, name?: string])[];
  readonly levels: readonly Level[];
}

/** The plan, shape and options from which the tables of a record are built. */
export interface Parts {
  readonly plan: Plan;
  readonly shape: ObjectShape;
  readonly languages: readonly Language[];
  readonly keys: readonly ReadColumn[];
}

/**
 * Prepares the tables of a plan.
 *
 * @param languages the languages that get columns; all if empty
 */
export function partsOf(plan: Plan, languages: readonly Language[] = []): Parts {
  const chosen = languages.length === 0 ? LANGUAGES : LANGUAGES.filter((one) => languages.includes(one));
  const shape = shapeOf(plan.fields);
  const own = topColumns(plan, shape, chosen);
  const keys = plan.keys.map(([field, name = field]) => {
    const column = own.find((one) => one.name === field)!;
    return columnOf({ ...column, name }, column.cell);
  });
  return { plan, shape, languages: chosen, keys };
}

const stopsOf = ({ levels }: Plan): ReadonlySet<string> => new Set(levels.map(({ path }) => path.join('.')));

function topColumns(plan: Plan, shape: ObjectShape, languages: readonly Language[]): ReadColumn[] {
  return columnsOf(shape, { prefix: '', languages, tables: [...stopsOf(plan)] });
}

/**
 * The table with one row for each record: its keys, all fields without a table of their own, and fields that are not in
 * the contract.
 */
export function topTable(parts: Parts): Table<unknown> {
  const { plan, shape, keys, languages } = parts;
  const named = plan.keys.map(([field]) => field);
  const stops = stopsOf(plan);
  const others = topColumns(plan, shape, languages).filter(({ name }) => !named.includes(name));
  const columns = [...keys, ...others, otherColumn('', (record) => restOf(shape, record, stops))];
  return {
    name: plan.table,
    columns,
    rows: (record) => [columns.map((column) => column.cell(record))],
  };
}

/** The table with one row for each item of a level. */
export function levelTable(level: Level, parts: Parts): Table<unknown> {
  const { plan, keys } = parts;
  const chain = chainOf(level);
  const above = chain.slice(0, -1).map((one) => keyColumns(one, parts));
  const stops = stopsOf(plan);
  const shape = shapeAt(parts.shape, level.path)!;
  const path = level.path.join('.');
  const own = [
    ...ownColumns(level, parts),
    otherColumn(level.grain, (item) => restOf(shape, item, stops, path)),
  ];
  const columns = [
    ...keys,
    ...chain.slice(0, -1).flatMap((one, at) => [numberColumn(one), ...above[at]!]),
    numberColumn(level),
    ...own,
  ];
  return {
    name: level.grain,
    columns,
    *rows(record) {
      const first = keys.map((key) => key.cell(record));
      for (const items of itemsOf(record, chain)) {
        const row: CellValue[] = [...first];
        for (const [at, { item, number }] of items.entries()) {
          row.push(number);
          for (const column of above[at] ?? own) row.push(column.cell(item));
        }
        yield row as ExportRow;
      }
    },
  };
}

/** A level and its ancestors, the highest first. */
export function chainOf(level: Level): Level[] {
  return [...(level.above ? chainOf(level.above) : []), level];
}

export interface Item {
  readonly item: unknown;
  /** The number of the item in its list, from 1. */
  readonly number: number;
}

/** Yields an array for every item of the last level of a chain: the items that contain it, outermost first, then itself. */
export function* itemsOf(holder: unknown, chain: readonly Level[]): Generator<readonly Item[]> {
  const [level, ...further] = chain;
  if (!level) return;
  const list = valueAt(holder, level.path.slice(level.above?.path.length ?? 0));
  if (!Array.isArray(list)) return;
  for (const [at, item] of list.entries()) {
    const here = { item, number: at + 1 };
    if (further.length === 0) yield [here];
    else for (const items of itemsOf(item, further)) yield [here, ...items];
  }
}

function ownColumns(level: Level, { plan, shape, languages }: Parts): ReadColumn[] {
  const tables = plan.levels
    .filter(({ above }) => above === level)
    .map(({ path }) => path.slice(level.path.length).join('.'));
  const item = shapeAt(shape, level.path) as ObjectShape;
  return columnsOf(item, { prefix: level.grain, languages, tables });
}

/** The columns that identify an item of the level. */
export function keyColumns(level: Level, parts: Parts): ReadColumn[] {
  const own = ownColumns(level, parts);
  return level.keys.map((key) => own.find(({ name }) => name === `${level.grain}.${key}`)!);
}

const numberColumn = ({ grain }: Level): ReadColumn => columnOf({ name: `${grain}.number`, type: 'number' });

/** The column with the fields that are not in the contract, as JSON. It is usually empty. */
function otherColumn(grain: string, rest: (item: unknown) => unknown): ReadColumn {
  return columnOf({ name: grain === '' ? 'other' : `${grain}.other` }, (item) => {
    const left = rest(item);
    return cellOf(left === undefined ? null : JSON.stringify(left), 'text');
  });
}
