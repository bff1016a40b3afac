import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body, Json } from '../../../src/contract/kind.ts';
import { type Change, diff } from '../../../src/send/plan/changed.ts';

describe('diff', () => {
  const change = (path: string, before?: Json, after?: Json): Change => ({ path, before, after });
  const [cotton, linen] = [{ material: 'COTTON', percentage: 100 }, { material: 'LINEN' }];
  it.each<[string, Body, Body, ...Change[]]>([
    ['a leaf', { name: 'a' }, { name: 'b' }, change('name', 'a', 'b')],
    ['a leaf of another type', { weight: 350 }, { weight: '350' }, change('weight', 350, '350')],
    [
      'a leaf more and a leaf less',
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
    ['a list for an object', { of: { 0: 'x' } }, { of: ['x'] }, change('of', { 0: 'x' }, ['x'])],
    ['an empty list in the place of an object', { a: {} }, { a: [] }, change('a', {}, [])],
    ['null in the place of nothing', {}, { a: null }, change('a', undefined, null)],
    ['the order of names', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['a name that every object has', {}, { toString: 'x' }, change('toString', undefined, 'x')],
  ])('tells %s', (_, before, after, ...changes) => {
    expect(diff(before, after)).toEqual(changes);
  });

  it('leaves fields out at the top only', () => {
    const before = { importationBatch: 'W1', projectImpact: { importationBatch: 'W1' } };
    const after = { importationBatch: 'W2', projectImpact: { importationBatch: 'W2' } };
    const paths = diff(before, after, ['importationBatch']).map(({ path }) => path);
    expect(paths).toEqual(['projectImpact.importationBatch']);
  });
});

describe('laws', () => {
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

  it('nothing differs from itself', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(diff(value, structuredClone(value))).toEqual([]);
      }),
    );
  });

  it('the changes of a to b, made to a, give b; the other way round they give a', () => {
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

  it('paths come in order, each once', () => {
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
