import { columnPath, type Field, pathSteps } from '../src/contract/field.ts';
import type { Body, Json, KindSpec } from '../src/contract/kind.ts';
import { KINDS, type V2Kind } from '../src/contract/registry.ts';
import { sheetName } from '../src/contract/template/template.ts';
import type { Cell } from '../src/sheets/cell.ts';
import type { SheetData, WorkbookData } from '../src/sheets/workbook-data.ts';

/** A column of a fixture: a field, the number of its list item (from 1), and the header. */
export interface FixtureColumn {
  readonly field: Field;
  readonly item: number;
  readonly header: string;
  /** What an open field's column is called below it. */
  readonly open?: string;
}

export type Records = Readonly<Record<V2Kind, readonly Body[]>>;

/** One workbook of four sheets: headers named like the fields, values as in the bodies. */
export function batchWorkbook(records: Records): WorkbookData {
  return {
    title: 'Maison Aurore, SS27, wave 1',
    sheets: Object.values(KINDS.v2).map((kind) => recordsSheet(kind, records[kind.name as V2Kind])),
  };
}

/** The sheet of a kind's records. */
export function recordsSheet(kind: KindSpec, bodies: readonly Body[]): SheetData {
  const columns = fixtureColumns(kind, bodies);
  const rows = bodies.map((body) => columns.map((column) => canonical(valueAt(body, column))));
  return {
    name: sheetName(kind),
    columns: columns.map(({ field, header, item }, at) => ({
      header,
      width: width(header, rows, at),
      headerStyle: field.required === 'always' && item === 1 ? 'required' : 'optional',
      ...(['number', 'flag', 'boolean'].includes(field.value.type) ? {} : { format: 'text' }),
    })),
    rows,
  };
}

const width = (header: string, rows: readonly (readonly Cell[])[], at: number): number =>
  Math.min(48, Math.max(header.length + 4, ...rows.map((row) => String(row[at] ?? '').length + 2)));

/** Columns for all values of the bodies, in the order of the fields, with list items side by side. */
export function fixtureColumns(kind: KindSpec, bodies: readonly Body[]): FixtureColumn[] {
  const columns: FixtureColumn[] = [];
  const done = new Set<string>();
  for (const field of kind.fields) {
    const array = groupOf(field);
    if (array === null) columns.push(...plainColumns(field, bodies));
    else if (!done.has(array)) {
      done.add(array);
      const group = kind.fields.filter((other) => groupOf(other) === array);
      const most = Math.max(...bodies.map((body) => ((body[array] as Json[] | undefined) ?? []).length));
      for (let item = 1; item <= most; item++) {
        columns.push(...group.map((other) => ({ field: other, item, header: columnPath(other.path, item) })));
      }
    }
  }
  return columns.filter((column) => bodies.some((body) => valueAt(body, column) !== undefined));
}

function plainColumns(field: Field, bodies: readonly Body[]): FixtureColumn[] {
  const header = columnPath(field.path);
  if (field.value.type !== 'open') return [{ field, item: 1, header }];
  const names = new Set(bodies.flatMap((body) => Object.keys((body[field.path] as Body | undefined) ?? {})));
  return [...names].map((open) => ({ field, item: 1, header: `${header}.${open}`, open }));
}

function groupOf(field: Field): string | null {
  const steps = pathSteps(field.path);
  return steps.slice(0, -1).find(({ array }) => array)?.name ?? null;
}

/** The value of a body for a column; undefined if there is none. */
export function valueAt(body: Body, { field, item, open }: FixtureColumn): Json | undefined {
  const steps = pathSteps(field.path);
  let value: Json | undefined = body;
  steps.forEach(({ name, array }, at) => {
    value = (value as Body | undefined)?.[name];
    if (array && at < steps.length - 1) value = (value as Json[] | undefined)?.[item - 1];
  });
  return open === undefined ? value : (value as Body | undefined)?.[open];
}

function canonical(value: Json | undefined): Cell {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join('; ') : (value as string | number | boolean);
}
