import type { Body, Json, KindSpec } from '../contract/kind.ts';

/**
 * What is given, completed by what is known: names of an object that are not given stay as they are, in the items of a list
 * of objects as well. A list whose items all give everything that is known of them replaces the known one; where an item
 * gives less, the other known items stay too. `path` is that of a field, `[]` after arrays.
 */
export function over(kind: KindSpec, path: string, known: Json, given: Json): Json {
  if (isObject(known) && isObject(given)) return overObject(kind, path, known, given);
  if (isItems(known) && isItems(given)) return overItems(kind, `${path}[]`, known, given);
  return given;
}

function overObject(kind: KindSpec, path: string, known: Body, given: Body): Body {
  const made: Body = { ...known };
  for (const [name, value] of Object.entries(given))
    made[name] = Object.hasOwn(known, name) ? over(kind, `${path}.${name}`, known[name]!, value) : value;
  return made;
}

function overItems(kind: KindSpec, path: string, known: readonly Body[], given: readonly Body[]): Json {
  const places = placesOf(nameIn(kind, path), known, given);
  const made = given.map((item, at) => {
    const place = places[at];
    return place === undefined ? item : overObject(kind, path, known[place]!, item);
  });
  const isWhole = given.every((item, at) => {
    const place = places[at];
    return place === undefined || Object.keys(known[place]!).every((name) => Object.hasOwn(item, name));
  });
  if (isWhole) return made;
  const all = [...known];
  for (const [at, item] of made.entries()) {
    const place = places[at];
    if (place === undefined) all.push(item);
    else all[place] = item;
  }
  return all;
}

/** Which known item each given one is: the one of the same name, else the one in the same place. */
function placesOf(
  name: string | undefined,
  known: readonly Body[],
  given: readonly Body[],
): (number | undefined)[] {
  const free = new Set(known.keys());
  const places = given.map((item): number | undefined => {
    if (name === undefined || item[name] === undefined) return undefined;
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
