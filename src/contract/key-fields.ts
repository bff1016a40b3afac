import type { FieldChange } from './completion-schema.ts';
import type { Field } from './field.ts';
import type { KindSpec } from './kind.ts';

/** Whether the field is part of the key. */
export const isKeyField = ({ key }: Pick<KindSpec, 'key'>, { path }: Pick<Field, 'path'>): boolean =>
  key.includes(path);

/** The types that a key field may have. Their values are all texts. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'reference', 'choice']);

/**
 * The part of a change that is allowed for a key field. A key field identifies records, so it stays a single text at
 * the top level of the body, and stays required if the interface requires it.
 */
export function keyChange(field: Field, change: FieldChange): FieldChange {
  const { path, value, required, removed: _, ...rest } = change;
  return {
    ...rest,
    ...(path !== undefined && !/[.[]/.test(path) && { path }),
    ...(value !== undefined && TEXT_TYPES.has(value.type) && { value }),
    ...(required !== undefined && field.required !== 'always' && { required }),
  };
}
