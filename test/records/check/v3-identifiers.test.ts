import { describe, expect, it } from 'vitest';
import { wireBody } from '../../../src/contract/body.ts';
import { KINDS, type V3Kind } from '../../../src/contract/registry.ts';
import { bodySchema } from '../../../src/contract/schema.ts';
import type { Finding } from '../../../src/findings/finding.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { checked3 } from './v3.ts';

/** Every subset of the names, each given or not. */
function subsets(names: readonly string[]): string[][] {
  return Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_, at) => bits & (1 << at)));
}

const ERROR = { type: 'error', code: '#N/A' } as const;
const PURCHASE = { uniqueIdentifier: 'P-1', buyerId: 'A', sellerId: 'B', itemId: 'C' };
const COMPONENT = { uniqueIdentifier: 'C-1', 'address.country': 'IT' };
const MATERIAL = { uniqueIdentifier: 'AURORE-0000-0001' };
const OWNED = { ...MATERIAL, owner_kind: 'SUPPLIER', owner_id: 'x' };

const VALUES: Readonly<Record<string, string>> = {
  owner_kind: 'SUPPLIER',
  'address.country': 'IT',
  'steps.1.address.country': 'IT',
  buyerKind: 'SUPPLIER',
};
const cellsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, VALUES[name] ?? 'AURORE-SITE-0001']));

const OWNER = ['owner_kind', 'owner_id', 'owner_unique_identifier'] as const;
const ADDRESS = ['address.country', 'address.city', 'steps.1.address.country'] as const;

describe.each(['material', 'component', 'product'] as const)('the owner or the address of a %s', (kind) => {
  const all = subsets([...OWNER, ...ADDRESS]);

  it(`filled in any of ${all.length} ways is accepted only as a whole owner, or as an address`, () => {
    for (const given of all) {
      const has = (name: string) => given.includes(name);
      const owner = OWNER.some(has);
      const address = ADDRESS.some(has);
      const whole = has('owner_kind') && has('owner_id') !== has('owner_unique_identifier');
      const sound = owner !== address && (!owner || whole);
      const { codes, told } = checked3(kind, { ...MATERIAL, ...cellsOf(given) });
      expect(codes.length === 0, `${given.join(', ')}: ${codes.join(', ')}`).toBe(sound);
      expect(codes.includes('owner-and-address'), given.join()).toBe(owner && address);
      expect(codes.includes('owner-or-address'), given.join()).toBe(!owner && !address);
      expect(codes.includes('identifier-both'), given.join()).toBe(
        has('owner_id') && has('owner_unique_identifier'),
      );
      const half = owner && !(has('owner_kind') && (has('owner_id') || has('owner_unique_identifier')));
      expect(codes.includes('owner-incomplete'), given.join()).toBe(half);
      for (const line of told) expect(line).toMatch(/^error /);
    }
  });

  it.each<[what: string, row: Record<string, Cell>, told: string[]]>([
    ['both', { ...OWNED, 'address.city': 'Biella' }, ['error owner-and-address D address.city']],
    ['none', { ...MATERIAL, name: 'x', 'address.city': '' }, ['error owner-or-address C address']],
    [
      'half an owner',
      { ...MATERIAL, owner_unique_identifier: '', owner_kind: 'SUPPLIER' },
      ['error owner-incomplete B owner_unique_identifier'],
    ],
    ['unreadable', { ...MATERIAL, 'address.country': ERROR }, ['error cell-error B address.country']],
  ])(
    'the owner or the address is reported at the cell of the address, or at the first column that could be filled: %s',
    (_, row, told) => {
      expect(checked3(kind, row).told).toEqual(told);
    },
  );

  it('the owner or the address includes columns below the address that the interface does not show', () => {
    const { codes } = checked3(kind, { ...OWNED, 'address.floor': '3' });
    expect(codes).toEqual(['header-not-shown', 'owner-and-address']);
  });
});

const SIDES = [
  ['the buyer', ['buyerId', 'buyerUniqueIdentifier']],
  ['the seller', ['sellerId', 'sellerUniqueIdentifier']],
  ['the item', ['itemId', 'itemUniqueIdentifier']],
] as const;

