import { choice, hinted, number, reference, text } from '../field-rows.ts';
import { uniqueIdentifier, v3Kind } from './common.ts';
import { ECO_MODULATIONS } from './lists.ts';
import { belongingTo, colorCode, gtins, marketSegment, productReference } from './product-words.ts';

const product = belongingTo({
  to: 'product',
  id: 'productId',
  named: 'productUniqueIdentifier',
  what: 'product',
  names: 'Product unique identifier | Product | Produit | Identifiant unique du produit',
  idNames: 'Product id | Identifiant du produit',
  example: 'AURORE-PRD-2041-ECRU',
});

const purchase = belongingTo({
  to: 'purchased-item',
  id: 'purchasedItemId',
  named: 'purchasedItemUniqueIdentifier',
  what: 'purchased item',
  names: 'Purchased item unique identifier | Purchased item | Article acheté',
  idNames: "Purchased item id | Identifiant de l'article acheté",
});

const warehouse = belongingTo({
  to: 'supplier',
  id: 'warehouseId',
  named: 'warehouseUniqueIdentifier',
  what: 'warehouse',
  names: 'Warehouse unique identifier | Warehouse | Entrepôt',
  idNames: "Warehouse id | Identifiant de l'entrepôt",
});

/** v3 generic product information: extra information for a product or purchased item (interface 2.8). */
export const genericProductInfo = v3Kind({
  name: 'generic-product-info',
  sheetNames: [
    ...['generic product info', 'generic product infos', 'generic product information', 'generic infos'],
    ...['product infos', 'product information', 'informations produit', 'informations génériques'],
  ],
  fields: [
    uniqueIdentifier(
      'Your own identifier of the information; for example reference, colour, collection and purchase order together.',
      'ROB-2041_ECRU-012_SS27_PO-2026-0415',
    ),
    ...product.fields,
    ...purchase.fields,
    ...warehouse.fields,
    productReference('ref'),
    colorCode,
    ...hinted(
      text('collection', 'Season | Saison | Collection name', 'Name of the collection.', 'SS27'),
      text(
        'productName',
        'Name | Nom | Nom du produit',
        'Name of the product for customers.',
        'Robe chemise popeline',
      ),
      reference('packagingId', 'Packaging | Emballage', 'Id of the packaging in the service.'),
    ),
    { ...gtins, shown: false },
    marketSegment,
    ...hinted(
      number(
        'productPrice',
        { min: 0, ours: 'bounds' },
        'Price | Product price | Prix | Prix du produit',
        'Price of the product.',
        245,
      ),
      choice(
        'ecoModulation',
        ECO_MODULATIONS,
        'Eco modulation | Éco-modulation',
        'Criterion of an eco-organisation scheme; NONE if none applies.',
        'NONE',
      ),
    ),
  ],
  references: [...product.references, ...purchase.references, ...warehouse.references],
  rules: [product.rule, purchase.rule, warehouse.rule],
});
