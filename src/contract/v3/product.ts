import { hinted, reference, text } from '../field-rows.ts';
import type { KindSpec } from '../kind.ts';
import {
  addressFields,
  INPUT_REPEATS,
  importationBatch,
  inputsOf,
  ownerFields,
  ownerReferences,
  ownerRules,
  quantityFields,
  systemId,
  uniqueIdentifier,
  usedLinks,
} from './common.ts';

/** The names in the request of a v3 product, besides those of owner, address and inputs. */
const WIRE = {
  name: 'name',
  weight: 'weight',
  quantity: 'quantity',
  packaging: 'packagings[].packagingId',
} as const;

const WEIGHT_NAMES = { english: ['Weight'], french: ['Poids'] };
const QUANTITY_NAMES = { english: ['Quantity'], french: ['Quantité'], sums: true } as const;

const inputs = inputsOf(
  ['purchasedItems', 'usedMaterials', 'usedComponents', 'usedProducts'],
  ['usedComponents'],
);

/** v3 manufactured product (interface 2.8): materials, components and packaging with weight, quantity and usage. */
export const product: KindSpec = {
  interface: 'v3',
  name: 'product',
  plural: 'products',
  sheetNames: ['product', 'products', 'manufactured product', 'manufactured products', 'produit', 'produits'],
  fields: [
    uniqueIdentifier('Your own identifier of the manufactured product.', 'AURORE-PRD-2041-ECRU'),
    ...hinted(
      text(WIRE.name, 'Product name | Nom du produit', 'Name of the product.', 'Robe chemise popeline'),
      ...quantityFields(WIRE.weight, WEIGHT_NAMES, 'Weight of the product.', [280, 'GRAMS']),
      ...quantityFields(WIRE.quantity, QUANTITY_NAMES, 'Quantity that is produced.', [900, 'PIECES']),
      reference(WIRE.packaging, 'Packaging | Packaging id | Emballage', 'Id of a packaging in the service.'),
    ),
    ...ownerFields,
    ...addressFields(),
    ...inputs.fields,
    systemId,
    importationBatch,
  ],
  key: ['uniqueIdentifier'],
  references: [...ownerReferences, ...inputs.references],
  rules: [...ownerRules, ...inputs.rules],
  openBody: true,
  collection: { links: usedLinks(['usedMaterials', 'usedComponents', 'usedProducts']) },
  batchField: 'importationBatch',
  codeNouns: ['study'],
  templateRepeats: INPUT_REPEATS,
  response: { id: ['product_id', 'productId', 'id'] },
};
