import type { FieldChange } from './completion-schema.ts';
import type { Field } from './field.ts';
import type { KindSpec } from './kind.ts';

/** Whether the field is part of the key. */
export const isKeyField = ({ key }: Pick<KindSpec, 'key'>, { path }: Pick<Field, 'path'>): boolean =>
  key.includes(path);

/** The types that a field of a key may have: one text. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'reference', 'choice']);

/**
 * The part of a change that a key field allows: it stays one text at the top of the body, and required where the
 * interface requires it, because it identifies records.
 */
export function keyChange(field: Field, change: FieldChange): FieldChange {
  const { path, value, required, removed: _, ...rest } = change;
  return {
    ...rest,
    ...(path !== undefined && !/[.[]/.test(path) && { path }),
    ...(value !== undefined && TEXTS.has(value.type) && { value }),
    ...(required !== undefined && field.required !== 'always' && { required }),
  };
}
