import { columnPath } from '../field.ts';
import type { KindSpec } from '../kind.ts';
import type { TemplateColumn } from './columns.ts';

/** An example row of a template, by column name. */
export type Example = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * The example rows of a sheet: one row with the examples of the fields, which fills the first item of each array, then
 * the rows to which other sheets refer.
 */
export function exampleRows(kind: KindSpec, columns: readonly TemplateColumn[]): Example[] {
  const first: Example = Object.fromEntries(
    columns.map(({ header, item, field }) => [header, item === 1 ? field.example : undefined]),
  );
  const { projectType, importationBatch } = first;
  // Example rows use the field names of the interface, so renamed fields are looked up by their old names.
  const moved = columns.flatMap(({ field, item, header }) =>
    field.interfacePath === undefined ? [] : [[header, columnPath(field.interfacePath, item)] as const],
  );
  const more = (kind.examples ?? []).map((row) => ({
    projectType,
    importationBatch,
    ...row,
    ...Object.fromEntries(moved.map(([header, was]) => [header, row[was]])),
  }));
  return [first, ...more];
}
