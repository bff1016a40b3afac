import type { InterfaceName } from '../kind.ts';
import type { V2Kind, V3Kind } from '../registry.ts';

type Row = Readonly<Record<string, string | number | boolean>>;

const V2_EXAMPLES: Readonly<Record<V2Kind, readonly Row[]>> = {
  supplier: [
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
  packaging: [
    {
      packagingRef: 'EMB-BOX-02',
      type: 'DELIVERY BOX',
      channel: 'E-COMMERCE',
      percentageRecycled: 90,
      ecoModulation: 'NONE',
      compostability: 'NO - 0',
      recyclability: 'YES - FULLY RECYCLING',
      possibilityReUse: 'YES - REUSABLE',
      'hazardousSubstances.status': 'NO',
    },
  ],
  product: [],
  component: [],
};

const V3_EXAMPLES: Readonly<Record<V3Kind, readonly Row[]>> = {
  supplier: [
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
  material: [],
  component: [],
  product: [],
  'purchased-item': [],
  'generic-product-info': [],
  'brand-product': [],
};

/**
 * Example rows beside the one that a kind's fields spell: what the example rows of the other sheets name. By head;
 * a head that is left out is blank.
 */
export const moreExamples = (interfaceName: InterfaceName, kind: string): readonly Row[] =>
  interfaceName === 'v2' ? V2_EXAMPLES[kind as V2Kind] : V3_EXAMPLES[kind as V3Kind];
