import { z } from 'zod';
import { oncePer } from './kind.ts';

/** The type of a field of a response. `object`: the names of its fields are undocumented, or they are languages. */
type ReadType = 'string' | 'number' | 'boolean' | 'object';

/** A field of a response, as the interface documents it. */
export interface ReadField {
  /** The dotted path, with `[]` after an array. `name_<brand>` stands for all names that start with `name_`. */
  readonly path: string;
  readonly type: ReadType;
  /** The unit as the interface writes it, for example `kg CO2 eq`. */
  readonly unit?: string;
  readonly optional: boolean;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
  /** Whether it is an object with one text for each language. */
  readonly byLanguage: boolean;
}

/** Metadata of the schemas of responses. */
interface Notes {
  readonly unit?: string;
  readonly byLanguage?: boolean;
  /**
   * Prefixes of field names that end in the name of a brand: `category_` for `category_<brand>`. The fields are texts.
   */
  readonly branded?: readonly string[];
}

const BRAND = '<brand>';

/** A number with a unit. */
export const measured = (unit: string) => z.number().meta({ unit } satisfies Notes);

/** An object whose names the interface does not document. */
export const openObject = z.record(z.string(), z.json());

/** An object with one value for each language: usually texts; the interface does not document all of them. */
export const byLanguage = openObject.meta({ byLanguage: true } satisfies Notes);

/** An http or https link. */
export const link = z.url({ protocol: /^https?$/ });

/** An object that may also have texts named `<prefix><brand>`: the brand's own words for the values of fields. */
export function branded<Shape extends z.core.$ZodLooseShape>(shape: Shape, ...beginnings: string[]) {
  return z
    .looseObject(shape)
    .check(({ value, issues }) => {
      for (const [name, text] of Object.entries(value)) {
        if (name in shape || typeof text === 'string') continue;
        if (!beginnings.some((beginning) => name.startsWith(beginning))) continue;
        issues.push({ code: 'invalid_type', expected: 'string', input: text, path: [name] });
      }
    })
    .meta({ branded: beginnings } satisfies Notes);
}

/** All fields in the schema of a response, in its order. */
export function readFields(schema: z.ZodType, path = '', optional = false): ReadField[] {
  if (schema instanceof z.ZodOptional) return readFields(schema.unwrap() as z.ZodType, path, true);
  if (schema instanceof z.ZodNullable) return readFields(schema.unwrap() as z.ZodType, path, optional);
  if (schema instanceof z.ZodArray) return readFields(schema.element as z.ZodType, `${path}[]`, optional);
  const notes = notesOf(schema);
  if (schema instanceof z.ZodObject) {
    const below = (name: string) => (path === '' ? name : `${path}.${name}`);
    const named = Object.entries(schema.shape).flatMap(([name, child]) =>
      readFields(child as z.ZodType, below(name), optional),
    );
    const completed = (notes.branded ?? []).map((beginning) =>
      leaf(z.string().optional(), below(`${beginning}${BRAND}`), true),
    );
    return [...named, ...completed];
  }
  return [leaf(schema, path, optional)];
}

function leaf(schema: z.ZodType, path: string, optional: boolean): ReadField {
  const { unit, byLanguage: texts = false } = notesOf(schema);
  return {
    path,
    type: typeOf(schema),
    ...(unit !== undefined && { unit }),
    optional,
    ...(schema instanceof z.ZodEnum && { values: schema.options.map(String) }),
    byLanguage: texts,
  };
}

function typeOf(schema: z.ZodType): ReadType {
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  return schema instanceof z.ZodRecord ? 'object' : 'string';
}

function notesOf(schema: z.ZodType): Notes {
  return (schema.meta() ?? {}) as Notes;
}

/** The names that a schema knows in a value: those of an object, or those in each item of a list. */
type KnownNames =
  | { readonly names: ReadonlyMap<string, KnownNames | null>; readonly beginnings: readonly string[] }
  | { readonly item: KnownNames };

/** The known names of a schema; null if it has none. */
const knownOf: (schema: z.ZodType) => KnownNames | null = oncePer(knownNamesIn);

function knownNamesIn(schema: z.ZodType): KnownNames | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return knownOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) {
    const item = knownOf(schema.element as z.ZodType);
    return item && { item };
  }
  if (!(schema instanceof z.ZodObject)) return null;
  const named = Object.entries(schema.shape).map(
    ([name, child]) => [name, knownOf(child as z.ZodType)] as const,
  );
  return { names: new Map(named), beginnings: notesOf(schema).branded ?? [] };
}

/**
 * The paths of `value` that are not in its schema, each once, with `[]` for any item. Parsing keeps unknown fields,
 * because the service may add fields.
 */
export function unknownPaths(schema: z.ZodType, value: unknown): string[] {
  const found = new Set<string>();
  const known = knownOf(schema);
  if (known) visit(known, value, '');
  return [...found];

  function visit(at: KnownNames, inner: unknown, path: string): void {
    if ('item' in at) {
      if (Array.isArray(inner)) for (const item of inner) visit(at.item, item, `${path}[]`);
      return;
    }
    if (typeof inner !== 'object' || inner === null) return;
    for (const name of Object.keys(inner)) {
      const child = at.names.get(name);
      if (child === null) continue;
      const below = path === '' ? name : `${path}.${name}`;
      if (child) visit(child, (inner as Record<string, unknown>)[name], below);
      else if (!at.beginnings.some((beginning) => name.startsWith(beginning))) found.add(below);
    }
  }
}

/** The values at the path of a field: one for each item of the arrays in the path. */
export function valuesAt(value: unknown, path: string): unknown[] {
  let values = [value];
  for (const step of path.split('.')) {
    const array = step.endsWith('[]');
    const name = array ? step.slice(0, -2) : step;
    values = values.flatMap((parent) => childrenNamed(parent, name));
    if (array) values = values.flatMap((items) => (Array.isArray(items) ? items : []));
  }
  return values;
}

function childrenNamed(parent: unknown, name: string): unknown[] {
  if (typeof parent !== 'object' || parent === null) return [];
  if (!name.endsWith(BRAND))
    return Object.hasOwn(parent, name) ? [(parent as Record<string, unknown>)[name]] : [];
  const beginning = name.slice(0, -BRAND.length);
  return Object.entries(parent).flatMap(([key, child]) => (key.startsWith(beginning) ? [child] : []));
}
