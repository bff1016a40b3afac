import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Body, Json } from '../../../src/contract/kind.ts';
import { KINDS } from '../../../src/contract/registry.ts';
import { fixedFields, updatable } from '../../../src/contract/v3/update.ts';
import { valuesNotGiven, whyUnclear, withoutRemoved } from '../../../src/send/plan/merge.ts';
import { applyPatch, identityChanges, patchOf, sameJson } from '../../../src/send/plan/patch.ts';

const ITEM = KINDS.v3['purchased-item'];
const BRAND_PRODUCT = KINDS.v3['brand-product'];

/** Transports as `TRUCK 60, PLANE, 40`: items with a name, a share, or both. `-` is an item of neither. */
const by = (text: string): { transports: Body[] } => ({
  transports: text.split(', ').map((item) => {
    const name = /[A-Z]+/.exec(item)?.[0];
    const share = /\d+/.exec(item)?.[0];
    return { ...(name && { name }), ...(share && { usagePercentage: Number(share) }) };
  }),
});

const known: Body = {
  uniqueIdentifier: 'P-1',
  buyerKind: 'SUPPLIER',
  buyerUniqueIdentifier: 'S-1',
  sellerId: 'S-2',
  itemUniqueIdentifier: 'M-1',
  purchaseOrder: 'PO-1',
  purchasedQuantity: { value: 100, unit: 'GRAMS' },
  ...by('BARGE 100'),
  importationBatch: 'W1',
};

const two: Body = { ...known, ...by('TRUCK 60, PLANE 40') };
const lists = (...transports: Json[]) => ({ transports });

describe('the patch of an update', () => {
  const transports = (given: Body | string) => (typeof given === 'string' ? by(given) : given);
  it.each<[of: string, before: Body | null, given: Body | string, set: Body | string, replaces?: string[]]>([
    ['nothing if the row gives what is known', known, known, {}],
    ['no identity and no batch', known, { buyerKind: 'CUSTOMER', importationBatch: 'W2', id: 'x' }, {}],
    ['a changed field', known, { ...known, purchaseOrder: 'PO-2' }, { purchaseOrder: 'PO-2' }],
    ['null for a field that the row clears', known, { purchaseOrder: null }, { purchaseOrder: null }],
    [
      'an object, completed with its known values',
      known,
      { purchasedQuantity: { value: 5 } },
      { purchasedQuantity: { value: 5, unit: 'GRAMS' } },
    ],
    ['an item of a list, completed from the known item at the same position', known, 'TRUCK', 'TRUCK 100'],
    [
      'an item, completed from the known item of the same name, and the other items unchanged',
      two,
      'TRUCK 30, 70',
      'TRUCK 30, PLANE 70',
    ],
    ['nothing if a given item is known already', two, 'TRUCK', {}],
    ['the given list if it has all known items', two, 'CAR 50, TRUCK 50', 'CAR 50, TRUCK 50'],
    [
      'the known items that are not given, even if the given item is complete',
      two,
      'CAR 60',
      'CAR 60, PLANE 40',
    ],
    ['a new item after the known items, which stay', known, '-, CAR 0', 'BARGE 100, CAR 0'],
    ['a list without its removed items', two, lists(...by('TRUCK 100').transports, null), 'TRUCK 100'],
    ['no removed item if nothing is known', null, lists(...by('TRUCK').transports, null), 'TRUCK'],
    [
      'an item without a name, completed by position, even if another known item has no name',
      { ...known, ...by('TRUCK, 40') },
      '30',
      'TRUCK 30, 40',
    ],
    [
      'two items of one name, each completed from its own known item',
      { ...known, ...by('TRUCK 60, TRUCK 30, PLANE 10') },
      'TRUCK, TRUCK 20',
      'TRUCK 60, TRUCK 20, PLANE 10',
    ],
    [
      'a list as given if the known list has an item that is not an object',
      { ...known, ...lists('TRUCK', ...by('PLANE 40').transports) },
      'CAR',
      'CAR',
    ],
    [
      'a list as given if one of its items is not an object',
      two,
      lists(...by('TRUCK 100').transports, 'PLANE'),
      lists(...by('TRUCK 100').transports, 'PLANE'),
    ],
    ['a list as given if the known list is empty', { ...known, ...lists() }, '-, CAR', '-, CAR'],
    ['an empty list if the row gives one', known, lists(), lists()],
    ['an id for an identifier', known, { itemId: 'M-1' }, { itemId: 'M-1' }, ['itemUniqueIdentifier']],
    [
      'all given fields but the identity if nothing is known',
      null,
      { uniqueIdentifier: 'P-1', sellerId: 'S-2', purchaseOrder: 'PO-1' },
      { purchaseOrder: 'PO-1' },
    ],
  ])('contains %s', (_, before, given, set, replaces = []) => {
    expect(patchOf(ITEM, before, transports(given))).toEqual({ set: transports(set), replaces });
  });
});

