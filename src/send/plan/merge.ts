import { type Body, isObject, type Json, type KindSpec } from '../../contract/kind.ts';

/**
 * Completes given values with the known ones. Fields of an object that are not given keep their known value, also
 * within items of lists. Known items that are blank or not given are kept, too, unless the row gives a value or
 * null for every known item. A null removes its item. `known` is undefined if nothing is known. `path` is the path
 * of a field, with `[]` after each list.
 */
export function mergeWithKnown(kind: KindSpec, path: string, known: Json | undefined, given: Json): Json {
  if (isObject(known) && isObject(given)) return mergedObject(kind, path, known, given);
  if (isItems(known) && isGivenItems(given)) return mergedItems(kind, `${path}[]`, known, given);
  return withoutRemoved(given);
}

/** An entry of a list of plain values that the row does not change, while another entry is removed. */
export const NOT_GIVEN = '';

/** The value without removed items and their placeholders. */
export const withoutRemoved = (value: Json): Json =>
  Array.isArray(value) && value.includes(null)
    ? value.filter((item) => item !== null && item !== NOT_GIVEN)
    : value;

/**
 * Returns the known entries of a list of plain values that the row neither gives nor removes (null removes the
 * entry at its index). If the row gives something at the index of every known entry, it replaces the whole list,
 * and nothing is returned.
 */
export function valuesNotGiven(known: readonly Json[], given: readonly Json[]): readonly Json[] {
  const isInPlace = (at: number) => given[at] !== undefined && given[at] !== NOT_GIVEN;
  if (given.includes(null) && known.every((_, at) => isInPlace(at))) return [];
  return known.filter((value, at) => given[at] !== null && !given.includes(value));
}

/** Why the result of an update of a list is unclear. */
export type UnclearList =
  /**
   * The given item at index `at` has the name of the known item at index `known`, but other known items are not
   * given.
   */
  | { readonly at: number; readonly known: number; readonly name: string }
  /** The row removes the item at index `at`, but its columns for the known item at index `missing` are blank. */
  | { readonly at: number; readonly missing: number };

/** Returns why a given list of objects cannot be merged with the known list; null if it can. */
export function whyUnclear(kind: KindSpec, path: string, known: Json, given: Json): UnclearList | null {
  if (!isItems(known) || !isGivenItems(given) || isWhole(known, given)) return null;
  const removed = given.indexOf(null);
  if (removed >= 0) return { at: removed, missing: known.findIndex((_, at) => isBlank(given[at])) };
  const name = nameIn(kind, `${path}[]`);
  for (const [at, place] of matchingIndices(name, known, given).entries()) {
    if (place !== undefined && place !== at && !isBlank(given[at])) return { at, known: place, name: name! };
  }
  return null;
}

function mergedObject(kind: KindSpec, path: string, known: Body, given: Body): Body {
  const made: Body = { ...known };
  for (const [name, value] of Object.entries(given))
    made[name] = Object.hasOwn(known, name)
      ? mergeWithKnown(kind, `${path}.${name}`, known[name], value)
      : value;
  return made;
}

function mergedItems(
  kind: KindSpec,
  path: string,
  known: readonly Body[],
  given: readonly GivenItem[],
): Json {
  const places = matchingIndices(nameIn(kind, path), known, given);
  const whole = isWhole(known, given);
  const all: Body[] = whole ? [] : [...known];
  for (const [at, item] of given.entries()) {
    if (item === null || isBlank(item)) continue;
    const place = places[at];
    const made = place === undefined ? item : mergedObject(kind, path, known[place]!, item);
    if (whole || place === undefined) all.push(made);
    else all[place] = made;
  }
  return all;
}

/** An item of a list of objects. It is empty if its columns are blank, and null if the row removes it. */
type GivenItem = Body | null;

const isBlank = (item: GivenItem | undefined): boolean =>
  item === undefined || (item !== null && Object.keys(item).length === 0);

const isWhole = (known: readonly Body[], given: readonly GivenItem[]): boolean =>
  known.every((_, at) => !isBlank(given[at]));

/**
 * For each given item, the index of the matching known item: the one with the same name, else the one at the same
 * index.
 */
function matchingIndices(
  name: string | undefined,
  known: readonly Body[],
  given: readonly GivenItem[],
): (number | undefined)[] {
  const free = new Set(known.keys());
  const places = given.map((item): number | undefined => {
    if (name === undefined || item === null || item[name] === undefined) return undefined;
    const same = [...free].find((at) => known[at]![name] === item[name]);
    if (same !== undefined) free.delete(same);
    return same;
  });
  return places.map((place, at) => place ?? (free.delete(at) ? at : undefined));
}

/** The field that identifies the items of a list: the field that every item must have. */
function nameIn({ fields }: KindSpec, path: string): string | undefined {
  const field = fields.find((one) => one.required === 'within' && one.path.startsWith(`${path}.`));
  const name = field?.path.slice(path.length + 1);
  return name?.includes('.') ? undefined : name;
}

const isItems = (value: Json | undefined): value is Body[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

const isGivenItems = (value: Json): value is GivenItem[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => item === null || isObject(item));
