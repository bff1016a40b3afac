import { pathSteps } from './field.ts';
import { type Body, type Json, KEY_SEPARATOR, type KindSpec, type Reference } from './kind.ts';

/** One naming of another record by a body. */
export interface Naming {
  /** The place to show: the first of the reference's fields (`packagingRefs`, `usedMaterials.0.uniqueIdentifier`). */
  readonly field: string;
  readonly to: string;
  /** Further kinds of which the record may be instead. */
  readonly or?: readonly string[];
  /** The key named, or only its beginning when `partial`. */
  readonly key: string;
  /** True when the last key field is blank: any record of which the key starts so is meant. */
  readonly partial: boolean;
  /** The field takes the id that the service gave as well: the text may be one, and name nothing of ours. */
  readonly orId?: true;
}

/** All records that a body names, in the order of the kind's references; blank references are left out. */
export function namingsOf(kind: KindSpec, body: Body): Naming[] {
  const namings: Naming[] = [];
  for (const reference of kind.references) {
    const { fields, to } = reference;
    const field = fields[0]!.replace('[]', '');
    if (fields.length === 1) {
      if (!applies(reference, body)) continue;
      const more = {
        ...(reference.or && { or: reference.or }),
        ...(takesId(reference) && { orId: true as const }),
      };
      for (const { path, text } of textsAt(body, fields[0]!)) {
        namings.push({ field: path, to, key: text, partial: false, ...more });
      }
      continue;
    }
    const parts = fields.map((name) => textsAt(body, name)[0]?.text ?? '');
    if (parts.slice(0, -1).includes('')) continue;
    const partial = parts.at(-1) === '';
    namings.push({ field, to, key: parts.join(KEY_SEPARATOR), partial });
  }
  return namings;
}

/** Whether a cell of the reference may hold the service's id as well as a client identifier. */
export const takesId = ({ fields, fills }: Reference): boolean => fills !== undefined && fills === fields[0];

/** Whether the reference names a record of ours in this body. */
export function applies({ unless }: Reference, body: Body): boolean {
  return unless === undefined || body[unless.field] !== unless.value;
}

/** The texts of a field, with their places: items of an array of objects numbered, a list of texts under its own name. */
function textsAt(body: Body, path: string): { path: string; text: string }[] {
  if (!path.includes('.')) {
    const name = path.endsWith('[]') ? path.slice(0, -2) : path;
    return textsOf(body[name]).map((text) => ({ path: name, text }));
  }
  return [...holdersOf(body, path)].flatMap(({ holder, name, place }) =>
    textsOf(holder[name]).map((text) => ({ path: place, text })),
  );
}

/** The objects in which a field stands or would stand, with its name there and its place in the body. */
export function* holdersOf(
  body: Body,
  path: string,
): Generator<{ readonly holder: Body; readonly name: string; readonly place: string }> {
  const steps = pathSteps(path);
  const { name } = steps.at(-1)!;
  let level: { holder: Body; place: string }[] = [{ holder: body, place: '' }];
  for (const { name: step, array } of steps.slice(0, -1)) {
    level = level.flatMap(({ holder, place }) => {
      const value = holder[step];
      const items = array ? (Array.isArray(value) ? value : []) : [value];
      return items.flatMap((item, at) =>
        isObject(item) ? [{ holder: item, place: `${place}${step}.${array ? `${at}.` : ''}` }] : [],
      );
    });
  }
  for (const { holder, place } of level) yield { holder, name, place: `${place}${name}` };
}

const isObject = (value: Json | undefined): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textsOf(value: Json | undefined): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value)
    ? (value.filter((item) => typeof item === 'string' && item !== '') as string[])
    : [];
}
