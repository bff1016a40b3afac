import { expect, test } from 'vitest';
import { columnHeaders, fieldNamesToHeaders } from '../../../src/handback/annotate/column-headers.ts';
import type { Row } from '../../../src/sheets/cell.ts';

const HEADERS = new Map([
  ['address.country', 'Pays'],
  ['certifications.1.date_end', 'Fin du certificat 1'],
  ['componentWeight', 'Poids (g)'],
  ['type', 'Type de composant'],
]);

test.each([
  ['address.country manque', undefined, '"Pays" manque'],
  ['avant certifications.1.date_end.', undefined, 'avant "Fin du certificat 1".'],
  ['diffèrent par componentWeight (8 en U3)', undefined, 'diffèrent par "Poids (g)" (8 en U3)'],
  [
    'diffèrent par certifications.1.date_end.2 (rien)',
    undefined,
    'diffèrent par "Fin du certificat 1" (rien)',
  ],
  // The end of another date of the same certification.
  [
    'certifications.1.date_start suit date_end.',
    'certifications.0.date_start',
    'certifications.1.date_start suit "Fin du certificat 1".',
  ],
  // A name that is also a word is only a field where the text begins with it.
  ['type manque pour ce type de ligne', 'type', '"Type de composant" manque pour ce type de ligne'],
  ['aucun type ne convient', 'type', 'aucun type ne convient'],
  // Values, lists and longer names stay.
  ['"address.country" n’est pas', undefined, '"address.country" n’est pas'],
  ['dans supplier.componentWeight', undefined, 'dans supplier.componentWeight'],
  ['componentWeights et address.country.code', undefined, 'componentWeights et address.country.code'],
])('the headers of the sheet stand for the field names in "%s"', (text, field, told) => {
  expect(fieldNamesToHeaders(text, HEADERS, field)).toBe(told);
});

test('columnHeaders reads a sheet up to its header row, and skips field names and long texts as headers', async () => {
  let batches = 0;
  const sheet = {
    name: 'S',
    async *rows(): AsyncGenerator<Row[]> {
      for (const rows of [
        [
          { row: 1, cells: ['title'] },
          { row: 3, cells: ['Pays ', 'name', 'x'.repeat(100), null] },
        ],
        [{ row: 4, cells: ['FR'] }],
      ]) {
        batches++;
        yield rows;
      }
    },
  };
  const columns = { 'address.country': 'A', name: 'B', 'contacts.0.email': 'C', city: 'D' };
  const source = { sheets: [sheet] } as unknown as Parameters<typeof columnHeaders>[0];
  const places = [
    { sheet: 'S', kind: 'supplier', headerRow: 3, columns },
    { sheet: 'Other', kind: 'supplier', headerRow: 1, columns },
  ];
  const headers = new Map([['address.country', 'Pays']]);
  expect([...(await columnHeaders(source, places))]).toEqual([['S', new Map([['supplier', headers]])]]);
  expect(batches).toBe(1);
});
