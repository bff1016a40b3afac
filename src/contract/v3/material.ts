import { hinted, text } from '../field-rows.ts';
import type { KindSpec } from '../kind.ts';
import {
  addressFields,
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

/** The names in the request of a v3 material, besides those of owner, address and inputs. */
const WIRE = { name: 'name', material: 'material' } as const;

const inputs = inputsOf(['purchasedItems', 'usedMaterials'], []);

/** v3 material: a raw material with optional processing steps (interface 2.8). */
export const material: KindSpec = {
  interface: 'v3',
  name: 'material',
  plural: 'materials',
  sheetNames: ['material', 'materials', 'raw materials', 'matière', 'matières', 'matières premières'],
  fields: [
    uniqueIdentifier(
      'Your own identifier of the material, 15 to 255 characters.',
      'AURORE-MAT-COTTON-001',
      IDENTIFIER_LENGTH,
    ),
    ...hinted(
      text(WIRE.name, 'Material name | Nom de la matière', 'Name of the material.', 'Egyptian cotton'),
      text(WIRE.material, 'Raw material | Fibre | Matière première', 'What it is made of.', 'COTTON'),
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
  totals: [{ items: 'usedMaterials', share: INPUT_SHARE, with: ['purchasedItems'] }],
  openBody: true,
  collection: { links: usedLinks(['usedMaterials']) },
  batchField: 'importationBatch',
  templateRepeats: INPUT_REPEATS,
  response: { id: ['material_id', 'materialId', 'id'] },
};
