import { describe, expect, test } from 'vitest';
import type { Body, Json, KindSpec } from '../../../src/contract/kind.ts';
import { KINDS } from '../../../src/contract/registry.ts';
import { shareFaults } from '../../../src/records/check/rules/shares.ts';

const COMPONENT = KINDS.v2.component;
const MATERIAL = KINDS.v3.material;

const faults = (kind: KindSpec, body: Body, isSkipped = (_name: string) => false) => [
  ...shareFaults(kind, body, isSkipped),
];
const composition = (...shares: readonly number[]): Body => ({
  composition: shares.map((percentage) => ({ material: 'COTTON', percentage })),
});

describe('the total of the shares', () => {
  test.each([
    [[99.5], true],
    [[100.5], true],
    [[99.499], false],
    [[100.501], false],
    [[33.3, 33.3, 33.3], true],
    [[49.75, 49.75], true],
    // Their sum is 100.50000000000001 before it is rounded.
    [[33.1, 33.7, 33.7], true],
    [[0], false],
  ])('the total of the shares %j is accepted: %s', (shares, isAccepted) => {
    expect(faults(COMPONENT, composition(...shares)).length === 0).toBe(isAccepted);
  });

  test('the total of the shares is reported with the shares that were added', () => {
    const at = { code: 'composition-total', path: 'composition.0.percentage', value: '60 + 30.5' };
    const message = 'the shares of composition add up to 90.5, not 100';
    expect(faults(COMPONENT, composition(60, 30.5))).toEqual([{ ...at, message }]);
  });

  test('the total of the shares is reported without the noise of binary fractions', () => {
    const [fault] = faults(COMPONENT, composition(0.1, 0.2));
    expect(fault!.message).toBe('the shares of composition add up to 0.3, not 100');
  });

  test.each([
    [[0.6, 0.4], 'did you mean 60 + 40?'],
    [[0.57, 0.43], 'did you mean 57 + 43?'],
    [[0.995], 'did you mean 99.5? If the column has fractions, write (fraction) in its header'],
    [[1.005], 'did you mean 100.5? If the column has fractions, write (fraction) in its header'],
    [[0.994], undefined],
    [[1.006], undefined],
    [[60, 30], undefined],
  ])('the total of the shares %j has the suggestion: %s', (shares, suggestion) => {
    expect(faults(COMPONENT, composition(...shares))[0]!.suggestion).toBe(suggestion);
  });
});

describe('a composition without shares', () => {
  test.each<[what: string, body: Body]>([
    ['no list', {}],
    ['an empty list', { composition: [] }],
    ['a text', { composition: 'COTTON' }],
    ['items without a share', { composition: [{ material: 'COTTON' }, { material: 'WOOL' }] }],
    ['items that are not objects', { composition: ['COTTON', null, 100] }],
    ['shares that are not numbers', { composition: [{ percentage: '60' }] }],
  ])('a composition without shares has no finding on its total: %s', (_, body) => {
    expect(faults(COMPONENT, body)).toEqual([]);
  });
});

describe('items without a share, beside items with one', () => {
  const items = (...shares: readonly (number | null)[]): Json[] =>
    shares.map((share) => (share === null ? {} : { percentage: share, usagePercentage: share }));

  const blended = { composition: items(60, null, null) };
  const used = { usedMaterials: items(null, 60, 40) };
  const both = { usedMaterials: items(60), purchasedItems: items(null) };
  test.each<[KindSpec, Body, at: string, said: string]>([
    [COMPONENT, blended, 'composition.1.percentage', 'composition: 1 of 3 materials'],
    [MATERIAL, used, 'usedMaterials.0.usagePercentage', 'usedMaterials: 2 of 3 items'],
    [MATERIAL, both, 'purchasedItems.0.usagePercentage', 'usedMaterials and purchasedItems: 1 of 2 items'],
  ])('items without a share are reported once, at the first of them: $2', (kind, body, path, said) => {
    const message = `${said} have a share`;
    expect(faults(kind, body)).toEqual([{ code: 'composition-share', path, message }]);
  });
});

describe('lists whose shares count together', () => {
  const list = (share: number) => [{ usagePercentage: share }];

  test('lists whose shares count together have one total, which is reported at their first item', () => {
    expect(faults(MATERIAL, { usedMaterials: list(40), purchasedItems: list(60) })).toEqual([]);
    const told = (body: Body) => faults(MATERIAL, body).map(({ path, message }) => `${path}: ${message}`);
    expect(told({ usedMaterials: list(40), purchasedItems: list(40) })).toEqual([
      'usedMaterials.0.usagePercentage: the shares of usedMaterials and purchasedItems add up to 80, not 100',
    ]);
    expect(told({ usedMaterials: [], purchasedItems: list(40) })).toEqual([
      'purchasedItems.0.usagePercentage: the shares of purchasedItems add up to 40, not 100',
    ]);
  });

  test('lists whose shares count together have no total if one of them is skipped', () => {
    const body = { usedMaterials: list(40), purchasedItems: list(40) };
    expect(faults(MATERIAL, body, (name) => name === 'purchasedItems')).toEqual([]);
    expect(faults(MATERIAL, body, (name) => name === 'usedComponents')).toHaveLength(1);
  });
});
