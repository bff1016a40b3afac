import { describe, expect, it, test } from 'vitest';
import type { Json } from '../../../src/contract/kind.ts';
import { kindNamed } from '../../../src/contract/registry.ts';
import {
  changedFields,
  changeText,
  changeTexts,
  isEquivalent,
  NOT_KNOWN,
  outdatedMessages,
} from '../../../src/send/plan/changed.ts';

const changesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ path: `f${at}`, before: 1, after: 2 }));

test.each<[Json | undefined, Json | undefined, boolean]>([
  [12, '12', true],
  [12.5, '12.5', true],
  ['00012', 12, false],
  ['12.0', 12, false],
  [true, 'true', true],
  [true, 'yes', false],
  ['2026-04-15', '2026-04-15T00:00:00.000Z', true],
  ['2026-04-15', '2026-04-15T00:00:00Z', true],
  ['2026-04-15', '2026-04-15T00:00:00', true],
  ['2026-04-15', '2026-04-15T00:00', true],
  ['2026-04-15', '2026-04-15T10:00:00Z', false],
  ['2026-04-15, noon', '2026-04-15T00:00:00Z, noon', false],
  ['on 2026-04-15', 'on 2026-04-15T00:00:00Z', false],
  ['IT', ['IT'], true],
  [['IT'], ['IT', 'FR'], false],
  [['IT', 'FR'], ['FR', 'IT'], false],
  [{ a: 1 }, [{ a: 1 }], false],
  [undefined, null, true],
  [undefined, [], true],
  [undefined, [null], true],
  [undefined, 'undefined', false],
  [null, 'null', false],
  [{}, null, true],
  [{ a: null, b: '1' }, { b: 1 }, true],
  [{ a: 1, b: 2 }, { a: 1, b: 3 }, false],
  [{ 0: 'IT', 1: 'FR' }, ['IT', 'FR'], false],
  [undefined, '', false],
  [undefined, 0, false],
  [null, false, false],
  [{ a: 1 }, 1, false],
  [{ toString: 1 }, {}, false],
])('whether %j and %j are equivalent values: %j', (one, other, same) => {
  expect([isEquivalent(one, other), isEquivalent(other, one)]).toEqual([same, same]);
});

describe('the changed fields of a record', () => {
  const supplier = kindNamed('v2', 'supplier');
  const item = kindNamed('v3', 'purchased-item');

  it('the changed fields of a record are the paths of its changed and removed values, without the batch', () => {
    const before = {
      supplierRef: 'F',
      name: 'a',
      importationBatch: 'W1',
      address: { city: 'Lyon', country: 'FR' },
    };
    const after = { supplierRef: 'F', importationBatch: 'W2', address: { city: 'Lille', country: 'FR' } };
    expect(changedFields(supplier, before, after).map(({ path }) => path)).toEqual(['address.city', 'name']);
  });

  it('the changed fields of a record do not include fields whose values are equivalent', () => {
    const accepted = { supplierRef: 'F', name: '350', category: 'A' };
    const given = { supplierRef: 'F', name: 350, category: 'B' };
    expect(changedFields(supplier, accepted, given).map(({ path }) => path)).toEqual(['category']);
  });

  it('the changed fields of a record include an identity field of an updatable kind only if both bodies have it', () => {
    const accepted = { uniqueIdentifier: 'P', buyerKind: 'SUPPLIER', sellerId: 'S-1' };
    const given = { uniqueIdentifier: 'P', buyerKind: 'CUSTOMER', buyerId: 'B-1' };
    expect(changedFields(item, accepted, given)).toEqual([
      { path: 'buyerKind', before: 'SUPPLIER', after: 'CUSTOMER' },
    ]);
  });

  it('the changed fields of a record do not include fields of an updatable kind that the new body omits', () => {
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

describe('the text of a change', () => {
  it.each<[Json | undefined, Json | undefined, string]>([
    ['a', 'b', 'items.2.name: "a" → "b"'],
    [undefined, 95, 'items.2.name: (none) → 95'],
    [['A'], null, 'items.2.name: ["A"] → (none)'],
    ['x'.repeat(81), '', `items.2.name: "${'x'.repeat(79)}…" → ""`],
    ['🧵'.repeat(81), 'b', `items.2.name: "${'🧵'.repeat(79)}…" → "b"`],
    ['x'.repeat(80), '🧵'.repeat(80), `items.2.name: "${'x'.repeat(80)}" → "${'🧵'.repeat(80)}"`],
    ['https://x.example/?sig=abc', 'b', 'items.2.name: "https://x.example/?sig=[redacted]" → "b"'],
    ['https://x.example/?a=1&sig=abc', 'b', 'items.2.name: "https://x.example/?a=1&sig=[redacted]" → "b"'],
    [
      'https://ada:hunter2@x.example/a?page=1&X-Amz-Signature=abc&b=2',
      'b',
      'items.2.name: "https://[redacted]@x.example/a?page=1&X-Amz-Signature=[redacted]&b=2" → "b"',
    ],
    ['ada@x.example', '//x/y@z', 'items.2.name: "ada@x.example" → "//x/y@z"'],
  ])('from %j to %j is %j', (before, after, text) => {
    expect(changeText({ path: 'items.1.name', before, after })).toBe(text);
  });

  it.each([
    [19, 19, 'f18: 1 → 2'],
    [20, 20, 'f19: 1 → 2'],
    [21, 21, 'and 1 more field'],
    [22, 21, 'and 2 more fields'],
  ])('the text of %i changed fields has %i lines, the last is "%s"', (count, lines, last) => {
    const texts = changeTexts(changesOf(count));
    expect([texts.length, texts.at(-1)]).toEqual([lines, last]);
  });

  it('the text of a change shows (unknown) for an earlier value that is not known', () => {
    expect(changeText({ path: 'name', before: NOT_KNOWN, after: 'b' })).toBe('name: (unknown) → "b"');
  });
});

describe('the messages of an outdated record', () => {
  const [supplier, item] = [kindNamed('v2', 'supplier'), kindNamed('v3', 'purchased-item')];

  it('say since when the record differs, why it was not sent, and each change', () => {
    const changes = [{ path: 'name', before: 'a', after: 'b' }];
    expect(outdatedMessages(supplier, changes)).toEqual([
      'name changed since it was accepted; not sent, because the service cannot update a supplier',
      'name: "a" → "b"',
    ]);
    expect(outdatedMessages(item, changes, false)).toEqual([
      'name changed since the service reported that the key exists, without a comparison of its content; not sent, because a create request cannot update records: use --update',
      'name: "a" → "b"',
    ]);
  });

  it('the messages of an outdated record name each changed top-level field once, and at most five fields', () => {
    const first = (changes: readonly { path: string }[]) =>
      outdatedMessages(
        supplier,
        changes.map(({ path }) => ({ path, before: 1, after: 2 })),
      )[0]!.split(' changed since')[0];
    expect(first([{ path: 'address.city' }, { path: 'address.country' }])).toBe('address');
    expect(first(changesOf(5))).toBe('f0, f1, f2, f3, f4');
    expect(first(changesOf(7))).toBe('f0, f1, f2, f3, f4 and 2 more');
  });
});
