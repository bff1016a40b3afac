import { z } from 'zod';
import { COUNTRY_CODES } from './country-codes.ts';
import { type FamilyName, type ProjectTypes, projectTypeOf } from './family.ts';
import { type Field, pathSteps, type Value } from './field.ts';
import { isRequired, type KindSpec, type UpdatableKind } from './kind.ts';
import { knownValues } from './list.ts';

/**
 * The zod schema of a create body of `kind` in `family`, without local fields. Unknown fields are rejected if the
 * interface documents the whole body. With `openLists`, incomplete lists accept any text. With `otherForms`, the forms
 * of `Field.otherForm` are accepted too.
 */
export function bodySchema(
  kind: KindSpec,
  family: FamilyName | null,
  options: { openLists: boolean; otherForms?: boolean; projectTypes?: ProjectTypes },
): z.ZodType {
  const root: SchemaNode = { children: new Map() };
  for (const field of kind.fields) if (!field.local) addField(root, field);
  const projectType = family === null ? null : projectTypeOf(family, options.projectTypes ?? {});
  return objectOf(root, (field) => {
    if (field.path === 'projectType' && projectType !== null) return z.literal(projectType);
    const schema = leafSchema(field.value, options.openLists);
    const other = options.otherForms ? OTHER_FORM_SCHEMAS[field.otherForm ?? 'single'] : undefined;
    return other ? z.union([schema, other]) : schema;
  });

  function objectOf(node: SchemaNode, leaf: (field: Field) => z.ZodType): z.ZodType {
    const shape: Record<string, z.ZodType> = {};
    for (const [name, child] of node.children) {
      let schema = child.field ? leaf(child.field) : objectOf(child, leaf);
      if (child.field && child.children.size > 0) schema = z.union([schema, objectOf(child, leaf)]);
      if (child.array) {
        const list = needed(child, family) ? z.array(schema).min(1) : z.array(schema);
        schema = options.otherForms && child.field?.otherForm === 'single' ? z.union([list, schema]) : list;
      }
      const required = needed(child, family) || (node !== root && requiredWithin(child));
      shape[name] = required ? schema : schema.optional();
    }
    return kind.openBody ? z.object(shape).catchall(z.json()) : z.strictObject(shape);
  }
}

/**
 * The zod schema of an update: the fields that an update may contain, all optional. Fields that can be cleared may be
 * null. A day may also be a date-time.
 */
export function updateSchema(kind: UpdatableKind): z.ZodType {
  const { fixed, clears = {} } = kind.update;
  const fields = kind.fields
    .filter(({ path }) => !fixed.includes(path))
    .map(({ required, ...field }) => ({
      ...field,
      ...(required === 'within' && { required }),
      ...(field.value.type === 'date' && { otherForm: 'date-time' as const }),
    }));
  const schema = bodySchema({ ...kind, fields }, null, { openLists: true, otherForms: true }) as z.ZodObject;
  const cleared = [...new Set(Object.values(clears))].map((name) => [name, z.nullable(schema.shape[name]!)]);
  return schema.extend(Object.fromEntries(cleared));
}

/** A name in a body: a single value with its field, or an object with children. Both may be in an array. */
interface SchemaNode {
  readonly children: Map<string, SchemaNode>;
  readonly array?: boolean;
  field?: Field;
}

function addField(root: SchemaNode, field: Field): void {
  let node = root;
  for (const { name, array } of pathSteps(field.path)) {
    let child = node.children.get(name);
    if (!child) {
      child = { children: new Map(), array };
      node.children.set(name, child);
    }
    node = child;
  }
  node.field = field;
}

/** Whether every body must have the node, because the node or a field below it is always required. */
function needed(node: SchemaNode, family: FamilyName | null): boolean {
  if (node.field) return isRequired(node.field, family);
  return [...node.children.values()].some((child) => needed(child, family));
}

/** Whether the object that contains the node must have it. */
function requiredWithin(node: SchemaNode): boolean {
  if (node.field) return node.field.required === 'within';
  return !node.array && [...node.children.values()].some(requiredWithin);
}

/** The schemas of the forms of `Field.otherForm`. The code for lists handles `single`. */
const OTHER_FORM_SCHEMAS: Readonly<Record<NonNullable<Field['otherForm']>, z.ZodType | undefined>> = {
  'date-time': z.iso.datetime({ offset: true, local: true }),
  object: z.record(z.string(), z.json()).refine((value) => Object.keys(value).length > 0),
  single: undefined,
};

function leafSchema(value: Value, openLists: boolean): z.ZodType {
  switch (value.type) {
    case 'text':
    case 'reference': {
      const { min = 1, max } = value.length ?? {};
      const schema = max === undefined ? z.string().min(min) : z.string().min(min).max(max);
      const digits = value.type === 'reference' ? value.digits : undefined;
      if (digits === undefined) return schema;
      return schema.regex(new RegExp(`^\\d{${digits}}$`), `must be ${digits} digits`);
    }
    case 'number': {
      let schema = z.number();
      if (value.min !== undefined) schema = schema.min(value.min);
      if (value.max !== undefined) schema = schema.max(value.max);
      return schema;
    }
    case 'boolean':
      return z.boolean();
    case 'flag':
      return z.literal([0, 1]);
    case 'choice':
      return openLists && !value.list.complete ? z.string().min(1) : z.enum([...knownValues(value.list)]);
    case 'country':
      return z
        .string()
        .refine((code) => COUNTRY_CODES.has(code), 'must be an ISO 3166-1 alpha-2 country code');
    case 'date':
      return z.iso.date();
    case 'email':
      return z.email();
    case 'url':
      return z.url({ protocol: /^https?$/ });
    case 'open':
      return value.scalar ? z.json() : z.record(z.string(), z.json());
  }
}
