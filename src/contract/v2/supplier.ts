import { choice, country, email, text } from '../field-rows.ts';
import { completeList } from '../list.ts';
import { certificationFields } from './certification.ts';
import { importationBatch, supplierRef, v2Kind } from './common.ts';
import { SUPPLIER_CATEGORIES } from './supplier-lists.ts';

/** v2 supplier, interface 2.1. Warehouses are suppliers too. */
export const supplier = v2Kind({
  name: 'supplier',
  fields: [
    supplierRef('FRN-0007'),
    text('name', 'Tessitura Valsesia S.p.A.'),
    choice('category', completeList('supplier.category', SUPPLIER_CATEGORIES), 'TRANSFORMATION - Weaving', {
      required: 'always',
    }),
    text('address.label', 'Via Torino 12, 13011 Borgosesia'),
    text('address.street', 'Via Torino 12'),
    text('address.additionalStreet', 'Zona industriale'),
    text('address.city', 'Borgosesia'),
    text('address.administrativeArea', 'Vercelli'),
    text('address.postalCode', '13011'),
    country('address.country', 'IT', { required: 'within' }),
    text('address.region', 'EUROPE'),
    text('contacts[].person.firstname', 'Giulia'),
    text('contacts[].person.name', 'Ferraris'),
    email('contacts[].person.email', 'giulia.ferraris@example.com', { required: 'within' }),
    text('contacts[].person.language', 'it'),
    text('contacts[].person.phone', '+39 0163 000 000'),
    ...certificationFields('supplier'),
    importationBatch,
    text('additionalInformation', 'Audited in spring'),
  ],
  key: ['supplierRef'],
  response: { id: 'id', repeats: ['importationBatch', 'projectType'] },
  examples: [
    {
      supplierRef: 'FRN-0021',
      name: 'Confecções Ribeiro Lda',
      category: 'MANUFACTURING - Ready To Wear',
      'address.street': 'Rua das Oliveiras 45',
      'address.city': 'Guimarães',
      'address.administrativeArea': 'Braga',
      'address.postalCode': '4810-251',
      'address.country': 'PT',
      'address.region': 'EUROPE',
    },
    {
      supplierRef: 'ENT-01',
      name: 'Entrepôt Val de Seine',
      category: 'OTHER - Warehouse',
      'address.street': '8 rue des Entrepôts',
      'address.city': 'Gennevilliers',
      'address.postalCode': '92230',
      'address.country': 'FR',
      'address.region': 'EUROPE',
    },
  ],
  templateRepeats: { certifications: 2 },
});
