import type { KindSpec } from '../kind.ts';
import {
  addressFields,
  hinted,
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

/** The wire names of a v3 product, beside those of owner, address and inputs. */
const WIRE = {
  name: 'name',
  weight: 'weight',
  quantity: 'quantity',
  packaging: 'packagings[].packagingId',
} as const;

const inputs = inputsOf(
  ['purchasedItems', 'usedMaterials', 'usedComponents', 'usedProducts'],
  ['usedComponents'],
);

/** v3 manufactured product (interface 2.8): materials, components and packaging with weight, quantity and usage. */
export const product: KindSpec = {
  interface: 'v3',
  name: 'product',
  plural: 'products',
  route: 'products',
  sheetNames: ['product', 'products', 'manufactured product', 'manufactured products', 'produit', 'produits'],
  fields: [
    uniqueIdentifier('Your own identifier of the manufactured product.', 'AURORE-PRD-2041-ECRU'),
    hinted({
      path: WIRE.name,
      value: { type: 'text' },
      names: ['Product name', 'Nom du produit'],
      note: 'Name of the product.',
      example: 'Robe chemise popeline',
    }),
    ...quantityFields(WIRE.weight, { english: ['Weight'], french: ['Poids'] }, 'Weight of the product.', [
      280,
      'GRAMS',
    ]).map(hinted),
    ...quantityFields(
      WIRE.quantity,
      { english: ['Quantity'], french: ['Quantité'] },
      'How much of it is made.',
      [900, 'PIECES'],
    ).map(hinted),
    hinted({
      path: WIRE.packaging,
      value: { type: 'reference' },
      names: ['Packaging', 'Packaging id', 'Emballage'],
      note: "The service's id of a packaging.",
    }),
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
