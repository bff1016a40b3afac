import type { Body, Json, KindSpec } from '../../contract/kind.ts';
import { fixedFields, partnersOf, updatable } from '../../contract/v3/update.ts';
import { over, withoutRemoved } from './merge.ts';

/** What an update changes: the fields to set, and names of what is known that they take the place of. */
export interface Patch {
  /** Top-level fields in the names that people gave, each whole; null clears. */
  readonly set: Body;
  readonly replaces: readonly string[];
}

/**
 * The fields of `given` that differ from what is `known` of the record; all of them where nothing is. What is not given
 * stays as it is, below a field too: an object, and a list of objects, is completed by what is known of it.
 */
export function patchOf(kind: KindSpec, known: Body | null, given: Body): Patch {
  const set: Body = {};
  const replaces = new Set<string>();
  for (const [name, value] of Object.entries(updatable(kind, given))) {
    const before = known !== null && Object.hasOwn(known, name) ? known[name]! : undefined;
    const wanted = before === undefined ? withoutRemoved(value) : over(kind, name, before, value);
    if (before !== undefined && sameJson(before, wanted)) continue;
    set[name] = wanted;
    for (const partner of partnersOf(kind, name)) replaces.add(partner);
  }
  return { set, replaces: [...replaces] };
}

/** A body after an update. */
export function patched(body: Body, { set, replaces }: Patch): Body {
  const kept = Object.entries(body).filter(([name]) => !replaces.includes(name));
  return { ...Object.fromEntries(kept), ...set };
}

/** Fields of identity in which a row differs from what is known; `idOf` gives the id of a record that a text names. */
export function identityChanges(
  kind: KindSpec,
  known: Body,
  given: Body,
  idOf: (field: string, key: string) => string | null | undefined,
): { readonly field: string; readonly before: Json; readonly after: Json }[] {
  return fixedFields(kind).flatMap((field) => {
    const after = given[field];
    if (after === undefined) return [];
    const held = [field, ...partnersOf(kind, field)].find((name) => known[name] !== undefined);
    if (held === undefined) return [];
    const before = known[held]!;
    if (sameJson(before, after)) return [];
    // One may be the id of what the other names; where that is not known, nothing is said.
    const [one, other] = [idText(held, before), idText(field, after)];
    if (one === undefined || other === undefined || one === other) return [];
    return [{ field, before, after }];
  });

  function idText(field: string, value: Json): string | undefined {
    if (typeof value !== 'string') return JSON.stringify(value);
    if (!kind.references.some(({ fields }) => fields[0] === field)) return value;
    const id = idOf(field, value);
    // No record of that name: it is an id, or a name that nothing else has.
    return id === null ? undefined : (id ?? value);
  }
}

/** Whether two values hold the same, whatever the order of names. */
export function sameJson(one: Json, other: Json): boolean {
  if (!isObject(one) || !isObject(other)) {
    if (Array.isArray(one) && Array.isArray(other))
      return one.length === other.length && one.every((item, at) => sameJson(item, other[at]!));
    return one === other;
  }
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameJson(one[name]!, other[name]!))
  );
}

const isObject = (value: Json): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
