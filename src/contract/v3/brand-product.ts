import type { Field } from '../field.ts';
import type { Json, KindSpec } from '../kind.ts';
import { DEFAULT_DEADLINE_DAYS } from './brand-product-query.ts';
import { hinted, importationBatch, systemId, uniqueIdentifier } from './common.ts';
import { belongingTo, colorCode, gtins, marketSegment, productReference } from './product-words.ts';
import { v3ReadPaths } from './read-paths.ts';

/**
 * Wire names that only brand products have. The create body is not shown: `gtins` and `producedQuantity` are names of the
 * list item, most others are filters of it.
 */
const WIRE = {
  ref: 'productRef',
  name: 'productName',
  collections: 'collections[]',
  categories: 'productCategories[]',
  quantity: 'producedQuantity',
  agecScope: 'isProductInAGECScope',
  communication: 'hasCommunicationPackage',
  start: 'traceabilityStartDate',
  end: 'theoreticalTraceabilityEndDate',
} as const;

/** A day, which the interface declares as a moment too. */
const DAY = { value: { type: 'date' }, also: 'date-time' } as const satisfies Partial<Field>;

const product = belongingTo({
  to: 'product',
  id: 'productId',
  named: 'productUniqueIdentifier',
  what: 'product',
  whole: 'manufactured product',
  names: ['Product unique identifier', 'Manufactured product', 'Produit fabriqué'],
  idNames: ['Product id', 'Identifiant du produit'],
  example: 'AURORE-PRD-2041-ECRU',
});

const info = belongingTo({
  to: 'generic-product-info',
  id: 'genericProductInfoId',
  named: 'genericProductInfoUniqueIdentifier',
  what: 'generic product information',
  names: ['Generic product info unique identifier', 'Generic product info', 'Informations génériques'],
  idNames: ['Generic product info id'],
  example: 'ROB-2041_ECRU-012_SS27_PO-2026-0415',
});

/** The deadline that the service sets when none is given (interface 8). */
function defaultDeadline(start: Json | undefined): string | undefined {
  if (typeof start !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(start)) return undefined;
  const day = new Date(`${start}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + DEFAULT_DEADLINE_DAYS);
  return Number.isNaN(day.getTime()) ? undefined : day.toISOString().slice(0, 10);
}

/** v3 brand product (interface 2.8). */
export const brandProduct: KindSpec = {
  interface: 'v3',
  name: 'brand-product',
  plural: 'brand-products',
  route: 'brand-products',
  sheetNames: ['brand product', 'brand products', 'produit de marque', 'produits de marque'],
  fields: [
    uniqueIdentifier('Your own identifier of the brand product.', 'AURORE-BP-2041-ECRU-SS27'),
    ...product.fields,
    ...info.fields,
    productReference(WIRE.ref),
    hinted({
      path: WIRE.name,
      value: { type: 'text' },
      names: ['Name', 'Product name', 'Nom', 'Nom du produit'],
      note: 'Name of the product.',
      example: 'Robe chemise popeline',
    }),
    hinted({
      path: WIRE.collections,
      value: { type: 'text' },
      names: ['Collection', 'Season', 'Saison'],
      note: 'Collections, separated by a semicolon.',
      example: 'SS27',
    }),
    hinted({
      path: WIRE.categories,
      value: { type: 'text' },
      names: ['Category', 'Product category', 'Catégorie', 'Catégorie de produit'],
      note: 'Product categories, separated by a semicolon.',
      example: 'DRESSES',
    }),
    colorCode,
    marketSegment,
    gtins,
    {
      path: WIRE.quantity,
      value: { type: 'number', min: 0, ours: 'bounds' },
      names: ['Produced quantity', 'Quantity', 'Quantité produite', 'Quantité'],
      note: 'Pieces produced.',
      example: 900,
    },
    {
      path: WIRE.agecScope,
      value: { type: 'boolean' },
      names: ['AGEC scope', 'In AGEC scope', 'Périmètre AGEC'],
      note: 'Whether the product is in the scope of AGEC, yes or no.',
      example: true,
    },
    {
      path: WIRE.communication,
      value: { type: 'boolean' },
      names: ['Communication package', 'Pack communication'],
      note: 'Whether the product has the communication package, and with it its links; yes or no.',
    },
    {
      path: WIRE.start,
      ...DAY,
      names: ['Traceability start', 'Start of traceability', 'Début de traçabilité'],
      note: 'Day on which traceability starts, YYYY-MM-DD.',
      example: '2026-11-23',
    },
    {
      path: WIRE.end,
      ...DAY,
      names: ['Traceability end', 'Traceability deadline', 'Fin de traçabilité'],
      note: 'Deadline of traceability, YYYY-MM-DD; 70 days after the launch when none is set.',
    },
    systemId,
    importationBatch,
  ],
  key: ['uniqueIdentifier'],
  references: [...product.references, ...info.references],
  rules: [product.rule, info.rule],
  openBody: true,
  // The list shows a write up to 20 minutes late (interface 4.4, 8); a quarter more, as clocks differ.
  verify: {
    method: 'filtered-list',
    path: v3ReadPaths.brandProducts,
    filter: 'brandProductUniqueIdentifier',
    compared: { [WIRE.quantity]: 'producedQuantity' },
    absenceMs: 25 * 60_000,
  },
  batchField: 'importationBatch',
  response: {
    id: ['id', 'brand_product_id', 'brandProductId'],
    qrCodeLink: 'links.qrCode',
    showcaseLink: 'links.web',
    whole: true,
  },
  // The interface shows neither the paths nor what an update must not have: guesses after those of purchased items.
  update: {
    paths: {
      byId: '/brand-products/{id}',
      byUniqueIdentifier: '/brand-products/by-unique-identifier/{uniqueIdentifier}',
    },
    fixed: ['id', 'uniqueIdentifier'],
    describes: [
      ...[WIRE.name, WIRE.ref, 'productUniqueIdentifier', 'productId'],
      ...['genericProductInfoUniqueIdentifier', 'genericProductInfoId'],
    ],
    note: '(clear) empties a list.',
  },
  serviceValues: {
    // Only a record with the communication package has links.
    [WIRE.communication]: (_, { qrCodeLink, showcaseLink }) =>
      qrCodeLink !== undefined || showcaseLink !== undefined ? true : undefined,
    // An update whose response was lost may have set another date.
    [WIRE.end]: (accepted, { asCreated }) => (asCreated ? defaultDeadline(accepted(WIRE.start)) : undefined),
  },
};
