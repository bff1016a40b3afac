import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KindSpec } from '../../../src/contract/kind.ts';
import { KINDS } from '../../../src/contract/registry.ts';
import { cyclesOf } from '../../../src/send/plan/cycles.ts';
import { levelsOf } from '../../../src/send/plan/kind-waves.ts';

const kind = (name: string, ...to: string[]): KindSpec => ({
  ...KINDS.v2.supplier,
  name,
  references: to.map((other) => ({ fields: [`${other}Ref`], to: other })),
});
const names = (kinds: readonly KindSpec[]) =>
  levelsOf(kinds).map((level) => [level.circular, ...level.kinds.map(({ name }) => name)]);

describe('levels of kinds', () => {
  it('the levels of v3 put kinds that refer to each other into one circular level', () => {
    const { supplier, material, component, product, 'purchased-item': item } = KINDS.v3;
    const { 'generic-product-info': info, 'brand-product': brand } = KINDS.v3;
    expect(names([supplier, material, component, product, item, info, brand])).toEqual([
      [false, 'supplier'],
      [true, 'material', 'component', 'product', 'purchased-item'],
      [false, 'generic-product-info'],
      [false, 'brand-product'],
    ]);
  });

  it('handle references to the same kind, to one of two kinds, and to missing kinds', () => {
    expect(names([kind('part', 'part', 'maker')])).toEqual([[true, 'part']]);
    const either = { ...kind('deal'), references: [{ fields: ['x'], to: 'a', or: ['b'] }] };
    expect(names([either, kind('a'), kind('b')])).toEqual([
      [false, 'a', 'b'],
      [false, 'deal'],
    ]);
    expect(names([])).toEqual([]);
  });

  it('levels of kinds contain every kind once, after the kinds that it refers to, or with them if the level is circular', () => {
    const graph = fc
      .integer({ min: 1, max: 6 })
      .chain((size) =>
        fc.tuple(
          ...Array.from({ length: size }, (_, at) =>
            fc.subarray(Array.from({ length: size }, (_, to) => `k${to}`)).map((to) => kind(`k${at}`, ...to)),
          ),
        ),
      );
    fc.assert(
      fc.property(graph, (kinds) => {
        const levels = levelsOf(kinds);
        const levelOf = new Map(
          levels.flatMap((level, at) => level.kinds.map(({ name }) => [name, at] as const)),
        );
        expect([...levelOf.keys()].sort()).toEqual(kinds.map(({ name }) => name).sort());
        for (const { name, references } of kinds) {
          for (const { to } of references) {
            expect(levelOf.get(to)!).toBeLessThanOrEqual(levelOf.get(name)!);
            if (levelOf.get(to) === levelOf.get(name))
              expect(levels[levelOf.get(name)!]!.circular).toBe(true);
          }
        }
      }),
    );
  });
});

describe('the cycles of references among records', () => {
  const graph = fc
    .integer({ min: 1, max: 8 })
    .chain((size) =>
      fc.array(fc.tuple(fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 })), { maxLength: 2 * size }),
    )
    .map((edges) => {
      const namings = new Map<number, number[]>();
      for (const [from, to] of edges) namings.set(from, [...new Set([...(namings.get(from) ?? []), to])]);
      return namings;
    });

  /** Whether a path leads from a record back to it, by trying all paths. */
  function comesBack(start: number, namings: Map<number, number[]>): boolean {
    const seen = new Set<number>();
    const open = [...(namings.get(start) ?? [])];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === start) return true;
      if (seen.has(at)) continue;
      seen.add(at);
      open.push(...(namings.get(at) ?? []));
    }
    return false;
  }

  it('the cycles of references are closed paths, and together contain exactly the records that lead back to themselves', () => {
    fc.assert(
      fc.property(graph, (namings) => {
        const circles = cyclesOf(namings);
        for (const circle of circles) {
          expect(new Set(circle).size).toBe(circle.length);
          for (const [at, from] of circle.entries()) {
            expect(namings.get(from)).toContain(circle[(at + 1) % circle.length]);
          }
        }
        const all = new Set([...namings.keys(), ...[...namings.values()].flat()]);
        const expected = [...all].filter((record) => comesBack(record, namings)).sort((a, b) => a - b);
        expect([...new Set(circles.flat())].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });

  it('start at their lowest record, and are sorted by it', () => {
    const references = new Map([
      [12, [11]],
      [11, [10]],
      [10, [12]],
      [3, [2]],
      [2, [3]],
    ]);
    expect(cyclesOf(references)).toEqual([
      [2, 3],
      [10, 12, 11],
    ]);
  });

  it('the cycles of references are found at the end of a chain of 50,000 records, without deep recursion', () => {
    const namings = new Map(Array.from({ length: 50_000 }, (_, at) => [at, [at + 1]] as const));
    namings.set(49_999, [49_998]);
    expect(cyclesOf(namings)).toEqual([[49_998, 49_999]]);
    expect(cyclesOf(new Map([[1, [1]]]))).toEqual([[1]]);
  });
});
