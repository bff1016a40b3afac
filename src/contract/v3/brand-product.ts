import type { KindSpec } from '../kind.ts';
import { hinted, importationBatch, uniqueIdentifier } from './common.ts';
import { MARKET_SEGMENTS } from './lists.ts';

/**
 * The wire names of a brand product; those that end in `UniqueIdentifier` but its own are of ours, and fill an id. The
 * create body is not shown: `gtins` and `producedQuantity` are names of the list item, most others are filters of it.
 */
const WIRE = {
  product: 'productUniqueIdentifier',
  productId: 'productId',
  info: 'genericProductInfoUniqueIdentifier',
  infoId: 'genericProductInfoId',
  ref: 'productRef',
  name: 'productName',
  collections: 'collections[]',
  categories: 'productCategories[]',
  colorCode: 'colorCode',
  marketSegment: 'marketSegment',
  gtins: 'gtins[]',
  quantity: 'producedQuantity',
} as const;

/** v3 brand product (interface 2.8). */
export const brandProduct: KindSpec = {
  interface: 'v3',
  name: 'brand-product',
  plural: 'brand-products',
  route: 'brand-products',
  sheetNames: ['brand product', 'brand products', 'produit de marque', 'produits de marque'],
  fields: [
    uniqueIdentifier('Your own identifier of the brand product.', 'AURORE-BP-2041-ECRU-SS27'),
    hinted({
      path: WIRE.product,
      value: { type: 'reference' },
      local: true,
      names: ['Product unique identifier', 'Manufactured product', 'Produit fabriqué'],
      note: 'Unique identifier of the manufactured product: its id is filled in as productId once it is known.',
      example: 'AURORE-PRD-2041-ECRU',
    }),
    hinted({
      path: WIRE.productId,
      value: { type: 'reference' },
      names: ['Product id', 'Identifiant du produit'],
      note: "The service's id of the manufactured product; a unique identifier is replaced by its id.",
    }),
    hinted({
      path: WIRE.info,
      value: { type: 'reference' },
      local: true,
      names: ['Generic product info unique identifier', 'Generic product info', 'Informations génériques'],
      note: 'Unique identifier of the generic product information: its id is filled in as genericProductInfoId.',
      example: 'ROB-2041_ECRU-012_SS27_PO-2026-0415',
    }),
    hinted({
      path: WIRE.infoId,
      value: { type: 'reference' },
      names: ['Generic product info id'],
      note: "The service's id of the generic product information; a unique identifier is replaced by its id.",
    }),
    hinted({
      path: WIRE.ref,
      value: { type: 'reference' },
      names: ['Reference', 'Product ref', 'Référence', 'Référence produit'],
      note: 'Reference of the product as people know it.',
      example: 'ROB-2041',
    }),
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
    hinted({
      path: WIRE.colorCode,
      value: { type: 'reference' },
      names: ['Color code', 'Colour code', 'Color', 'Colour', 'Code couleur', 'Coloris', 'Couleur'],
      note: 'Colour reference.',
      example: 'ECRU-012',
    }),
    hinted({
      path: WIRE.marketSegment,
      value: { type: 'choice', list: MARKET_SEGMENTS },
      names: ['Market segment', 'Segment', 'Segment de marché'],
      note: 'Whom the product is made for.',
      example: 'Womenswear',
    }),
    {
      path: WIRE.gtins,
      value: { type: 'reference', digits: 13 },
      names: ['GTIN', 'GTINs', 'EAN', 'EAN13', 'Gencod', 'Code-barres'],
      note: 'Codes of 13 digits, separated by a semicolon.',
      example: '3607012345678',
    },
    {
      path: WIRE.quantity,
      value: { type: 'number', min: 0 },
      names: ['Produced quantity', 'Quantity', 'Quantité produite', 'Quantité'],
      note: 'Pieces produced.',
      example: 900,
    },
    importationBatch,
  ],
  key: ['uniqueIdentifier'],
  references: [
    { fields: [WIRE.product], to: 'product', fills: WIRE.productId },
    { fields: [WIRE.productId], to: 'product', fills: WIRE.productId },
    { fields: [WIRE.info], to: 'generic-product-info', fills: WIRE.infoId },
    { fields: [WIRE.infoId], to: 'generic-product-info', fills: WIRE.infoId },
  ],
  rules: [
    { type: 'exactly-one', of: 'the product', fields: [WIRE.productId, WIRE.product], optional: true },
    {
      type: 'exactly-one',
      of: 'the generic product information',
      fields: [WIRE.infoId, WIRE.info],
      optional: true,
    },
  ],
  openBody: true,
  verify: 'brand-product-list',
  batchField: 'importationBatch',
  answer: {
    id: ['id', 'brand_product_id', 'brandProductId'],
    qrCodeLink: 'links.qrCode',
    showcaseLink: 'links.web',
  },
};
