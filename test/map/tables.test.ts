import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { SheetSurvey } from '../../src/map/propose.ts';

type Cells = readonly (string | number | null)[];

/** The tables of a sheet; `[]` is a blank row. */
function tablesOf(...rows: readonly Cells[]) {
  const survey = new SheetSurvey({ file: 'x.xlsx', sheet: 'Export', kinds: kindsOf('v2') });
  for (const [at, cells] of rows.entries()) if (cells.length > 0) survey.add({ row: at + 1, cells });
  return survey.tables().map((table) => {
    const { kind, headerRow, lastRow, columns } = table.proposal();
    return { kind, headerRow, lastRow, first: columns[0]?.samples };
  });
}

const SUPPLIER = ['Lieferantennr.', 'Firma', 'Tätigkeit', 'Straße', 'PLZ', 'Ort', 'Land', 'Telefon'];
const SUPPLIERS: readonly Cells[] = [
  ['F-01', 'Weberei Nord', 'TRANSFORMATION - Weaving', 'Hafen 1', '20457', 'Hamburg', 'DE', '+49 40 1'],
  ['F-02', 'Costa Lda', 'MANUFACTURING - Ready To Wear', 'Rua 2', '4800-123', 'Braga', 'PT', '+351 2 1'],
];
const PRODUCT = ['Artikelnr.', 'Kollektion', 'Farbnr.', 'Warengruppe', 'Gewicht (g)', 'Lieferantennr.'];
const PRODUCTS: readonly Cells[] = [
  ['A-100', 'AH26', '001', 'SHIRTS', 210, 'F-01'],
  ['A-101', 'AH26', '002', 'SKIRTS', 250, 'F-02'],
];
const suppliers = { kind: 'supplier', first: ['F-01', 'F-02'] };
const products = { kind: 'product', first: ['A-100', 'A-101'], lastRow: undefined };

describe('several tables on a sheet', () => {
  test('several tables below blank rows or a title each have their kind, and end before the title', () => {
    expect(tablesOf(SUPPLIER, ...SUPPLIERS, [], PRODUCT, ...PRODUCTS)).toEqual([
      { ...suppliers, headerRow: 1, lastRow: undefined },
      { ...products, headerRow: 5 },
    ]);
    expect(tablesOf(['Stammdaten'], SUPPLIER, ...SUPPLIERS, [], ['Artikel'], PRODUCT, ...PRODUCTS)).toEqual([
      { ...suppliers, headerRow: 2, lastRow: 4 },
      { ...products, headerRow: 7 },
    ]);
    expect(tablesOf(SUPPLIER, ...SUPPLIERS, ['Artikel'], PRODUCT, ...PRODUCTS)).toEqual([
      { ...suppliers, headerRow: 1, lastRow: 3 },
      { ...products, headerRow: 5 },
    ]);
  });

  test('several tables are found below many rows, too', () => {
    const many = Array.from({ length: 400 }, (_, at) => [`F-${at}`, ...SUPPLIERS[0]!.slice(1)]);
    const found = tablesOf(SUPPLIER, ...many, [], PRODUCT, ...PRODUCTS);
    expect(found.map(({ kind, headerRow }) => [kind, headerRow])).toEqual([
      ['supplier', 1],
      ['product', 403],
    ]);
  });

  test('a table of measurements with sizes as headers ends the one above it', () => {
    const measures = (...headers: (string | number)[]) =>
      tablesOf(
        SUPPLIER,
        ...SUPPLIERS,
        [],
        ['Maße (cm)'],
        ['POM', 'Messpunkt', ...headers],
        ['A', '1/2 Brust', 54, 58, 62, 66],
      );
    const own = [{ ...suppliers, headerRow: 1, lastRow: 'Maße (cm)' }];
    expect(measures('Toleranz', 'S', 'M', 'L', 'XL')).toEqual(own);
    expect(measures('36', '38', '40', '42')).toEqual(own);
    expect(measures(36, 38, 40, 42)).toEqual(own);
    expect(
      tablesOf(
        PRODUCT,
        ...PRODUCTS,
        [],
        ['Fotos'],
        ['Kamera', 'Objektiv', 'Blende', 'Stativ', 'Blitz'],
        ['1'],
      ),
    ).toEqual([{ ...products, headerRow: 1, lastRow: 'Fotos' }]);
  });

  test('rows below a title are those of the same table if their texts are in columns of texts', () => {
    const other = ['C-XY', 'Ana Lda', 'MANUFACTURING - Ready To Wear', 'Rua', 'x', 'Braga', 'PT', null];
    expect(tablesOf(SUPPLIER, ...SUPPLIERS, [], ['Portugal'], other)[0]!.lastRow).toBeUndefined();
  });

  test('several tables of which one has no key of a kind, such as audits or contacts: it is skipped', () => {
    const audits: readonly Cells[] = [
      ['Firma', 'Standard', 'Note', 'Datum', 'Land'],
      ['Weberei Nord', 'amfori BSCI', 'B', '2025-06-12', 'DE'],
    ];
    const found = tablesOf(SUPPLIER, ...SUPPLIERS, [], ['Audits'], ...audits);
    expect(found.map(({ kind, headerRow, lastRow }) => [kind, headerRow, lastRow])).toEqual([
      ['supplier', 1, 3],
      ['skip', 6, undefined],
    ]);
  });

  test('several tables are not seen in headers that are repeated, in notes, or in fields above the table', () => {
    const one = { ...suppliers, headerRow: 1, lastRow: undefined };
    expect(tablesOf(SUPPLIER, SUPPLIERS[0]!, [], SUPPLIER, SUPPLIERS[1]!)).toEqual([one]);
    expect(tablesOf(SUPPLIER, ...SUPPLIERS, [], ['Pflege', '30 °C'])).toEqual([one]);
    const fields: readonly Cells[] = [['Modell', 'A-100'], ['Farbe', '001'], ['Version', 'V3'], []];
    expect(tablesOf(...fields, SUPPLIER, ...SUPPLIERS)).toEqual([{ ...one, headerRow: 5 }]);
  });

  test('several tables are not seen if a record follows blank rows, even with few values', () => {
    const short = ['F-03', 'Neu'];
    expect(tablesOf(SUPPLIER, ...SUPPLIERS, [], short, SUPPLIERS[0]!)[0]!.first).toEqual([
      'F-01',
      'F-02',
      'F-03',
    ]);
  });
});

test('a sheet whose columns name no field has no candidates for its kind', () => {
  const survey = new SheetSurvey({ file: 'x.csv', sheet: 'FIBCODES', kinds: kindsOf('v2') });
  const rows: readonly Cells[] = [
    ['FIBCD', 'FIBDSC'],
    ['WO', 'WOOL'],
    ['CO', 'COTTON'],
    ['EL', 'ELASTANE'],
  ];
  for (const [at, cells] of rows.entries()) survey.add({ row: at + 1, cells });
  const { kind, kindCandidates } = survey.proposal();
  expect([kind, kindCandidates]).toEqual([null, []]);
});
