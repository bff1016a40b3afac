import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { SheetSurvey } from '../../src/map/propose.ts';
import { shareReferences } from '../../src/map/propose-together.ts';

type Cells = readonly (string | number | null)[];

const SUPPLIERS: readonly Cells[] = [
  ['Lieferantennr.', 'Firma', 'Tätigkeit', 'Ort', 'Land'],
  ['L1001', 'Weberei Nord', 'TRANSFORMATION - Weaving', 'Hamburg', 'DE'],
  ['L1004', 'Costa Lda', 'MANUFACTURING - Ready To Wear', 'Braga', 'PT'],
  ['L1007', 'Sfax Mode', 'MANUFACTURING - Ready To Wear', 'Sfax', 'TN'],
];

/** The kind, or the kinds that it may be, of a sheet beside a sheet of suppliers. */
function kindOf(sheet: string, ...rows: readonly Cells[]) {
  const [own, suppliers] = [
    [sheet, rows],
    ['Adressen', SUPPLIERS],
  ].map(([name, all]) => {
    const survey = new SheetSurvey({ file: 'x.xlsx', sheet: name as string, kinds: kindsOf('v2') });
    for (const [at, cells] of (all as readonly Cells[]).entries()) survey.add({ row: at + 1, cells });
    return survey;
  }) as [SheetSurvey, SheetSurvey];
  shareReferences([{ survey: own }, { survey: suppliers }]);
  const { kind, kindCandidates } = own.proposal();
  return kind ?? kindCandidates;
}

describe('a sheet of other data', () => {
  test('a list of codes with their texts is rather skipped than taken for suppliers', () => {
    const codes = [['Code', 'Bedeutung'], ...['OB', 'FU', 'SO'].map((code) => [code, `Teil ${code}`])];
    expect(kindOf('Kürzel', ...codes)[0]).toBe('skip');
  });

  test('a sheet of prices with keys of another sheet is not used', () => {
    expect(
      kindOf(
        'Preise',
        ['Lieferantennr.', 'Rabatt %', 'Gültig bis'],
        ['L1001', 3, '31.12.2027'],
        ['L1004', 2.5, '30.06.2027'],
      ),
    ).toEqual(['skip']);
  });

  test('a sheet of notes is not used', () => {
    expect(kindOf('Blatt2', ['Bemerkung'], ['Gewichte sind netto.'], ['Farben: Karte.'])).toEqual(['skip']);
  });

  test('a sheet with keys of another sheet and texts may be of the kind: a person is asked', () => {
    const found = kindOf('Extra', ['Lieferantennr.', 'Xyz'], ['L1001', 'ja, bald'], ['L1004', 'nein']);
    expect(found).toEqual(expect.arrayContaining(['supplier', 'skip']));
  });

  test('a sheet with other keys, or with the name of the kind, is a sheet of the kind', () => {
    const rows: readonly Cells[] = [
      ['Lieferantennr.', 'Rabatt %'],
      ['L2001', 3],
      ['L2004', 2.5],
    ];
    expect(kindOf('Preise', ...rows)).not.toContain('skip');
    const known: readonly Cells[] = [rows[0]!, ['L1001', 3], ['L1004', 2.5]];
    expect(kindOf('Lieferanten', ...known)).not.toContain('skip');
  });
});

describe('a bill of materials that repeats the products of another sheet', () => {
  const PRODUCTS: readonly Cells[] = [
    ['Style no.', 'Name', 'Category', 'Season', 'Composition', 'Weight (g)', 'Supplier code'],
    ...['4711', '4712', '4713'].map(
      (key): Cells => [key, `Dress ${key}`, 'DRESSES', 'SS27', '100% Cotton', 210, 'V-1'],
    ),
  ];
  const kindBeside = (...rows: readonly Cells[]) => kindNamed('Tab1', ...rows);
  const kindNamed = (name: string, ...rows: readonly Cells[]) => {
    const surveys = [PRODUCTS, rows].map((all, at) => {
      const sheet = at === 0 ? 'Tab0' : name;
      const survey = new SheetSurvey({ file: 'x.xlsx', sheet, kinds: kindsOf('v2') });
      for (const [row, cells] of all.entries()) survey.add({ row: row + 1, cells });
      return survey;
    });
    shareReferences(surveys.map((survey) => ({ survey })));
    const { kind, kindCandidates, columns } = surveys[1]!.proposal();
    const key = columns.find(({ target, likely }) => (target ?? likely) === 'componentRef')?.header;
    return { kind: kind ?? kindCandidates[0], key, kindCandidates };
  };
  const headers = ['Style no.', 'Season', 'Item code', 'Item type', 'Item description', 'Content', 'Mill ID'];
  const row = (style: string, key: string, type: string): Cells => [
    ...[style, 'SS27', key, type, 'xyz', '100% Cotton', 'M1'],
  ];

  test('its second codes are components if its words are categories of components', () => {
    const rows = [row('4711', 'F-1', 'Zip'), row('4711', 'F-2', 'Button'), row('4712', 'F-3', 'Lining')];
    expect(kindBeside(headers, ...rows)).toMatchObject({ kind: 'component', key: 'Item code' });
    expect(kindNamed('Products', headers, ...rows)).toMatchObject({ kind: 'component' });
    const unknown = headers.with(2, 'Zz').with(5, 'weight (g)');
    const weights = ['F-1', 'F-2', 'F-3'].map((key, at) => rows[at]!.with(2, key).with(5, 210 + at));
    expect(kindNamed('Products', unknown, ...weights)).toMatchObject({ kind: 'component' });
  });

  test('codes that count the parts of each product are keys of components', () => {
    const rows = [
      ...[row('4711', '4711-01', 'Zip'), row('4711', '4711-02', 'Button')],
      ...[row('4712', '4712-01', 'Lining'), row('4712', '4712-02', 'Zip')],
      ...[row('4713', '4713-01', 'Lining'), row('4713', '4713-02', 'Zip')],
    ];
    expect(kindBeside(headers, ...rows)).toMatchObject({ kind: 'component', key: 'Item code' });
  });

  test('keys of products show it, where the headers fit several kinds', () => {
    const codes = ['Filial', 'Codigo', 'Componente', 'Desc. Comp.', 'Quantidade', 'Composicao'];
    const part = (style: string, key: string): Cells => ['01', style, key, 'xyz', 1.5, '100% LINHO'];
    const own = [part('4711', 'MP.1'), part('4711', 'MP.2'), part('4712', 'MP.1'), part('4713', 'MP.3')];
    expect(kindBeside(codes, ...own)).toMatchObject({ kindCandidates: ['component'], key: 'Componente' });
    const others = own.map((cells) => cells.with(1, `9${cells[1]}`));
    expect(kindBeside(codes, ...others).kindCandidates.length).toBeGreaterThan(1);
  });

  test('a list with words of products is one of products', () => {
    const rows = [row('4711', 'F-1', 'Dresses'), row('4711', 'F-2', 'Shirts'), row('4712', 'F-3', 'Skirts')];
    expect(kindBeside(headers, ...rows).kind).toBe('product');
  });
});
