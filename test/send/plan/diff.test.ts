import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body, Json } from '../../../src/contract/kind.ts';
import { type Change, diff } from '../../../src/send/plan/changed.ts';

describe('diff of two bodies', () => {
  const change = (path: string, before?: Json, after?: Json): Change => ({ path, before, after });
  const [cotton, linen] = [{ material: 'COTTON', percentage: 100 }, { material: 'LINEN' }];
  it.each<[string, Body, Body, ...Change[]]>([
    ['a changed leaf', { name: 'a' }, { name: 'b' }, change('name', 'a', 'b')],
    ['a leaf whose type changed', { weight: 350 }, { weight: '350' }, change('weight', 350, '350')],
    [
      'an added leaf and a removed leaf',
      { city: 'Lyon' },
      { zip: '69001' },
      change('city', 'Lyon', undefined),
      change('zip', undefined, '69001'),
    ],
    [
      'a leaf of a list of objects',
      { composition: [cotton] },
      { composition: [{ ...cotton, percentage: 60 }, linen] },
      change('composition.0.percentage', 100, 60),
      change('composition.1', undefined, linen),
    ],
    ['a list that replaces an object', { of: { 0: 'x' } }, { of: ['x'] }, change('of', { 0: 'x' }, ['x'])],
    ['an empty list that replaces an empty object', { a: {} }, { a: [] }, change('a', {}, [])],
    ['a field that is added as null', {}, { a: null }, change('a', undefined, null)],
    ['no change if only the order of the fields differs', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['a field that is named like a method', {}, { toString: 'x' }, change('toString', undefined, 'x')],
  ])('finds %s', (_, before, after, ...changes) => {
    expect(diff(before, after)).toEqual(changes);
  });

  it('diff of two bodies ignores the given fields at the top level, not in nested objects', () => {
    const before = { importationBatch: 'W1', projectImpact: { importationBatch: 'W1' } };
    const after = { importationBatch: 'W2', projectImpact: { importationBatch: 'W2' } };
    const paths = diff(before, after, ['importationBatch']).map(({ path }) => path);
    expect(paths).toEqual(['projectImpact.importationBatch']);
  });
});

describe('diff of random values', () => {
  // Names without a dot, as every field of the contract has.
  const name = fc.constantFrom('a', 'b', 'c', '0', '1', 'length', '__proto__');
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Json>(null, true, 0, 1, '', 'x'),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(name, tie('json'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));

  it('diff of random values is empty for a value and its copy', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(diff(value, structuredClone(value))).toEqual([]);
      }),
    );
  });

  it('turns the first value into the second, and is the reverse of the diff in the other direction', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const changes = diff(a, b);
        const back = diff(b, a).map(({ path, before, after }) => ({ path, before: after, after: before }));
        expect(applied(a, changes)).toEqual(b);
        expect(back).toEqual(changes);
      }),
      { numRuns: 1000 },
    );
  });

  it('diff of random values has each path once', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const paths = diff(a, b).map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
      }),
    );
  });
});

/** A copy of a value with these changes. */
function applied(value: Json, changes: readonly Change[]): Json | undefined {
  const root = { '': structuredClone(value) as Json | undefined };
  for (const { path, after } of [...changes].reverse()) {
    const steps = path === '' ? [] : path.split('.');
    let holder = root as Record<string, unknown>;
    let last = '';
    for (const step of steps) {
      holder = Object.getOwnPropertyDescriptor(holder, last)!.value;
      last = step;
    }
    if (after !== undefined) {
      const open = { writable: true, enumerable: true, configurable: true };
      Object.defineProperty(holder, last, { value: after, ...open });
    } else if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else delete holder[last];
  }
  return root[''];
}
