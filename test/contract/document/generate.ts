import { FAMILY_NAMES, type FamilyName, projectTypeOf } from '../../../src/contract/family.ts';
import { type Field, pathSteps, type Value } from '../../../src/contract/field.ts';
import { createPath, type InterfaceName, isRequired, type KindSpec } from '../../../src/contract/kind.ts';

export type Schema = { [name: string]: unknown };

/** A document that a service with this contract would publish: every kind, in v2 on the path of every family. */
export function documentOf(
  contract: Readonly<Record<InterfaceName, readonly KindSpec[]>>,
  { families = FAMILY_NAMES }: { families?: readonly FamilyName[] } = {},
): Schema {
  const paths: Schema = {};
  for (const kind of contract.v2)
    for (const family of families) paths[createPath(kind, family)] = post(bodyOf(kind, family));
  for (const kind of contract.v3) paths[createPath(kind, null)] = post(bodyOf(kind, null));
  return { openapi: '3.0.3', info: { title: 'service', version: '1.0.0' }, paths };
}

/** A document with only these create calls. */
export function documentWith(bodies: Readonly<Record<string, Schema>>, more: Schema = {}): Schema {
  return {
    openapi: '3.0.3',
    info: { title: 'service', version: '1.0.0' },
    paths: Object.fromEntries(Object.entries(bodies).map(([path, schema]) => [path, post(schema)])),
    ...more,
  };
}

const post = (schema: Schema): Schema => ({
  post: {
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 201: { description: 'created' } },
  },
});

interface Node {
  field?: Field;
  array: boolean;
  readonly children: Map<string, Node>;
}

export function bodyOf(kind: KindSpec, family: FamilyName | null): Schema {
  const root: Node = { array: false, children: new Map() };
  for (const field of kind.fields) {
    if (field.local) continue;
    let node = root;
    for (const { name, array } of pathSteps(field.path)) {
      let child = node.children.get(name);
      if (!child) {
        child = { array, children: new Map() };
        node.children.set(name, child);
      }
      node = child;
    }
    node.field = field;
  }
  return objectOf(root, family, root);
}

function objectOf(node: Node, family: FamilyName | null, root: Node): Schema {
  const properties: Schema = {};
  const required: string[] = [];
  for (const [name, child] of node.children) {
    const inner = child.field ? leafOf(child.field, family) : objectOf(child, family, root);
    properties[name] = child.array ? { type: 'array', items: inner } : inner;
    if (isNeeded(child, family) || (node !== root && isWithin(child))) required.push(name);
  }
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function isNeeded(node: Node, family: FamilyName | null): boolean {
  if (node.field) return isRequired(node.field, family);
  return [...node.children.values()].some((child) => isNeeded(child, family));
}

function isWithin(node: Node): boolean {
  if (node.field) return node.field.required === 'within';
  return !node.array && [...node.children.values()].some(isWithin);
}

function leafOf({ path, value, note }: Field, family: FamilyName | null): Schema {
  if (path === 'projectType') {
    const type = family === null ? null : projectTypeOf(family, {});
    return { type: 'string', ...(type !== null && { enum: [type] }) };
  }
  return { ...typeOf(value), description: note };
}

function typeOf(value: Value): Schema {
  switch (value.type) {
    case 'text':
    case 'reference': {
      const { min, max } = value.length ?? {};
      return {
        type: 'string',
        ...(min !== undefined && { minLength: min }),
        ...(max !== undefined && max !== Infinity && { maxLength: max }),
        ...(value.type === 'reference' && value.digits && { pattern: `^\\d{${value.digits}}$` }),
      };
    }
    case 'number':
      return {
        type: 'number',
        ...(value.min !== undefined && { minimum: value.min }),
        ...(value.max !== undefined && { maximum: value.max }),
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'flag':
      return { type: 'integer', enum: [0, 1] };
    case 'choice': {
      const { values, complete, doubtful } = value.list;
      // No generated document could describe the values of an incomplete list.
      return { type: 'string', ...(complete && !doubtful?.length && { enum: [...values] }) };
    }
    case 'date':
      return { type: 'string', format: 'date' };
    case 'email':
      return { type: 'string', format: 'email' };
    case 'url':
      return { type: 'string', format: 'uri' };
    case 'country':
      return { type: 'string', minLength: 2, maxLength: 2 };
    case 'open':
      return value.scalar ? {} : { type: 'object' };
  }
}
