import { describe, expect, it, test } from 'vitest';
import type { Json } from '../../../src/contract/kind.ts';
import { kindNamed } from '../../../src/contract/registry.ts';
import { changedFields, changeText, changeTexts, isEquivalent } from '../../../src/import/plan/changed.ts';

test.each<[Json | undefined, Json | undefined, boolean]>([
  [12, '12', true],
  [12.5, '12.5', true],
  ['00012', 12, false],
  ['12.0', 12, false],
  [true, 'true', true],
  [true, 'yes', false],
  ['2026-04-15', '2026-04-15T00:00:00.000Z', true],
  ['2026-04-15', '2026-04-15T10:00:00Z', false],
  ['IT', ['IT'], true],
  [['IT'], ['IT', 'FR'], false],
  [['IT', 'FR'], ['FR', 'IT'], false],
  [{ a: 1 }, [{ a: 1 }], false],
  [undefined, null, true],
  [undefined, [], true],
  [{}, null, true],
  [{ a: null, b: '1' }, { b: 1 }, true],
  [undefined, '', false],
  [undefined, 0, false],
  [null, false, false],
  [{ a: 1 }, 1, false],
  [{ toString: 1 }, {}, false],
])('%j and %j say the same: %j', (one, other, same) => {
  expect([isEquivalent(one, other), isEquivalent(other, one)]).toEqual([same, same]);
});

describe('the fields that changed', () => {
  const supplier = kindNamed('v2', 'supplier');
  const item = kindNamed('v3', 'purchased-item');

  it('are those of the content, a removed one too', () => {
    const before = {
      supplierRef: 'F',
      name: 'a',
      importationBatch: 'W1',
      address: { city: 'Lyon', country: 'FR' },
    };
    const after = { supplierRef: 'F', importationBatch: 'W2', address: { city: 'Lille', country: 'FR' } };
    expect(changedFields(supplier, before, after).map(({ path }) => path)).toEqual(['address.city', 'name']);
  });

  it('of a kind that can be updated are those that a row gives', () => {
    const before = {
      uniqueIdentifier: 'P',
      purchaseOrder: 'A',
      purchasedQuantity: { value: 1, unit: 'GRAMS' },
    };
    const after = { uniqueIdentifier: 'P', purchasedQuantity: { value: 2 } };
    expect(changedFields(item, before, after)).toEqual([
      { path: 'purchasedQuantity.value', before: 1, after: 2 },
    ]);
  });
});

describe('a change as text', () => {
  it.each<[Json | undefined, Json | undefined, string]>([
    ['a', 'b', 'items.2.name: "a" -> "b"'],
    [undefined, 95, 'items.2.name: (none) -> 95'],
    [['A'], null, 'items.2.name: ["A"] -> (none)'],
    ['x'.repeat(81), '', `items.2.name: "${'x'.repeat(79)}…" -> ""`],
    ['🧵'.repeat(81), 'b', `items.2.name: "${'🧵'.repeat(79)}…" -> "b"`],
    [
      'https://ada:hunter2@x.example/a?page=1&X-Amz-Signature=abc&b=2',
      'b',
      'items.2.name: "https://[redacted]@x.example/a?page=1&X-Amz-Signature=[redacted]&b=2" -> "b"',
    ],
    ['ada@x.example', '//x/y@z', 'items.2.name: "ada@x.example" -> "//x/y@z"'],
  ])('%j to %j', (before, after, text) => {
    expect(changeText({ path: 'items.1.name', before, after })).toBe(text);
  });

  it('is counted after the first twenty', () => {
    const changes = Array.from({ length: 22 }, (_, at) => ({ path: `f${at}`, before: 1, after: 2 }));
    expect(changeTexts(changes)).toHaveLength(21);
    expect(changeTexts(changes).at(-1)).toBe('and 2 more fields');
  });
});
