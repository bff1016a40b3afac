import type { Body } from '../src/contract/kind.ts';
import { KINDS, type V3Kind } from '../src/contract/registry.ts';
import type { WorkbookData } from '../src/sheets/workbook-data.ts';
import { recordsSheet } from './fixture-sheets.ts';

const BATCH = 'AURORE-SS27-V3-W1';
const PLACES = [
  ['IT', 'Borgosesia'],
  ['PT', 'Guimarães'],
  ['FR', 'Roubaix'],
  ['TR', 'Denizli'],
  ['EG', 'Alexandria'],
] as const;
const WORK = ['Spinning', 'Weaving', 'Dyeing', 'Sewing', 'Knitting'] as const;
const TRANSPORTS = ['TRUCK', 'BOAT', 'TRAIN', 'PLANE', 'BARGE'] as const;

const number = (at: number, digits = 4): string => String(at).padStart(digits, '0');
const upTo = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at + 1));
const around = <Item>(items: readonly Item[], at: number): Item => items[at % items.length]!;

const site = (at: number): string => `AURORE-SITE-${number(at)}`;
const warehouse = (at: number): string => `AURORE-WAREHOUSE-${number(at)}`;
const material = (at: number): string => `AURORE-MATERIAL-${number(at)}`;
const component = (at: number): string => `AURORE-COMPONENT-${number(at)}`;
const product = (at: number): string => `AURORE-PRODUCT-${number(at)}`;
const purchase = (at: number): string => `AURORE-PURCHASE-${number(at)}`;
const info = (at: number): string => `ROB-${2000 + at}_ECRU_SS27_PO-${number(at)}`;

/** A site that makes a record. The two warehouses make nothing. */
const maker = (at: number): string => site((at % 18) + 1);

/**
 * The v3 records of "Maison Aurore", always the same: 20 sites, 15 materials, 40 components in three layers, 25
 * products, 60 purchased items between all of them, 30 generic infos and 25 brand products. They are the bodies as
 * staged, with the names that people typed.
 */
export function v3Records(): Record<V3Kind, Body[]> {
  const records: Record<V3Kind, Body[]> = {
    supplier: [
      ...upTo(18, (at) => ({
        uniqueIdentifier: site(at),
        parentCompanyName: `Groupe ${around(PLACES, at)[1]}`,
        siteName: `${around(WORK, at)} ${around(PLACES, at)[1]} n° ${at}`,
        siteEmails:
          at % 4 === 0 ? [`site${at}@example.com`, `quality${at}@example.com`] : [`site${at}@example.com`],
        siteAddress: {
          country: around(PLACES, at)[0],
          city: around(PLACES, at)[1],
          postalCode: `0${1000 + at}`,
        },
        ...(at % 3 === 0 && { siteCertifications: [{ certificationName: 'GOTS' }] }),
        siteRole: around(WORK, at),
      })),
      ...upTo(2, (at) => ({
        uniqueIdentifier: warehouse(at),
        siteName: `Entrepôt Val de Seine ${at}`,
        siteAddress: { country: 'FR', city: 'Gennevilliers' },
        siteRole: 'Warehouse',
      })),
    ],
    material: upTo(15, (at) => ({
      uniqueIdentifier: material(at),
      name: `Fibre ${at}`,
      ...owner(at),
      ...(at > 13 && {
        usedMaterials: [
          { uniqueIdentifier: material(at - 13), usagePercentage: 60 },
          { uniqueIdentifier: material(at - 10), usagePercentage: 40 },
        ],
      }),
    })),
    component: upTo(40, componentOf),
    product: upTo(25, (at) => ({
      uniqueIdentifier: product(at),
      name: `Robe chemise ${at}`,
      weight: { value: 180 + 10 * at, unit: 'GRAMS' },
      ...owner(at + 7),
      purchasedItems: [{ uniqueIdentifier: purchase(30 + at), usagePercentage: 100 }],
      ...(at % 5 === 0 && { usedProducts: [{ uniqueIdentifier: product(at - 1) }] }),
      usedComponents: [{ uniqueIdentifier: component(((at * 3) % 40) + 1) }],
    })),
    'purchased-item': upTo(60, purchaseOf),
    'generic-product-info': upTo(30, (at) => ({
      uniqueIdentifier: info(at),
      ...(at <= 25
        ? { productUniqueIdentifier: product(at) }
        : { purchasedItemUniqueIdentifier: purchase(at + 30) }),
      warehouseUniqueIdentifier: warehouse((at % 2) + 1),
      ref: `ROB-${2000 + at}`,
      colorCode: 'ECRU-012',
      collection: 'SS27',
      productName: `Robe chemise ${at}`,
      gtins: [`36070123${number(at, 5)}`],
      marketSegment: at % 2 === 0 ? 'Womenswear' : 'Kidswear',
      productPrice: 120 + at,
      ecoModulation: 'NONE',
    })),
    'brand-product': upTo(25, (at) => ({
      uniqueIdentifier: `AURORE-BRAND-PRODUCT-${number(at)}`,
      productUniqueIdentifier: product(at),
      genericProductInfoUniqueIdentifier: info(at),
      productRef: `ROB-${2000 + at}`,
      productName: `Robe chemise ${at}`,
      collections: ['SS27'],
      productCategories: ['DRESSES'],
      colorCode: 'ECRU-012',
      marketSegment: at % 2 === 0 ? 'Womenswear' : 'Kidswear',
      gtins: [`36070123${number(at, 5)}`, `36070124${number(at, 5)}`],
      producedQuantity: 100 * at,
    })),
  };
  for (const bodies of Object.values(records)) for (const body of bodies) body.importationBatch = BATCH;
  return records;
}

