import { columnOf, leavesOf } from './columns.ts';
import { shortName } from './headings.ts';
import { type Parts, plain } from './level.ts';
import { restOf } from './rest.ts';
import { shapeAt } from './shape.ts';
import type { CellValue, Row, Table } from './table.ts';
import { isObject, reach, readable } from './value.ts';

const NO_STOPS: ReadonlySet<string> = new Set();

/**
 * A table with one row for each indicator: impacts, scores, grades and their inputs. Indicators of the contract come
 * first, in the order of the contract.
 *
 * @param groups the names of the objects that contain them
 */
export function impactTable(parts: Parts, groups: readonly string[]): Table<unknown> {
  const { keys, shape } = parts;
  const known = groups.map((group) => {
    const groupShape = shapeAt(shape, [group])!;
    return { group, shape: groupShape, fields: leavesOf(groupShape).filter(({ byLanguage }) => !byLanguage) };
  });
  const fields = known.flatMap((one) => one.fields);
  const columns = [
    ...keys,
    columnOf({ name: 'indicator' }, () => null),
    columnOf({ name: 'unit' }, () => null),
    columnOf({ name: 'value', type: 'number', covers: fields.map(({ path }) => path) }, () => null),
    columnOf({ name: 'text' }, () => null),
  ];
  return {
    name: 'impact',
    columns: columns.map(plain),
    *rows(record) {
      const first = keys.map((key) => key.cell(record));
      for (const { path, unit } of fields) {
        yield rowOf(first, path, unit ?? null, reach(record, path.split('.')));
      }
      for (const { group, shape: groupShape } of known) {
        const rest = restOf(groupShape, reach(record, [group]), NO_STOPS);
        if (rest === undefined) continue;
        for (const [path, value] of scalarsOf(rest, group)) yield rowOf(first, path, null, value);
      }
    },
  };
}

function rowOf(first: readonly CellValue[], path: string, unit: string | null, value: unknown): Row {
  const number = typeof value === 'number';
  const missing = value === undefined || value === null;
  return [...first, shortName(path), unit, number ? value : null, number || missing ? null : readable(value)];
}

function* scalarsOf(value: unknown, path: string): Generator<[string, unknown]> {
  if (!isObject(value)) yield [path, value];
  else for (const [name, inner] of Object.entries(value)) yield* scalarsOf(inner, `${path}.${name}`);
}
