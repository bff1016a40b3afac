import type { Body } from '../../src/contract/kind.ts';
import { KINDS } from '../../src/contract/registry.ts';
import { csvOf } from '../../test/cli/commands/sheets.ts';
import type { Random } from '../fixtures/random.ts';
import { V3_KINDS, type V3FixtureKind } from '../fixtures/v3.ts';
import type { TortureBatch } from './batch.ts';

/** The values that an update sets, by the key of the record. */
export type Wanted = ReadonlyMap<string, { readonly field: string; readonly value: string | number }>;

/** An update sheet, and the values that it sets. */
export interface UpdateSheet {
  readonly kind: 'purchased-item' | 'brand-product';
  readonly file: string;
  readonly text: string;
  readonly wanted: Wanted;
}

/** Records of all v3 kinds, and update sheets for some of them. */
export interface V3Batch extends TortureBatch {
  /** The sheets of the first updates, and of the second ones, which set other values. */
  readonly updates: readonly (readonly UpdateSheet[])[];
}

/** The share of each kind in a batch, and its minimum number of records. */
const SHARES: Readonly<Record<V3FixtureKind, readonly [number, number]>> = {
  supplier: [0.1, 3],
  material: [0.08, 2],
  component: [0.2, 3],
  product: [0.12, 3],
  'purchased-item': [0.26, 4],
  'generic-product-info': [0.12, 3],
  'brand-product': [0.12, 3],
};

/**
 * The sheet with the ids of some of its records in a column `id`, as a person adds them. `ids` is by unique identifier.
 */
export function withIds(text: string, ids: ReadonlyMap<string, string>): string {
  const [header = '', ...rows] = text.trimEnd().split('\n');
  const lines = rows.map((row) => `${row},${ids.get(row.split(',', 1)[0]!) ?? ''}\n`);
  return [`${header},id\n`, ...lines].join('');
}

/** About `size` v3 records (at least 25): sites, their records, purchased items, and brand products. */
export function v3Batch(random: Random, size: number): V3Batch {
  const bodies = recordsOf(random, size);
  return {
    files: Object.fromEntries(V3_KINDS.map((name) => [`${name}s.csv`, csvOf(KINDS.v3[name], bodies[name])])),
    size: Object.values(bodies).reduce((sum, each) => sum + each.length, 0),
    updates: [1, 2].map((round) => [
      updateSheet('purchased-item', bodies['purchased-item'], 'purchaseOrder', (at) => `PO-${at}-v${round}`),
      updateSheet('brand-product', bodies['brand-product'], 'producedQuantity', (at) => 10_000 * round + at),
    ]),
  };
}

function recordsOf(random: Random, size: number): Record<V3FixtureKind, Body[]> {
  const names = (kind: V3FixtureKind, prefix: string) => {
    const [share, least] = SHARES[kind];
    return Array.from(
      { length: Math.max(least, Math.round(share * size)) },
      (_, at) => `AURORE-${prefix}-SS27-${at + 1}`,
    );
  };
  const sites = names('supplier', 'SITE');
  const materials = names('material', 'MAT');
  const components = names('component', 'CMP');
  const products = names('product', 'PRD');
  const address = { country: 'FR', city: 'Roubaix' };
  const of = (key: readonly string[]) => ({ uniqueIdentifier: random.pick(key) });
  return {
    supplier: sites.map((uniqueIdentifier) => ({
      uniqueIdentifier,
      siteName: `Site ${uniqueIdentifier}`,
      siteAddress: address,
    })),
    material: materials.map((uniqueIdentifier) => ({ uniqueIdentifier, name: 'Cotton', address })),
    component: components.map((uniqueIdentifier) => ({
      uniqueIdentifier,
      name: 'Fabric',
      category_family: 'FABRIC',
      address,
      composition: [{ material: 'COTTON', percentage: 100 }],
      usedMaterials: [{ ...of(materials), usagePercentage: 100 }],
    })),
    product: products.map((uniqueIdentifier) => ({
      uniqueIdentifier,
      name: 'Robe chemise',
      weight: { value: 200, unit: 'GRAMS' },
      address,
      usedComponents: [of(components)],
    })),
    'purchased-item': names('purchased-item', 'PUR').map((uniqueIdentifier, at) => ({
      uniqueIdentifier,
      buyerKind: 'SUPPLIER',
      buyerUniqueIdentifier: random.pick(sites),
      sellerUniqueIdentifier: random.pick(sites),
      itemUniqueIdentifier: random.pick([...materials, ...components]),
      purchaseOrder: `PO-${at}`,
      purchaseOrderDate: '2026-04-15',
      transports: [{ name: 'TRUCK', usagePercentage: 100 }],
      purchasedQuantity: { value: 100 + at, unit: 'METERS' },
    })),
    'generic-product-info': names('generic-product-info', 'INFO').map((uniqueIdentifier, at) => ({
      uniqueIdentifier,
      productUniqueIdentifier: random.pick(products),
      warehouseUniqueIdentifier: random.pick(sites),
      ref: `ROB-${at}`,
      collection: 'SS27',
      productName: `Robe ${at}`,
    })),
    'brand-product': names('brand-product', 'BP').map((uniqueIdentifier, at) => ({
      uniqueIdentifier,
      productUniqueIdentifier: random.pick(products),
      productRef: `ROB-${at}`,
      productName: `Robe ${at}`,
      collections: ['SS27'],
      producedQuantity: 100 + at,
    })),
  };
}

/** A sheet that sets a field of every record to a value of its own. */
function updateSheet(
  kind: UpdateSheet['kind'],
  bodies: readonly Body[],
  field: string,
  valueAt: (at: number) => string | number,
): UpdateSheet {
  const rows = bodies.map(({ uniqueIdentifier }, at) => [String(uniqueIdentifier), valueAt(at)] as const);
  return {
    kind,
    file: `${kind}s update ${String(valueAt(0))}.csv`,
    text: [['uniqueIdentifier', field] as const, ...rows].map((cells) => `${cells.join(',')}\n`).join(''),
    wanted: new Map(rows.map(([key, value]) => [key, { field, value }])),
  };
}
