import { type JsonNode, resolvePointer } from './node.ts';

/** A resolved schema: its parts (`allOf`, `oneOf`, `$ref`, nulls) combined. */
export interface ResolvedSchema {
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any';
  readonly values?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  /** The schemas of the fields of an object. */
  readonly fields: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** Whether no other fields are allowed. */
  readonly closed: boolean;
  /** The schema of the items of an array. */
  readonly items?: unknown;
  /** Keywords of the schema that trace does not check; they are reported. */
  readonly unenforced: ReadonlySet<string>;
  /** Whether only the service sets the value, so that no body contains it. */
  readonly readOnly: boolean;
  /** The single value that may replace the object. */
  readonly single?: ResolvedSchema;
}

const NONE: ReadonlySet<string> = new Set();
const ANY_SHAPE: ResolvedSchema = {
  type: 'any',
  fields: new Map(),
  required: new Set(),
  unenforced: NONE,
  closed: false,
  readOnly: false,
};

/**
 * Keywords that trace does not check, each with a function that returns whether a value of the keyword has no effect.
 */
const UNENFORCED: Readonly<Record<string, (value: unknown) => boolean>> = {
  multipleOf: () => false,
  minItems: (value) => value === 0,
  maxItems: () => false,
  uniqueItems: (value) => value !== true,
  not: () => false,
};

/** The keywords in a schema that trace does not check, including the type `integer`. */
function unenforcedIn(node: JsonNode): ReadonlySet<string> {
  const names = Object.keys(UNENFORCED).filter(
    (name) => Object.hasOwn(node, name) && !UNENFORCED[name]!(node[name]),
  );
  if ([node.type].flat().includes('integer')) names.push('integer');
  return names.length === 0 ? NONE : new Set(names);
}
const MAX_NESTED = 40;
const MAX_PARTS = 5000;

/** The shapes of resolved schemas: parts that several schemas share are resolved once. */
const known = new WeakMap<object, ResolvedSchema | null>();

/** The shape of a schema; null if it allows only null. A schema that contains itself has the type `any` there. */
export function shapeOf(
  schema: unknown,
  root: JsonNode,
  ancestors: readonly object[] = [],
): ResolvedSchema | null {
  if (typeof schema !== 'object' || schema === null) return ANY_SHAPE;
  const before = known.get(schema);
  if (before !== undefined) return before;
  if (ancestors.includes(schema) || ancestors.length > MAX_NESTED) return ANY_SHAPE;
  const shape = resolved(schema as JsonNode, root, [...ancestors, schema]);
  known.set(schema, shape);
  return shape;
}

function resolved(node: JsonNode, root: JsonNode, within: readonly object[]): ResolvedSchema | null {
  if (typeof node.$ref === 'string') {
    const target = shapeOf(resolvePointer(root, node.$ref), root, within);
    return target && typeof node.description === 'string'
      ? { ...target, description: node.description }
      : target;
  }
  const own = ownShape(node);
  if (own === null) return null;
  const parts = listOf(node.allOf).map((part) => shapeOf(part, root, within) ?? ANY_SHAPE);
  for (const name of ['oneOf', 'anyOf'] as const) {
    const variants = listOf(node[name]).flatMap((part) => shapeOf(part, root, within) ?? []);
    if (variants.length > 0) parts.push(variantOf(variants, root, within));
    else if (listOf(node[name]).length > 0) return null;
  }
  return parts.reduce(bothOf, typesOf(own, node, root, within));
}

/** The types of single values, which the items of a list can have. */
export const SINGLE_TYPES: ReadonlySet<ResolvedSchema['type']> = new Set(['string', 'number', 'boolean']);
const isFilledObject = ({ type, fields }: ResolvedSchema): boolean => type === 'object' && fields.size > 0;

/** Reported like a keyword that trace does not check: alternatives that are lists. */
export const ONE_OF_LISTS = 'lists';

/**
 * Combines alternatives (`oneOf`, `anyOf`). A list and a single value of the type of its items become the list. An
 * object and a single value become the object with `single`. Other alternatives become a shape that allows what any of
 * them allows.
 */
