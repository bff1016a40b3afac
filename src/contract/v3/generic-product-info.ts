import type { KindSpec } from '../kind.ts';
import { hinted, importationBatch, systemId, uniqueIdentifier } from './common.ts';
import { ECO_MODULATIONS } from './lists.ts';
import { belongingTo, colorCode, gtins, marketSegment, productReference } from './product-words.ts';

/** Wire names that only generic product information has. */
const WIRE = {
  ref: 'ref',
  collection: 'collection',
  productName: 'productName',
  packagingId: 'packagingId',
  price: 'productPrice',
  ecoModulation: 'ecoModulation',
} as const;

const product = belongingTo({
  to: 'product',
  id: 'productId',
  named: 'productUniqueIdentifier',
  what: 'product',
  names: ['Product unique identifier', 'Product', 'Produit', 'Identifiant unique du produit'],
  idNames: ['Product id', 'Identifiant du produit'],
  example: 'AURORE-PRD-2041-ECRU',
});

const purchase = belongingTo({
  to: 'purchased-item',
  id: 'purchasedItemId',
  named: 'purchasedItemUniqueIdentifier',
  what: 'purchased item',
  names: ['Purchased item unique identifier', 'Purchased item', 'Article acheté'],
  idNames: ['Purchased item id', "Identifiant de l'article acheté"],
});

const warehouse = belongingTo({
  to: 'supplier',
  id: 'warehouseId',
  named: 'warehouseUniqueIdentifier',
  what: 'warehouse',
  names: ['Warehouse unique identifier', 'Warehouse', 'Entrepôt'],
  idNames: ['Warehouse id', "Identifiant de l'entrepôt"],
});

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
    ...product.fields,
    ...purchase.fields,
    ...warehouse.fields,
    productReference(WIRE.ref),
    colorCode,
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
    { ...gtins, shown: false },
    marketSegment,
    hinted({
      path: WIRE.price,
      value: { type: 'number', min: 0, ours: 'bounds' },
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
    systemId,
    importationBatch,
  ],
  key: ['uniqueIdentifier'],
  references: [...product.references, ...purchase.references, ...warehouse.references],
  rules: [product.rule, purchase.rule, warehouse.rule],
  openBody: true,
  batchField: 'importationBatch',
  response: { id: ['generic_product_info_id', 'genericProductInfoId', 'id'] },
};
