import { choice, hinted, percentage, text } from '../field-rows.ts';
import type { KindSpec } from '../kind.ts';
import { MATERIALS } from '../v2/materials.ts';
import {
  addressFields,
  INPUT_REPEATS,
  importationBatch,
  inputsOf,
  ownerFields,
  ownerReferences,
  ownerRules,
  systemId,
  uniqueIdentifier,
  usedLinks,
} from './common.ts';

/** The names in the request of a v3 component, besides those of owner, address and inputs. */
const WIRE = { name: 'name', family: 'category_family', composition: 'composition[]' } as const;

const inputs = inputsOf(['purchasedItems', 'usedMaterials', 'usedComponents'], ['usedMaterials']);

/** v3 component (interface 2.8). The interface does not document the fields in composition, steps and inputs. */
export const component: KindSpec = {
  interface: 'v3',
  name: 'component',
  plural: 'components',
  sheetNames: ['component', 'components', 'composant', 'composants', 'bom', 'nomenclature'],
  fields: [
    uniqueIdentifier('Your own identifier of the component.', 'AURORE-CMP-0044'),
    ...hinted(text(WIRE.name, 'Component name | Nom du composant', 'Name of the component.', 'Poplin 120 g')),
    text(
      WIRE.family,
      'Category family | Component family | Famille de catégorie | Famille',
      'Family of its category.',
      'FABRIC',
    ),
    ...hinted(
      choice(
        `${WIRE.composition}.material`,
        MATERIALS,
        'Material | Matière | Fibre',
        'Material, as the taxonomy writes it.',
        'COTTON',
        { required: 'within' },
      ),
      percentage(
        `${WIRE.composition}.percentage`,
        'Percentage | Share | Pourcentage | Part',
        'Share of the material; the shares of a component total 100.',
        100,
      ),
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
  totals: [{ items: 'composition', share: 'percentage' }],
  openBody: true,
  collection: { links: usedLinks(['usedMaterials', 'usedComponents']) },
  batchField: 'importationBatch',
  templateRepeats: { composition: 3, ...INPUT_REPEATS },
  response: { id: ['component_id', 'componentId', 'id'] },
};
