import { leavesOf, reading, shortName } from './columns.ts';
import { type Parts, plain } from './level.ts';
import { restOf } from './rest.ts';
import { shapeAt } from './shape.ts';
import type { CellValue, Row, Table } from './table.ts';
import { isObject, reach, readable } from './value.ts';

const NO_STOPS: ReadonlySet<string> = new Set();

/**
 * One row an indicator: impacts, scores, grades and what goes into them, those of the contract in its order and then
 * what it does not know.
 *
 * @param groups the names of the objects that hold them.
 */
export function impactTable(parts: Parts, groups: readonly string[]): Table<unknown> {
  const { keys, shape } = parts;
  const known = groups.map((group) => {
    const held = shapeAt(shape, [group])!;
    return { group, shape: held, fields: leavesOf(held).filter(({ byLanguage }) => !byLanguage) };
  });
  const fields = known.flatMap((one) => one.fields);
  const columns = [
    ...keys,
    reading({ name: 'indicator' }, () => null),
    reading({ name: 'unit' }, () => null),
    reading({ name: 'value', type: 'number', covers: fields.map(({ path }) => path) }, () => null),
    reading({ name: 'text' }, () => null),
  ];
  return {
    name: 'impact',
    columns: columns.map(plain),
    *rows(answer) {
      const first = keys.map((key) => key.cell(answer));
      for (const { path, unit } of fields) {
        yield rowOf(first, path, unit ?? null, reach(answer, path.split('.')));
      }
      for (const { group, shape: held } of known) {
        const rest = restOf(held, reach(answer, [group]), NO_STOPS);
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
  else for (const [name, held] of Object.entries(value)) yield* scalarsOf(held, `${path}.${name}`);
}