/** The owner in one of three ways: by our reference, by id in the service, or by address. */
function owner(at: number): Body {
  if (at % 3 === 0) return { owner_kind: 'SUPPLIER', owner_unique_identifier: maker(at) };
  if (at % 3 === 1) return { owner_kind: 'SUPPLIER', owner_id: maker(at) };
  const [country, city] = around(PLACES, at);
  return { address: { country, city } };
}

/**
 * Components 1 to 16 consist of materials, 17 to 30 of those components, and 31 to 40 of those and of purchased items.
 */
function componentOf(at: number): Body {
  const own = {
    uniqueIdentifier: component(at),
    name: `Composant ${at}`,
    category_family: 'FABRIC',
    ...owner(at),
  };
  if (at <= 16) {
    return {
      ...own,
      composition: [
        { material: 'COTTON', percentage: 70 },
        { material: 'LINEN', percentage: 30 },
      ],
      usedMaterials: [{ uniqueIdentifier: material(((at - 1) % 15) + 1), usagePercentage: 100 }],
    };
  }
  if (at <= 30) {
    return {
      ...own,
      usedComponents: [
        { uniqueIdentifier: component(at - 16) },
        { uniqueIdentifier: component(((at * 5) % 16) + 1) },
      ],
    };
  }
  return {
    ...own,
    purchasedItems: [{ uniqueIdentifier: purchase(at - 15) }],
    usedComponents: [{ uniqueIdentifier: component(at - 13) }],
  };
}

/** Purchases 1 to 15 are materials, 16 to 55 are components (number minus 15), 56 to 60 are products. */
function purchaseOf(at: number): Body {
  const item = at <= 15 ? material(at) : at <= 55 ? component(boughtBy(at)) : product(at - 55);
  return {
    uniqueIdentifier: purchase(at),
    buyerKind: 'SUPPLIER',
    buyerUniqueIdentifier: maker(at + 5),
    sellerUniqueIdentifier: maker(at),
    itemUniqueIdentifier: item,
    purchaseOrder: `PO-2026-${number(at)}`,
    purchaseOrderDate: `2026-0${(at % 9) + 1}-15`,
    transports: [
      { name: around(TRANSPORTS, at), usagePercentage: 80 },
      { name: around(TRANSPORTS, at + 1), usagePercentage: 20 },
    ],
    purchasedQuantity: { value: 100 * at, unit: at % 2 === 0 ? 'METERS' : 'PIECES' },
    ...(at % 4 === 0 && { certifications: [{ certificationName: 'GOTS' }] }),
  };
}

/**
 * Components 31 to 40 consist of purchases 16 to 25, which are components 1 to 10. Later components may consist of any
 * purchase.
 */
const boughtBy = (at: number): number => (at <= 30 ? at - 15 : ((at - 31) % 40) + 1);

/** A workbook with seven sheets. */
export function v3Workbook(records: Readonly<Record<V3Kind, readonly Body[]>>): WorkbookData {
  return {
    title: 'Maison Aurore, SS27, v3',
    sheets: Object.values(KINDS.v3).map((kind) => recordsSheet(kind, records[kind.name as V3Kind])),
  };
}
