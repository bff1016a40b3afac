import { choice, percentage, text, undocumented } from '../field-rows.ts';
import { MATERIALS } from '../v2/materials.ts';
import { madeKind, uniqueIdentifier } from './common.ts';

/** v3 component (interface 2.8). The interface does not document the fields in composition, steps and inputs. */
export const component = madeKind({
  name: 'component',
  fields: [
    uniqueIdentifier('AURORE-CMP-0044'),
    ...undocumented(text('name', 'Poplin 120 g')),
    text('category_family', 'FABRIC'),
    ...undocumented(
      choice('composition[].material', MATERIALS, 'COTTON', { required: 'within' }),
      percentage('composition[].percentage', 100),
    ),
  ],
  inputs: ['purchasedItems', 'usedMaterials', 'usedComponents'],
  example: 'usedMaterials',
  totals: [{ items: 'composition', share: 'percentage' }],
  templateRepeats: { composition: 3 },
});
