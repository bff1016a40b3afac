import type { KindSpec } from '../kind.ts';
import {
  addressFields,
  hinted,
  IDENTIFIER_LENGTH,
  INPUT_REPEATS,
  INPUT_SHARE,
  importationBatch,
  inputsOf,
  ownerFields,
  ownerReferences,
  ownerRules,
  systemId,
  uniqueIdentifier,
  usedLinks,
} from './common.ts';

/** The wire names of a v3 material, beside those of owner, address and inputs. */
const WIRE = { name: 'name', material: 'material' } as const;

const inputs = inputsOf(['purchasedItems', 'usedMaterials'], []);

/** v3 material: a raw material with optional processing steps (interface 2.8). */
export const material: KindSpec = {
  interface: 'v3',
  name: 'material',
  plural: 'materials',
  route: 'materials',
  sheetNames: ['material', 'materials', 'raw materials', 'matière', 'matières', 'matières premières'],
  fields: [
    uniqueIdentifier(
      'Your own identifier of the material, 15 to 255 characters.',
      'AURORE-MAT-COTTON-001',
      IDENTIFIER_LENGTH,
    ),
    hinted({
      path: WIRE.name,
      value: { type: 'text' },
      names: ['Material name', 'Nom de la matière'],
      note: 'Name of the material.',
      example: 'Egyptian cotton',
    }),
    hinted({
      path: WIRE.material,
      value: { type: 'text' },
      names: ['Raw material', 'Fibre', 'Matière première'],
      note: 'What it is made of.',
      example: 'COTTON',
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
  totals: [{ items: 'usedMaterials', share: INPUT_SHARE, with: ['purchasedItems'] }],
  openBody: true,
  collection: { links: usedLinks(['usedMaterials']) },
  batchField: 'importationBatch',
  templateRepeats: INPUT_REPEATS,
  response: { id: ['material_id', 'materialId', 'id'] },
};
