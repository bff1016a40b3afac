import { describe, expect, test } from 'vitest';
import type { Body } from '../../src/contract/kind.ts';
import type { GridCell } from './grid.ts';
import { readLayout } from './read-layout.ts';

type Rows = readonly (readonly GridCell[])[];

const read = (rows: Rows, map?: string) => readLayout({ name: 'Feuil1', rows }, map, { batch: 'B-1' });

/** The codes of the errors, and the records that would be sent with --skip-invalid: `code code: KEY quantity, KEY`. */
async function found(rows: Rows, map?: string): Promise<string> {
  const { errors, bodies, isBlocked } = await read(rows, map);
  const short = ({ supplierRef, productRef, componentRef, producedQuantity }: Body) =>
    [componentRef ?? productRef ?? supplierRef, producedQuantity]
      .filter((one) => one !== undefined)
      .join(' ');
  const codes = isBlocked ? [...new Set(errors.map(({ code }) => code))].join(' ') : 'sent';
  return [codes, ...(bodies.length > 0 ? [bodies.map(short).join(', ')] : [])].join(': ');
}

/** Sheets that differ in one value, by the names of the values. */
const cases = <T>(
  values: Readonly<Record<string, T>>,
  sheet: (value: T) => readonly [Rows, map?: string],
  where = '',
): Record<string, readonly [Rows, map?: string]> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${name} ${where}`.trim(), sheet(value)]),
  );
const named = (...texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, text]));

const mapOf = (kind: string, ...lines: readonly string[]) =>
  `version: 1\nsheets:\n  - sheet: "*"\n    kind: ${kind}\n${lines.map((line) => `    ${line}\n`).join('')}`;

const SUPPLIERS = ['supplierRef', 'name', 'category', 'Pays'];
const supplier = (ref: string, name = 'Filature', country = 'FR') => [
  ref,
  name,
  'OTHER - Warehouse',
  country,
];
const PRODUCTS = [
  ...['productRef', 'name', 'category', 'productCollectionRef', 'supplierRef'],
  ...['producedQuantity', 'weight'],
];
const product = (ref: string, quantity: GridCell, weight: GridCell = 350) => [
  ...[ref, 'Robe', 'DRESSES', 'SS27', 'FRN-1', quantity, weight],
];
const COMPONENTS = [
  ...['componentRef', 'type', 'category', 'supplierRef', 'material', 'percentage', 'componentWeight'],
];
const component = (ref: string) => [ref, 'TEXTILE', 'LININGS', 'FRN-1', 'COTTON', 100, 120];
const ENDS = ['productRef', 'productCollectionRef'];

/** A sheet whose required values are constants of the map file. */
const CONSTANTS = ['Modèle', 'Désignation', 'Qté'];
const WITH_CONSTANTS = mapOf(
  'product',
  'columns: { Modèle: productRef, Désignation: name, Qté: producedQuantity }',
  'constants: { category: DRESSES, productCollectionRef: SS27, supplierRef: "0001" }',
);
const short = (...rows: Rows): Rows => [CONSTANTS, ['0010', 'Robe A', 10], ...rows];
const PIVOT = ['productRef', 'category', 'productCollectionRef', 'supplierRef', 'producedQuantity'];
const pivot = (label: string): Rows => [
  PIVOT,
  ['0010', 'DRESSES', 'SS27', '0001', 10],
  [label, 'DRESSES', 'SS27', '0001', 10],
];

const beside = (left: Rows, right: Rows): Rows =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [
    ...(left[at] ?? left[0]!.map(() => null)),
    ...[null],
    ...(right[at] ?? right[0]!.map(() => null)),
  ]);

const SIZES = mapOf(
  'product',
  'groupBy: [productRef]',
  'addUp: [producedQuantity]',
  'columns: { Taille: ignore }',
);
const sized = (...rows: Rows): Rows => [['Taille', ...PRODUCTS], ...rows];
const size = (name: string, ref: string, quantity: number) => [name, ...product(ref, quantity)];
/** A row for another size, without the values of its product. */
const more = (name: GridCell, quantity: GridCell) => [name, null, null, null, null, null, quantity];

/** Sheets with a row that may or may not be a record: nothing is sent. */
const UNCLEAR: Readonly<Record<string, readonly [Rows, map?: string]>> = {
  'equal quantities of sizes that are not read, and no groupBy': [
    sized(size('S', 'R-1', 100), size('M', 'R-1', 100)),
    mapOf('product', 'columns: { Taille: ignore }'),
  ],
  'a sum without a label below values that are filled down': [
    [PRODUCTS, product('R-1', 10), ['', '', '', '', '', 30, null]],
    mapOf('product', `fillDown: [${PRODUCTS.slice(0, 5).join(', ')}]`),
  ],
  'a row to fill down below a blank row': [
    [PRODUCTS, product('R-1', 10), [], ['R-2', 'Robe', 'DRESSES', 'SS27', null, 5, 350]],
    mapOf('product', 'fillDown: [supplierRef]'),
  ],
  'another model without its own collection': [
    [
      [...COMPONENTS, ...ENDS],
      [...component('C-1'), 'R-1', 'SS27'],
      [...component('C-2'), null, null],
      [...component('C-3'), 'R-2', null],
    ],
    mapOf('component', 'fillDown: [productRef, productCollectionRef]'),
  ],
  'a sum without a word below sizes': [sized(size('S', 'R-1', 10), more('M', 20), more(null, 30)), SIZES],
  'a total among the sizes, with the values of the product': [
    sized(size('S', 'R-1', 10), size('M', 'R-1', 20), size('Total', 'R-1', 30)),
    SIZES,
  ],
  'a size that a second row repeats': [
    sized(size('36', 'R-1', 10), size('38', 'R-1', 20), size('38', 'R-1', 20)),
    SIZES,
  ],
  'a size below a subtotal, without a reference': [
    sized(size('S', 'R-1', 10), more('Total', 10), more('M', 20)),
    SIZES,
  ],
  'a heading with digits above the first record that only constants complete': [
    [CONSTANTS, ['SS27'], ['0010', 'Robe A', 10]],
    WITH_CONSTANTS,
  ],
  'a heading above the first record that only constants complete': [
    [CONSTANTS, ['FEMME'], ['0010', 'Robe A', 10], ['HOMME'], ['0011', 'Robe B', 20]],
    WITH_CONSTANTS,
  ],
  'a signature below the table, and the number of the page': [
    short([], ['Préparé par', 'M. Dupont', ''], ['Validé le', '12/03/2026', ''], ['Page', 1, '']),
    WITH_CONSTANTS,
  ],
  'a footer between the rows of a record, which would go on below it': [
    sized(size('S', 'R-1', 10), [], [null, 'Préparé par', 'M. Dupont'], more('M', 20)),
    SIZES,
  ],
  'a heading in a sheet whose other required columns are filled down': [
    [
      ['productRef', 'name', 'category', 'productCollectionRef', 'supplierRef', 'producedQuantity'],
      ['0010', 'Robe A', 'DRESSES', 'SS27', '0001', 10],
      ['FEMME'],
      ['0011', 'Robe B', null, null, null, 20],
    ],
    mapOf('product', 'fillDown: [category, productCollectionRef, supplierRef]'),
  ],
  'a note in the column of the key': [pivot('NB: à confirmer')],
  ...cases(
    {
      'a row with types and a unit': ['text', 'text', 'text', 'text', 'text', 'number', 'kg'],
      'a row with multiples and units': [null, null, null, null, null, '(milliers)', '(kg)'],
      'a row with a unit and a word': [null, null, null, null, null, 'K', 'en kg'],
      'a row with a unit for each piece': [null, null, null, null, null, null, 'kg/pc'],
    },
    (row) => [[PRODUCTS, row, product('R-1', 10, 12)]],
  ),
  ...cases(
    {
      'a unit above its header': [null, null, null, null, null, null, 'kg'],
      'a unit in brackets above its header': ['Article', null, null, null, null, 'Données (kg)', null],
    },
    (row) => [[row, PRODUCTS, product('R-1', 10, 12)]],
  ),
  ...cases(
    {
      'a sum without a size, with the values of the product': '',
      'a sum of all sizes': 'Toutes tailles',
    },
    (label) => [sized(size('36', 'R-1', 10), size('38', 'R-1', 20), size(label, 'R-1', 30)), SIZES],
  ),
  ...cases(
    {
      ...named('FEMME', 'Fin', 'SS27', 'Collection SS27', '30', '1/1', '12/03/2026', 'Total SS27'),
      ...named('Ligne Femme printemps été'),
    },
    (text) => [short([text, null, null], ['0011', 'Robe B', 20]), WITH_CONSTANTS],
    'in a row that only constants complete',
  ),
  ...cases(
    { 'a count and a sum': ['2', null, 30], 'the footer of an export': ['www.erp.com', 'v2.1', null] },
    (row) => [short(row), WITH_CONSTANTS],
    'in a row that only constants complete',
  ),
  ...cases(
    named('0010 Total', 'TOTAL SS27'),
    (label) => [pivot(label)],
    'in a pivot table that repeats its labels',
  ),
};

/** The records that are sent. */
const SENT: Readonly<Record<string, readonly [records: string, Rows, map?: string]>> = {
  'the same row twice, with a size that is not read': [
    'R-1 100',
    sized(size('S', 'R-1', 100), size('S', 'R-1', 100)),
    mapOf('product', 'columns: { Taille: ignore }'),
  ],
  'a total that repeats the labels of a pivot table': ['0010 10', pivot('Total')],
  'a color code without letters below values that are filled down': [
    'R-1 10, R-1 20',
    [
      [...PRODUCTS, 'productColorCode'],
      [...product('R-1', 10), '001'],
      [...Array(5).fill(null), 20, null, '002'],
    ],
    mapOf('product', `fillDown: [${PRODUCTS.slice(0, 5).join(', ')}]`),
  ],
  'a title and an older header row above the header row that the map file names': [
    'R-1 10',
    [['Export 2026', null, 'SS27'], PRODUCTS, PRODUCTS, product('R-1', 10)],
    mapOf('product', 'headerRow: 3'),
  ],
  'units above headers that have them, and a title': [
    'R-1 10',
    [
      ['Article (kg)', null, null, null, null, null, 'kg'],
      [...PRODUCTS.slice(0, 6), 'weight (kg)'],
      product('R-1', 10, 0.35),
    ],
  ],
  'a row with units that the headers have, and one with the numbers of the columns': [
    'R-1 10',
    [
      [...PRODUCTS.slice(0, 5), 'producedQuantity (pieces)', 'weight (kg)'],
      [1, 2, 3, 4, 5, 6, 7],
      [null, null, null, null, null, 'pcs', '(kg)'],
      product('R-1', 10, 0.35),
    ],
  ],
  'columns behind a blank one, in a map file': [
    'C-1',
    beside([COMPONENTS, component('C-1')], [ENDS, ['R-1', 'SS27']]),
    mapOf('component'),
  ],
  'subtotals between records': [
    'R-1 10, R-2 20',
    [
      PRODUCTS,
      product('R-1', 10),
      ['Sous-total', null, null, null, null, 10],
      product('R-2', 20),
      ['Total général', null, null, null, null, 30],
    ],
  ],
  'sizes that are added up': [
    'R-1 30, R-2 5',
    sized(size('S', 'R-1', 10), more('M', 20), size('S', 'R-2', 5)),
    SIZES,
  ],
  'a subtotal below sizes': [
    'R-1 30, R-2 5',
    sized(size('S', 'R-1', 10), more('M', 20), more('Total', 30), size('S', 'R-2', 5)),
    SIZES,
  ],
  'sizes that are no sums': [
    'R-1 50',
    sized(size('36', 'R-1', 10), size('', 'R-1', 10), size('All sizes', 'R-1', 5), size('38', 'R-1', 25)),
    SIZES,
  ],
  'units below the header row': [
    'R-1 10',
    [PRODUCTS, [null, null, null, null, null, 'pcs', 'g'], product('R-1', 10)],
  ],
  'numbers of the columns below the header row': [
    'R-1 10',
    [PRODUCTS, [1, 2, 3, 4, 5, 6, 7], product('R-1', 10)],
  ],
  'totals that only constants complete': [
    '0010 10, 0011 20',
    short(['Sous-total', null, 10], ['0011', 'Robe B', 20], ['Total', null, 30], ['TOTAL GENERAL', null, 30]),
    WITH_CONSTANTS,
  ],
  'numbers of three columns and remarks on them': [
    '0010 10',
    [CONSTANTS, [1, 2, 3], ['obligatoire', 'facultatif', null], ['0010', 'Robe A', 10]],
    WITH_CONSTANTS,
  ],
  'totals below sizes that only constants complete': [
    '0010 30',
    [
      ['Taille', ...CONSTANTS],
      ['S', '0010', 'Robe A', 10],
      ['M', '0010', null, 20],
      ...['S/T', 'TOT.', 'Σ', 'Summe', 'Gesamt', 'Somma', 'Sous-total'].map((word) => [null, word, null, 30]),
    ],
    WITH_CONSTANTS.replace('{ Modèle', '{ Taille: ignore, Modèle') +
      '    groupBy: [productRef]\n    addUp: [producedQuantity]\n',
  ],
  'a total in a sheet whose references a template builds': [
    'M-0010 10, M-0011 20',
    short(['0011', 'Robe B', 20], ['Total', null, 30]),
    `${WITH_CONSTANTS.replace('Modèle: productRef, ', '')}    keys: { productRef: "M-{Modèle}" }\n`,
  ],
  'suppliers with names of totals and notes': [
    '0002, TOTAL, NOTE, Total Energies 2',
    [
      SUPPLIERS,
      supplier('0002', 'Total'),
      supplier('TOTAL', 'Total Energies SA'),
      supplier('NOTE', 'Note & Co'),
      supplier('Total Energies 2', 'Total Energies SA'),
    ],
  ],
};

/** The codes of the errors, and the records that --skip-invalid would send. */
const REFUSED: Readonly<Record<string, readonly [found: string, Rows, map?: string]>> = {
  'tables side by side, of different lengths': [
    'second-table required',
    beside([COMPONENTS, ...['C-1', 'C-2', 'C-3'].map(component)], [ENDS, ['R-1', 'SS27'], ['R-2', 'SS27']]),
  ],
  'a quantity that would be filled down': [
    'map-layout',
    [PRODUCTS, product('R-1', 10), product('R-2', null)],
    mapOf('product', 'fillDown: [producedQuantity]'),
  ],
  'a record above the header row that the map file names': [
    'rows-above-header',
    [product('R-0', 5), PRODUCTS, product('R-1', 10)],
    mapOf('product', 'headerRow: 2'),
  ],
  'a row with the units of the columns, which would be lost': [
    'row-unclear out-of-range',
    [PRODUCTS, [null, null, null, null, null, 'pcs', '(kg)'], product('R-1', 10, 0.35)],
  ],
  'tables side by side, of equal lengths': [
    'second-table',
    beside([COMPONENTS, component('C-1')], [ENDS, ['R-1', 'SS27']]),
  ],
  'three tables of a tech pack side by side': [
    'header-duplicate second-table header-unknown',
    beside(
      beside(
        [
          [...COMPONENTS, ...ENDS],
          [...component('C-1'), 'R-1', 'SS27'],
        ],
        [PRODUCTS, product('R-1', 10)],
      ),
      [SUPPLIERS, supplier('FRN-1')],
    ),
  ],
  'a sum without a word': [
    'required: R-1 10, R-2 20',
    [PRODUCTS, product('R-1', 10), product('R-2', 20), [null, null, null, null, null, 30]],
  ],
  'a footer below a blank row that would continue the last record': [
    'row-unclear row-conflict',
    sized(size('S', 'R-1', 10), [], ['Visa', null, 'Marie']),
    SIZES,
  ],
  'titles of sections in the column of the key': [
    'required: FRN-1, FRN-2',
    [SUPPLIERS, ['HOMME'], supplier('FRN-1'), ['FEMME'], supplier('FRN-2')],
  ],
  'a title of a section in a column that is filled down': [
    'row-unclear required',
    [
      ['Collection', ...PRODUCTS.filter((header) => header !== 'productCollectionRef')],
      ['SS27', ...product('R-1', 10).filter((cell) => cell !== 'SS27')],
      ['FEMME'],
      [null, ...product('R-2', 10).filter((cell) => cell !== 'SS27')],
    ],
    mapOf('product', 'columns: { Collection: productCollectionRef }', 'fillDown: [Collection]'),
  ],
  'records above the header row': ['rows-above-header', [supplier('FRN-0'), SUPPLIERS, supplier('FRN-1')]],
  'a small table above the records': [
    'rows-above-header',
    [
      ['supplierRef', 'name'],
      ['FRN-1', 'Filature'],
      [],
      [...COMPONENTS, ...ENDS],
      [...component('C-1'), 'R-1', 'SS27'],
    ],
  ],
  'a transposed sheet': [
    'sheet-transposed',
    SUPPLIERS.map((header, at) => [header, supplier('FRN-1')[at]!, supplier('FRN-2')[at]!]),
  ],
  'a second table below a blank row, in French': [
    'second-table',
    [
      SUPPLIERS,
      supplier('FRN-1'),
      [],
      ['Référence produit', 'Désignation', 'Collection'],
      ['R-1', 'Robe', 'SS27'],
    ],
  ],
  'a second table without a blank row, with the columns in another order': [
    'second-table',
    [
      SUPPLIERS,
      supplier('FRN-1'),
      ['name', 'Pays', 'supplierRef', 'category'],
      ['Tissage', 'FR', 'FRN-2', 'OTHER - Warehouse'],
    ],
  ],
  'a second table with headers that only the map file knows': [
    'second-table',
    [
      ['Frn', 'Bez', 'Art', 'Pays'],
      supplier('FRN-1'),
      ['Bez', 'Frn', 'Pays', 'Art'],
      ['Tissage', 'FRN-2', 'FR', 'OTHER - Warehouse'],
    ],
    mapOf('supplier', 'columns: { Frn: supplierRef, Bez: name, Art: category }'),
  ],
  'a second table with headers that nobody knows, and its columns in another order': [
    'second-table',
    [SUPPLIERS, supplier('FRN-1'), ['Naam', 'Leverancier', 'Soort', 'Land'], supplier('Weverij', 'FRN-2')],
  ],
  'a reference without digits, and two words that are wrong': [
    'country-unknown not-in-list: FILATURE',
    [SUPPLIERS, supplier('FILATURE'), ['TISSAGE', 'Tissage', 'OTHER - Warhouse', 'Frnace']],
  ],
  'a certificate that a second row repeats in part': [
    'row-conflict',
    [
      [...SUPPLIERS, 'certifications.type', 'certifications.date_start'],
      [...supplier('FRN-1'), 'GOTS', '2026-01-01'],
      ['FRN-1', null, null, null, 'GOTS', null],
    ],
    mapOf('supplier', 'groupBy: [supplierRef]'),
  ],
};

describe('a sheet as people write it', () => {
  test.each(Object.entries(UNCLEAR))(
    'a sheet as people write it is reported as unclear: %s',
    async (_, [rows, map]) => {
      expect(await found(rows, map)).toBe('row-unclear');
    },
  );

  test.each(Object.entries(SENT))(
    'a sheet as people write it is sent: %s',
    async (_, [records, rows, map]) => {
      expect(await found(rows, map)).toBe(`sent: ${records}`);
    },
  );

  test.each(Object.entries(REFUSED))(
    'a sheet as people write it is refused: %s',
    async (_, [expected, rows, map]) => {
      expect(await found(rows, map)).toBe(expected);
    },
  );
});

test('a hidden sheet is read only if the map file names it', async () => {
  const hidden = { name: 'Feuil1', rows: short(), isHidden: true } as const;
  const { errors, bodies } = await readLayout(hidden, WITH_CONSTANTS);
  expect([errors.map(({ code }) => code), bodies]).toEqual([['sheet-hidden-rows'], []]);
  const named = await readLayout(hidden, WITH_CONSTANTS.replace('"*"', 'Feuil1'), { batch: 'B-1' });
  expect([named.errors, named.bodies.length]).toEqual([[], 1]);
});
