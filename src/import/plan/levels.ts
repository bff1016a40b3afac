import type { KindSpec } from '../../contract/kind.ts';
import { wavesOf } from './waves.ts';

/** Kinds that are sent after those of earlier levels. */
export interface Level {
  readonly kinds: readonly KindSpec[];
  /** Kinds of it name each other, or themselves: its records are sent in an order of their own. */
  readonly circular: boolean;
}

/**
 * Kinds in levels: all that a kind's references name is in earlier levels, or in its own one where kinds name each other.
 * Where none do, the levels are the waves.
 */
export function levelsOf(kinds: readonly KindSpec[]): Level[] {
  const named = new Map(kinds.map((kind) => [kind.name, reachOf(kind, kinds)]));
  const groupOf = (kind: KindSpec): string =>
    kinds.find(
      ({ name }) =>
        name === kind.name || (named.get(name)!.has(kind.name) && named.get(kind.name)!.has(name)),
    )!.name;
  const groups = [...new Set(kinds.map(groupOf))];
  const merged = groups.map((group): KindSpec => {
    const members = kinds.filter((kind) => groupOf(kind) === group);
    const names = new Set(members.flatMap(directlyNamed).map((name) => ownerOf(name) ?? name));
    const references = [...names].filter((name) => name !== group).map((to) => ({ fields: [to], to }));
    return { ...members[0]!, name: group, references };
  });
  return wavesOf(merged).map((wave) => {
    const members = kinds.filter((kind) => wave.some(({ name }) => name === groupOf(kind)));
    return { kinds: members, circular: members.some(({ name }) => named.get(name)!.has(name)) };
  });

  function ownerOf(name: string): string | undefined {
    const kind = kinds.find((candidate) => candidate.name === name);
    return kind && groupOf(kind);
  }
}

/** The names of the kinds that a kind's references name. */
const directlyNamed = ({ references }: KindSpec): string[] =>
  references.flatMap(({ to, or = [] }) => [to, ...or]);

/** All kinds that a kind names, and that those name. */
function reachOf(kind: KindSpec, kinds: readonly KindSpec[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = directlyNamed(kind);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    const next = kinds.find((candidate) => candidate.name === name);
    if (next) open.push(...directlyNamed(next));
  }
  return reached;
}
