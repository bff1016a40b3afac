import { hinted, reference, text } from '../field-rows.ts';
import { madeKind, quantityFields, uniqueIdentifier } from './common.ts';

const WEIGHT_NAMES = { english: ['Weight'], french: ['Poids'] };
const QUANTITY_NAMES = { english: ['Quantity'], french: ['Quantité'], sums: true } as const;

/** v3 manufactured product (interface 2.8): materials, components and packaging with weight, quantity and usage. */
export const product = madeKind({
  name: 'product',
  sheetNames: ['product', 'products', 'manufactured product', 'manufactured products', 'produit', 'produits'],
  fields: [
    uniqueIdentifier('Your own identifier of the manufactured product.', 'AURORE-PRD-2041-ECRU'),
    ...hinted(
      text('name', 'Product name | Nom du produit', 'Name of the product.', 'Robe chemise popeline'),
      ...quantityFields('weight', WEIGHT_NAMES, 'Weight of the product.', [280, 'GRAMS']),
      ...quantityFields('quantity', QUANTITY_NAMES, 'Quantity that is produced.', [900, 'PIECES']),
      reference(
        'packagings[].packagingId',
        'Packaging | Packaging id | Emballage',
        'Id of a packaging in the service.',
      ),
    ),
  ],
  inputs: ['purchasedItems', 'usedMaterials', 'usedComponents', 'usedProducts'],
  example: 'usedComponents',
  codeNouns: ['study'],
});
