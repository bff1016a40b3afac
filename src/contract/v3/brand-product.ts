import { say } from '../../say.ts';
import { boolean, date, hinted, number, text } from '../field-rows.ts';
import type { Json } from '../kind.ts';
import { DEFAULT_DEADLINE_DAYS } from './brand-product-query.ts';
import { uniqueIdentifier, v3Kind } from './common.ts';
import { belongingTo, colorCode, gtins, marketSegment, productReference } from './product-words.ts';
import { v3ReadPaths } from './read-paths.ts';

/**
 * Names in the request that only brand products have. The interface does not document the create body: `gtins` and
 * `producedQuantity` are names in the list, and most others are names of its filters.
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

/** The interface also documents the day as a date-time. */
const MOMENT = { also: 'date-time' } as const;

const product = belongingTo({
  to: 'product',
  id: 'productId',
  named: 'productUniqueIdentifier',
  what: 'product',
  whole: 'manufactured product',
  names: 'Product unique identifier | Manufactured product | Produit fabriqué',
  idNames: 'Product id | Identifiant du produit',
  example: 'AURORE-PRD-2041-ECRU',
});

const info = belongingTo({
  to: 'generic-product-info',
  id: 'genericProductInfoId',
  named: 'genericProductInfoUniqueIdentifier',
  what: 'generic product information',
  names: 'Generic product info unique identifier | Generic product info | Informations génériques',
  idNames: 'Generic product info id',
  example: 'ROB-2041_ECRU-012_SS27_PO-2026-0415',
});

/** The deadline that the service sets if none is given (interface 8). */
function defaultDeadline(start: Json | undefined): string | undefined {
  if (typeof start !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(start)) return undefined;
  const day = new Date(`${start}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + DEFAULT_DEADLINE_DAYS);
  return Number.isNaN(day.getTime()) ? undefined : day.toISOString().slice(0, 10);
}

/** v3 brand product (interface 2.8). */
export const brandProduct = v3Kind({
  name: 'brand-product',
  sheetNames: ['brand product', 'brand products', 'produit de marque', 'produits de marque'],
  fields: [
    uniqueIdentifier('Your own identifier of the brand product.', 'AURORE-BP-2041-ECRU-SS27'),
    ...product.fields,
    ...info.fields,
    productReference(WIRE.ref),
    ...hinted(
      text(
        WIRE.name,
        'Name | Product name | Nom | Nom du produit',
        'Name of the product.',
        'Robe chemise popeline',
      ),
      text(
        WIRE.collections,
        'Collection | Season | Saison',
        'Collections, separated by a semicolon.',
        'SS27',
      ),
      text(
        WIRE.categories,
        'Category | Product category | Catégorie | Catégorie de produit',
        'Product categories, separated by a semicolon.',
        'DRESSES',
      ),
    ),
    colorCode,
    marketSegment,
    gtins,
    number(
      WIRE.quantity,
      { min: 0, ours: 'bounds' },
      'Produced quantity | Quantity | Quantité produite | Quantité',
      'Pieces produced.',
      900,
    ),
    boolean(
      WIRE.agecScope,
      'AGEC scope | In AGEC scope | Périmètre AGEC',
      'Whether the product is in the scope of AGEC, yes or no.',
      true,
    ),
    boolean(
      WIRE.communication,
      'Communication package | Pack communication',
      'Whether the product has the communication package, and with it its links; yes or no.',
    ),
    date(
      WIRE.start,
      'Traceability start | Start of traceability | Début de traçabilité',
      'Day on which traceability starts, YYYY-MM-DD.',
      '2026-11-23',
      MOMENT,
    ),
    date(
      WIRE.end,
      'Traceability end | Traceability deadline | Fin de traçabilité',
      'Deadline of traceability, YYYY-MM-DD; 70 days after the launch when none is set.',
      undefined,
      MOMENT,
    ),
  ],
  references: [...product.references, ...info.references],
  rules: [product.rule, info.rule],
  // The list shows a write up to 20 minutes late (interface 4.4, 8). Clocks may differ, so trace waits 25 % longer.
  verify: {
    method: 'filtered-list',
    path: v3ReadPaths.brandProducts,
    filter: 'brandProductUniqueIdentifier',
    compared: { [WIRE.quantity]: 'producedQuantity' },
    absenceMs: 25 * 60_000,
  },
  response: {
    id: ['id', 'brand_product_id', 'brandProductId'],
    qrCodeLink: 'links.qrCode',
    showcaseLink: 'links.web',
    whole: true,
  },
  // The interface documents neither the paths nor the fields that cannot be updated: guesses based on purchased items.
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
    summary: () => say().helpCommands['brand-product update'](),
    note: () => say().helpUpdates['brand-product'](),
  },
  serviceValues: {
    // Only records with the communication package have links.
    [WIRE.communication]: (_, { qrCodeLink, showcaseLink }) =>
      qrCodeLink !== undefined || showcaseLink !== undefined ? true : undefined,
    // An update whose response was lost may have set another date.
    [WIRE.end]: (accepted, { asCreated }) => (asCreated ? defaultDeadline(accepted(WIRE.start)) : undefined),
  },
});
