import { boolean, choice, country, number, percentage, reference, text } from '../field-rows.ts';
import { completeList } from '../list.ts';
import { certificationFields } from './certification.ts';
import {
  COLLECTIONS,
  importationBatch,
  productCollectionRef,
  productColorCode,
  productRef,
  supplierRef,
  v2Kind,
} from './common.ts';
import { COMPONENT_CATEGORIES, COMPONENT_TYPES } from './component-lists.ts';
import { MATERIALS, mainMaterials, typeOfMaterial } from './materials.ts';

/** v2 component (interface 2.2). It belongs to a product, which it refers to by reference, collection and colour. */
export const component = v2Kind({
  name: 'component',
  fields: [
    reference('componentRef', 'CMP-04410-01', { required: 'always' }),
    reference('supplierComponentCode', 'VAL-8812'),
    reference('lotReferences[]', 'L2611-A; L2611-B'),
    productRef,
    productCollectionRef,
    productColorCode,
    boolean('componentPrint', 'no'),
    choice('type', completeList('component.type', COMPONENT_TYPES), 'TEXTILE', {
      required: 'always',
    }),
    choice('category', completeList('component.category', COMPONENT_CATEGORIES), 'MAIN FABRIC (WOVEN)', {
      required: 'always',
    }),
    choice('composition[].material', MATERIALS, 'COTTON', { required: 'always' }),
    percentage('composition[].percentage', 100),
    country('composition[].origin', 'EG'),
    text('composition[].certifications[]', 'GOTS'),
    country('printingCountry', 'IT'),
    country('dyeingCountry', 'IT'),
    country('knittingCountry', 'PT'),
    country('weavingCountry', 'IT'),
    country('shoeFinishingCountry', 'PT'),
    country('shoeStitchingCountry', 'PT'),
    number('componentWeight', { min: 0, unit: 'g', ours: 'bounds-and-unit' }, 210),
    ...certificationFields('component'),
    importationBatch,
    supplierRef('FRN-0007'),
  ],
  key: ['componentRef', 'productRef', 'productCollectionRef', 'productColorCode'],
  blankKey: 'DEFAULT',
  references: [
    { fields: ['supplierRef'], to: 'supplier' },
    { fields: ['productRef', 'productCollectionRef', 'productColorCode'], to: 'product' },
  ],
  follows: {
    type: {
      from: 'composition',
      texts: mainMaterials,
      value: (material, { category }) => typeOfMaterial(material, category),
    },
  },
  sharedRef: {
    field: 'componentRef',
    mayDiffer: [
      'productRef',
      'productCollectionRef',
      'productColorCode',
      'lotReferences',
      'importationBatch',
      'projectType',
    ],
  },
  totals: [{ items: 'composition', share: 'percentage' }],
  announce: COLLECTIONS,
  verify: {
    method: 'study-components',
    missing: ['study', 'product', 'collection', 'component', 'item'],
    compared: {
      type: 'type',
      category: 'category',
      componentWeight: 'weight',
      projectType: 'projectType',
    },
  },
  templateRepeats: { composition: 3, certifications: 2 },
});
