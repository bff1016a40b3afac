import { z } from 'zod';

/** The type of a leaf of a response. `object`: its names are not shown by the interface, or are languages. */
type ReadType = 'string' | 'number' | 'boolean' | 'object';

/** One leaf of a response, as the interface shows it. */
export interface ReadField {
  /** Dotted, `[]` after an array. A name that ends in `_<brand>` means all names that begin so. */
  readonly path: string;
  readonly type: ReadType;
  /** As the interface writes it, for example `kg CO2 eq`. */
  readonly unit?: string;
  readonly optional: boolean;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
  /** An object with one text for each language. */
  readonly byLanguage: boolean;
}

/** What schemas of read shapes have besides a type. */
interface Notes {
  readonly unit?: string;
  readonly byLanguage?: boolean;
  /** Beginnings of the names that a brand completes, each of a text. */
  readonly branded?: readonly string[];
}

const BRAND = '<brand>';

/** A text, a number and so on with its unit. */
export const measured = (unit: string) => z.number().meta({ unit } satisfies Notes);

/** An object whose names the interface does not show. */
export const openObject = z.record(z.string(), z.json());

/** An object by language, with texts as far as the interface shows. */
export const byLanguage = openObject.meta({ byLanguage: true } satisfies Notes);

/** A link that can be clicked. */
export const link = z.url({ protocol: /^https?$/ });

/** An object that may also carry texts under `<beginning><brand>`: the brand's own word for the field. */
export function branded<Shape extends z.core.$ZodLooseShape>(shape: Shape, ...beginnings: string[]) {
  return z
    .looseObject(shape)
    .check(({ value, issues }) => {
      for (const [name, held] of Object.entries(value)) {
        if (name in shape || typeof held === 'string') continue;
        if (!beginnings.some((beginning) => name.startsWith(beginning))) continue;
        issues.push({ code: 'invalid_type', expected: 'string', input: held, path: [name] });
      }
    })
    .meta({ branded: beginnings } satisfies Notes);
}

/** All leaves of the schema of a response, in its order. */
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

/**
 * The paths of `value` that its schema does not know, `[]` for any item, each once. They are kept by parsing: the
 * service may add fields.
 */
export function unknownPaths(schema: z.ZodType, value: unknown): string[] {
  const found = new Set<string>();
  visit(schema, value, '');
  return [...found];

  function visit(at: z.ZodType, held: unknown, path: string): void {
    if (at instanceof z.ZodOptional || at instanceof z.ZodNullable)
      visit(at.unwrap() as z.ZodType, held, path);
    if (at instanceof z.ZodArray) {
      for (const item of Array.isArray(held) ? held : []) visit(at.element as z.ZodType, item, `${path}[]`);
    }
    if (!(at instanceof z.ZodObject) || typeof held !== 'object' || held === null) return;
    const { branded: beginnings = [] } = notesOf(at);
    for (const [name, child] of Object.entries(held)) {
      const below = path === '' ? name : `${path}.${name}`;
      const known = Object.hasOwn(at.shape, name) ? (at.shape[name] as z.ZodType) : undefined;
      if (known) visit(known, child, below);
      else if (!beginnings.some((beginning) => name.startsWith(beginning))) found.add(below);
    }
  }
}

/** The values at the path of a field, one for each item of the arrays on the path. */
export function valuesAt(value: unknown, path: string): unknown[] {
  let values = [value];
  for (const step of path.split('.')) {
    const array = step.endsWith('[]');
    const name = array ? step.slice(0, -2) : step;
    values = values.flatMap((held) => childrenNamed(held, name));
    if (array) values = values.flatMap((held) => (Array.isArray(held) ? held : []));
  }
  return values;
}

function childrenNamed(held: unknown, name: string): unknown[] {
  if (typeof held !== 'object' || held === null) return [];
  if (!name.endsWith(BRAND))
    return Object.hasOwn(held, name) ? [(held as Record<string, unknown>)[name]] : [];
  const beginning = name.slice(0, -BRAND.length);
  return Object.entries(held).flatMap(([key, child]) => (key.startsWith(beginning) ? [child] : []));
}
