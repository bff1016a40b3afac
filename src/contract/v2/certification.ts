import type { Field } from '../field.ts';
import type { ClosedList } from '../list.ts';
import { SHAPES } from './shapes.ts';

const SHARED = [
  'OTHER',
  'GOTS',
  'GRS',
  'FSC',
  'PEFC',
  'BCI',
  'OCS',
  'RCS',
  'RDS',
  'RWS',
  'ISO 9001',
  'ISO 14001',
  'ISO 45001',
  'SA8000',
  'BSCI GRADE A',
  'BSCI GRADE B',
  'BSCI GRADE C',
  'BSCI GRADE D',
  'BSCI GRADE E',
  'ICS GRADE A',
  'ICS GRADE B',
  'ICS GRADE C',
  'ICS GRADE D',
  'ZDHC LEVEL 0',
  'ZDHC LEVEL 1',
  'ZDHC LEVEL 2',
  'ZDHC LEVEL 3',
  'WRAP',
  'WRAP GOLD',
  'WRAP PLATINUM',
  'WRAP SILVER',
  'LWG',
];

/** The three certification taxonomies of interface 2.5. What the interface shows is a part of each. */
export const CERTIFICATION_LISTS = {
  supplier: { name: 'supplier.certification', values: [...SHARED, 'REACH'], complete: false },
  component: { name: 'component.certification', values: SHARED, complete: false },
  product: { name: 'product.certification', values: [...SHARED, 'EU ECOLABEL'], complete: false },
} as const satisfies Record<string, ClosedList>;

/** The columns of a certification item (interface 2.5), the same for the three kinds that carry them. */
export function certificationFields(of: keyof typeof CERTIFICATION_LISTS): Field[] {
  return [
    {
      path: 'certifications[].type',
      value: { type: 'choice', list: CERTIFICATION_LISTS[of] },
      required: 'within',
      names: ['Certification', 'Certification type', 'Type de certification', 'Label'],
      note: 'Name of the certification, as the taxonomy writes it.',
      example: of === 'supplier' ? 'ISO 14001' : 'GOTS',
    },
    {
      path: 'certifications[].date_start',
      value: SHAPES.certificationDate,
      also: 'date-time',
      names: ['Certification start', 'Certification date', 'Début de certification', 'Date de certification'],
      note: 'First day of validity, YYYY-MM-DD.',
      example: '2026-01-01',
    },
    {
      path: 'certifications[].date_end',
      value: SHAPES.certificationDate,
      notBefore: 'date_start',
      names: [
        'Certification end',
        'Certification validity',
        'Fin de certification',
        'Validité de certification',
      ],
      note: 'Last day of validity, YYYY-MM-DD; not before the first.',
      example: '2027-12-31',
    },
    {
      path: 'certifications[].file',
      value: { type: 'url' },
      names: ['Certification file', 'Certificate', 'Fichier de certification', 'Certificat'],
      note: 'Link to the certificate; it must be readable on the internet.',
      example: 'https://docs.example.com/certificates/iso-14001.pdf',
    },
  ];
}
