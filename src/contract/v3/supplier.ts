import { country, email, hinted, text } from '../field-rows.ts';
import type { KindSpec } from '../kind.ts';
import {
  certificationField,
  IDENTIFIER_LENGTH,
  importationBatch,
  systemId,
  uniqueIdentifier,
} from './common.ts';

/** The names in the request of a v3 supplier. The interface documents only `siteEmails`; `role` is not sent. */
const WIRE = {
  company: 'parentCompanyName',
  site: 'siteName',
  emails: 'siteEmails[]',
  address: 'siteAddress',
  certifications: 'siteCertifications',
  role: 'siteRole',
} as const;

/** v3 supplier: a site (interface 2.8). Warehouses are suppliers too. */
export const supplier: KindSpec = {
  interface: 'v3',
  name: 'supplier',
  plural: 'suppliers',
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
    ...hinted(
      text(
        WIRE.company,
        'Parent company | Parent company name | Company | Société | Maison mère',
        'Name of the company that the site belongs to.',
        'Tessitura Valsesia S.p.A.',
      ),
      text(
        WIRE.site,
        'Site name | Site | Supplier name | Nom du site | Nom du fournisseur',
        'Name of the site.',
        'Borgosesia mill',
      ),
    ),
    email(
      WIRE.emails,
      'Site e-mails | Site email | Contact email | E-mail | Email | Courriel | E-mail du site',
      'Addresses of contacts, separated by a semicolon. Supplier data collection needs one for every site but warehouses.',
      'giulia.ferraris@example.com',
    ),
    ...hinted(
      country(
        `${WIRE.address}.country`,
        'Country | Country code | Pays | Code pays',
        'ISO 3166-1 alpha-2 code, or the English or French name.',
        'IT',
        { required: 'within' },
      ),
      text(`${WIRE.address}.city`, 'City | Town | Ville', 'City of the site.', 'Borgosesia'),
      text(
        `${WIRE.address}.postalCode`,
        'Postal code | Post code | ZIP | Code postal',
        'Postal code, kept as text.',
        '13011',
      ),
      text(
        `${WIRE.address}.street`,
        'Street | Address | Rue | Adresse',
        'Street and number.',
        'Via Torino 12',
      ),
    ),
    certificationField(WIRE.certifications, false),
    ...hinted(
      text(
        WIRE.role,
        'Site role | Role | Supplier category | Rôle | Rôle du site | Catégorie',
        'What the site does; a warehouse needs no e-mail for supplier data collection. It is not sent.',
        'Weaving',
        { local: true },
      ),
    ),
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
