import type { KindSpec } from '../../contract/kind.ts';

/**
 * Kinds in waves: all that a kind's references name is in earlier waves. The order inside a wave is that of the input.
 * Derived from the declared references alone. Throws when kinds name each other in a circle.
 */
export function wavesOf(kinds: readonly KindSpec[]): KindSpec[][] {
  const waves: KindSpec[][] = [];
  const names = new Set(kinds.map((kind) => kind.name));
  const placed = new Set<string>();
  let left = [...kinds];
  while (left.length > 0) {
    const wave = left.filter((kind) =>
      kind.references.every(({ to }) => to === kind.name || !names.has(to) || placed.has(to)),
    );
    if (wave.length === 0)
      throw new Error(`kinds name each other in a circle: ${left.map((kind) => kind.name).join(', ')}`);
    for (const kind of wave) placed.add(kind.name);
    left = left.filter((kind) => !placed.has(kind.name));
    waves.push(wave);
  }
  return waves;
}
