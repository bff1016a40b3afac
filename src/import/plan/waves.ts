/** A kind, or a group of kinds. */
interface Node {
  readonly name: string;
  readonly references: readonly { readonly to: string }[];
}

/**
 * Orders kinds in waves: the references of a kind are to earlier waves. Within a wave the order of the input is kept.
 * Throws if kinds refer to each other in a cycle.
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
