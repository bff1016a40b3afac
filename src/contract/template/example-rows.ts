import { columnPath } from '../field.ts';
import type { KindSpec } from '../kind.ts';
import type { TemplateColumn } from './columns.ts';

/** A row of a template by its headers. */
export type Example = Readonly<Record<string, string | number | boolean | undefined>>;

/** The example rows of a kind's sheet: the one that its fields spell, and those that the other sheets name. */
export function exampleRows(kind: KindSpec, columns: readonly TemplateColumn[]): Example[] {
  return [exampleOf(columns), ...moreOf(kind, columns)];
}

/** The row that the examples of the fields spell, the first item of each array filled. */
function exampleOf(columns: readonly TemplateColumn[]): Example {
  return Object.fromEntries(
    columns.map(({ header, item, field }) => [header, item === 1 ? field.example : undefined]),
  );
}

function moreOf(kind: KindSpec, columns: readonly TemplateColumn[]): Example[] {
  const { projectType, importationBatch } = exampleOf(columns);
  const more = kind.examples ?? [];
  // A field that an environment's contract calls otherwise has its example under the name that the interface shows.
  const moved = columns.flatMap(({ field, item, header }) =>
    field.was === undefined ? [] : [[header, columnPath(field.was, item)] as const],
  );
  return more.map((row) => ({
    projectType,
    importationBatch,
    ...row,
    ...Object.fromEntries(moved.map(([header, was]) => [header, row[was]])),
  }));
}
