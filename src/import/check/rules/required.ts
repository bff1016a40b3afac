import { isRequired } from '../../../contract/family.ts';
import type { Field } from '../../../contract/field.ts';
import { fieldText } from '../../../findings/finding.ts';
import type { SheetMap } from '../../records/record.ts';
import { leavesOf, type RowContext } from '../rule.ts';

/** Reports required fields without a value. Family and batch have their own rules. */
export function required({ draft, kind, body, family, report }: RowContext): void {
  for (const field of kind.fields) {
    if (field.required === undefined || field.path === 'projectType' || field.path === kind.batchField)
      continue;
    const always = family === null ? field.required === 'always' : isRequired(field, family);
    if (!always && (field.required !== 'within' || kind.partial)) continue;
    for (const { path, value, grouped } of leavesOf(field, body)) {
      if (value !== undefined || (!always && !grouped) || draft.unreadable.has(path)) continue;
      if (
        !grouped &&
        [...draft.unreadable].some((unreadable) => unreadable.split('.')[0] === path.split('.')[0])
      )
        continue;
      if (field.required === 'always' && !hasColumn(draft.map, field)) continue;
      report('required', path, `${fieldText(path)} is missing${whyRequired(field, family)}`);
    }
  }
}

function whyRequired(field: Field, family: string | null): string {
  if (field.required === 'within')
    return `: it is required when any part of ${field.path.split('.')[0]!.replace('[]', '')} is given`;
  return Array.isArray(field.required) ? `: the family ${family} requires it` : '';
}

const columns = new WeakMap<SheetMap, Set<Field>>();

/** A field without a column is reported once, at the header (`header-missing`), not in every row. */
function hasColumn(map: SheetMap, field: Field): boolean {
  let fields = columns.get(map);
  if (!fields) {
    fields = new Set(map.columns.map((column) => column.field));
    columns.set(map, fields);
  }
  return fields.has(field);
}

/**
 * Reports fields that supplier data collection requires (interface 4.3). A kind with exceptions is checked across
 * records, since references decide whether a record is one.
 */
export function collectionNeeds({ kind, body, draft, collection, report }: RowContext): void {
  const { needs, except } = kind.collection ?? {};
  if (!collection || needs === undefined || except !== undefined) return;
  if (body[needs.field] !== undefined || draft.unreadable.has(needs.field)) return;
  report('collection-needs', needs.field, `${fieldText(needs.field)} is missing: ${needs.reason}`);
}
