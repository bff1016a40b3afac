import type { KindSpec } from '../../contract/kind.ts';

/** Kinds that are sent together, after the kinds of earlier levels. */
export interface KindLevel {
  readonly kinds: readonly KindSpec[];
  /** Whether kinds of the level reference each other or themselves. Each record then gets its own wave. */
  readonly circular: boolean;
}

/**
 * Sorts kinds into levels: a kind references only kinds of earlier levels or, if kinds reference each other, of
 * its own level. Without such cycles, the levels are the waves. Within a level the order of the input is kept.
 */
export function levelsOf(kinds: readonly KindSpec[]): KindLevel[] {
  const reachable = new Map(kinds.map((kind) => [kind.name, reachOf(kind, kinds)]));
  const levels: KindLevel[] = [];
  const placed = new Set<string>();
  const isNext = (name: string) =>
    [...reachable.get(name)!].every(
      (to) => placed.has(to) || !reachable.has(to) || reachable.get(to)!.has(name),
    );
  for (let left = kinds; left.length > 0; left = left.filter(({ name }) => !placed.has(name))) {
    const level = left.filter(({ name }) => isNext(name));
    for (const { name } of level) placed.add(name);
    levels.push({ kinds: level, circular: level.some(({ name }) => reachable.get(name)!.has(name)) });
  }
  return levels;
}

/** The names of the kinds that a kind refers to. */
const directReferences = ({ references }: KindSpec): string[] =>
  references.flatMap(({ to, or = [] }) => [to, ...or]);

/** All kinds that a kind refers to, directly or not. */
function reachOf(kind: KindSpec, kinds: readonly KindSpec[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = directReferences(kind);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    const next = kinds.find((candidate) => candidate.name === name);
    if (next) open.push(...directReferences(next));
  }
  return reached;
}