describe('whyUnclear', () => {
  const transports = (...items: (Body | null)[]) => whyUnclear(ITEM, 'transports', two.transports!, items);

  it.each<[string, (Body | null)[], ReturnType<typeof transports>]>([
    ['no item: one is given at its known position', [{ name: 'TRUCK', usagePercentage: 1 }], null],
    ['no item: one is given with a new name', [{ name: 'CAR', usagePercentage: 1 }], null],
    ['no item: all are given in another order', [{ name: 'PLANE' }, { name: 'TRUCK' }], null],
    ['no item: one is removed and the other is given', [{ name: 'TRUCK', usagePercentage: 100 }, null], null],
    ['an item with the name of another one', [{ name: 'PLANE' }], { at: 0, known: 1, name: 'name' }],
    ['an added item with a known name', [{}, {}, { name: 'TRUCK' }], { at: 2, known: 0, name: 'name' }],
    ['the removed second item if the first is not given', [{}, null], { at: 1, missing: 0 }],
    ['the removed first item if the second is not given', [null], { at: 0, missing: 1 }],
    ['no item: one is added and the known ones are blank', [{}, {}, { name: 'CAR' }], null],
  ])('the unclear item of an update is %s', (_, items, unclear) => {
    expect(transports(...items)).toEqual(unclear);
  });

  it('the unclear item is found by its name, in whatever order the kind lists its fields', () => {
    const reversed = { ...ITEM, fields: [...ITEM.fields].reverse() };
    const given = [{ usagePercentage: 60, name: 'PLANE' }];
    const expected = { at: 0, known: 1, name: 'name' };
    expect(whyUnclear(reversed, 'transports', two.transports!, given)).toEqual(expected);
  });

  it.each<[string, Json, Json]>([
    ['of texts', ['A', 'B'], ['A', null]],
    ['of texts of which only the first is removed', ['A', 'B'], [null]],
    ['of known objects if the row gives texts', [{ name: 'A' }, { name: 'B' }], ['A']],
  ])('no item is unclear in a list %s', (_, before, given) => {
    expect(whyUnclear(ITEM, 'transports', before, given)).toBe(null);
  });
});

describe('a list of plain values', () => {
  const KNOWN = ['A', 'B', 'C'];

  it.each<[string, Json[], string[]]>([
    ['gives the whole list', ['A', 'B', 'C'], []],
    ['adds a value in a fourth column', ['', '', '', 'D'], ['A', 'B', 'C']],
    ['gives one value', ['B'], ['A', 'C']],
    ['removes one value and gives no other', ['', null], ['A', 'C']],
    ['removes one value and gives the others', ['A', null, 'C'], []],
    ['removes one value and replaces the others', ['X', null, 'Y'], []],
    ['removes one value and replaces another', ['X', null], ['A', 'C']],
    ['removes a fourth value, which is unknown', ['', '', '', null], ['A', 'B', 'C']],
    ['replaces all values', ['X', 'Y', 'Z'], ['A', 'B', 'C']],
  ])('in a row that %s (%j) neither gives nor removes the known values %j', (_, given, left) => {
    expect(valuesNotGiven(KNOWN, given)).toEqual(left);
  });

  it('a list of plain values is sent without removed values and blanks', () => {
    expect(withoutRemoved(['A', '', null])).toEqual(['A']);
    expect(withoutRemoved(['A', 'B'])).toEqual(['A', 'B']);
  });
});

