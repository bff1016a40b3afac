import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { SheetSurvey } from '../../src/map/propose.ts';

type Cells = readonly (string | number | null)[];

/** Each part of a list: its kind, the texts of its rows, its fields, and what it takes from rows above. */
function partsOf(...rows: readonly Cells[]) {
  const survey = new SheetSurvey({ file: 'x.csv', sheet: 'Liste', kinds: kindsOf('v2') });
  for (const [at, cells] of rows.entries()) survey.add({ row: at + 1, cells });
  return survey.parts({}).map((part) => {
    const { kind, columns, missing = [], rows: own } = part.proposal();
    const fields = columns.flatMap(({ header, target, likely = 'ignore' }) =>
      (target ?? likely) === 'ignore' ? [] : [`${header}: ${target ?? likely}`],
    );
    const keys = missing.flatMap(({ field, key }) => (key ? [`${field} = ${key}`] : []));
    return { kind, rows: own && { [own.header]: own.texts }, fields: [...fields, ...keys] };
  });
}

describe('a list with rows of products and of their components', () => {
  const headers = [
    ...['Satzart', 'Artikelnr.', 'Kollektion', 'Materialnr.', 'Bezeichnung', 'Warengruppe', 'Materialart'],
    ...['Zusammensetzung', 'Gewicht (g)', 'Lieferantennr.', 'Hergestellt in'],
  ];
  const product = (type: string, key: string): Cells => [
    ...[type, key, 'AH26', null, 'Hemd', 'SHIRTS', null, null, 210, 'F-1', 'PT'],
  ];
  const part = (type: string, key: string, number: string): Cells => [
    ...[type, key, 'AH26', number, 'Knopf', 'BUTTONS', 'PLASTIC', '100% Polyester', 3, 'F-2', null],
  ];
  const rows = [
    ...[product('A', 'A-1'), part('M', 'A-1', 'M-1'), part('M', 'A-1', 'M-2')],
    ...[product('A', 'A-2'), part('M', 'A-2', 'M-3'), product('A', 'A-3'), part('M', 'A-3', 'M-4')],
  ];

  test('a list in which a column has the type of each row is two tables, each with the columns that its rows fill', () => {
    expect(partsOf(headers, ...rows)).toEqual([
      {
        kind: 'product',
        rows: { Satzart: ['A'] },
        fields: [
          ...['Artikelnr.: productRef', 'Kollektion: productCollectionRef', 'Bezeichnung: name'],
          ...['Warengruppe: category', 'Gewicht (g): weight', 'Lieferantennr.: supplierRef'],
          'Hergestellt in: manufacturingAssemblyCountry',
        ],
      },
      {
        kind: 'component',
        rows: { Satzart: ['M'] },
        fields: [
          ...['Artikelnr.: productRef', 'Kollektion: productCollectionRef', 'Materialnr.: componentRef'],
          ...['Warengruppe: category', 'Materialart: type', 'Zusammensetzung: composition'],
          ...['Gewicht (g): componentWeight', 'Lieferantennr.: supplierRef'],
        ],
      },
    ]);
  });

  test('a list with other rows, too, has them in no table, and rows of two types may be of one kind', () => {
    const more: readonly Cells[] = [
      ...[part('F', 'A-3', 'M-5'), part('F', 'A-3', 'M-6')],
      ['Z', null, null, null, 'Arbeitsgang', null],
    ];
    expect(partsOf(headers, ...rows, ...more).map((one) => one.rows)).toEqual([
      { Satzart: ['A'] },
      { Satzart: ['M', 'F'] },
    ]);
  });

  test('a list of products of several types is one table', () => {
    const types = [product('A', 'A-1'), product('B', 'A-2'), product('A', 'A-3'), product('B', 'A-4')];
    expect(partsOf(headers, ...types)).toEqual([]);
  });
});

describe('a bill of materials with levels', () => {
  const headers = [
    'Level',
    'Item',
    'Season',
    'Colour code',
    'Category',
    'Type',
    'Composition',
    'Weight (g)',
    'Supplier code',
  ];
  const style = (key: string): Cells => [0, key, 'SS27', 'NVY', 'SHIRTS', null, null, 210, 'V-1'];
  const item = (key: string): Cells => [
    ...[1, key, null, null, 'BUTTONS', 'PLASTIC', '100% Polyester', 3, 'V-2'],
  ];
  const rows = [style('S-1'), item('M-1'), item('M-2'), style('S-2'), item('M-3'), style('S-3'), item('M-4')];

  test('a bill of materials with both references in one column has components with the references of the row above', () => {
    const [products, components] = partsOf(headers, ...rows);
    expect(products).toMatchObject({ kind: 'product', rows: { Level: ['0'] } });
    expect(products!.fields).toContain('Item: productRef');
    expect(components).toMatchObject({ kind: 'component', rows: { Level: ['1'] } });
    expect(components!.fields).toEqual([
      ...['Item: componentRef', 'Category: category', 'Type: type', 'Composition: composition'],
      ...['Weight (g): componentWeight', 'Supplier code: supplierRef'],
      ...['productRef = {^Item}', 'productCollectionRef = {^Season}', 'productColorCode = {^Colour code}'],
    ]);
  });
});
