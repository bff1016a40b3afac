import { pathSteps } from './field.ts';
import { type Body, type Json, KEY_SEPARATOR, type KindSpec, type Reference } from './kind.ts';

/** A reference of a body to another record. */
export interface Naming {
  /**
   * The place to report: the first of the fields of the reference (`packagingRefs`, `usedMaterials.0.uniqueIdentifier`).
   */
  readonly field: string;
  readonly to: string;
  /** Other kinds that the record may have. */
  readonly or?: readonly string[];
  /** The key of the record, or only its beginning when `partial`. */
  readonly key: string;
  /** The last key field is blank: any record whose key starts with `key` matches. */
  readonly partial: boolean;
  /** The field also accepts an id of the service: the text may be one, and match no key. */
  readonly orId?: true;
}

/** All records that a body refers to, in the order of the references of its kind. Blank references are skipped. */
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

/** Whether a cell of the reference may have the id of the service instead of a client identifier. */
export const takesId = ({ fields, fills }: Reference): boolean => fills !== undefined && fills === fields[0];

/** Whether the reference counts in this body, see `unless`. */
export function applies({ unless }: Reference, body: Body): boolean {
  return unless === undefined || body[unless.field] !== unless.value;
}

/** The texts of a field with their places: numbered in an array of objects, under the field name in a list of texts. */
function textsAt(body: Body, path: string): { path: string; text: string }[] {
  if (!path.includes('.')) {
    const name = path.endsWith('[]') ? path.slice(0, -2) : path;
    return textsOf(body[name]).map((text) => ({ path: name, text }));
  }
  return [...holdersOf(body, path)].flatMap(({ holder, name, place }) =>
    textsOf(holder[name]).map((text) => ({ path: place, text })),
  );
}

/** The objects that have the field or could have it, with its name in them and its place in the body. */
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