function variantOf(
  variants: readonly ResolvedSchema[],
  root: JsonNode,
  within: readonly object[],
): ResolvedSchema {
  const lists = variants.filter(({ type }) => type === 'array');
  if (lists.length > 1 && lists.length === variants.length) {
    const merged = lists.reduce(eitherOf);
    return { ...merged, unenforced: merged.unenforced.union(new Set([ONE_OF_LISTS])) };
  }
  const others = variants.filter(({ type }) => type !== 'array');
  if (lists.length > 0 && others.length > 0) {
    const list = lists.reduce(eitherOf);
    const item = list.items === undefined ? ANY_SHAPE : shapeOf(list.items, root, within);
    if (item && others.every(({ type }) => type === item.type || item.type === 'any')) {
      const { values: _, ...rest } = list;
      return { ...rest, items: schemaOf([item, ...others].reduce(eitherOf)) };
    }
  }
  const objects = variants.filter(isFilledObject);
  const singles = variants.filter(({ type }) => SINGLE_TYPES.has(type));
  if (objects.length > 0 && singles.length > 0 && objects.length + singles.length === variants.length)
    return { ...objects.reduce(eitherOf), single: singles.reduce(eitherOf) };
  return variants.reduce(eitherOf);
}

/** A schema with this shape. */
function schemaOf(shape: ResolvedSchema): object {
  const schema = {};
  known.set(schema, shape);
  return schema;
}

/** Treats several types in one schema as alternatives: `type: [string, array]`. */
function typesOf(
  own: ResolvedSchema,
  node: JsonNode,
  root: JsonNode,
  within: readonly object[],
): ResolvedSchema {
  const types = [node.type]
    .flat()
    .filter((type): type is string => typeof type === 'string' && type !== 'null');
  if (types.length < 2 || own.type !== 'any') return own;
  const { description } = own;
  const variants = types.map((type) => ownShape({ ...node, type })!);
  const shape = variantOf(
    variants.map((variant) => (variant.type === 'object' ? variant : { ...variant, fields: new Map() })),
    root,
    within,
  );
  return { ...shape, ...(description !== undefined && { description }) };
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, MAX_PARTS) : [];

