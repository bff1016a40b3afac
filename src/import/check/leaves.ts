import { type Field, pathSteps } from '../../contract/field.ts';
import type { Body, Json } from '../../contract/kind.ts';

/** A place in a body for the value of a field, whether it is there or not. */
export interface Leaf {
  /** `composition.1.material`, 0-based. */
  readonly path: string;
  readonly value: Json | undefined;
  /** Whether the enclosing object exists. */
  readonly grouped: boolean;
}

/** Parsed paths of fields. */
const steps = new Map<string, { name: string; array: boolean }[]>();

/**
 * All places of a field in a body. A missing object or list has no places, except one leaf without a value for a
 * missing group, so that a required field in it is noticed.
 */
export function leavesOf(field: Field, body: Body): Leaf[] {
  let path = steps.get(field.path);
  if (!path) {
    path = pathSteps(field.path);
    steps.set(field.path, path);
  }
  if (path.length === 1 && !path[0]!.array)
    return [{ path: path[0]!.name, value: body[path[0]!.name], grouped: true }];
  const leaves: Leaf[] = [];
  walk(body, 0, '', path, leaves);
  return leaves;
}

function walk(
  at: Json | undefined,
  depth: number,
  around: string,
  path: { name: string; array: boolean }[],
  leaves: Leaf[],
): void {
  const { name, array } = path[depth]!;
  const here = around + name;
  const found = typeof at === 'object' && at !== null && !Array.isArray(at) ? at[name] : undefined;
  const next = Array.isArray(found) && found.length === 0 ? undefined : found;
  const last = depth === path.length - 1;
  if (array && Array.isArray(next)) {
    next.forEach((item, index) => {
      if (last) leaves.push({ path: `${here}.${index}`, value: item, grouped: true });
      else walk(item, depth + 1, `${here}.${index}.`, path, leaves);
    });
  } else if (last || next === undefined) {
    leaves.push({
      path: around + firstPath(path.slice(depth)),
      value: array ? undefined : next,
      grouped: last,
    });
  } else if (typeof next === 'object') {
    // A single value instead of an object has nothing below it.
    walk(next, depth + 1, `${here}.`, path, leaves);
  }
}

/** The path of a leaf in a missing group, as its first item. */
const firstPath = (path: { name: string; array: boolean }[]): string =>
  path.map(({ name, array }, at) => (array && at < path.length - 1 ? `${name}.0` : name)).join('.');
