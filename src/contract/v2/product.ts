import { choice, country, field, flag, number, reference, text, url } from '../field-rows.ts';
import type { KindSpec } from '../kind.ts';
import { certificationFields } from './certification.ts';
import { importationBatch, projectType, supplierRef } from './common.ts';
import { COLLECTIONS, productCollectionRef, productColorCode, productRef } from './product-key.ts';
import * as lists from './product-lists.ts';
import { SHAPES } from './shapes.ts';

/** v2 product (interface 2.4). Each combination of reference, collection and colour creates a study. */
export const product: KindSpec = {
  interface: 'v2',
  name: 'product',
  plural: 'products',
  sheetNames: ['product', 'products', 'produit', 'produits', 'articles', 'styles', 'modèles'],
  fields: [
    projectType,
    productRef('Your own reference of the product.'),
    text(
      'name',
      'Product name | Nom | Nom produit | Désignation | Libellé',
      'Name shown on the platform.',
      'Robe Camille',
    ),
    text(
      'publicName',
      'Public name | Showcase name | Nom public | Nom vitrine',
      'Name shown to consumers.',
      'Robe Camille en popeline',
    ),
    reference(
      'purchaseOrder',
      'Purchase order | PO | PO number | Commande | Bon de commande | Numéro de commande',
      'Purchase order.',
      'PO-27-00318',
    ),
    url(
      'picture',
      'Picture URL | Image | Photo | Lien image',
      'Link to a picture.',
      'https://img.example.com/rob-2041.jpg',
    ),
    choice(
      'category',
      {
        name: 'product.category',
        values: lists.PRODUCT_CATEGORIES,
        complete: true,
        doubtful: ['OTHER'],
      },
      'Product category | Catégorie | Catégorie produit',
      'Category of the product; OTHER is sent with a warning.',
      'DRESSES',
      { required: 'always' },
    ),
    productCollectionRef,
    productColorCode,
    number(
      'weight',
      { min: 5, max: 10000, unit: 'g' },
      'Product weight | Net weight | Poids | Poids produit | Poids net',
      'Weight in grams, 5 to 10000.',
      350,
    ),
    text(
      'composition',
      'Product composition | Composition produit | Matières',
      'Percentages and material names, separated by commas.',
      '97% cotton, 3% elastane',
    ),
    number(
      'producedQuantity',
      { min: 0, unit: 'pieces', ours: 'bounds', sums: true },
      'Quantity | Produced quantity | Quantité | Quantité produite',
      'Pieces produced over one year.',
      1200,
    ),
    reference(
      'packagingRefs[]',
      'Packaging | Packaging references | Emballages | Références emballage',
      'References of the packaging, separated by a semicolon.',
      'EMB-POLY-01; EMB-BOX-02',
    ),
    ...certificationFields('product'),
    country(
      SHAPES.manufacturingAssemblyCountryPath,
      "Manufacturing country | Assembly country | Made in | Pays de fabrication | Pays de confection | Pays d'assemblage",
      'Country or countries of assembly.',
      'PT',
      { also: 'single' },
    ),
    choice(
      'destinationMarket',
      { name: 'product.destinationMarket', values: lists.DESTINATION_MARKETS, complete: true },
      'Market | Marché | Marché de destination',
      'Main market.',
      'EUROPE',
    ),
    choice(
      'transportTypeToDestMarket',
      { name: 'product.transportType', values: lists.TRANSPORT_TYPES, complete: true },
      'Transport | Transport type | Mode de transport',
      'Mode of transport to that market.',
      'TRUCK',
    ),
    reference(
      'warehouseRef',
      'Warehouse | Warehouse reference | Entrepôt | Référence entrepôt',
      'Supplier reference of the main warehouse; it must be sent before.',
      'ENT-01',
    ),
    flag(
      'reachCompliance',
      'REACH | REACH compliant | Conformité REACH',
      'Whether it complies with REACH: yes or no.',
      'yes',
      { required: ['MODULE360_AGEC'] },
    ),
    choice(
      'ecoModulation',
      { name: 'product.ecoModulation', values: lists.PRODUCT_ECO_MODULATIONS, complete: false },
      'Eco modulation | Éco-modulation | Ecomodulation',
      'Criterion of the eco-organisation scheme; NONE if none applies.',
      'NONE',
      { required: ['MODULE360_AGEC'] },
    ),
    importationBatch,
    supplierRef('Reference of the supplier that assembles it; it must be sent before.', 'FRN-0021'),
    text('customBrandField1', "Business unit | Unité d'affaires", 'Business unit.', 'Prêt-à-porter'),
    text('customBrandField2', 'Division', 'Division by category.', 'Femme'),
    choice(
      'customBrandField3',
      { name: 'product.customBrandField3', values: lists.GROUP_CATEGORIES, complete: true },
      'Group category | Catégorie groupe',
      "The group's product category.",
      'RTW',
    ),
    text('customBrandField4', 'House category | Catégorie maison', "The house's own category.", 'Robes'),
    field(
      'projectImpact',
      { type: 'open' },
      '',
      'An object whose fields the interface does not document: columns projectImpact.<field> are sent unchanged.',
    ),
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
  batchField: 'importationBatch',
  response: {
    ...{ id: 'productId', studyId: 'studyId', qrCodeLink: 'qrCodeLink', showcaseLink: 'showcaseLink' },
    repeats: ['productRef[]', 'name', 'productColorCode', 'importationBatch', 'projectType'],
  },
  existsCode: 'STUDY_ALREADY_EXISTS_IN_COLLECTION',
  codeNouns: ['study'],
  templateRepeats: { certifications: 2 },
};
