import type { KindSpec } from '../kind.ts';
import { hinted, importationBatch, uniqueIdentifier } from './common.ts';
import { ECO_MODULATIONS, MARKET_SEGMENTS } from './lists.ts';

/** The wire names of generic product information; those that end in `UniqueIdentifier` are of ours, and fill an id. */
const WIRE = {
  product: 'productUniqueIdentifier',
  productId: 'productId',
  purchase: 'purchasedItemUniqueIdentifier',
  purchaseId: 'purchasedItemId',
  warehouse: 'warehouseUniqueIdentifier',
  warehouseId: 'warehouseId',
  ref: 'ref',
  colorCode: 'colorCode',
  collection: 'collection',
  productName: 'productName',
  packagingId: 'packagingId',
  gtins: 'gtins[]',
  marketSegment: 'marketSegment',
  price: 'productPrice',
  ecoModulation: 'ecoModulation',
} as const;

const GTIN_DIGITS = 13;

/** v3 generic product information: extra information for a product or purchased item (interface 2.8). */
export const genericProductInfo: KindSpec = {
  interface: 'v3',
  name: 'generic-product-info',
  plural: 'generic-product-infos',
  route: 'generic-product-infos',
  sheetNames: [
    ...['generic product info', 'generic product infos', 'generic product information', 'generic infos'],
    ...['product infos', 'product information', 'informations produit', 'informations génériques'],
  ],
  fields: [
    uniqueIdentifier(
      'Your own identifier of the information; reference, colour, collection and purchase order together read well.',
      'ROB-2041_ECRU-012_SS27_PO-2026-0415',
    ),
    hinted({
      path: WIRE.product,
      value: { type: 'reference' },
      local: true,
      names: ['Product unique identifier', 'Product', 'Produit', 'Identifiant unique du produit'],
      note: 'Unique identifier of the product: its id is filled in as productId once it is known.',
      example: 'AURORE-PRD-2041-ECRU',
    }),
    hinted({
      path: WIRE.productId,
      value: { type: 'reference' },
      names: ['Product id', 'Identifiant du produit'],
      note: "The service's id of the product; a unique identifier is replaced by its id.",
    }),
    hinted({
      path: WIRE.purchase,
      value: { type: 'reference' },
      local: true,
      names: ['Purchased item unique identifier', 'Purchased item', 'Article acheté'],
      note: 'Unique identifier of the purchased item: its id is filled in as purchasedItemId once it is known.',
    }),
    hinted({
      path: WIRE.purchaseId,
      value: { type: 'reference' },
      names: ['Purchased item id', "Identifiant de l'article acheté"],
      note: "The service's id of the purchased item; a unique identifier is replaced by its id.",
    }),
    hinted({
      path: WIRE.warehouse,
      value: { type: 'reference' },
      local: true,
      names: ['Warehouse unique identifier', 'Warehouse', 'Entrepôt'],
      note: 'Unique identifier of the site that is the warehouse: its id is filled in as warehouseId.',
    }),
    hinted({
      path: WIRE.warehouseId,
      value: { type: 'reference' },
      names: ['Warehouse id', "Identifiant de l'entrepôt"],
      note: "The service's id of the warehouse; a unique identifier is replaced by its id.",
    }),
    hinted({
      path: WIRE.ref,
      value: { type: 'reference' },
      names: ['Reference', 'Product ref', 'Référence', 'Référence produit'],
      note: 'Reference of the product as people know it.',
      example: 'ROB-2041',
    }),
    hinted({
      path: WIRE.colorCode,
      value: { type: 'reference' },
      names: ['Color code', 'Colour code', 'Color', 'Colour', 'Code couleur', 'Coloris', 'Couleur'],
      note: 'Colour reference.',
      example: 'ECRU-012',
    }),
    hinted({
      path: WIRE.collection,
      value: { type: 'text' },
      names: ['Season', 'Saison', 'Collection name'],
      note: 'Name of the collection.',
      example: 'SS27',
    }),
    hinted({
      path: WIRE.productName,
      value: { type: 'text' },
      names: ['Name', 'Nom', 'Nom du produit'],
      note: 'Name of the product for customers.',
      example: 'Robe chemise popeline',
    }),
    hinted({
      path: WIRE.packagingId,
      value: { type: 'reference' },
      names: ['Packaging', 'Emballage'],
      note: "The service's id of the packaging.",
    }),
    {
      path: WIRE.gtins,
      value: { type: 'reference', digits: GTIN_DIGITS },
      shown: false,
      names: ['GTIN', 'GTINs', 'EAN', 'EAN13', 'Gencod', 'Code-barres'],
      note: 'Codes of 13 digits, separated by a semicolon.',
      example: '3607012345678',
    },
    hinted({
      path: WIRE.marketSegment,
      value: { type: 'choice', list: MARKET_SEGMENTS },
      names: ['Market segment', 'Segment', 'Segment de marché'],
      note: 'Whom the product is made for.',
      example: 'Womenswear',
    }),
    hinted({
      path: WIRE.price,
      value: { type: 'number', min: 0 },
      names: ['Price', 'Product price', 'Prix', 'Prix du produit'],
      note: 'Price of the product.',
      example: 245,
    }),
    hinted({
      path: WIRE.ecoModulation,
      value: { type: 'choice', list: ECO_MODULATIONS },
      names: ['Eco modulation', 'Éco-modulation'],
      note: 'Criterion of an eco-organisation scheme, NONE for none.',
      example: 'NONE',
    }),
    importationBatch,
  ],
  key: ['uniqueIdentifier'],
  references: [
    { fields: [WIRE.product], to: 'product', fills: WIRE.productId },
    { fields: [WIRE.productId], to: 'product', fills: WIRE.productId },
    { fields: [WIRE.purchase], to: 'purchased-item', fills: WIRE.purchaseId },
    { fields: [WIRE.purchaseId], to: 'purchased-item', fills: WIRE.purchaseId },
    { fields: [WIRE.warehouse], to: 'supplier', fills: WIRE.warehouseId },
    { fields: [WIRE.warehouseId], to: 'supplier', fills: WIRE.warehouseId },
  ],
  rules: [
    { type: 'exactly-one', of: 'the product', fields: [WIRE.productId, WIRE.product], optional: true },
    {
      type: 'exactly-one',
      of: 'the purchased item',
      fields: [WIRE.purchaseId, WIRE.purchase],
      optional: true,
    },
    { type: 'exactly-one', of: 'the warehouse', fields: [WIRE.warehouseId, WIRE.warehouse], optional: true },
  ],
  openBody: true,
  batchField: 'importationBatch',
  answer: { id: ['generic_product_info_id', 'genericProductInfoId', 'id'] },
};