/** The shape of the keywords in the schema itself, without `allOf`, `oneOf` and `anyOf`. */
function ownShape(node: JsonNode): ResolvedSchema | null {
  const values = 'const' in node ? [node.const] : Array.isArray(node.enum) ? node.enum : undefined;
  const kept = values?.filter((value) => value !== null);
  const types = [node.type].flat().filter((type) => typeof type === 'string' && type !== 'null');
  if (types.length === 0 && (node.type === 'null' || (values?.length && !kept?.length))) return null;
  const fields = new Map(
    typeof node.properties === 'object' && node.properties !== null ? Object.entries(node.properties) : [],
  );
  const { description, pattern, format } = node;
  const [minimum, maximum] = [lowest(node), highest(node)];
  return {
    type: typeOf(types as string[], node, kept, fields.size > 0),
    fields,
    required: new Set(listOf(node.required).filter((name) => typeof name === 'string')),
    closed: node.additionalProperties === false || node.unevaluatedProperties === false,
    readOnly: node.readOnly === true,
    unenforced: unenforcedIn(node),
    ...(kept && { values: kept }),
    ...('items' in node && { items: node.items }),
    ...(isCount(node.minLength) && { minLength: node.minLength }),
    ...(isCount(node.maxLength) && { maxLength: node.maxLength }),
    ...(typeof pattern === 'string' && { pattern }),
    ...(typeof format === 'string' && { format }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(typeof description === 'string' && { description }),
  };
}

function typeOf(
  types: readonly string[],
  node: JsonNode,
  values: readonly unknown[] | undefined,
  hasFields: boolean,
): ResolvedSchema['type'] {
  const named = new Set(types.map((type) => (type === 'integer' ? 'number' : type)));
  if (named.size === 1) {
    const [type] = named;
    return ['string', 'number', 'boolean', 'object', 'array'].includes(type!)
      ? (type as ResolvedSchema['type'])
      : 'any';
  }
  if (named.size > 1) return 'any';
  if (hasFields) return 'object';
  if ('items' in node) return 'array';
  const kinds = new Set(values?.map((value) => typeof value));
  const [only] = kinds;
  return kinds.size === 1 && (only === 'string' || only === 'number' || only === 'boolean') ? only : 'any';
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** The bounds of a number. Exclusive bounds (a flag in OpenAPI 3.0, keywords in 3.1) are treated as inclusive. */
const lowest = ({ minimum, exclusiveMinimum }: JsonNode): number | undefined =>
  isNumber(minimum) ? minimum : isNumber(exclusiveMinimum) ? exclusiveMinimum : undefined;
const highest = ({ maximum, exclusiveMaximum }: JsonNode): number | undefined =>
  isNumber(maximum) ? maximum : isNumber(exclusiveMaximum) ? exclusiveMaximum : undefined;

/** The shape of values that match both: the narrower of two limits, and the fields of both. */
function bothOf(one: ResolvedSchema, other: ResolvedSchema): ResolvedSchema {
  return {
    ...mergedParts(one, other, 'allOf'),
    type: one.type === 'any' ? other.type : one.type,
    required: new Set([...one.required, ...other.required]),
    closed: one.closed || other.closed,
    readOnly: one.readOnly || other.readOnly,
    ...singleOf(one.single ?? other.single),
    ...values(
      one.values && other.values
        ? one.values.filter((value) => other.values!.includes(value))
        : (one.values ?? other.values),
    ),
    ...limits(one, other, (low) => Math.max(...low), Math.min),
  };
}

/** The shape of values that match either: the wider of two limits, or no limit if one of them has none. */
export function eitherOf(one: ResolvedSchema, other: ResolvedSchema): ResolvedSchema {
  const both = (name: (typeof LIMITS)[number]) => one[name] !== undefined && other[name] !== undefined;
  const wide = limits(one, other, (low) => Math.min(...low), Math.max);
  for (const name of LIMITS) if (!both(name)) delete wide[name];
  const { pattern, ...rest } = mergedParts(one, other, 'anyOf');
  return {
    ...rest,
    ...(pattern !== undefined && one.pattern === other.pattern && { pattern }),
    type: one.type === other.type ? one.type : 'any',
    required: new Set([...one.required].filter((name) => other.required.has(name))),
    closed: one.closed && other.closed,
    readOnly: one.readOnly && other.readOnly,
    ...singleOf(
      one.single && other.single ? eitherOf(one.single, other.single) : (one.single ?? other.single),
    ),
    ...values(one.values && other.values && [...new Set([...one.values, ...other.values])]),
    ...wide,
  };
}

const singleOf = (single: ResolvedSchema | undefined) => (single === undefined ? {} : { single });

const values = (list: readonly unknown[] | undefined) => (list === undefined ? {} : { values: list });

/**
 * The parts that `bothOf` and `eitherOf` merge in the same way. A field that both have gets the schemas of both,
 * combined by `how`.
 */
function mergedParts(one: ResolvedSchema, other: ResolvedSchema, how: 'allOf' | 'anyOf') {
  const fields = new Map(one.fields);
  for (const [name, schema] of other.fields) {
    const before = fields.get(name);
    fields.set(name, before === undefined || before === schema ? schema : { [how]: [before, schema] });
  }
  const description = one.description ?? other.description;
  const unenforced = one.unenforced.union(other.unenforced);
  const items =
    one.items !== undefined && other.items !== undefined && one.items !== other.items
      ? { [how]: [one.items, other.items] }
      : (one.items ?? other.items);
  const pattern = one.pattern ?? other.pattern;
  const format = one.format ?? other.format;
  return {
    fields,
    unenforced,
    ...(description !== undefined && { description }),
    ...(items !== undefined && { items }),
    ...(pattern !== undefined && { pattern }),
    ...(format !== undefined && { format }),
  };
}

const LIMITS = ['minLength', 'minimum', 'maxLength', 'maximum'] as const;

function limits(
  one: ResolvedSchema,
  other: ResolvedSchema,
  low: (both: readonly number[]) => number,
  high: (...both: readonly number[]) => number,
): { -readonly [name in (typeof LIMITS)[number]]?: number } {
  const found: { [name in (typeof LIMITS)[number]]?: number } = {};
  for (const name of LIMITS) {
    const both = [one[name], other[name]].filter((limit) => limit !== undefined);
    if (both.length > 0) found[name] = name.startsWith('min') ? low(both) : high(...both);
  }
  return found;
}
