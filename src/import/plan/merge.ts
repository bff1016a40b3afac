import type { Body, Json, KindSpec } from '../../contract/kind.ts';

/**
 * What is given, completed by what is known: names of an object that are not given stay as they are, in the items of a list
 * of objects as well. Items whose columns are blank or missing stay too: a list is given whole only where each known item has
 * its own one, or null, which removes it. `path` is that of a field, `[]` after arrays.
 */
export function over(kind: KindSpec, path: string, known: Json, given: Json): Json {
  if (isObject(known) && isObject(given)) return overObject(kind, path, known, given);
  if (isItems(known) && isGivenItems(given)) return overItems(kind, `${path}[]`, known, given);
  return withoutRemoved(given);
}

/** The value without the items of a list that are removed. */
export const withoutRemoved = (value: Json): Json =>
  isGivenItems(value) ? value.filter((item) => item !== null) : value;

/** What of a list of objects an update leaves open; null where it is clear. */
export type Unclear =
  /** The item at `at` has the name of the known one at `known`, and other known items are not given. */
  | { readonly at: number; readonly known: number; readonly name: string }
  /** An item is removed, and the known one at `missing` is not given. */
  | { readonly at: number; readonly missing: number };

/** Why the list of objects at the top of a body cannot be completed by what is known of it: null where it can. */
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

function overObject(kind: KindSpec, path: string, known: Body, given: Body): Body {
  const made: Body = { ...known };
  for (const [name, value] of Object.entries(given))
    made[name] = Object.hasOwn(known, name) ? over(kind, `${path}.${name}`, known[name]!, value) : value;
  return made;
}

function overItems(kind: KindSpec, path: string, known: readonly Body[], given: readonly GivenItem[]): Json {
  const places = placesOf(nameIn(kind, path), known, given);
  const whole = isWhole(known, given);
  const all: Body[] = whole ? [] : [...known];
  for (const [at, item] of given.entries()) {
    if (item === null || isBlank(item)) continue;
    const place = places[at];
    const made = place === undefined ? item : overObject(kind, path, known[place]!, item);
    if (whole || place === undefined) all.push(made);
    else all[place] = made;
  }
  return all;
}

/** An item of a list of objects: empty where its columns are blank, null where it is removed. */
type GivenItem = Body | null;

const isBlank = (item: GivenItem | undefined): boolean =>
  item === undefined || (item !== null && Object.keys(item).length === 0);

const isWhole = (known: readonly Body[], given: readonly GivenItem[]): boolean =>
  known.every((_, at) => !isBlank(given[at]));

/** Which known item each given one is: the one of the same name, else the one in the same place. */
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

/** The field that names the items of a list: the one that each of them must have. */
function nameIn({ fields }: KindSpec, path: string): string | undefined {
  const field = fields.find((one) => one.required === 'within' && one.path.startsWith(`${path}.`));
  const name = field?.path.slice(path.length + 1);
  return name?.includes('.') ? undefined : name;
}

const isObject = (value: Json): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isItems = (value: Json): value is Body[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

const isGivenItems = (value: Json): value is GivenItem[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => item === null || isObject(item));
