import type { Body, Json, KindSpec } from '../../contract/kind.ts';

/**
 * Fills in the given values from the known ones. Object fields that are not given keep their known value, also in items
 * of lists of objects. Known items that are blank or not given are kept too, unless the row gives every known item a
 * value or null. A null removes the item. `known` is undefined where nothing is known. `path` is that of a field, with
 * `[]` after lists.
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
 * Known entries of a list of plain values that the row neither gives nor removes: null removes the entry in its place. A row
 * with something in the place of every known entry gives the list whole.
 */
export function valuesNotGiven(known: readonly Json[], given: readonly Json[]): readonly Json[] {
  const isInPlace = (at: number) => given[at] !== undefined && given[at] !== NOT_GIVEN;
  if (given.includes(null) && known.every((_, at) => isInPlace(at))) return [];
  return known.filter((value, at) => given[at] !== null && !given.includes(value));
}

/** Why the result of an update of a list is unclear. */
export type Unclear =
  /** The item at `at` has the name of the known item at `known`, and other known items are not given. */
  | { readonly at: number; readonly known: number; readonly name: string }
  /** An item is removed, and the known item at `missing` is not given. */
  | { readonly at: number; readonly missing: number };

/** Why a top-level list of objects cannot be completed by the known one; null if it can. */
export function unclearIn(kind: KindSpec, path: string, known: Json, given: Json): Unclear | null {
  if (!isItems(known) || !isGivenItems(given) || isWhole(known, given)) return null;
  const removed = given.indexOf(null);
  if (removed >= 0) return { at: removed, missing: known.findIndex((_, at) => isBlank(given[at])) };
  const name = nameIn(kind, `${path}[]`);
  for (const [at, place] of placesOf(name, known, given).entries()) {
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
  const places = placesOf(nameIn(kind, path), known, given);
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

/** An item of a list of objects: empty if its columns are blank, null if it is removed. */
type GivenItem = Body | null;

const isBlank = (item: GivenItem | undefined): boolean =>
  item === undefined || (item !== null && Object.keys(item).length === 0);

const isWhole = (known: readonly Body[], given: readonly GivenItem[]): boolean =>
  known.every((_, at) => !isBlank(given[at]));

/** The index of the known item for each given one: the item of the same name, else the item at the same index. */
function placesOf(
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

/** The field that names the items of a list: the one that each item must have. */
function nameIn({ fields }: KindSpec, path: string): string | undefined {
  const field = fields.find((one) => one.required === 'within' && one.path.startsWith(`${path}.`));
  const name = field?.path.slice(path.length + 1);
  return name?.includes('.') ? undefined : name;
}

const isObject = (value: Json | undefined): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isItems = (value: Json | undefined): value is Body[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

const isGivenItems = (value: Json): value is GivenItem[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => item === null || isObject(item));
