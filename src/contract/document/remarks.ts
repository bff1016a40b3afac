import { say } from '../../say.ts';
import { isNode, type Node } from './node.ts';

/** A sentence about the first violation of OpenAPI in a document: at its top level, in its calls or in its schemas. */
export function remarksOn(root: Node): string[] {
  for (const fault of faultsOf(root)) return [say().documents.invalid({ fault: fault.slice(0, 200) })];
  return [];
}

/** The name of a text about what a value must be. */
type What =
  | 'type'
  | 'object'
  | 'names'
  | 'list'
  | 'schema'
  | 'schemas'
  | 'whole'
  | 'number'
  | 'text'
  | 'boolean';

const mustBe = (place: string, what: What): string =>
  say().documents.mustBe({ place, what: say().documents[what]() });

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

function* faultsOf(root: Node): Iterable<string> {
  const info = isNode(root.info) ? root.info : {};
  for (const name of ['title', 'version'])
    if (typeof info[name] !== 'string') yield mustBe(`/info/${name}`, 'text');
  if (!isNode(root.paths)) {
    // Since 3.1 a document may have no paths.
    if (root.paths !== undefined || !/^3\.1\./.test(String(root.openapi))) yield mustBe('/paths', 'object');
    return;
  }
  const seen = new Set<object>();
  for (const [path, item] of Object.entries(root.paths)) {
    if (path.startsWith('x-')) continue;
    const at = `/paths/${pointerStep(path)}`;
    if (!path.startsWith('/')) yield say().documents.pathStart({ place: at });
    if (!isNode(item)) yield mustBe(at, 'object');
    else yield* faultsOfCalls(item, at);
  }
  yield* faultsBelow(root, '', seen);
}

function* faultsOfCalls(item: Node, at: string): Iterable<string> {
  for (const [method, call] of Object.entries(item)) {
    if (!METHODS.has(method)) continue;
    if (!isNode(call)) yield mustBe(`${at}/${method}`, 'object');
    else if (!isNode(call.responses)) yield mustBe(`${at}/${method}/responses`, 'object');
  }
}

/** Keys of maps whose values are schemas. */
const SCHEMA_MAPS = ['schemas', 'definitions'];

/** Finds schemas: under `schema`, and in maps of schemas. Examples and extensions may contain anything. */
function* faultsBelow(value: unknown, at: string, seen: Set<object>): Iterable<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const [name, inner] of Object.entries(value)) {
    if (isOpen(name)) continue;
    const below = `${at}/${pointerStep(name)}`;
    if (name === 'schema') yield* faultsOfSchema(inner, below, seen);
    else if (SCHEMA_MAPS.includes(name) && isNode(inner)) {
      for (const [key, schema] of Object.entries(inner))
        yield* faultsOfSchema(schema, `${below}/${pointerStep(key)}`, seen);
    } else yield* faultsBelow(inner, below, seen);
  }
}

const isOpen = (name: string): boolean =>
  name.startsWith('x-') || ['example', 'examples', 'default', 'enum', 'const'].includes(name);

const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string', 'file']);

const isType = (value: unknown): boolean => typeof value === 'string' && TYPES.has(value);
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isSchema = (value: unknown): boolean => isNode(value) || typeof value === 'boolean';
const isSchemas = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isSchema);

/** The valid values of the keywords of a schema. */
const KEYWORDS: Readonly<Record<string, readonly [fits: (value: unknown) => boolean, what: What]>> = {
  type: [(value) => isType(value) || (Array.isArray(value) && value.every(isType)), 'type'],
  properties: [isNode, 'object'],
  required: [isTexts, 'names'],
  enum: [Array.isArray, 'list'],
  items: [isSchema, 'schema'],
  allOf: [isSchemas, 'schemas'],
  anyOf: [isSchemas, 'schemas'],
  oneOf: [isSchemas, 'schemas'],
  minLength: [isCount, 'whole'],
  maxLength: [isCount, 'whole'],
  minimum: [Number.isFinite, 'number'],
  maximum: [Number.isFinite, 'number'],
  pattern: [(value) => typeof value === 'string', 'text'],
  readOnly: [(value) => typeof value === 'boolean', 'boolean'],
  nullable: [(value) => typeof value === 'boolean', 'boolean'],
};

function* faultsOfSchema(schema: unknown, at: string, seen: Set<object>): Iterable<string> {
  if (!isNode(schema)) {
    if (!isSchema(schema)) yield mustBe(at, 'schema');
    return;
  }
  if (seen.has(schema)) return;
  for (const [name, value] of Object.entries(schema)) {
    const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name] : undefined;
    if (keyword && !keyword[0](value)) yield mustBe(`${at}/${name}`, keyword[1]);
  }
  seen.add(schema);
  for (const [name, value] of Object.entries(schema)) {
    const below = `${at}/${name}`;
    if (name === 'items' || name === 'additionalProperties') yield* faultsOfSchema(value, below, seen);
    else if (name === 'properties' && isNode(value)) {
      for (const [key, inner] of Object.entries(value))
        yield* faultsOfSchema(inner, `${below}/${pointerStep(key)}`, seen);
    } else if (['allOf', 'anyOf', 'oneOf'].includes(name) && Array.isArray(value)) {
      for (const [part, inner] of value.entries()) yield* faultsOfSchema(inner, `${below}/${part}`, seen);
    }
  }
}

const pointerStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