describe('a purchased item', () => {
  const names = ['buyerKind', ...SIDES.flatMap(([, fields]) => fields)];

  it('filled in any of 128 ways is accepted only with one identifier per pair and the kind that the buyer needs', () => {
    const all = subsets(names);
    expect(all).toHaveLength(128);
    let sound = 0;
    for (const given of all) {
      const has = (name: string) => given.includes(name);
      const { codes } = checked3('purchased-item', { uniqueIdentifier: 'PURCHASE-1', ...cellsOf(given) });
      const both = SIDES.filter(([, fields]) => fields.every(has)).length;
      const none = SIDES.filter(([, fields]) => !fields.some(has)).length;
      const kindMissing = has('buyerUniqueIdentifier') && !has('buyerKind');
      const count = (code: string) => codes.filter((each) => each === code).length;
      expect(
        [count('identifier-both'), count('identifier-missing'), count('identifier-kind')],
        given.join(),
      ).toEqual([both, none, kindMissing ? 1 : 0]);
      expect(codes).toHaveLength(both + none + (kindMissing ? 1 : 0));
      if (codes.length === 0) sound++;
    }
    // 4 ways for seller and item; the buyer by id with or without its kind, or by identifier with its kind.
    expect(sound).toBe(12);
  });

  it.each([
    ['CUSTOMER', ['error identifier-kind B buyerKind']],
    ['SUPPLIER', []],
    ['supplier', ['fixed list-spelling B buyerKind']],
    ['BROKER', ['error identifier-kind B buyerKind', 'warning not-in-known-list B buyerKind']],
    ['', ['error identifier-kind B buyerKind']],
  ])('a purchased item with buyerUniqueIdentifier and the kind %j has the findings %j', (buyerKind, told) => {
    const row = { uniqueIdentifier: 'P-1', buyerKind, buyerUniqueIdentifier: 'A' };
    const others = { sellerUniqueIdentifier: 'B', itemUniqueIdentifier: 'C' };
    expect(checked3('purchased-item', { ...row, ...others }).told).toEqual(told);
  });

  it('a purchased item is reported at the cell of a second identifier, or of a missing one', () => {
    const row = { ...PURCHASE, itemId: '', sellerUniqueIdentifier: 'B' };
    expect(checked3('purchased-item', row).told).toEqual([
      'error identifier-both E sellerUniqueIdentifier',
      'error identifier-missing D itemId',
    ]);
  });
});

describe('the identifiers of inputs and of a product', () => {
  it.each(
    subsets(['usedMaterials.1.uniqueIdentifier', 'usedMaterials.1.id', 'usedMaterials.1.usagePercentage']),
  )(
    'the identifiers of inputs and products must be exactly one for each input of a component (case %#)',
    (...given) => {
      const values = cellsOf(given.filter((name) => name !== undefined));
      const share = 'usedMaterials.1.usagePercentage';
      const row = { ...COMPONENT, ...values, ...(values[share] && { [share]: 100 }) };
      const { codes } = checked3('component', row);
      const names = Object.keys(values).filter((name) => name !== share).length;
      if (names === 1 || Object.keys(values).length === 0) expect(codes).toEqual([]);
      else expect(codes).toEqual([names === 2 ? 'identifier-both' : 'identifier-missing']);
    },
  );

  it('the identifiers of inputs and products must be at most one for the product of a generic product info', () => {
    const row = { uniqueIdentifier: 'I-1', productId: 'A', productUniqueIdentifier: 'B' };
    expect(checked3('generic-product-info', row).told).toEqual([
      'error identifier-both C productUniqueIdentifier',
    ]);
    expect(checked3('generic-product-info', { uniqueIdentifier: 'I-1' }).told).toEqual([]);
  });
});

