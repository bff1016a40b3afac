import type { Field } from '../field.ts';
import type { KindSpec } from '../kind.ts';
import { certificationFields } from './certification.ts';
import { importationBatch, projectType, supplierRef } from './common.ts';
import { COLLECTIONS, productCollectionRef, productColorCode, productRef } from './product-key.ts';
import * as lists from './product-lists.ts';
import { SHAPES } from './shapes.ts';

const text = (path: string, names: string[], note: string, example: string): Field => ({
  path,
  value: { type: 'text' },
  names,
  note,
  example,
});

/** v2 product, interface 2.4. Each one makes a study: reference, collection and colour together. */
export const product: KindSpec = {
  interface: 'v2',
  name: 'product',
  plural: 'products',
  route: 'products',
  sheetNames: ['product', 'products', 'produit', 'produits', 'articles', 'styles', 'modèles'],
  fields: [
    projectType,
    productRef('Your own reference of the product.'),
    text(
      'name',
      ['Product name', 'Nom', 'Nom produit', 'Désignation', 'Libellé'],
      'Name shown on the platform.',
      'Robe Camille',
    ),
    text(
      'publicName',
      ['Public name', 'Showcase name', 'Nom public', 'Nom vitrine'],
      'Name shown to consumers.',
      'Robe Camille en popeline',
    ),
    {
      path: 'purchaseOrder',
      value: { type: 'reference' },
      names: ['Purchase order', 'PO', 'PO number', 'Commande', 'Bon de commande', 'Numéro de commande'],
      note: 'Purchase order.',
      example: 'PO-27-00318',
    },
    {
      path: 'picture',
      value: { type: 'url' },
      names: ['Picture URL', 'Image', 'Photo', 'Lien image'],
      note: 'Link to a picture.',
      example: 'https://img.example.com/rob-2041.jpg',
    },
    {
      path: 'category',
      value: {
        type: 'choice',
        list: {
          name: 'product.category',
          values: lists.PRODUCT_CATEGORIES,
          complete: true,
          doubtful: ['OTHER'],
        },
      },
      required: 'always',
      names: ['Product category', 'Catégorie', 'Catégorie produit'],
      note: 'Category of the product; OTHER is sent with a warning.',
      example: 'DRESSES',
    },
    productCollectionRef,
    productColorCode,
    {
      path: 'weight',
      value: { type: 'number', min: 5, max: 10000, unit: 'g' },
      names: ['Product weight', 'Net weight', 'Poids', 'Poids produit', 'Poids net'],
      note: 'Weight in grams, 5 to 10000.',
      example: 350,
    },
    text(
      'composition',
      ['Product composition', 'Composition produit', 'Matières'],
      'Percentages and material names, separated by commas.',
      '97% cotton, 3% elastane',
    ),
    {
      path: 'producedQuantity',
      value: { type: 'number', min: 0, unit: 'pieces', ours: 'bounds' },
      names: ['Quantity', 'Produced quantity', 'Quantité', 'Quantité produite'],
      note: 'Pieces produced over one year.',
      example: 1200,
    },
    {
      path: 'packagingRefs[]',
      value: { type: 'reference' },
      names: ['Packaging', 'Packaging references', 'Emballages', 'Références emballage'],
      note: 'References of the packaging, separated by a semicolon.',
      example: 'EMB-POLY-01; EMB-BOX-02',
    },
    ...certificationFields('product'),
    {
      path: SHAPES.manufacturingAssemblyCountryPath,
      value: { type: 'country' },
      also: 'single',
      names: [
        'Manufacturing country',
        'Assembly country',
        'Made in',
        'Pays de fabrication',
        'Pays de confection',
        "Pays d'assemblage",
      ],
      note: 'Country or countries of assembly.',
      example: 'PT',
    },
    {
      path: 'destinationMarket',
      value: {
        type: 'choice',
        list: { name: 'product.destinationMarket', values: lists.DESTINATION_MARKETS, complete: true },
      },
      names: ['Market', 'Marché', 'Marché de destination'],
      note: 'Where most of it is sold.',
      example: 'EUROPE',
    },
    {
      path: 'transportTypeToDestMarket',
      value: {
        type: 'choice',
        list: { name: 'product.transportType', values: lists.TRANSPORT_TYPES, complete: true },
      },
      names: ['Transport', 'Transport type', 'Mode de transport'],
      note: 'How it travels there.',
      example: 'TRUCK',
    },
    {
      path: 'warehouseRef',
      value: { type: 'reference' },
      names: ['Warehouse', 'Warehouse reference', 'Entrepôt', 'Référence entrepôt'],
      note: 'Supplier reference of the main warehouse; it must be sent before.',
      example: 'ENT-01',
    },
    {
      path: 'reachCompliance',
      value: { type: 'flag' },
      required: ['MODULE360_AGEC'],
      names: ['REACH', 'REACH compliant', 'Conformité REACH'],
      note: 'Whether it complies with REACH: yes or no.',
      example: 'yes',
    },
    {
      path: 'ecoModulation',
      value: {
        type: 'choice',
        list: { name: 'product.ecoModulation', values: lists.PRODUCT_ECO_MODULATIONS, complete: false },
      },
      required: ['MODULE360_AGEC'],
      names: ['Eco modulation', 'Éco-modulation', 'Ecomodulation'],
      note: 'Criterion of the eco-organisation scheme, NONE for none.',
      example: 'NONE',
    },
    importationBatch,
    supplierRef('Reference of the supplier that assembles it; it must be sent before.', 'FRN-0021'),
    text('customBrandField1', ['Business unit', "Unité d'affaires"], 'Business unit.', 'Prêt-à-porter'),
    text('customBrandField2', ['Division'], 'Division by category.', 'Femme'),
    {
      path: 'customBrandField3',
      value: {
        type: 'choice',
        list: { name: 'product.customBrandField3', values: lists.GROUP_CATEGORIES, complete: true },
      },
      names: ['Group category', 'Catégorie groupe'],
      note: "The group's product category.",
      example: 'RTW',
    },
    text('customBrandField4', ['House category', 'Catégorie maison'], "The house's own category.", 'Robes'),
    {
      path: 'projectImpact',
      value: { type: 'open' },
      names: [],
      note: 'An object whose fields the interface does not show: columns projectImpact.<field> go through as they are.',
    },
  ],
  key: ['productRef', 'productCollectionRef', 'productColorCode'],
  blankKey: 'DEFAULT',
  references: [
    { fields: ['supplierRef'], to: 'supplier' },
    {
      fields: ['warehouseRef'],
      to: 'supplier',
      says: { field: 'category', value: 'OTHER - Warehouse' },
    },
    { fields: ['packagingRefs[]'], to: 'packaging' },
  ],
  announce: COLLECTIONS,
  verify: {
    method: 'product-detail',
    missing: ['product', 'study', 'item'],
    compared: { name: 'name', category: 'category' },
  },
  batchField: 'importationBatch',
  response: {
    ...{ id: 'productId', studyId: 'studyId', qrCodeLink: 'qrCodeLink', showcaseLink: 'showcaseLink' },
    repeats: ['productRef[]', 'name', 'productColorCode', 'importationBatch', 'projectType'],
  },
  existsCode: 'STUDY_ALREADY_EXISTS_IN_COLLECTION',
  codeNouns: ['study'],
  templateRepeats: { certifications: 2 },
};
