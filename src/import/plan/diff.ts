import type { Json } from '../../contract/kind.ts';

/** A leaf that differs between two bodies; undefined if a body does not have it. */
export interface Change {
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The leaves that differ between two bodies, in the order of the paths. Top-level fields in `except` are ignored. */
export function diff(
  before: Json | undefined,
  after: Json | undefined,
  except: readonly string[] = [],
): Change[] {
  const changes: Change[] = [];
  compare('', before, after);
  return changes;

  function compare(path: string, a: Json | undefined, b: Json | undefined): void {
    if (isTree(a) && isTree(b) && Array.isArray(a) === Array.isArray(b)) {
      for (const name of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()) {
        if (path === '' && except.includes(name)) continue;
        compare(path === '' ? name : `${path}.${name}`, own(a, name), own(b, name));
      }
    } else if (a !== b) {
      changes.push({ path, before: a, after: b });
    }
  }
}

type Tree = Json[] | { [name: string]: Json };

function isTree(value: Json | undefined): value is Tree {
  return typeof value === 'object' && value !== null;
}

function own(tree: Tree, name: string): Json | undefined {
  return Object.hasOwn(tree, name) ? (tree as Record<string, Json>)[name] : undefined;
}
