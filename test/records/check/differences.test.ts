import { expect, test } from 'vitest';
import { differencesOf } from '../../../src/records/check/differences.ts';
import type { AddressedRecord } from '../../../src/records/check/record-index.ts';

const columns = {
  ...{ composition: 'K', 'composition.0': 'K', 'composition.0.material': 'K', name: 'C' },
  'composition.0.certifications': 'N',
};
const record = (row: number): AddressedRecord =>
  ({ file: 'a.xlsx', sheet: 'S', row, columns: JSON.stringify(columns) }) as unknown as AddressedRecord;

test.each([
  [{ name: 'a' }, { name: 'b' }, 'name ("a" in C2, "b" in C3)'],
  [
    { composition: [{ certifications: ['GOTS'] }] },
    { composition: [{}] },
    'composition.1.certifications.1 ("GOTS" in N2, nothing in N3)',
  ],
  [{ composition: [{ origin: 'EG' }] }, {}, 'composition.1.origin ("EG" in K2, nothing in K3)'],
  [{ other: 1 }, {}, 'other (1 in A2, nothing in A3)'],
])('the differences of %j and %j have the cells of the nearest columns', (own, other, told) => {
  const found = differencesOf({ record: record(2), body: own }, { record: record(3), body: other }, []);
  expect(found).toBe(`the rows differ in ${told}`);
});
