import type { KindSpec } from '../../contract/kind.ts';

/** A kind, or a group of kinds. */
interface Node {
  readonly name: string;
  readonly references: readonly { readonly to: string }[];
}

/**
 * Sorts kinds into waves: a kind references only kinds of earlier waves. Within a wave the order of the input is
 * kept. Throws if kinds reference each other in a cycle.
 */
export function wavesOf<Kind extends Node>(kinds: readonly Kind[]): Kind[][] {
  const waves: Kind[][] = [];
  const names = new Set(kinds.map((kind) => kind.name));
  const placed = new Set<string>();
  let remaining = [...kinds];
  while (remaining.length > 0) {
    const wave = remaining.filter((kind) =>
      kind.references.every(({ to }) => to === kind.name || !names.has(to) || placed.has(to)),
    );
    if (wave.length === 0)
      throw new Error(
        `kinds refer to each other in a cycle: ${remaining.map((kind) => kind.name).join(', ')}`,
      );
    for (const kind of wave) placed.add(kind.name);
    remaining = remaining.filter((kind) => !placed.has(kind.name));
    waves.push(wave);
  }
  return waves;
}

/** Kinds that are sent together, after the kinds of earlier levels. */
export interface Level {
  readonly kinds: readonly KindSpec[];
  /** Whether kinds of the level reference each other or themselves. Each record then gets its own wave. */
  readonly circular: boolean;
}

/**
 * Sorts kinds into levels: a kind references only kinds of earlier levels or, if kinds reference each other, of
 * its own level. Without such cycles, the levels are the waves.
 */
export function levelsOf(kinds: readonly KindSpec[]): Level[] {
  const reachable = new Map(kinds.map((kind) => [kind.name, reachOf(kind, kinds)]));
  const groupOf = (kind: KindSpec): string =>
    kinds.find(
      ({ name }) =>
        name === kind.name || (reachable.get(name)!.has(kind.name) && reachable.get(kind.name)!.has(name)),
    )!.name;
  const groups = [...new Set(kinds.map(groupOf))];
  const merged = groups.map((group) => {
    const members = kinds.filter((kind) => groupOf(kind) === group);
    const names = new Set(members.flatMap(directReferences).map((name) => ownerOf(name) ?? name));
    return { name: group, references: [...names].map((to) => ({ to })) };
  });
  return wavesOf(merged).map((wave) => {
    const members = kinds.filter((kind) => wave.some(({ name }) => name === groupOf(kind)));
    return { kinds: members, circular: members.some(({ name }) => reachable.get(name)!.has(name)) };
  });

  function ownerOf(name: string): string | undefined {
    const kind = kinds.find((candidate) => candidate.name === name);
    return kind && groupOf(kind);
  }
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
