import { country, email, text, undocumented } from '../field-rows.ts';
import { certificationField, IDENTIFIER_LENGTH, uniqueIdentifier, v3Kind } from './common.ts';

/**
 * v3 supplier: a site (interface 2.8). Warehouses are suppliers too. Of its names in the request, the interface documents
 * only `siteEmails`.
 */
export const supplier = v3Kind({
  name: 'supplier',
  fields: [
    uniqueIdentifier('AURORE-SITE-0007', IDENTIFIER_LENGTH),
    ...undocumented(
      text('parentCompanyName', 'Tessitura Valsesia S.p.A.'),
      text('siteName', 'Borgosesia mill'),
    ),
    email('siteEmails[]', 'giulia.ferraris@example.com'),
    ...undocumented(
      country('siteAddress.country', 'IT', { required: 'within' }),
      text('siteAddress.city', 'Borgosesia'),
      text('siteAddress.postalCode', '13011'),
      text('siteAddress.street', 'Via Torino 12'),
    ),
    certificationField('siteCertifications', false),
    ...undocumented(text('siteRole', 'Weaving', { local: true })),
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
