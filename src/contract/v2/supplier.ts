import { choice, country, email, text } from '../field-rows.ts';
import type { KindSpec } from '../kind.ts';
import { certificationFields } from './certification.ts';
import { importationBatch, projectType, supplierRef } from './common.ts';
import { SUPPLIER_CATEGORIES } from './supplier-lists.ts';

/** v2 supplier, interface 2.1. Warehouses are suppliers too. */
export const supplier: KindSpec = {
  interface: 'v2',
  name: 'supplier',
  plural: 'suppliers',
  sheetNames: ['supplier', 'suppliers', 'fournisseur', 'fournisseurs', 'vendors', 'factories', 'usines'],
  fields: [
    projectType,
    supplierRef(
      'Your own reference of the supplier; another address or function is another supplier.',
      'FRN-0007',
    ),
    text(
      'name',
      'Supplier name | Company | Company name | Nom | Nom fournisseur | Nom du fournisseur | Raison sociale',
      'Name of the company or site.',
      'Tessitura Valsesia S.p.A.',
    ),
    choice(
      'category',
      { name: 'supplier.category', values: SUPPLIER_CATEGORIES, complete: true },
      'Supplier category | Activity | Catégorie | Catégorie fournisseur | Activité',
      'What the site does; a warehouse is OTHER - Warehouse.',
      'TRANSFORMATION - Weaving',
      { required: 'always' },
    ),
    text(
      'address.label',
      "Address label | Libellé d'adresse | Adresse complète",
      'The address in one line.',
      'Via Torino 12, 13011 Borgosesia',
    ),
    text('address.street', 'Street | Address | Rue | Adresse', 'Street and number.', 'Via Torino 12'),
    text(
      'address.additionalStreet',
      "Additional street | Address 2 | Complément d'adresse | Adresse 2",
      'Building, floor, industrial zone.',
      'Zona industriale',
    ),
    text('address.city', 'City | Town | Ville', 'City.', 'Borgosesia'),
    text(
      'address.administrativeArea',
      'Administrative area | State | Province | Département',
      'State, province or department.',
      'Vercelli',
    ),
    text(
      'address.postalCode',
      'Postal code | Post code | ZIP | Code postal | CP',
      'Postal code, kept as text.',
      '13011',
    ),
    country(
      'address.country',
      'Country | Country code | Pays | Code pays',
      'ISO 3166-1 alpha-2 code, or the English or French name; required when any part of the address is given.',
      'IT',
      { required: 'within' },
    ),
    text(
      'address.region',
      'Region | World area | Continent | Région | Région du monde',
      'Continent or world area.',
      'EUROPE',
    ),
    text(
      'contacts[].person.firstname',
      'Contact first name | First name | Prénom | Prénom du contact',
      'First name of the contact.',
      'Giulia',
    ),
    text(
      'contacts[].person.name',
      'Contact name | Last name | Nom du contact | Nom de famille',
      'Last name of the contact.',
      'Ferraris',
    ),
    email(
      'contacts[].person.email',
      'Contact email | Email | E-mail | Courriel | Mail | E-mail du contact',
      'The service writes to this address; required when any part of the contact is given.',
      'giulia.ferraris@example.com',
      { required: 'within' },
    ),
    text(
      'contacts[].person.language',
      'Contact language | Language | Langue | Langue du contact',
      'Language in which to write to the contact.',
      'it',
    ),
    text(
      'contacts[].person.phone',
      'Contact phone | Phone | Téléphone | Téléphone du contact',
      'Telephone number, kept as text.',
      '+39 0163 000 000',
    ),
    ...certificationFields('supplier'),
    importationBatch,
    text(
      'additionalInformation',
      'Additional information | Comment | Comments | Informations complémentaires | Commentaire',
      'Free text.',
      'Audited in spring',
    ),
  ],
  key: ['supplierRef'],
  references: [],
  batchField: 'importationBatch',
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
};
