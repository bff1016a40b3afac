import { choice, hinted, percentage, text } from '../field-rows.ts';
import { MATERIALS } from '../v2/materials.ts';
import { madeKind, uniqueIdentifier } from './common.ts';

/** v3 component (interface 2.8). The interface does not document the fields in composition, steps and inputs. */
export const component = madeKind({
  name: 'component',
  sheetNames: ['component', 'components', 'composant', 'composants', 'bom', 'nomenclature'],
  fields: [
    uniqueIdentifier('Your own identifier of the component.', 'AURORE-CMP-0044'),
    ...hinted(text('name', 'Component name | Nom du composant', 'Name of the component.', 'Poplin 120 g')),
    text(
      'category_family',
      'Category family | Component family | Famille de catégorie | Famille',
      'Family of its category.',
      'FABRIC',
    ),
    ...hinted(
      choice(
        'composition[].material',
        MATERIALS,
        'Material | Matière | Fibre',
        'Material, as the taxonomy writes it.',
        'COTTON',
        { required: 'within' },
      ),
      percentage(
        'composition[].percentage',
        'Percentage | Share | Pourcentage | Part',
        'Share of the material; the shares of a component total 100.',
        100,
      ),
    ),
  ],
  inputs: ['purchasedItems', 'usedMaterials', 'usedComponents'],
  example: 'usedMaterials',
  totals: [{ items: 'composition', share: 'percentage' }],
  templateRepeats: { composition: 3 },
});
