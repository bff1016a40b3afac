import { choice, country, field, flag, number, reference, text, url } from '../field-rows.ts';
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
import * as lists from './product-lists.ts';

/** v2 product (interface 2.4). Each combination of reference, collection and colour creates a study. */
export const product = v2Kind({
  name: 'product',
  fields: [
    productRef,
    text('name', 'Robe Camille'),
    text('publicName', 'Robe Camille en popeline'),
    reference('purchaseOrder', 'PO-27-00318'),
    url('picture', 'https://img.example.com/rob-2041.jpg'),
    choice(
      'category',
      { ...completeList('product.category', lists.PRODUCT_CATEGORIES), doubtful: ['OTHER'] },
      'DRESSES',
      { required: 'always' },
    ),
    productCollectionRef,
    productColorCode,
    number('weight', { min: 5, max: 10000, unit: 'g' }, 350),
    text('composition', '97% cotton, 3% elastane'),
    number('producedQuantity', { min: 0, unit: 'pieces', ours: 'bounds', sums: true }, 1200),
    reference('packagingRefs[]', 'EMB-POLY-01; EMB-BOX-02'),
    ...certificationFields('product'),
    // The interface says that it is a list, but its examples have one text.
    country('manufacturingAssemblyCountry[]', 'PT', { otherForm: 'single' }),
    choice(
      'destinationMarket',
      completeList('product.destinationMarket', lists.DESTINATION_MARKETS),
      'EUROPE',
    ),
    choice(
      'transportTypeToDestMarket',
      completeList('product.transportType', lists.TRANSPORT_TYPES),
      'TRUCK',
    ),
    reference('warehouseRef', 'ENT-01'),
    flag('reachCompliance', 'yes', { required: ['MODULE360_AGEC'] }),
    choice(
      'ecoModulation',
      { name: 'product.ecoModulation', values: lists.PRODUCT_ECO_MODULATIONS, complete: false },
      'NONE',
      { required: ['MODULE360_AGEC'] },
    ),
    importationBatch,
    supplierRef('FRN-0021'),
    text('customBrandField1', 'Prêt-à-porter'),
    text('customBrandField2', 'Femme'),
    choice('customBrandField3', completeList('product.customBrandField3', lists.GROUP_CATEGORIES), 'RTW'),
    text('customBrandField4', 'Robes'),
    field('projectImpact', { type: 'open' }, undefined, {
      note: 'An object whose fields the interface does not document: columns projectImpact.<field> are sent unchanged.',
    }),
  ],
  key: ['productRef', 'productCollectionRef', 'productColorCode'],
  blankKey: 'DEFAULT',
  references: [
    { fields: ['supplierRef'], to: 'supplier' },
    {
      fields: ['warehouseRef'],
      to: 'supplier',
      expects: { field: 'category', value: 'OTHER - Warehouse' },
    },
    { fields: ['packagingRefs[]'], to: 'packaging' },
  ],
  announce: COLLECTIONS,
  verify: {
    method: 'product-detail',
    missing: ['product', 'study', 'item'],
    compared: { name: 'name', category: 'category' },
  },
  response: {
    ...{ id: 'productId', studyId: 'studyId', qrCodeLink: 'qrCodeLink', showcaseLink: 'showcaseLink' },
    repeats: ['productRef[]', 'name', 'productColorCode', 'importationBatch', 'projectType'],
  },
  existsCode: 'STUDY_ALREADY_EXISTS_IN_COLLECTION',
  codeNouns: ['study'],
  templateRepeats: { certifications: 2 },
});
