import { type Body, type Json, KEY_SEPARATOR, type KindSpec } from './kind.ts';

/** One naming of another record by a body. */
export interface Naming {
  /** The field to show: the first of the reference's fields (`packagingRefs`, `supplierRef`, `productRef`). */
  readonly field: string;
  readonly to: string;
  /** The key named, or only its beginning when `partial`. */
  readonly key: string;
  /** True when the last key field is blank: any record of which the key starts so is meant. */
  readonly partial: boolean;
}

/** All records that a body names, in the order of the kind's references; blank references are left out. */
export function namingsOf(kind: KindSpec, body: Body): Naming[] {
  const namings: Naming[] = [];
  for (const { fields, to } of kind.references) {
    const field = fields[0]!.replace('[]', '');
    if (fields.length === 1) {
      for (const key of textsOf(body[field])) namings.push({ field, to, key, partial: false });
      continue;
    }
    const parts = fields.map((name) => textsOf(body[name])[0] ?? '');
    if (parts.slice(0, -1).includes('')) continue;
    const partial = parts.at(-1) === '';
    namings.push({ field, to, key: parts.join(KEY_SEPARATOR), partial });
  }
  return namings;
}

function textsOf(value: Json | undefined): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value)
    ? (value.filter((item) => typeof item === 'string' && item !== '') as string[])
    : [];
}
