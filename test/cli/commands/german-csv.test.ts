import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { checkDocument } from '../../../src/cli/view/report-schema.ts';
import { dataOf } from '../../data.ts';
import { expectEnd, journalOf, sandboxFolder, trace } from './harness.ts';

/** Files as a German Excel saves them: semicolons, decimal commas, day-first dates, Windows-1252. */
const FILES = Object.fromEntries(
  Object.entries(dataOf<Record<string, string>>(import.meta.dirname, 'german-csv.yaml')).map(
    ([name, text]) => [name, iconv.encode(text.replaceAll('\n', '\r\n'), 'windows-1252')],
  ),
);

test('files that a German Excel saved with the headers of the template are imported unchanged', async () => {
  const { mock, cwd } = await sandboxFolder(FILES);
  const names = Object.keys(FILES);
  const { stdout } = await trace(['check', ...names, '--json'], { cwd });
  const { findings } = checkDocument.parse(JSON.parse(stdout));
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const ran = await trace(['import', ...names, '--env', 'sandbox', '--lang', 'de'], { cwd });
  expectEnd(ran, 0, 'sandbox', '6 angelegt');
  const bodies = (await journalOf(mock)).map(({ body }) => body);
  expect(bodies).toMatchObject([
    {
      ...{ supplierRef: 'L-01', name: 'Weberei Müller & Söhne' },
      address: { street: 'Gänsemarkt 3', city: 'Mönchengladbach', postalCode: '01067', country: 'DE' },
      certifications: [{ type: 'ISO 14001', date_start: '2026-03-01', date_end: '2027-02-28' }],
    },
    { supplierRef: 'L-02', address: { city: 'Aßlar', country: 'AT' } },
    {
      productRef: 'KLEID-1',
      weight: 350,
      producedQuantity: 1250,
      manufacturingAssemblyCountry: ['TR'],
      reachCompliance: 1,
    },
    {
      productRef: 'KLEID-2',
      weight: 412.5,
      producedQuantity: 1250000,
      category: 'DRESSES',
      reachCompliance: 0,
    },
    ...['GRÜN', 'WEISS'].map((productColorCode) => ({
      ...{ componentRef: 'STOFF-1', productColorCode, componentPrint: false, weavingCountry: 'DE' },
      composition: [{ percentage: 97.5 }, { percentage: 2.5 }],
    })),
  ]);
});
