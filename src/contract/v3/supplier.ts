import { country, email, hinted, text } from '../field-rows.ts';
import { certificationField, IDENTIFIER_LENGTH, uniqueIdentifier, v3Kind } from './common.ts';

/**
 * v3 supplier: a site (interface 2.8). Warehouses are suppliers too. Of its names in the request, the interface documents
 * only `siteEmails`.
 */
export const supplier = v3Kind({
  name: 'supplier',
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
        'parentCompanyName',
        'Parent company | Parent company name | Company | Société | Maison mère',
        'Name of the company that the site belongs to.',
        'Tessitura Valsesia S.p.A.',
      ),
      text(
        'siteName',
        'Site name | Site | Supplier name | Nom du site | Nom du fournisseur',
        'Name of the site.',
        'Borgosesia mill',
      ),
    ),
    email(
      'siteEmails[]',
      'Site e-mails | Site email | Contact email | E-mail | Email | Courriel | E-mail du site',
      'Addresses of contacts, separated by a semicolon. Supplier data collection needs one for every site but warehouses.',
      'giulia.ferraris@example.com',
    ),
    ...hinted(
      country(
        'siteAddress.country',
        'Country | Country code | Pays | Code pays',
        'ISO 3166-1 alpha-2 code, or the English or French name.',
        'IT',
        { required: 'within' },
      ),
      text('siteAddress.city', 'City | Town | Ville', 'City of the site.', 'Borgosesia'),
      text(
        'siteAddress.postalCode',
        'Postal code | Post code | ZIP | Code postal',
        'Postal code, kept as text.',
        '13011',
      ),
      text('siteAddress.street', 'Street | Address | Rue | Adresse', 'Street and number.', 'Via Torino 12'),
    ),
    certificationField('siteCertifications', false),
    ...hinted(
      text(
        'siteRole',
        'Site role | Role | Supplier category | Rôle | Rôle du site | Catégorie',
        'What the site does; a warehouse needs no e-mail for supplier data collection. It is not sent.',
        'Weaving',
        { local: true },
      ),
    ),
  ],
  collection: {
    needs: { field: 'siteEmails', reason: 'supplier data collection writes to every site but warehouses' },
    except: {
      field: 'siteRole',
      words: ['warehouse', 'entrepot', 'magazzino', 'almacen', 'lager'],
      namedBy: ['warehouseUniqueIdentifier', 'warehouseId'],
    },
  },
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
});
