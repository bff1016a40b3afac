import type { KindSpec } from '../kind.ts';
import { hinted, importationBatch, systemId, uniqueIdentifier } from './common.ts';
import { belongingTo, colorCode, gtins, marketSegment, productReference } from './product-words.ts';

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
} as const;

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
    systemId,
    importationBatch,
  ],
  key: ['uniqueIdentifier'],
  references: [...product.references, ...info.references],
  rules: [product.rule, info.rule],
  openBody: true,
  verify: 'brand-product-list',
  batchField: 'importationBatch',
  answer: {
    id: ['id', 'brand_product_id', 'brandProductId'],
    qrCodeLink: 'links.qrCode',
    showcaseLink: 'links.web',
  },
};
