import { describe, expect, test } from 'vitest';
import { checkDocument } from '../../../src/cli/view/report-schema.ts';
import { COUNTRY_CODES } from '../../../src/contract/country-codes.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { templateColumns } from '../../../src/contract/template/columns.ts';
import { countryLabel } from '../../../src/contract/template/countries.ts';
import { exampleRows } from '../../../src/contract/template/example-rows.ts';
import { templateWorkbook } from '../../../src/contract/template/template.ts';
import { LANGUAGES, type Language } from '../../../src/language/languages.ts';
import { countryOf } from '../../../src/recognise/country.ts';
import type { WrittenCell } from '../../../src/sheets/workbook-data.ts';
import { writeWorkbook } from '../../../src/sheets/workbook-writer.ts';
import { folderWith, journalOf, sandboxFolder, trace } from './harness.ts';

type FilledRow = Readonly<Record<string, WrittenCell>>;
type Filled = Readonly<Record<string, readonly FilledRow[]>>;

const date = (serial: number, iso: string): WrittenCell => ({ type: 'date', serial, iso });

/** What a person types into the template: two products with their components and suppliers, by the headers that they see. */
const FILLED: Readonly<Record<Language, Filled>> = {
  en: {
    Suppliers: [
      {
        'Supplier reference *': 'SUP-01',
        'Project type *': 'STANDARD',
        'Activity *': 'MANUFACTURING - Ready To Wear',
        'Import batch *': 'SS27-1',
        'Supplier name': 'Confecções Ribeiro',
        City: 'Guimarães',
        Country: 'Portugal (PT)',
        'Last name of contact 1': 'Ribeiro',
        'E-mail of contact 1': 'ana@example.com',
        'Name of certificate 1': 'ISO 14001',
        'Start date of certificate 1': date(46023, '2026-01-01'),
        'End date of certificate 1': date(46387, '2026-12-31'),
      },
      {
        'Supplier reference *': 'SUP-02',
        'Project type *': 'STANDARD',
        'Activity *': 'TRANSFORMATION - Weaving',
        'Import batch *': 'SS27-1',
        Country: 'Italy (IT)',
      },
    ],
    Products: [
      {
        'Product reference *': 'DRESS-1',
        'Collection *': 'SS27',
        'Colour code': 'ECRU',
        'Project type *': 'STANDARD',
        'Product category *': 'DRESSES',
        'Import batch *': 'SS27-1',
        'Supplier reference *': 'SUP-01',
        'Weight (g)': 350,
        'Country of assembly': 'Portugal (PT)',
        'REACH compliance': 'yes',
      },
      {
        'Product reference *': 'DRESS-2',
        'Collection *': 'SS27',
        'Project type *': 'STANDARD',
        'Product category *': 'DRESSES',
        'Import batch *': 'SS27-1',
        'Supplier reference *': 'SUP-01',
      },
    ],
    Components: [
      {
        'Component reference *': 'FAB-1',
        'Product reference *': 'DRESS-1',
        'Collection *': 'SS27',
        'Colour code': 'ECRU',
        'Project type *': 'STANDARD',
        'Component type *': 'TEXTILE',
        'Component function *': 'MAIN FABRIC (WOVEN)',
        'Import batch *': 'SS27-1',
        'Supplier reference *': 'SUP-02',
        'Material 1 *': 'COTTON',
        'Percentage of material 1': 97,
        'Origin of material 1': 'Côte d’Ivoire (CI)',
        'Material 2': 'ELASTANE',
        'Percentage of material 2': 3,
        Printed: 'no',
        'Country of weaving': 'Italy (IT)',
      },
      {
        'Component reference *': 'FAB-1',
        'Product reference *': 'DRESS-2',
        'Collection *': 'SS27',
        'Project type *': 'STANDARD',
        'Component type *': 'TEXTILE',
        'Component function *': 'MAIN FABRIC (WOVEN)',
        'Import batch *': 'SS27-1',
        'Supplier reference *': 'SUP-02',
        'Material 1 *': 'COTTON',
        'Percentage of material 1': 97,
        'Origin of material 1': 'Côte d’Ivoire (CI)',
        'Material 2': 'ELASTANE',
        'Percentage of material 2': 3,
        Printed: 'no',
        'Country of weaving': 'Italy (IT)',
      },
    ],
  },
  fr: {
    Fournisseurs: [
      {
        'Référence fournisseur *': 'SUP-01',
        'Type de projet *': 'STANDARD',
        'Activité *': 'MANUFACTURING - Ready To Wear',
        'Lot d’import *': 'SS27-1',
        'Nom du fournisseur': 'Confecções Ribeiro',
        Ville: 'Guimarães',
        Pays: 'Portugal (PT)',
        'Nom du contact 1': 'Ribeiro',
        'E-mail du contact 1': 'ana@example.com',
        'Nom du certificat 1': 'ISO 14001',
        'Date de début du certificat 1': date(46023, '2026-01-01'),
        'Date de fin du certificat 1': date(46387, '2026-12-31'),
      },
      {
        'Référence fournisseur *': 'SUP-02',
        'Type de projet *': 'STANDARD',
        'Activité *': 'TRANSFORMATION - Weaving',
        'Lot d’import *': 'SS27-1',
        Pays: 'Italie (IT)',
      },
    ],
    Produits: [
      {
        'Référence produit *': 'DRESS-1',
        'Collection *': 'SS27',
        'Code couleur': 'ECRU',
        'Type de projet *': 'STANDARD',
        'Catégorie de produit *': 'DRESSES',
        'Lot d’import *': 'SS27-1',
        'Référence fournisseur *': 'SUP-01',
        'Poids (g)': 350,
        'Pays de confection': 'Portugal (PT)',
        'Conformité REACH': 'oui',
      },
      {
        'Référence produit *': 'DRESS-2',
        'Collection *': 'SS27',
        'Type de projet *': 'STANDARD',
        'Catégorie de produit *': 'DRESSES',
        'Lot d’import *': 'SS27-1',
        'Référence fournisseur *': 'SUP-01',
      },
    ],
    Composants: ['DRESS-1', 'DRESS-2'].map((productRef) => ({
      'Référence composant *': 'FAB-1',
      'Référence produit *': productRef,
      'Collection *': 'SS27',
      'Code couleur': productRef === 'DRESS-1' ? 'ECRU' : null,
      'Type de projet *': 'STANDARD',
      'Type de composant *': 'TEXTILE',
      'Fonction du composant *': 'MAIN FABRIC (WOVEN)',
      'Lot d’import *': 'SS27-1',
      'Référence fournisseur *': 'SUP-02',
      'Matière 1 *': 'COTTON',
      'Pourcentage de la matière 1': 97,
      'Origine de la matière 1': 'Côte d’Ivoire (CI)',
      'Matière 2': 'ELASTANE',
      'Pourcentage de la matière 2': 3,
      Imprimé: 'non',
      'Pays de tissage': 'Italie (IT)',
    })),
  },
  de: {
    Lieferanten: [
      {
        'Lieferantenreferenz *': 'SUP-01',
        'Projekttyp *': 'STANDARD',
        'Tätigkeit *': 'MANUFACTURING - Ready To Wear',
        'Importcharge *': 'SS27-1',
        Lieferantenname: 'Confecções Ribeiro',
        Ort: 'Guimarães',
        Land: 'Portugal (PT)',
        'Nachname des Kontakts 1': 'Ribeiro',
        'E-Mail des Kontakts 1': 'ana@example.com',
        'Name des Zertifikats 1': 'ISO 14001',
        'Gültig ab, Zertifikat 1': date(46023, '2026-01-01'),
        'Gültig bis, Zertifikat 1': date(46387, '2026-12-31'),
      },
      {
        'Lieferantenreferenz *': 'SUP-02',
        'Projekttyp *': 'STANDARD',
        'Tätigkeit *': 'TRANSFORMATION - Weaving',
        'Importcharge *': 'SS27-1',
        Land: 'Italien (IT)',
      },
    ],
    Produkte: [
      {
        'Produktreferenz *': 'DRESS-1',
        'Kollektion *': 'SS27',
        Farbcode: 'ECRU',
        'Projekttyp *': 'STANDARD',
        'Produktkategorie *': 'DRESSES',
        'Importcharge *': 'SS27-1',
        'Lieferantenreferenz *': 'SUP-01',
        'Gewicht (g)': 350,
        'Land der Konfektion': 'Portugal (PT)',
        'REACH-Konformität': 'ja',
      },
      {
        'Produktreferenz *': 'DRESS-2',
        'Kollektion *': 'SS27',
        'Projekttyp *': 'STANDARD',
        'Produktkategorie *': 'DRESSES',
        'Importcharge *': 'SS27-1',
        'Lieferantenreferenz *': 'SUP-01',
      },
    ],
    Komponenten: ['DRESS-1', 'DRESS-2'].map((productRef) => ({
      'Komponentenreferenz *': 'FAB-1',
      'Produktreferenz *': productRef,
      'Kollektion *': 'SS27',
      Farbcode: productRef === 'DRESS-1' ? 'ECRU' : null,
      'Projekttyp *': 'STANDARD',
      'Komponententyp *': 'TEXTILE',
      'Funktion der Komponente *': 'MAIN FABRIC (WOVEN)',
      'Importcharge *': 'SS27-1',
      'Lieferantenreferenz *': 'SUP-02',
      'Material 1 *': 'COTTON',
      'Anteil des Materials 1': 97,
      'Herkunftsland des Materials 1': 'Côte d’Ivoire (CI)',
      'Material 2': 'ELASTANE',
      'Anteil des Materials 2': 3,
      Bedruckt: 'nein',
      'Land des Webens': 'Italien (IT)',
    })),
  },
};