describe('an identifier that cannot be read', () => {
  const { itemId: _, ...unnamed } = PURCHASE;

  it.each<[V3Kind, Record<string, Cell>, ...told: string[]]>([
    ['purchased-item', { ...PURCHASE, itemId: ERROR }, 'error cell-error D itemId'],
    [
      'purchased-item',
      { ...unnamed, itemUniqueIdentifier: ERROR },
      'error cell-error D itemUniqueIdentifier',
    ],
    [
      'purchased-item',
      { ...PURCHASE, sellerId: null, itemId: ERROR },
      ...['error cell-error D itemId', 'error identifier-missing C sellerId'],
    ],
    [
      'component',
      { ...COMPONENT, 'usedMaterials.1.id': ERROR, 'usedMaterials.1.usagePercentage': 100 },
      'error cell-error C usedMaterials.0.id',
    ],
    ['material', { ...OWNED, owner_id: ERROR }, 'error cell-error C owner_id'],
    ['material', { ...OWNED, owner_kind: ERROR }, 'error cell-error B owner_kind'],
  ])('is not reported as missing too: a %s with %j', (kind, row, ...told) => {
    expect(checked3(kind, row).told).toEqual(told);
  });
});

describe('the message about an identifier or owner', () => {
  const BOUGHT_BY = { ...PURCHASE, buyerId: null, buyerUniqueIdentifier: 'A' };
  const suggestion = expect.stringMatching(/^write SUPPLIER in \w+$/);
  const TWICE = {
    ...{ ...COMPONENT, 'usedMaterials.1.id': 'A' },
    ...{ 'usedMaterials.2.id': 'B', 'usedMaterials.2.uniqueIdentifier': 'B2' },
  };

  it.each<[V3Kind, Record<string, Cell>, message: string, Partial<Finding>?]>([
    [
      'purchased-item',
      { ...PURCHASE, buyerKind: 'SUPPLIER', buyerUniqueIdentifier: 'Z' },
      'the buyer is identified twice, by buyerId and buyerUniqueIdentifier: give exactly one',
      { value: 'Z', field: 'buyerUniqueIdentifier' },
    ],
    [
      'purchased-item',
      { ...PURCHASE, itemId: null },
      'the item has no identifier: give itemId or itemUniqueIdentifier',
      { field: 'itemId' },
    ],
    [
      'component',
      TWICE,
      'the used material is identified twice, by usedMaterials.2.uniqueIdentifier and usedMaterials.2.id: give exactly one',
      { field: 'usedMaterials.1.id', value: 'B' },
    ],
    [
      'purchased-item',
      BOUGHT_BY,
      'buyerUniqueIdentifier identifies the buyer, so buyerKind must be SUPPLIER; it is blank',
      { suggestion },
    ],
    [
      'purchased-item',
      { ...BOUGHT_BY, buyerKind: 'CUSTOMER' },
      'buyerUniqueIdentifier identifies the buyer, so buyerKind must be SUPPLIER; it is "CUSTOMER"',
      { value: 'CUSTOMER', suggestion },
    ],
    [
      'material',
      { ...OWNED, 'address.city': 'Biella' },
      'an owner or the address of the processing step, not both: owner_kind and address.city are given',
    ],
    [
      'material',
      MATERIAL,
      'the row has neither an owner nor the address of the processing step: give one of them',
    ],
    [
      'material',
      { ...MATERIAL, owner_id: 'x' },
      'the owner has owner_id but not owner_kind: both are required',
    ],
  ])('of a %s with %j is: %s', (kind, row, message, more = {}) => {
    const { findings } = checked3(kind, row);
    expect(findings).toMatchObject([{ message, ...more }]);
    if (more.value === undefined) expect(findings[0]).not.toHaveProperty('value');
  });
});