const word = fc.constantFrom('a', 'b', 'c');
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.integer({ min: 0, max: 3 }),
    fc.constant(null),
    // A null in a list removes an item.
    fc.array(
      tie('value').filter((value) => value !== null),
      { maxLength: 2 },
    ),
    fc.dictionary(word, tie('value'), { maxKeys: 2 }),
  ),
})).value;

const NAMES = [
  ...['uniqueIdentifier', 'buyerId', 'buyerUniqueIdentifier', 'sellerId', 'itemId', 'itemUniqueIdentifier'],
  ...['purchaseOrder', 'purchaseOrderDate', 'transports', 'purchasedQuantity', 'certifications', 'details'],
  'importationBatch',
];
const body = fc
  .dictionary(fc.constantFrom(...NAMES), json, { maxKeys: 8 })
  // As the row rules require: one name for each item.
  .map(({ ...made }): Body => {
    if ('itemId' in made) delete made.itemUniqueIdentifier;
    return made as Body;
  });

/** The expected result, computed differently: given leaves as given, all others unchanged. */
function holds(after: Json | undefined, before: Json | undefined, given: Json): boolean {
  const tree = (value: Json | undefined): value is Body =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const items = (value: Json | undefined): value is Body[] =>
    Array.isArray(value) && value.length > 0 && value.every(tree);
  if (items(given) && items(before)) {
    // Each item is in the list, whichever value completed it.
    const within = (one: Json, other: Json): boolean =>
      tree(one) && tree(other)
        ? Object.entries(one).every(([name, value]) => name in other && within(value, other[name]!))
        : items(one) && items(other)
          ? one.every((item) => other.some((another) => within(item, another)))
          : sameJson(one, other);
    return items(after) && given.every((item) => after.some((other) => within(item, other)));
  }
  if (!tree(given) || !tree(before)) return after !== undefined && sameJson(after, given);
  if (!tree(after)) return false;
  return [...new Set([...Object.keys(before), ...Object.keys(given), ...Object.keys(after)])].every((name) =>
    Object.hasOwn(given, name)
      ? holds(after[name], before[name], given[name]!)
      : Object.hasOwn(before, name) && after[name] !== undefined && sameJson(after[name], before[name]!),
  );
}

describe('patches of random bodies', () => {
  it('applied to a record give the fields of the row, and keep all others', () => {
    fc.assert(
      fc.property(body, body, (before, given) => {
        const patch = patchOf(ITEM, before, given);
        const after = applyPatch(before, patch);
        const wanted = updatable(ITEM, given);
        for (const [name, value] of Object.entries(wanted))
          expect(holds(after[name], before[name], value)).toBe(true);
        for (const [name, value] of Object.entries(before)) {
          if (Object.hasOwn(wanted, name) || patch.replaces.includes(name)) continue;
          expect(after[name]).toEqual(value);
        }
        for (const name of patch.replaces) expect(after).not.toHaveProperty(name);
        const gone = new Set([...Object.keys(before), ...Object.keys(wanted)]);
        expect(Object.keys(after).every((name) => gone.has(name))).toBe(true);
      }),
    );
  });

  it('patches of random bodies are empty if nothing changed, and after they have been applied', () => {
    fc.assert(
      fc.property(body, body, (before, given) => {
        expect(patchOf(ITEM, before, before)).toEqual({ set: {}, replaces: [] });
        const after = applyPatch(before, patchOf(ITEM, before, given));
        expect(patchOf(ITEM, after, given).set).toEqual({});
        expect(applyPatch(after, patchOf(ITEM, after, given))).toEqual(after);
      }),
    );
  });

  it('patches of random bodies have only given fields that differ, none of the identity, and can be applied twice', () => {
    fc.assert(
      fc.property(body, body, (before, given) => {
        const patch = patchOf(ITEM, before, given);
        for (const [name, value] of Object.entries(patch.set)) {
          expect(Object.hasOwn(before, name) && sameJson(before[name]!, value)).toBe(false);
          expect([...fixedFields(ITEM), 'importationBatch']).not.toContain(name);
          expect(Object.hasOwn(given, name)).toBe(true);
        }
        const once = applyPatch(before, patch);
        expect(applyPatch(once, patch)).toEqual(once);
      }),
    );
  });

  it('patches of random bodies have all updatable fields of the row if nothing is known', () => {
    fc.assert(
      fc.property(body, (given) => {
        expect(patchOf(ITEM, null, given).set).toEqual(updatable(ITEM, given));
      }),
    );
  });
});

