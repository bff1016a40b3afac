import { hinted, text } from '../field-rows.ts';
import { IDENTIFIER_LENGTH, INPUT_SHARE, madeKind, uniqueIdentifier } from './common.ts';

/** v3 material: a raw material with optional processing steps (interface 2.8). */
export const material = madeKind({
  name: 'material',
  sheetNames: ['material', 'materials', 'raw materials', 'matière', 'matières', 'matières premières'],
  fields: [
    uniqueIdentifier(
      'Your own identifier of the material, 15 to 255 characters.',
      'AURORE-MAT-COTTON-001',
      IDENTIFIER_LENGTH,
    ),
    ...hinted(
      text('name', 'Material name | Nom de la matière', 'Name of the material.', 'Egyptian cotton'),
      text('material', 'Raw material | Fibre | Matière première', 'What it is made of.', 'COTTON'),
    ),
  ],
  inputs: ['purchasedItems', 'usedMaterials'],
  totals: [{ items: 'usedMaterials', share: INPUT_SHARE, with: ['purchasedItems'] }],
});
