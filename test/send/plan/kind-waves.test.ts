import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KindSpec } from '../../../src/contract/kind.ts';
import { KINDS } from '../../../src/contract/registry.ts';
import { levelsOf } from '../../../src/send/plan/kind-waves.ts';

/** The waves of kinds that do not refer to each other in a cycle. */
const wavesOf = (kinds: readonly KindSpec[]) => levelsOf(kinds).map((level) => level.kinds);
const names = (waves: (readonly KindSpec[])[]) => waves.map((wave) => wave.map(({ name }) => name));

/** A kind with only a name and references. */
const kind = (name: string, ...to: string[]): KindSpec => ({
  ...KINDS.v2.supplier,
  name,
  plural: `${name}s`,
  references: to.map((other) => ({ fields: [`${other}Ref`], to: other })),
});

const { supplier, packaging, product, component } = KINDS.v2;

describe('waves of kinds', () => {
  it('the waves of v2 are: suppliers and packaging, then products, then components', () => {
    expect(names(wavesOf([supplier, packaging, product, component]))).toEqual([
      ['supplier', 'packaging'],
      ['product'],
      ['component'],
    ]);
  });

  it('are the same, in whatever order the kinds are given', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([supplier, packaging, product, component], { minLength: 4 }),
        (kinds) => {
          const expected = [['packaging', 'supplier'], ['product'], ['component']];
          expect(names(wavesOf(kinds)).map((wave) => wave.sort())).toEqual(expected);
        },
      ),
    );
  });

  it('contain every kind once, as early as possible after all kinds that it refers to', () => {
    const graph = fc.integer({ min: 0, max: 7 }).chain((size) => {
      const all = Array.from({ length: size }, (_, at) => `k${at}`);
      return fc
        .tuple(...all.map((_, at) => fc.subarray([...all.slice(0, at), `k${at}`, 'elsewhere'])))
        .map((named) => all.map((name, at) => kind(name, ...named[at]!)))
        .chain((kinds) => fc.shuffledSubarray(kinds, { minLength: size }));
    });
    fc.assert(
      fc.property(graph, (kinds) => {
        const waves = wavesOf(kinds);
        expect(
          waves
            .flat()
            .map(({ name }) => name)
            .sort(),
        ).toEqual(kinds.map(({ name }) => name).sort());
        const waveOf = new Map(waves.flatMap((wave, at) => wave.map((kind) => [kind.name, at] as const)));
        for (const { name, references } of kinds) {
          const before = references.filter(({ to }) => to !== name && waveOf.has(to));
          const latest = Math.max(-1, ...before.map(({ to }) => waveOf.get(to)!));
          expect(waveOf.get(name)).toBe(latest + 1);
        }
      }),
    );
  });

  it('ignore references to missing kinds and of a kind to itself', () => {
    expect(names(wavesOf([kind('part', 'part', 'maker')]))).toEqual([['part']]);
    expect(wavesOf([])).toEqual([]);
  });
});
