import type { Field } from '../field.ts';
import { choice, date, url } from '../field-rows.ts';
import { type ClosedList, valuesIn } from '../list.ts';

const SHARED = valuesIn(`
  OTHER, GOTS, GRS, FSC, PEFC, BCI, OCS, RCS, RDS, RWS, ISO 9001, ISO 14001, ISO 45001, SA8000, BSCI GRADE A,
  BSCI GRADE B, BSCI GRADE C, BSCI GRADE D, BSCI GRADE E, ICS GRADE A, ICS GRADE B, ICS GRADE C, ICS GRADE D,
  ZDHC LEVEL 0, ZDHC LEVEL 1, ZDHC LEVEL 2, ZDHC LEVEL 3, WRAP, WRAP GOLD, WRAP PLATINUM, WRAP SILVER, LWG
`);

/** The three lists of certifications (interface 2.5). The interface documents only some values of each list. */
export const CERTIFICATION_LISTS = {
  supplier: { name: 'supplier.certification', values: [...SHARED, 'REACH'], complete: false },
  component: { name: 'component.certification', values: SHARED, complete: false },
  product: { name: 'product.certification', values: [...SHARED, 'EU ECOLABEL'], complete: false },
} as const satisfies Record<string, ClosedList>;

/** The fields of a certification (interface 2.5). They are the same for the three kinds that have certifications. */
export function certificationFields(of: keyof typeof CERTIFICATION_LISTS): Field[] {
  return [
    choice('certifications[].type', CERTIFICATION_LISTS[of], of === 'supplier' ? 'ISO 14001' : 'GOTS', {
      required: 'within',
    }),
    // The interface describes days, but its examples have date-times.
    date('certifications[].date_start', '2026-01-01', { otherForm: 'date-time' }),
    date('certifications[].date_end', '2027-12-31', { notBefore: 'date_start' }),
    url('certifications[].file', 'https://docs.example.com/certificates/iso-14001.pdf'),
  ];
}
