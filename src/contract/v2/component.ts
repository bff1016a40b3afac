import type { Field } from '../field.ts';
import type { KindSpec } from '../kind.ts';
import { certificationFields } from './certification.ts';
import { importationBatch, projectType, supplierRef } from './common.ts';
import { COMPONENT_CATEGORIES, COMPONENT_TYPES } from './component-lists.ts';
import { MATERIALS } from './materials.ts';
import { COLLECTIONS, productCollectionRef, productColorCode, productRef } from './product-key.ts';

const country = (path: string, step: string, names: string[], example: string): Field => ({
  path,
  value: { type: 'country' },
  names,
  note: `Country of ${step}: ISO 3166-1 alpha-2 code, or the English or French name.`,
  example,
});

/** v2 component, interface 2.2. It belongs to a product, named by the product's triple. */
export const component: KindSpec = {
  interface: 'v2',
  name: 'component',
  plural: 'components',
  route: 'components',
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
    {
      path: 'componentRef',
      value: { type: 'reference' },
      required: 'always',
      names: [
        'Component reference',
        'Component ref',
        'Component code',
        'Référence composant',
        'Réf. composant',
        'Code composant',
      ],
      note: 'Your own reference of the component.',
      example: 'CMP-04410-01',
    },
    {
      path: 'supplierComponentCode',
      value: { type: 'reference' },
      names: ['Supplier article code', 'Code article fournisseur', 'Référence article fournisseur'],
      note: "The supplier's own code for it.",
      example: 'VAL-8812',
    },
    {
      path: 'lotReferences[]',
      value: { type: 'reference' },
      names: ['Lot', 'Lots', 'Lot numbers', 'Numéros de lot', 'Références de lot'],
      note: 'Lot numbers that tell traceability paths apart, separated by a semicolon.',
      example: 'L2611-A; L2611-B',
    },
    productRef('Reference of the product it belongs to.'),
    productCollectionRef,
    productColorCode,
    {
      path: 'componentPrint',
      value: { type: 'boolean' },
      names: ['Printed', 'Print', 'Imprimé', 'Impression'],
      note: 'Whether the component is printed: yes or no.',
      example: 'no',
    },
    {
      path: 'type',
      value: { type: 'choice', list: { name: 'component.type', values: COMPONENT_TYPES, complete: true } },
      required: 'always',
      names: ['Component type', 'Type de composant'],
      note: 'What it is made of in the main; OTHER when unknown.',
      example: 'TEXTILE',
    },
    {
      path: 'category',
      value: {
        type: 'choice',
        list: { name: 'component.category', values: COMPONENT_CATEGORIES, complete: true },
      },
      required: 'always',
      names: ['Component category', 'Catégorie', 'Catégorie de composant'],
      note: 'The part it plays in the product.',
      example: 'MAIN FABRIC (WOVEN)',
    },
    {
      path: 'composition[].material',
      value: { type: 'choice', list: MATERIALS },
      required: 'always',
      names: ['Material', 'Matière', 'Fibre'],
      note: 'Material, as the taxonomy writes it; OTHER as the last resort.',
      example: 'COTTON',
    },
    {
      path: 'composition[].percentage',
      value: { type: 'number', min: 0, max: 100, unit: '%', ours: 'bounds' },
      names: ['Percentage', 'Share', 'Material percentage', 'Pourcentage', 'Part', '% matière'],
      note: 'Share of the material, 0 to 100; the shares of a component total 100.',
      example: 100,
    },
    {
      path: 'composition[].origin',
      value: { type: 'country' },
      names: [
        'Origin',
        'Material origin',
        'Country of origin',
        'Origine',
        'Origine matière',
        "Pays d'origine",
      ],
      note: 'Country the material comes from: ISO 3166-1 alpha-2 code, or the English or French name.',
      example: 'EG',
    },
    {
      path: 'composition[].certifications[]',
      value: { type: 'text' },
      names: ['Material certifications', 'Certifications matière'],
      note: 'Certifications of the material, separated by a semicolon.',
      example: 'GOTS',
    },
    country('printingCountry', 'printing', ['Printing country', "Pays d'impression"], 'IT'),
    country('dyeingCountry', 'dyeing', ['Dyeing country', 'Pays de teinture'], 'IT'),
    country('knittingCountry', 'knitting', ['Knitting country', 'Pays de tricotage'], 'PT'),
    country('weavingCountry', 'weaving', ['Weaving country', 'Pays de tissage'], 'IT'),
    country(
      'shoeFinishingCountry',
      'shoe finishing',
      ['Shoe finishing country', 'Pays de finition chaussure'],
      'PT',
    ),
    country(
      'shoeStitchingCountry',
      'shoe stitching',
      ['Shoe stitching country', 'Pays de piqûre chaussure'],
      'PT',
    ),
    {
      path: 'componentWeight',
      value: { type: 'number', min: 0, unit: 'g', ours: 'bounds-and-unit' },
      names: ['Component weight', 'Poids', 'Poids composant', 'Poids du composant'],
      note: 'Weight of the component in grams.',
      example: 210,
    },
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
    compared: { type: 'type', category: 'category', componentWeight: 'weight' },
  },
  batchField: 'importationBatch',
  response: { id: 'id' },
  templateRepeats: { composition: 3, certifications: 2 },
};
