import { type Body, isObject, type Json, type KindSpec } from '../../contract/kind.ts';
import { fixedFields, partnersOf, updatable } from '../../contract/v3/update.ts';
import { mergeWithKnown } from './merge.ts';

/** The changes of an update: the fields to set, and the known fields that they replace. */
export interface Patch {
  /**
   * The complete new value of each changed top-level field, under the name that the user gave. Null clears the
   * field.
   */
  readonly set: Body;
  readonly replaces: readonly string[];
}

/**
 * The fields of `given` that differ from `known`, or all of them if nothing is known. Parts that are not given keep
 * their known value (see `mergeWithKnown`).
 */
export function patchOf(kind: KindSpec, known: Body | null, given: Body): Patch {
  const set: Body = {};
  const replaces = new Set<string>();
  for (const [name, value] of Object.entries(updatable(kind, given))) {
    const before = known !== null && Object.hasOwn(known, name) ? known[name]! : undefined;
    const after = mergeWithKnown(kind, name, before, value);
    if (sameJson(before, after)) continue;
    set[name] = after;
    for (const partner of partnersOf(kind, name)) replaces.add(partner);
  }
  return { set, replaces: [...replaces] };
}

/** Applies an update to a body. */
export function applyPatch(body: Body, { set, replaces }: Patch): Body {
  const kept = Object.entries(body).filter(([name]) => !replaces.includes(name));
  return { ...Object.fromEntries(kept), ...set };
}

/**
 * The identity fields of a row that differ from the known content. `idOf` returns the id of the record with a key.
 */
export function identityChanges(
  kind: KindSpec,
  known: Body,
  given: Body,
  idOf: (field: string, key: string) => string | null | undefined,
): { readonly field: string; readonly before: Json; readonly after: Json }[] {
  return fixedFields(kind).flatMap((field) => {
    const after = given[field];
    if (after === undefined) return [];
    const name = [field, ...partnersOf(kind, field)].find((each) => known[each] !== undefined);
    if (name === undefined) return [];
    const before = known[name]!;
    if (sameJson(before, after)) return [];
    // One of the values may be the id of the record that the other value names by key. If that cannot be
    // determined, no change is reported.
    const [one, other] = [idText(name, before), idText(field, after)];
    if (one === undefined || other === undefined || one === other) return [];
    return [{ field, before, after }];
  });

  function idText(field: string, value: Json): string | undefined {
    if (typeof value !== 'string') return JSON.stringify(value);
    if (!kind.references.some(({ fields }) => fields[0] === field)) return value;
    const id = idOf(field, value);
    // No record has this key: the value is an id, or an unknown key.
    return id === null ? undefined : (id ?? value);
  }
}

/** Whether two JSON values are equal, regardless of the order of keys. */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
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
