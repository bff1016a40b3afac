import { reference, text, undocumented } from '../field-rows.ts';
import { madeKind, quantityFields, uniqueIdentifier } from './common.ts';

/** v3 manufactured product (interface 2.8): materials, components and packaging with weight, quantity and usage. */
export const product = madeKind({
  name: 'product',
  fields: [
    uniqueIdentifier('AURORE-PRD-2041-ECRU'),
    ...undocumented(
      text('name', 'Robe chemise popeline'),
      ...quantityFields('weight', [280, 'GRAMS']),
      ...quantityFields('quantity', [900, 'PIECES'], { sums: true }),
      reference('packagings[].packagingId'),
    ),
  ],
  inputs: ['purchasedItems', 'usedMaterials', 'usedComponents', 'usedProducts'],
  example: 'usedComponents',
  codeNouns: ['study'],
});
