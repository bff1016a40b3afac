import { text, undocumented } from '../field-rows.ts';
import { IDENTIFIER_LENGTH, INPUT_SHARE, madeKind, uniqueIdentifier } from './common.ts';

/** v3 material: a raw material with optional processing steps (interface 2.8). */
export const material = madeKind({
  name: 'material',
  fields: [
    uniqueIdentifier('AURORE-MAT-COTTON-001', IDENTIFIER_LENGTH),
    ...undocumented(text('name', 'Egyptian cotton'), text('material', 'COTTON')),
  ],
  inputs: ['purchasedItems', 'usedMaterials'],
  totals: [{ items: 'usedMaterials', share: INPUT_SHARE, with: ['purchasedItems'] }],
});