describe('changes of the identity', () => {
  const ids = new Map([
    ['S-1', 'id-1'],
    ['S-2', 'id-2'],
    ['S-3', null],
  ]);
  const idOf = (_: string, key: string) => ids.get(key);

  it.each<[string, Body, string[]]>([
    ['none if nothing changed', known, []],
    ['none if the row gives no identity field', { purchaseOrder: 'x' }, []],
    ['a changed kind of buyer', { buyerKind: 'CUSTOMER' }, ['buyerKind']],
    ['a changed buyer', { buyerUniqueIdentifier: 'S-2' }, ['buyerUniqueIdentifier']],
    ['none if the row gives the id of the same buyer', { buyerId: 'id-1' }, []],
    ['a changed buyer, given by its id', { buyerId: 'id-2' }, ['buyerId']],
    ['none if the row gives the identifier of the same seller', { sellerUniqueIdentifier: 'S-2' }, []],
    ['the id of an unknown buyer', { buyerId: 'S-9' }, ['buyerId']],
    ['none if the id of the given buyer is not known', { buyerId: 'S-3' }, []],
    ['a changed identifier of the item', { uniqueIdentifier: 'P-2' }, ['uniqueIdentifier']],
    ['a changed identifier that is the key of a seller', { uniqueIdentifier: 'S-3' }, ['uniqueIdentifier']],
  ])('are: %s', (_, given, fields) => {
    expect(identityChanges(ITEM, known, given, idOf).map(({ field }) => field)).toEqual(fields);
  });

  it('changes of the identity are none if the id of the known buyer is not known', () => {
    const before = { ...known, buyerUniqueIdentifier: 'S-3' };
    expect(identityChanges(ITEM, before, { buyerId: 'id-9' }, idOf)).toEqual([]);
  });

  it('changes of the identity do not include an id that is a number before and the same text now', () => {
    expect(identityChanges(BRAND_PRODUCT, { id: 12 }, { id: '12' }, idOf)).toEqual([]);
  });

  it.each<[string, Body]>([
    ['did not change', { buyerUniqueIdentifier: 'S-1' }],
    ['the row does not give', { purchaseOrder: 'x' }],
    ['is not known from before', { sellerId: 'S-1' }],
  ])('changes of the identity are found without looking up an id, for an identity that %s', (_, given) => {
    const { sellerId: __, ...before } = known;
    const lookup = vi.fn(idOf);
    expect(identityChanges(ITEM, before, given, lookup)).toEqual([]);
    expect(lookup).not.toHaveBeenCalled();
  });

  it('only its two identifiers are the identity of a brand product', () => {
    const given = { uniqueIdentifier: 'B-2', id: 'id-2', productId: 'x' };
    const before = { uniqueIdentifier: 'B-1', id: 'id-1', productId: 'y' };
    const fields = identityChanges(BRAND_PRODUCT, before, given, idOf).map(({ field }) => field);
    expect(fields).toEqual(['id', 'uniqueIdentifier']);
  });
});
