import { columnPath, type Field } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { columnNames, labelLanguage, labelOf } from '../contract/labels.ts';
import { HINT_LEAD } from '../recognise/header-similarity.ts';
import { quoted } from '../recognise/text.ts';
import { kindText, language, say } from '../say.ts';
import { columnText, numberedPath } from './column-paths.ts';
import { isFilledBy } from './composition-column.ts';
import { type HeaderIndex, headersOf } from './headers.ts';
import type { Column, SheetMapping, UnmappedColumn } from './record.ts';
import type { HeaderNote } from './sheet-finding.ts';

/** Maximum number of columns that are compared with missing fields. */
const MAX_COMPARED_COLUMNS = 200;

type NamedColumn = Pick<Column, 'field'> & { readonly header?: string };

/** Required fields without a column, except those that the flags --family and --batch can set. */
export function missingFields(kind: KindSpec, columns: readonly NamedColumn[]): Field[] {
  const given = new Set(columns.map((column) => column.field));
  return kind.fields.filter(
    (field) =>
      field.required === 'always' &&
      !isFilledBy(field, given) &&
      field.path !== 'projectType' &&
      field.path !== kind.batchField,
  );
}

/** Reports required fields without a column. */
export function noteMissing(
  kind: KindSpec,
  columns: readonly NamedColumn[],
  unmapped: readonly UnmappedColumn[],
  note: HeaderNote,
  mapping: SheetMapping | undefined,
): void {
  const given = new Set(columns.map((column) => column.field));
  const missing = missingFields(kind, columns);
  if (missing.length === 0) return;
  const named = unmapped
    .filter(({ header, ignored }) => header !== '' && (ignored === null || ignored === 'unknown'))
    .slice(0, MAX_COMPARED_COLUMNS)
    .map((column) => ({ column, likely: headersOf(kind).likely(column.header, given) }));
  const headers = columns.flatMap(({ header }) => header ?? []);
  for (const field of missing) {
    const path = columnPath(field.path);
    const column = likeliestColumn(field, named);
    const names = namesOf(kind, field, headers);
    const about = { kind: kindText(kind.name), field: path };
    const message =
      column === undefined
        ? say().headers.missing(about)
        : say().headers.missingNear({ ...about, column: columnText(column) });
    note('header-missing', message, {
      field: numberedPath({ field, numbers: [], below: [] }, new Set()),
      suggestion: mapping
        ? mapping.fieldLine(path)
        : column === undefined
          ? say().headers.add({ names })
          : say().headers.rename({ header: quoted(column.header), names }),
    });
  }
}

/** The names that a column of a field can have: its path, and its label in the language of most other headers. */
export function namesOf(kind: KindSpec, field: Field, headers: Iterable<string>): string {
  const label =
    labelOf(kind, field, labelLanguage(kind, headers, language()), 1) ?? columnNames(kind, field)[0];
  return [...new Set([columnPath(field.path), ...(label === undefined ? [] : [label])])].join(
    say().cells.or(),
  );
}

/**
 * The unmapped column whose header is most similar to a field. A column that is clearly more similar to another
 * field is not considered.
 */
function likeliestColumn(
  field: Field,
  named: readonly { readonly column: UnmappedColumn; readonly likely: ReturnType<HeaderIndex['likely']> }[],
): UnmappedColumn | undefined {
  let best: { column: UnmappedColumn; confidence: number } | undefined;
  for (const { column, likely } of named) {
    const confidence = likely.find((one) => one.field === field)?.confidence ?? 0;
    if (confidence === 0 || likely[0]!.confidence - confidence >= HINT_LEAD) continue;
    if (!best || confidence > best.confidence) best = { column, confidence };
  }
  return best?.column;
}
