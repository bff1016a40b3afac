import type { Field } from '../field.ts';
import { boolean, choice, country, number, percentage, reference, text } from '../field-rows.ts';
import type { KindSpec } from '../kind.ts';
import { certificationFields } from './certification.ts';
import { importationBatch, projectType, supplierRef } from './common.ts';
import { COMPONENT_CATEGORIES, COMPONENT_TYPES } from './component-lists.ts';
import { MATERIALS } from './materials.ts';
import { COLLECTIONS, productCollectionRef, productColorCode, productRef } from './product-key.ts';

const stepCountry = (path: string, step: string, names: string, example: string): Field =>
  country(
    path,
    names,
    `Country of ${step}: ISO 3166-1 alpha-2 code, or the English or French name.`,
    example,
  );

/** v2 component (interface 2.2). It belongs to a product, which it refers to by reference, collection and colour. */
export const component: KindSpec = {
  interface: 'v2',
  name: 'component',
  plural: 'components',
  sheetNames: [
    'component',
    'components',
    'composant',
    'composants',
    'bom',
    'nomenclature',
    'matières',
    'materials',
  ],
  fields: [
    projectType,
    reference(
      'componentRef',
      'Component reference | Component ref | Component code | Référence composant | Réf. composant | Code composant',
      'Your own reference of the component.',
      'CMP-04410-01',
      { required: 'always' },
    ),
    reference(
      'supplierComponentCode',
      'Supplier article code | Code article fournisseur | Référence article fournisseur',
      "The supplier's own code for it.",
      'VAL-8812',
    ),
    reference(
      'lotReferences[]',
      'Lot | Lots | Lot numbers | Numéros de lot | Références de lot',
      'Lot numbers that distinguish traceability paths, separated by a semicolon.',
      'L2611-A; L2611-B',
    ),
    productRef('Reference of the product it belongs to.'),
    productCollectionRef,
    productColorCode,
    boolean(
      'componentPrint',
      'Printed | Print | Imprimé | Impression',
      'Whether the component is printed: yes or no.',
      'no',
    ),
    choice(
      'type',
      { name: 'component.type', values: COMPONENT_TYPES, complete: true },
      'Component type | Type de composant',
      'Main type of material; OTHER if unknown.',
      'TEXTILE',
      { required: 'always' },
    ),
    choice(
      'category',
      { name: 'component.category', values: COMPONENT_CATEGORIES, complete: true },
      'Component category | Catégorie | Catégorie de composant',
      'Function of the component in the product.',
      'MAIN FABRIC (WOVEN)',
      { required: 'always' },
    ),
    choice(
      'composition[].material',
      MATERIALS,
      'Material | Matière | Fibre',
      'Material, as the taxonomy writes it; OTHER as the last resort.',
      'COTTON',
      { required: 'always' },
    ),
    percentage(
      'composition[].percentage',
      'Percentage | Share | Material percentage | Pourcentage | Part | % matière',
      'Share of the material, 0 to 100; the shares of a component total 100.',
      100,
    ),
    country(
      'composition[].origin',
      "Origin | Material origin | Country of origin | Origine | Origine matière | Pays d'origine",
      'Country the material comes from: ISO 3166-1 alpha-2 code, or the English or French name.',
      'EG',
    ),
    text(
      'composition[].certifications[]',
      'Material certifications | Certifications matière',
      'Certifications of the material, separated by a semicolon.',
      'GOTS',
    ),
    stepCountry('printingCountry', 'printing', "Printing country | Pays d'impression", 'IT'),
    stepCountry('dyeingCountry', 'dyeing', 'Dyeing country | Pays de teinture', 'IT'),
    stepCountry('knittingCountry', 'knitting', 'Knitting country | Pays de tricotage', 'PT'),
    stepCountry('weavingCountry', 'weaving', 'Weaving country | Pays de tissage', 'IT'),
    stepCountry(
      'shoeFinishingCountry',
      'shoe finishing',
      'Shoe finishing country | Pays de finition chaussure',
      'PT',
    ),
    stepCountry(
      'shoeStitchingCountry',
      'shoe stitching',
      'Shoe stitching country | Pays de piqûre chaussure',
      'PT',
    ),
    number(
      'componentWeight',
      { min: 0, unit: 'g', ours: 'bounds-and-unit' },
      'Component weight | Poids | Poids composant | Poids du composant',
      'Weight of the component in grams.',
      210,
    ),
    ...certificationFields('component'),
    importationBatch,
    supplierRef('Reference of the supplier of the component; it must be sent before.', 'FRN-0007'),
  ],
  key: ['componentRef', 'productRef', 'productCollectionRef', 'productColorCode'],
  blankKey: 'DEFAULT',
  references: [
    { fields: ['supplierRef'], to: 'supplier' },
    { fields: ['productRef', 'productCollectionRef', 'productColorCode'], to: 'product' },
  ],
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
  batchField: 'importationBatch',
  response: { id: 'id' },
  templateRepeats: { composition: 3, certifications: 2 },
};
