import type { KindSpec } from '../kind.ts';
import { MATERIALS } from '../v2/materials.ts';
import {
  addressFields,
  hinted,
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

/** The wire names of a v3 component, beside those of owner, address and inputs. */
const WIRE = { name: 'name', family: 'category_family', composition: 'composition[]' } as const;

const inputs = inputsOf(['purchasedItems', 'usedMaterials', 'usedComponents'], ['usedMaterials']);

/** v3 component (interface 2.8): the shapes inside composition, steps and inputs are not shown. */
export const component: KindSpec = {
  interface: 'v3',
  name: 'component',
  plural: 'components',
  route: 'components',
  sheetNames: ['component', 'components', 'composant', 'composants', 'bom', 'nomenclature'],
  fields: [
    uniqueIdentifier('Your own identifier of the component.', 'AURORE-CMP-0044'),
    hinted({
      path: WIRE.name,
      value: { type: 'text' },
      names: ['Component name', 'Nom du composant'],
      note: 'Name of the component.',
      example: 'Poplin 120 g',
    }),
    {
      path: WIRE.family,
      value: { type: 'text' },
      names: ['Category family', 'Component family', 'Famille de catégorie', 'Famille'],
      note: 'Family of its category.',
      example: 'FABRIC',
    },
    hinted({
      path: `${WIRE.composition}.material`,
      value: { type: 'choice', list: MATERIALS },
      required: 'within',
      names: ['Material', 'Matière', 'Fibre'],
      note: 'Material, as the taxonomy writes it.',
      example: 'COTTON',
    }),
    hinted({
      path: `${WIRE.composition}.percentage`,
      value: { type: 'number', min: 0, max: 100, unit: '%', ours: 'bounds' },
      names: ['Percentage', 'Share', 'Pourcentage', 'Part'],
      note: 'Share of the material; the shares of a component total 100.',
      example: 100,
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
  totals: [{ items: 'composition', share: 'percentage' }],
  openBody: true,
  collection: { links: usedLinks(['usedMaterials', 'usedComponents']) },
  batchField: 'importationBatch',
  templateRepeats: { composition: 3, ...INPUT_REPEATS },
  response: { id: ['component_id', 'componentId', 'id'] },
};
