import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { SheetSurvey } from '../../src/map/propose.ts';
import { shareReferences } from '../../src/map/propose-together.ts';

type Cells = readonly (string | number | null)[];

/** Each part of a list: its kind, the texts of its rows, its fields, and what it takes from rows above. */
function partsOf(...rows: readonly Cells[]) {
  const survey = new SheetSurvey({ file: 'x.csv', sheet: 'Export', kinds: kindsOf('v2') });
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

  test('a column that the header names for products only is none of their components, though they have texts there', () => {
    const survey = new SheetSurvey({ file: 'x.csv', sheet: 'Export', kinds: kindsOf('v2') });
    const more = [headers, ...rows].map((cells, at) => [...cells, at === 0 ? 'Status' : 'Aktiv']);
    for (const [at, cells] of more.entries()) survey.add({ row: at + 1, cells });
    const [products, components] = survey.parts({}).map((part) => part.proposal().columns);
    expect(products).toContainEqual(expect.objectContaining({ header: 'Bezeichnung', target: 'name' }));
    for (const header of ['Bezeichnung', 'Status'])
      expect(components).toContainEqual(expect.objectContaining({ header, target: 'ignore' }));
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

/** The kinds of the rows of a list beside a sheet of products. */
function besideProducts(products: readonly Cells[], list: readonly Cells[]) {
  const surveys = [products, list].map((rows, at) => {
    const survey = new SheetSurvey({ file: 'x.xlsx', sheet: `Tab${at}`, kinds: kindsOf('v2') });
    for (const [row, cells] of rows.entries()) survey.add({ row: row + 1, cells });
    return survey;
  });
  shareReferences(surveys.map((survey) => ({ survey })));
  return surveys[1]!.parts({}).map((part) => {
    const { kind, missing = [], rows } = part.proposal();
    const keys = missing.flatMap(({ field, key }) => (key ? [`${field} = ${key}`] : []));
    return { kind, rows: rows && { [rows.header]: rows.texts }, keys };
  });
}

describe('rows of products above those of their components, which fill other columns', () => {
  const headers = [
    ...['Style no.', 'Style name', 'Category', 'Season', 'Colour code', 'Factory supplier code'],
    ...['Component ref', 'Component category', 'Composition', 'Supplier code', 'Consumption'],
  ];
  const blank: Cells = [null, null, null, null, null, null];
  const style = (key: string): Cells => [
    key,
    'Dress',
    'DRESSES',
    'SS27',
    'NVY',
    'V-1',
    null,
    null,
    null,
    null,
  ];
  const item = (key: string): Cells => [...blank, key, 'BUTTONS', '100% Polyester', 'V-2', 2];
  const rows = [style('S-1'), item('M-1'), item('M-2'), style('S-2'), item('M-3')];

  test('blank cells tell products and components apart', () => {
    const [products, components] = partsOf(headers, ...rows);
    expect(products).toMatchObject({ kind: 'product', rows: { 'Component ref': [''] } });
    expect(components).toMatchObject({ kind: 'component', rows: { 'Style no.': [''] } });
    expect(components!.fields).toEqual(
      expect.arrayContaining(['Component ref: componentRef', 'productRef = {^Style no.}']),
    );
  });

  test('what only products have is theirs, and does not split the rows', () => {
    const withStore = rows.map(
      (cells, at): Cells => [...cells.slice(0, 6), at % 3 === 0 ? 'W3L' : null, ...cells.slice(6)],
    );
    const [products] = partsOf(headers.toSpliced(6, 0, 'Warehouse'), ...withStore);
    expect(products).toMatchObject({ kind: 'product', rows: { 'Component ref': [''] } });
    expect(products!.fields).toContain('Warehouse: warehouseRef');
  });

  test('a row that fills the columns of both is no evidence', () => {
    expect(partsOf(headers, ...rows, [...style('S-3').slice(0, 6), ...item('M-4').slice(6)])).toEqual([]);
  });

  const PRODUCTS: readonly Cells[] = [
    ['Style no.', 'Style name', 'Category', 'Season', 'Composition', 'Weight (g)', 'Supplier code'],
    ...['S-101', 'S-102', 'S-103', 'S-104'].map(
      (key): Cells => [key, `Dress ${key}`, 'DRESSES', 'SS27', '100% Cotton', 210, 'V-1'],
    ),
  ];
  const TITLED = ['Style no.', 'Style name', 'Item code', 'Item category', 'Composition', 'Supplier code'];
  const title = (key: string, name: string | number = `Dress ${key}`): Cells => [key, name];
  const material = (key: string): Cells => [null, null, key, 'BUTTONS', '100% Polyester', 'V-2'];

  test('a row with the reference of a product of another sheet is the title of its components', () => {
    const list = [title('S-101'), material('M-1'), material('M-2'), title('S-103'), material('M-3')];
    expect(besideProducts(PRODUCTS, [TITLED, ...list])).toEqual([
      { kind: 'component', rows: { 'Style no.': [''] }, keys: ['productRef = {^Style no.}'] },
    ]);
  });

  test('a row that says more of the product than the other sheet is no title', () => {
    const named = TITLED.map((header) => (header === 'Style name' ? 'Quantity produced per year' : header));
    const list = [
      title('S-101', 900),
      material('M-1'),
      material('M-2'),
      title('S-103', 800),
      material('M-3'),
    ];
    expect(besideProducts(PRODUCTS, [named, ...list])).toEqual([]);
  });

  test('a row with a reference that no sheet has is no title', () => {
    const list = [title('S-901'), material('M-1'), material('M-2'), title('S-903'), material('M-3')];
    expect(besideProducts(PRODUCTS, [TITLED, ...list])).toEqual([]);
  });
});

describe('a list whose words are not known', () => {
  const headers = [
    'Lvl',
    'Xq.',
    'Materialnr.',
    'Art',
    'Sorte',
    'Materialart',
    'Zusammensetzung',
    'Kollektion',
    'Lieferantennr.',
  ];
  const product = (key: string, kind: string): Cells => [
    '0',
    key,
    null,
    kind,
    null,
    null,
    null,
    'AH26',
    'F-1',
  ];
  const part = (key: string, number: string): Cells => [
    ...['1', key, number, null, 'BUTTONS', 'PLASTIC', '100% Polyester', 'AH26', 'F-2'],
  ];
  const rows = [
    ...[product('A-1', 'SHIRTS'), part('A-1', 'M-1'), part('A-1', 'M-2')],
    ...[product('A-2', 'SKIRTS'), part('A-2', 'M-3'), product('A-3', 'SHIRTS'), part('A-3', 'M-4')],
  ];

  test('the codes of products are those that the rows below repeat', () => {
    const parts = partsOf(headers, ...rows);
    expect(parts.map(({ kind, rows: own }) => [kind, own])).toEqual([
      ['product', { Lvl: ['0'] }],
      ['component', { Lvl: ['1'] }],
    ]);
    expect(parts[0]!.fields).toContain('Xq.: productRef');
    expect(parts[1]!.fields).toContain('Xq.: productRef');
  });

  test('one required field may be in a column of words that are unknown', () => {
    const named = ['Lvl', 'Artikelnr.', ...headers.slice(2)];
    const unknown = rows.map((row) =>
      row.map((cell) => ({ SHIRTS: 'Obersa', SKIRTS: 'Untersa' })[`${cell}`] ?? cell),
    );
    const parts = partsOf(named, ...unknown);
    expect(parts.map(({ kind }) => kind)).toEqual(['product', 'component']);
  });

  test('rows that differ in their class, and in what parts of such a class have, are of one kind', () => {
    const list = [
      'Artikelnr.',
      'Materialnr.',
      'Klasse',
      'Lieferantennr.',
      'Faser 1',
      '% 1',
      'Land des Strickens',
      'Land des Webens',
    ];
    const knitted = (key: string, number: string): Cells => [
      key,
      number,
      'Obersa',
      'F-1',
      'Polyester',
      100,
      'PT',
      null,
    ];
    const woven = (key: string, number: string): Cells => [
      key,
      number,
      'Untersa',
      'F-2',
      'Polyester',
      100,
      null,
      'IT',
    ];
    const rows = ['A-1', 'A-2', 'A-3'].flatMap((key, at) => [
      knitted(key, `M-${at}1`),
      woven(key, `M-${at}2`),
    ]);
    expect(partsOf(list, ...rows)).toEqual([]);
  });
});
