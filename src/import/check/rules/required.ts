import { type Field, isRequired } from '../../../contract/field.ts';
import { fieldText } from '../../../findings/finding.ts';
import { isFilledBy } from '../../records/composition-column.ts';
import type { SheetMap } from '../../records/record.ts';
import { leavesOf } from '../leaves.ts';
import type { RowContext } from '../rule.ts';

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
  return isFilledBy(field, fields);
}