describe('limits that are hints', () => {
  const BRAND = { uniqueIdentifier: 'B' };
  const INFO = { uniqueIdentifier: 'I' };
  const UNKNOWN = 'warning not-in-known-list B marketSegment';
  const SHORT_OR_LONG = 'error text-length A uniqueIdentifier';

  it.each<[V3Kind, Record<string, string>, ...told: string[]]>([
    ['supplier', { uniqueIdentifier: 'SITE-1' }, SHORT_OR_LONG],
    ['supplier', { uniqueIdentifier: 'S'.repeat(15) }],
    ['supplier', { uniqueIdentifier: 'S'.repeat(255) }],
    ['supplier', { uniqueIdentifier: 'S'.repeat(256) }, SHORT_OR_LONG],
    ['component', { uniqueIdentifier: 'C', 'address.country': 'IT' }],
    ['brand-product', { ...BRAND, gtins: '3607012345678; 360701234567' }, 'error digits B gtins.1'],
    ['brand-product', { ...BRAND, gtins: '36070123456AB' }, 'error digits B gtins.0'],
    ['brand-product', { ...BRAND, gtins: '3607012345678; 3607012345679' }, 'warning check-digit B gtins.1'],
    ['generic-product-info', { ...INFO, marketSegment: 'womenswear' }, 'fixed list-spelling B marketSegment'],
    ['generic-product-info', { ...INFO, marketSegment: 'Petwear' }, UNKNOWN],
  ])('are applied to a %s with %j: $2', (kind, row, ...told) => {
    expect(checked3(kind, row).told).toEqual(told);
  });

  it('limits that are hints include the check digit, and the finding suggests the right one', () => {
    const { findings } = checked3('brand-product', { ...BRAND, gtins: '3607012300009' });
    const message = '"3607012300009" has a wrong check digit: after its other digits it would be 4';
    expect(findings).toMatchObject([{ message, suggestion: 'did you mean "3607012300004"?' }]);
  });

  it('limits that are hints include the total of purchased and used inputs of a material', () => {
    const row = (used: number, bought: number) => ({
      ...{ ...MATERIAL, 'address.country': 'IT' },
      'usedMaterials.1.uniqueIdentifier': 'A',
      'usedMaterials.1.usagePercentage': used,
      'purchasedItems.1.uniqueIdentifier': 'B',
      'purchasedItems.1.usagePercentage': bought,
    });
    expect(checked3('material', row(40, 60)).told).toEqual([]);
    expect(checked3('material', row(40, 40)).told).toEqual([
      'error composition-total D usedMaterials.0.usagePercentage',
    ]);
  });
});

describe('a row of v3', () => {
  it('a row of v3 needs neither family nor batch, and its batch is not sent', () => {
    const row = { uniqueIdentifier: 'AURORE-SITE-0001', importationBatch: 'W1', siteRole: 'Weaving' };
    const { body, batch, told } = checked3('supplier', row);
    expect([told, batch]).toEqual([[], 'W1']);
    expect(checked3('supplier', { uniqueIdentifier: 'AURORE-SITE-0001' }, { batch: 'W2' }).batch).toBe('W2');
    const wire = wireBody(KINDS.v3.supplier, body, () => undefined).body;
    expect(wire).toEqual({ uniqueIdentifier: 'AURORE-SITE-0001' });
    expect(bodySchema(KINDS.v3.supplier, null, { openLists: false }).safeParse(wire).success).toBe(true);
  });

  it('a row of v3 without a unique identifier lacks a required field', () => {
    const { told } = checked3('supplier', { uniqueIdentifier: null, siteRole: 'Weaving' });
    expect(told).toEqual(['error required A uniqueIdentifier']);
  });

  it('a row of v3 without a batch has an empty batch', () => {
    expect(checked3('supplier', { uniqueIdentifier: 'AURORE-SITE-0001' }).batch).toBe('');
  });

  it.each<[V3Kind, Record<string, Cell>, ...told: string[]]>([
    ['supplier', { uniqueIdentifier: 'AURORE-SITE-0001' }],
    ['component', COMPONENT],
    ['purchased-item', { ...PURCHASE, purchaseOrder: ERROR }, 'error cell-error E purchaseOrder'],
    ['purchased-item', { ...PURCHASE, purchaseOrder: '' }, 'error collection-needs E purchaseOrder'],
    ['purchased-item', { ...PURCHASE, purchaseOrder: 'PO-1' }],
  ])(
    'a row of v3 needs a purchase order for supplier data collection if it is a purchased item: %s, %j',
    (kind, row, ...told) => {
      expect(checked3(kind, row, { collection: true }).told).toEqual(told);
    },
  );

  it('a purchased item needs no purchase order without supplier data collection', () => {
    expect(checked3('purchased-item', { ...PURCHASE, purchaseOrder: '' }).told).toEqual([]);
  });
});