/** The template with rows below its example rows. Headers that it does not have are errors. */
function filledIn(language: Language, filled: Filled): Promise<Uint8Array> {
  const blank = templateWorkbook('v2', kindsOf('v2'), { language });
  const names = new Set(blank.sheets.map(({ name }) => name));
  expect(Object.keys(filled).filter((name) => !names.has(name))).toEqual([]);
  return writeWorkbook({
    ...blank,
    sheets: blank.sheets.map((sheet) => {
      const headers = sheet.columns.map(({ header }) => header);
      const rows = (filled[sheet.name] ?? []).map((row) => {
        expect(Object.keys(row).filter((header) => !headers.includes(header))).toEqual([]);
        return headers.map((header) => row[header] ?? null);
      });
      return { ...sheet, rows: [...sheet.rows, ...rows] };
    }),
  });
}

describe('a template filled in with nothing but the workbook', () => {
  test('is imported without an error, and its language makes no difference', async () => {
    const stored = [];
    for (const language of LANGUAGES) {
      const { mock, cwd } = await sandboxFolder({ 't.xlsx': await filledIn(language, FILLED[language]) });
      const { code, stderr } = await trace(['import', 't.xlsx', '--env', 'sandbox'], { cwd });
      expect([language, code, stderr]).toEqual([language, 0, expect.not.stringContaining('error   ')]);
      expect(stderr).toContain('the row is an example of the template, not a supplier: it is skipped');
      stored.push((await journalOf(mock)).map(({ kind, key, body }) => ({ kind, key, body })));
    }
    expect(stored[0]).toHaveLength(6);
    for (const others of stored.slice(1)) expect(others).toEqual(stored[0]);
    expect(stored[0]).toContainEqual(
      expect.objectContaining({
        body: expect.objectContaining({
          address: { city: 'Guimarães', country: 'PT' },
          certifications: [{ type: 'ISO 14001', date_start: '2026-01-01', date_end: '2026-12-31' }],
        }),
      }),
    );
  });

  test('has a field for each column in trace map, which ignores the example rows', async () => {
    const cwd = await folderWith({ 't.xlsx': await filledIn('fr', FILLED.fr) });
    const { stdout, stderr } = await trace(['map', 't.xlsx', '--yes'], { cwd });
    expect(stdout).toMatch(/E-mail du contact 1 +contacts\.1\.person\.email +ana@example\.com/);
    expect(`${stdout}${stderr}`).not.toMatch(/EXEMPLE|FRN-0007|no field/);
  });

  test('is an error where an example row was filled in but kept its mark', async () => {
    const [row] = FILLED.en.Suppliers!;
    const marked = { ...row, 'Supplier reference *': '[EXAMPLE] SUP-01' };
    const cwd = await folderWith({ 't.xlsx': await filledIn('en', { Suppliers: [marked] }) });
    const { code, stdout } = await trace(['check', 't.xlsx', '--json'], { cwd });
    const { findings } = checkDocument.parse(JSON.parse(stdout));
    const errors = findings.filter(({ severity }) => severity === 'error');
    const expected = [3, [['example-row', 'Suppliers', 5]]];
    expect([code, errors.map(({ code, origin }) => [code, origin.sheet, origin.row])]).toEqual(expected);
    expect(errors[0]!.suggestion).toContain('to import the row, remove the mark: "SUP-01"');
  });
});

test('a template with field names as headers, as earlier versions wrote it, is read; its example rows are errors', async () => {
  const sheets = kindsOf('v2').map((kind) => {
    const columns = templateColumns(kind, undefined);
    const rows = exampleRows(kind, columns).map((row) => columns.map(({ header }) => row[header] ?? null));
    return { name: kind.plural, columns: columns.map(({ header }) => ({ header })), rows };
  });
  const cwd = await folderWith({ 't.xlsx': await writeWorkbook({ title: 'old', sheets }) });
  const { code, stdout } = await trace(['check', 't.xlsx', '--json'], { cwd });
  const { files, findings } = checkDocument.parse(JSON.parse(stdout));
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  expect([code, errors]).toEqual([3, Array(files[0]!.rows).fill('example-row')]);
});

test.each(LANGUAGES)('every country of the lists in %s is read as its code', (language) => {
  const read = [...COUNTRY_CODES].map((code) => countryOf(countryLabel(code, language)));
  expect(read).toEqual([...COUNTRY_CODES].map((code) => ({ code })));
  expect(countryLabel('FR', language)).toMatch(/^Fran(?:ce|kreich) \(FR\)$/);
});
