import type { KindSpec } from '../kind.ts';
import {
  certificationField,
  hinted,
  IDENTIFIER_LENGTH,
  importationBatch,
  systemId,
  uniqueIdentifier,
} from './common.ts';

/** The wire names of a v3 supplier; `role` is of ours. Of them the interface shows `siteEmails`. */
const WIRE = {
  company: 'parentCompanyName',
  site: 'siteName',
  emails: 'siteEmails[]',
  address: 'siteAddress',
  certifications: 'siteCertifications',
  role: 'siteRole',
} as const;

/** v3 supplier: the record of a site (interface 2.8). Warehouses are suppliers too. */
export const supplier: KindSpec = {
  interface: 'v3',
  name: 'supplier',
  plural: 'suppliers',
  route: 'suppliers',
  sheetNames: [
    'supplier',
    'suppliers',
    'site',
    'sites',
    'fournisseur',
    'fournisseurs',
    'factories',
    'usines',
  ],
  fields: [
    uniqueIdentifier(
      'Your own identifier of the site, 15 to 255 characters; a site that differs in anything has its own.',
      'AURORE-SITE-0007',
      IDENTIFIER_LENGTH,
    ),
    hinted({
      path: WIRE.company,
      value: { type: 'text' },
      names: ['Parent company', 'Parent company name', 'Company', 'Société', 'Maison mère'],
      note: 'Name of the company that the site belongs to.',
      example: 'Tessitura Valsesia S.p.A.',
    }),
    hinted({
      path: WIRE.site,
      value: { type: 'text' },
      names: ['Site name', 'Site', 'Supplier name', 'Nom du site', 'Nom du fournisseur'],
      note: 'Name of the site.',
      example: 'Borgosesia mill',
    }),
    {
      path: WIRE.emails,
      value: { type: 'email' },
      names: ['Site e-mails', 'Site email', 'Contact email', 'E-mail', 'Email', 'Courriel', 'E-mail du site'],
      note: 'Addresses of contacts, separated by a semicolon. Supplier data collection needs one for every site but warehouses.',
      example: 'giulia.ferraris@example.com',
    },
    hinted({
      path: `${WIRE.address}.country`,
      value: { type: 'country' },
      required: 'within',
      names: ['Country', 'Country code', 'Pays', 'Code pays'],
      note: 'ISO 3166-1 alpha-2 code, or the English or French name.',
      example: 'IT',
    }),
    hinted({
      path: `${WIRE.address}.city`,
      value: { type: 'text' },
      names: ['City', 'Town', 'Ville'],
      note: 'City of the site.',
      example: 'Borgosesia',
    }),
    hinted({
      path: `${WIRE.address}.postalCode`,
      value: { type: 'text' },
      names: ['Postal code', 'Post code', 'ZIP', 'Code postal'],
      note: 'Postal code, kept as text.',
      example: '13011',
    }),
    hinted({
      path: `${WIRE.address}.street`,
      value: { type: 'text' },
      names: ['Street', 'Address', 'Rue', 'Adresse'],
      note: 'Street and number.',
      example: 'Via Torino 12',
    }),
    certificationField(WIRE.certifications, false),
    hinted({
      path: WIRE.role,
      value: { type: 'text' },
      local: true,
      names: ['Site role', 'Role', 'Supplier category', 'Rôle', 'Rôle du site', 'Catégorie'],
      note: 'What the site does; a warehouse needs no e-mail for supplier data collection. It is not sent.',
      example: 'Weaving',
    }),
    systemId,
    importationBatch,
  ],
  key: ['uniqueIdentifier'],
  references: [],
  openBody: true,
  collection: {
    needs: { field: 'siteEmails', reason: 'supplier data collection writes to every site but warehouses' },
    except: {
      field: WIRE.role,
      words: ['warehouse', 'entrepot', 'magazzino', 'almacen', 'lager'],
      namedBy: ['warehouseUniqueIdentifier', 'warehouseId'],
    },
  },
  batchField: 'importationBatch',
  response: { id: ['supplier_id', 'supplierId', 'id'] },
  examples: [
    {
      uniqueIdentifier: 'AURORE-SITE-0021',
      parentCompanyName: 'Confecções Ribeiro Lda',
      siteName: 'Guimarães workshop',
      siteEmails: 'rita.ribeiro@example.com; qualidade@example.com',
      'siteAddress.country': 'PT',
      'siteAddress.city': 'Guimarães',
      siteRole: 'Sewing',
    },
    {
      uniqueIdentifier: 'AURORE-WAREHOUSE-01',
      siteName: 'Entrepôt Val de Seine',
      'siteAddress.country': 'FR',
      siteRole: 'Warehouse',
    },
  ],
};
