import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { checkDocument } from '../../../src/cli/view/report-schema.ts';
import { expectEnd, journalOf, sandboxFolder, trace } from './harness.ts';

const PROJECT = ['STANDARD', 'SS27-1'];

/** A file as a German Excel saves it: semicolons, decimal commas, day-first dates, Windows-1252. */
const germanCsv = (...rows: readonly (readonly string[])[]): Buffer =>
  iconv.encode(rows.map((row) => `${row.join(';')}\r\n`).join(''), 'windows-1252');

const FILES = {
  'Lieferanten.csv': germanCsv(
    [
      'Projekttyp',
      'Importcharge',
      'Lieferantenreferenz',
      'Lieferantenname',
      'Tätigkeit',
      'Straße und Hausnummer',
      'Ort',
      'Postleitzahl',
      'Land',
      'Name des Zertifikats 1',
      'Gültig ab, Zertifikat 1',
      'Gültig bis, Zertifikat 1',
    ],
    [
      ...PROJECT,
      'L-01',
      'Weberei Müller & Söhne',
      'TRANSFORMATION - Weaving',
      'Gänsemarkt 3',
      'Mönchengladbach',
      '01067',
      'Deutschland',
      'ISO 14001',
      '01.03.2026',
      '28. Februar 2027',
    ],
    [
      ...PROJECT,
      'L-02',
      'Näherei Aßlar',
      'MANUFACTURING - Ready To Wear',
      'Ringstr. 1',
      'Aßlar',
      '35614',
      'Österreich',
      '',
      '',
      '',
    ],
  ),
  'Produkte.csv': germanCsv(
    [
      'Projekttyp',
      'Importcharge',
      'Produktreferenz',
      'Kollektion',
      'Farbcode',
      'Produktkategorie',
      'Lieferantenreferenz',
      'Gewicht (kg)',
      'Produzierte Stückzahl pro Jahr',
      'Land der Konfektion',
      'REACH-Konformität',
    ],
    [...PROJECT, 'KLEID-1', 'SS27', 'GRÜN', 'DRESSES', 'L-02', '0,35', '1.250', 'Türkei', 'ja'],
    [...PROJECT, 'KLEID-2', 'SS27', 'WEISS', 'DRESSES', 'L-02', '0,4125', '1.250.000', 'Österreich', 'nein'],
  ),
  'Komponenten.csv': germanCsv(
    [
      'Projekttyp',
      'Importcharge',
      'Komponentenreferenz',
      'Produktreferenz',
      'Kollektion',
      'Farbcode',
      'Komponententyp',
      'Funktion der Komponente',
      'Lieferantenreferenz',
      'Material 1',
      'Anteil des Materials 1',
      'Material 2',
      'Anteil des Materials 2',
      'Bedruckt',
      'Land des Webens',
    ],
    [
      ...PROJECT,
      'STOFF-1',
      'KLEID-1',
      'SS27',
      'GRÜN',
      'TEXTILE',
      'MAIN FABRIC (WOVEN)',
      'L-01',
      'COTTON',
      '97,5 %',
      'ELASTANE',
      '2,5 %',
      'nein',
      'Deutschland',
    ],
    [
      ...PROJECT,
      'STOFF-1',
      'KLEID-2',
      'SS27',
      'WEISS',
      'TEXTILE',
      'MAIN FABRIC (WOVEN)',
      'L-01',
      'COTTON',
      '97,5 %',
      'ELASTANE',
      '2,5 %',
      'nein',
      'Deutschland',
    ],
  ),
};

test('files of a German Excel with the headers of the template are imported as they are', async () => {
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
