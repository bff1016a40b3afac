import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Body, Json } from '../../../src/contract/kind.ts';
import { KINDS } from '../../../src/contract/registry.ts';
import { fixedFields, updatable } from '../../../src/contract/v3/update.ts';
import { unclearIn, valuesNotGiven, withoutRemoved } from '../../../src/send/plan/merge.ts';
import { identityChanges, patched, patchOf, sameJson } from '../../../src/send/plan/patch.ts';

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

describe('patchOf', () => {
  const transports = (given: Body | string) => (typeof given === 'string' ? by(given) : given);
  it.each<[of: string, before: Body | null, given: Body | string, set: Body | string, replaces?: string[]]>([
    ['nothing of what is the same', known, known, {}],
    ['nothing of identity and batch', known, { buyerKind: 'CUSTOMER', importationBatch: 'W2', id: 'x' }, {}],
    ['a field', known, { ...known, purchaseOrder: 'PO-2' }, { purchaseOrder: 'PO-2' }],
    ['null to clear', known, { purchaseOrder: null }, { purchaseOrder: null }],
    [
      'an object completed by what is known',
      known,
      { purchasedQuantity: { value: 5 } },
      { purchasedQuantity: { value: 5, unit: 'GRAMS' } },
    ],
    ['an item of a list completed by the one in its place', known, 'TRUCK', 'TRUCK 100'],
    [
      'an item completed by the one of its name, and the others as they were',
      two,
      'TRUCK 30, 70',
      'TRUCK 30, PLANE 70',
    ],
    ['nothing of an item that is there already', two, 'TRUCK', {}],
    ['a list whole where each known item has its own one', two, 'CAR 50, TRUCK 50', 'CAR 50, TRUCK 50'],
    ['the items that are not given, though the one that is says all', two, 'CAR 60', 'CAR 60, PLANE 40'],
    ['an item behind those that are known, which stay', known, '-, CAR 0', 'BARGE 100, CAR 0'],
    [
      'a list without the items that are removed',
      two,
      lists(...by('TRUCK 100').transports, null),
      'TRUCK 100',
    ],
    ['no removed item where nothing is known', null, lists(...by('TRUCK').transports, null), 'TRUCK'],
    [
      'an item without a name completed by the one in its place, even if another known one has no name',
      { ...known, ...by('TRUCK, 40') },
      '30',
      'TRUCK 30, 40',
    ],
    [
      'two items of one name, each completed by its own known item',
      { ...known, ...by('TRUCK 60, TRUCK 30, PLANE 10') },
      'TRUCK, TRUCK 20',
      'TRUCK 60, TRUCK 20, PLANE 10',
    ],
    [
      'a list as given where the known one has an item that is not an object',
      { ...known, ...lists('TRUCK', ...by('PLANE 40').transports) },
      'CAR',
      'CAR',
    ],
    [
      'a list as given where one of its items is not an object',
      two,
      lists(...by('TRUCK 100').transports, 'PLANE'),
      lists(...by('TRUCK 100').transports, 'PLANE'),
    ],
    ['a list as given where the known one is empty', { ...known, ...lists() }, '-, CAR', '-, CAR'],
    ['no item to clear', known, lists(), lists()],
    ['the other name of an item', known, { itemId: 'M-1' }, { itemId: 'M-1' }, ['itemUniqueIdentifier']],
    [
      'everything given where nothing is known',
      null,
      { uniqueIdentifier: 'P-1', sellerId: 'S-2', purchaseOrder: 'PO-1' },
      { purchaseOrder: 'PO-1' },
    ],
  ])('has %s', (_, before, given, set, replaces = []) => {
    expect(patchOf(ITEM, before, transports(given))).toEqual({ set: transports(set), replaces });
  });
});

describe('unclearIn', () => {
  const transports = (...items: (Body | null)[]) => unclearIn(ITEM, 'transports', two.transports!, items);

  it.each<[string, (Body | null)[], ReturnType<typeof transports>]>([
    ['one in its place', [{ name: 'TRUCK', usagePercentage: 1 }], null],
    ['one of another name', [{ name: 'CAR', usagePercentage: 1 }], null],
    ['all in another order', [{ name: 'PLANE' }, { name: 'TRUCK' }], null],
    ['one removed, the other given', [{ name: 'TRUCK', usagePercentage: 100 }, null], null],
    ['the name of another place', [{ name: 'PLANE' }], { at: 0, known: 1, name: 'name' }],
    ['the name of another place behind', [{}, {}, { name: 'TRUCK' }], { at: 2, known: 0, name: 'name' }],
    ['one removed, the other not given', [{}, null], { at: 1, missing: 0 }],
    ['the first removed, the other not given', [null], { at: 0, missing: 1 }],
    ['one added, the known ones not given', [{}, {}, { name: 'CAR' }], null],
  ])('of %s', (_, items, unclear) => {
    expect(transports(...items)).toEqual(unclear);
  });

  it('finds the field that names an item wherever the kind lists it', () => {
    const reversed = { ...ITEM, fields: [...ITEM.fields].reverse() };
    const given = [{ usagePercentage: 60, name: 'PLANE' }];
    const expected = { at: 0, known: 1, name: 'name' };
    expect(unclearIn(reversed, 'transports', two.transports!, given)).toEqual(expected);
  });

  it.each<[string, Json, Json]>([
    ['texts', ['A', 'B'], ['A', null]],
    ['texts of which only the first is removed', ['A', 'B'], [null]],
    ['objects and a list of texts', [{ name: 'A' }, { name: 'B' }], ['A']],
  ])('is nothing in lists of %s', (_, before, given) => {
    expect(unclearIn(ITEM, 'transports', before, given)).toBe(null);
  });
});

describe('a list of plain values', () => {
  const KNOWN = ['A', 'B', 'C'];

  it.each<[string, Json[], string[]]>([
    ['gives the list whole', ['A', 'B', 'C'], []],
    ['adds a value in another column', ['', '', '', 'D'], ['A', 'B', 'C']],
    ['gives one', ['B'], ['A', 'C']],
    ['removes one and gives nothing else', ['', null], ['A', 'C']],
    ['removes one and gives the others', ['A', null, 'C'], []],
    ['removes one and replaces the others', ['X', null, 'Y'], []],
    ['removes one and replaces one', ['X', null], ['A', 'C']],
    ['removes one of an unknown place', ['', '', '', null], ['A', 'B', 'C']],
    ['replaces all', ['X', 'Y', 'Z'], ['A', 'B', 'C']],
  ])('of which a row %s: the known values that it neither gives nor removes', (_, given, left) => {
    expect(valuesNotGiven(KNOWN, given)).toEqual(left);
  });

  it('is sent without the values that are removed and without the places that are blank', () => {
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

describe('laws', () => {
  it('a record and its patch give the wanted record: given fields as given, the rest as it was', () => {
    fc.assert(
      fc.property(body, body, (before, given) => {
        const patch = patchOf(ITEM, before, given);
        const after = patched(before, patch);
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

  it('what is there already needs no patch; a patch done leaves none', () => {
    fc.assert(
      fc.property(body, body, (before, given) => {
        expect(patchOf(ITEM, before, before)).toEqual({ set: {}, replaces: [] });
        const after = patched(before, patchOf(ITEM, before, given));
        expect(patchOf(ITEM, after, given).set).toEqual({});
        expect(patched(after, patchOf(ITEM, after, given))).toEqual(after);
      }),
    );
  });

  it('a patch is the least: each of its fields differs, none is of identity, and it is as good the second time', () => {
    fc.assert(
      fc.property(body, body, (before, given) => {
        const patch = patchOf(ITEM, before, given);
        for (const [name, value] of Object.entries(patch.set)) {
          expect(Object.hasOwn(before, name) && sameJson(before[name]!, value)).toBe(false);
          expect([...fixedFields(ITEM), 'importationBatch']).not.toContain(name);
          expect(Object.hasOwn(given, name)).toBe(true);
        }
        const once = patched(before, patch);
        expect(patched(once, patch)).toEqual(once);
      }),
    );
  });

  it('where nothing is known all that may be sent is sent', () => {
    fc.assert(
      fc.property(body, (given) => {
        expect(patchOf(ITEM, null, given).set).toEqual(updatable(ITEM, given));
      }),
    );
  });
});

describe('identityChanges', () => {
  const ids = new Map([
    ['S-1', 'id-1'],
    ['S-2', 'id-2'],
    ['S-3', null],
  ]);
  const idOf = (_: string, key: string) => ids.get(key);

  it.each<[string, Body, string[]]>([
    ['the same', known, []],
    ['nothing given', { purchaseOrder: 'x' }, []],
    ['another kind of buyer', { buyerKind: 'CUSTOMER' }, ['buyerKind']],
    ['another buyer', { buyerUniqueIdentifier: 'S-2' }, ['buyerUniqueIdentifier']],
    ['the same buyer by its id', { buyerId: 'id-1' }, []],
    ['another one by its id', { buyerId: 'id-2' }, ['buyerId']],
    ['the same seller by its identifier', { sellerUniqueIdentifier: 'S-2' }, []],
    ['a buyer of whom nothing is known', { buyerId: 'S-9' }, ['buyerId']],
    ['a buyer whose id is not known', { buyerId: 'S-3' }, []],
    ['another identifier', { uniqueIdentifier: 'P-2' }, ['uniqueIdentifier']],
    ['an identifier that is the key of a seller', { uniqueIdentifier: 'S-3' }, ['uniqueIdentifier']],
  ])('finds %s', (_, given, fields) => {
    expect(identityChanges(ITEM, known, given, idOf).map(({ field }) => field)).toEqual(fields);
  });

  it('finds nothing where the id of the known buyer is unknown', () => {
    const before = { ...known, buyerUniqueIdentifier: 'S-3' };
    expect(identityChanges(ITEM, before, { buyerId: 'id-9' }, idOf)).toEqual([]);
  });

  it('finds no difference between an id as a number and as a text', () => {
    expect(identityChanges(BRAND_PRODUCT, { id: 12 }, { id: '12' }, idOf)).toEqual([]);
  });

  it.each<[string, Body]>([
    ['is the same', { buyerUniqueIdentifier: 'S-1' }],
    ['is not given', { purchaseOrder: 'x' }],
    ['is not known', { sellerId: 'S-1' }],
  ])('looks up no id for an identity that %s', (_, given) => {
    const { sellerId: __, ...before } = known;
    const lookup = vi.fn(idOf);
    expect(identityChanges(ITEM, before, given, lookup)).toEqual([]);
    expect(lookup).not.toHaveBeenCalled();
  });

  it('knows of a brand product its identifiers alone', () => {
    const given = { uniqueIdentifier: 'B-2', id: 'id-2', productId: 'x' };
    const before = { uniqueIdentifier: 'B-1', id: 'id-1', productId: 'y' };
    const fields = identityChanges(BRAND_PRODUCT, before, given, idOf).map(({ field }) => field);
    expect(fields).toEqual(['id', 'uniqueIdentifier']);
  });
});
