import { describe, expect, test } from 'vitest';
import type { Body } from '../../src/contract/kind.ts';
import type { GridCell } from './grid.ts';
import { readLayout } from './read-layout.ts';

type Rows = readonly (readonly GridCell[])[];

const read = (rows: Rows, map?: string) => readLayout({ name: 'Feuil1', rows }, map, { batch: 'B-1' });

/** The codes of the errors, and the records that would be sent with --skip-invalid, by their first key and quantity. */
async function found(rows: Rows, map?: string) {
  const { errors, bodies, isBlocked } = await read(rows, map);
  const short = ({ supplierRef, productRef, componentRef, producedQuantity }: Body) =>
    [componentRef ?? productRef ?? supplierRef, producedQuantity]
      .filter((one) => one !== undefined)
      .join(' ');
  return [isBlocked ? [...new Set(errors.map(({ code }) => code))] : 'sent', bodies.map(short)];
}

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

describe('sheets of people', () => {
  test.each<[string, Rows, string | undefined, readonly [string | readonly string[], readonly string[]]]>([
    [
      'tables side by side, of different lengths',
      beside([COMPONENTS, ...['C-1', 'C-2', 'C-3'].map(component)], [ENDS, ['R-1', 'SS27'], ['R-2', 'SS27']]),
      undefined,
      [['second-table', 'required'], []],
    ],
    [
      'equal quantities of sizes that are not read, and no groupBy',
      sized(size('S', 'R-1', 100), size('M', 'R-1', 100)),
      mapOf('product', 'columns: { Taille: ignore }'),
      [['row-unclear'], []],
    ],
    [
      'the same row twice, with a size that is not read',
      sized(size('S', 'R-1', 100), size('S', 'R-1', 100)),
      mapOf('product', 'columns: { Taille: ignore }'),
      ['sent', ['R-1 100']],
    ],
    [
      'a sum without a label below values that are filled down',
      [PRODUCTS, product('R-1', 10), ['', '', '', '', '', 30, null]],
      mapOf('product', `fillDown: [${PRODUCTS.slice(0, 5).join(', ')}]`),
      [['row-unclear'], []],
    ],
    [
      'a row to fill down below a blank row',
      [PRODUCTS, product('R-1', 10), [], ['R-2', 'Robe', 'DRESSES', 'SS27', null, 5, 350]],
      mapOf('product', 'fillDown: [supplierRef]'),
      [['row-unclear'], []],
    ],
    [
      'a color code without letters below values that are filled down',
      [
        [...PRODUCTS, 'productColorCode'],
        [...product('R-1', 10), '001'],
        [...Array(5).fill(null), 20, null, '002'],
      ],
      mapOf('product', `fillDown: [${PRODUCTS.slice(0, 5).join(', ')}]`),
      ['sent', ['R-1 10', 'R-1 20']],
    ],
    [
      'a quantity that would be filled down',
      [PRODUCTS, product('R-1', 10), product('R-2', null)],
      mapOf('product', 'fillDown: [producedQuantity]'),
      [['map-layout'], []],
    ],
    [
      'another model without its own collection',
      [
        [...COMPONENTS, ...ENDS],
        [...component('C-1'), 'R-1', 'SS27'],
        [...component('C-2'), null, null],
        [...component('C-3'), 'R-2', null],
      ],
      mapOf('component', 'fillDown: [productRef, productCollectionRef]'),
      [['row-unclear'], []],
    ],
    [
      'a record above the header row that the map file names',
      [product('R-0', 5), PRODUCTS, product('R-1', 10)],
      mapOf('product', 'headerRow: 2'),
      [['rows-above-header'], []],
    ],
    [
      'a title and an older header row above the header row that the map file names',
      [['Export 2026', null, 'SS27'], PRODUCTS, PRODUCTS, product('R-1', 10)],
      mapOf('product', 'headerRow: 3'),
      ['sent', ['R-1 10']],
    ],
    [
      'a row with the units of the columns, which would be lost',
      [PRODUCTS, [null, null, null, null, null, 'pcs', '(kg)'], product('R-1', 10, 0.35)],
      undefined,
      [['row-unclear', 'out-of-range'], []],
    ],
    ...(
      [
        ['a row with types and a unit', ['text', 'text', 'text', 'text', 'text', 'number', 'kg']],
        ['a row with multiples and units', [null, null, null, null, null, '(milliers)', '(kg)']],
        ['a row with a unit and a word', [null, null, null, null, null, 'K', 'en kg']],
        ['a row with a unit for each piece', [null, null, null, null, null, null, 'kg/pc']],
      ] as const
    ).map(([name, row]): [string, Rows, undefined, [string[], string[]]] => [
      name,
      [PRODUCTS, row, product('R-1', 10, 12)],
      undefined,
      [['row-unclear'], []],
    ]),
    ...(
      [
        ['a unit above its header', [null, null, null, null, null, null, 'kg']],
        ['a unit in brackets above its header', ['Article', null, null, null, null, 'Données (kg)', null]],
      ] as const
    ).map(([name, row]): [string, Rows, undefined, [string[], string[]]] => [
      name,
      [row, PRODUCTS, product('R-1', 10, 12)],
      undefined,
      [['row-unclear'], []],
    ]),
    [
      'units above headers that have them, and a title',
      [
        ['Article (kg)', null, null, null, null, null, 'kg'],
        [...PRODUCTS.slice(0, 6), 'weight (kg)'],
        product('R-1', 10, 0.35),
      ],
      undefined,
      ['sent', ['R-1 10']],
    ],
    [
      'a row with units that the headers have, and one with the numbers of the columns',
      [
        [...PRODUCTS.slice(0, 5), 'producedQuantity (pieces)', 'weight (kg)'],
        [1, 2, 3, 4, 5, 6, 7],
        [null, null, null, null, null, 'pcs', '(kg)'],
        product('R-1', 10, 0.35),
      ],
      undefined,
      ['sent', ['R-1 10']],
    ],
    [
      'tables side by side, of equal lengths',
      beside([COMPONENTS, component('C-1')], [ENDS, ['R-1', 'SS27']]),
      undefined,
      [['second-table'], []],
    ],
    [
      'columns behind a blank one, in a map file',
      beside([COMPONENTS, component('C-1')], [ENDS, ['R-1', 'SS27']]),
      mapOf('component'),
      ['sent', ['C-1']],
    ],
    [
      'three tables of a tech pack side by side',
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
      undefined,
      [['header-duplicate', 'second-table', 'header-unknown'], []],
    ],
    [
      'subtotals between records',
      [
        PRODUCTS,
        product('R-1', 10),
        ['Sous-total', null, null, null, null, 10],
        product('R-2', 20),
        ['Total général', null, null, null, null, 30],
      ],
      undefined,
      ['sent', ['R-1 10', 'R-2 20']],
    ],
    [
      'a sum without a word',
      [PRODUCTS, product('R-1', 10), product('R-2', 20), [null, null, null, null, null, 30]],
      undefined,
      [['required'], ['R-1 10', 'R-2 20']],
    ],
    [
      'sizes that are added up',
      sized(size('S', 'R-1', 10), more('M', 20), size('S', 'R-2', 5)),
      SIZES,
      ['sent', ['R-1 30', 'R-2 5']],
    ],
    [
      'a sum without a word below sizes',
      sized(size('S', 'R-1', 10), more('M', 20), more(null, 30)),
      SIZES,
      [['row-unclear'], []],
    ],
    [
      'a subtotal below sizes',
      sized(size('S', 'R-1', 10), more('M', 20), more('Total', 30), size('S', 'R-2', 5)),
      SIZES,
      ['sent', ['R-1 30', 'R-2 5']],
    ],
    [
      'a total among the sizes, with the values of the product',
      sized(size('S', 'R-1', 10), size('M', 'R-1', 20), size('Total', 'R-1', 30)),
      SIZES,
      [['row-unclear'], []],
    ],
    ...(
      [
        ['a sum without a size, with the values of the product', ''],
        ['a sum of all sizes', 'Toutes tailles'],
      ] as const
    ).map(([name, label]): [string, Rows, string, [string[], string[]]] => [
      name,
      sized(size('36', 'R-1', 10), size('38', 'R-1', 20), size(label, 'R-1', 30)),
      SIZES,
      [['row-unclear'], []],
    ]),
    [
      'sizes that are no sums',
      sized(size('36', 'R-1', 10), size('', 'R-1', 10), size('All sizes', 'R-1', 5), size('38', 'R-1', 25)),
      SIZES,
      ['sent', ['R-1 50']],
    ],
    [
      'a size that a second row repeats',
      sized(size('36', 'R-1', 10), size('38', 'R-1', 20), size('38', 'R-1', 20)),
      SIZES,
      [['row-unclear'], []],
    ],
    [
      'a size below a subtotal, without a reference',
      sized(size('S', 'R-1', 10), more('Total', 10), more('M', 20)),
      SIZES,
      [['row-unclear'], []],
    ],
    [
      'a footer below a blank row that would continue the last record',
      sized(size('S', 'R-1', 10), [], ['Visa', null, 'Marie']),
      SIZES,
      [['row-unclear', 'row-conflict'], []],
    ],
    [
      'titles of sections in the column of the key',
      [SUPPLIERS, ['HOMME'], supplier('FRN-1'), ['FEMME'], supplier('FRN-2')],
      undefined,
      [['required'], ['FRN-1', 'FRN-2']],
    ],
    [
      'a title of a section in a column that is filled down',
      [
        ['Collection', ...PRODUCTS.filter((header) => header !== 'productCollectionRef')],
        ['SS27', ...product('R-1', 10).filter((cell) => cell !== 'SS27')],
        ['FEMME'],
        [null, ...product('R-2', 10).filter((cell) => cell !== 'SS27')],
      ],
      mapOf('product', 'columns: { Collection: productCollectionRef }', 'fillDown: [Collection]'),
      [['row-unclear', 'required'], []],
    ],
    [
      'units below the header row',
      [PRODUCTS, [null, null, null, null, null, 'pcs', 'g'], product('R-1', 10)],
      undefined,
      ['sent', ['R-1 10']],
    ],
    [
      'numbers of the columns below the header row',
      [PRODUCTS, [1, 2, 3, 4, 5, 6, 7], product('R-1', 10)],
      undefined,
      ['sent', ['R-1 10']],
    ],
    [
      'records above the header row',
      [supplier('FRN-0'), SUPPLIERS, supplier('FRN-1')],
      undefined,
      [['rows-above-header'], []],
    ],
    [
      'a small table above the records',
      [
        ['supplierRef', 'name'],
        ['FRN-1', 'Filature'],
        [],
        [...COMPONENTS, ...ENDS],
        [...component('C-1'), 'R-1', 'SS27'],
      ],
      undefined,
      [['rows-above-header'], []],
    ],
    [
      'a transposed sheet',
      SUPPLIERS.map((header, at) => [header, supplier('FRN-1')[at]!, supplier('FRN-2')[at]!]),
      undefined,
      [['sheet-transposed'], []],
    ],
    [
      'a second table below a blank row, in French',
      [
        SUPPLIERS,
        supplier('FRN-1'),
        [],
        ['Référence produit', 'Désignation', 'Collection'],
        ['R-1', 'Robe', 'SS27'],
      ],
      undefined,
      [['second-table'], []],
    ],
    [
      'a second table without a blank row, with the columns in another order',
      [
        SUPPLIERS,
        supplier('FRN-1'),
        ['name', 'Pays', 'supplierRef', 'category'],
        ['Tissage', 'FR', 'FRN-2', 'OTHER - Warehouse'],
      ],
      undefined,
      [['second-table'], []],
    ],
    [
      'the same with headers that only the map file knows',
      [
        ['Frn', 'Bez', 'Art', 'Pays'],
        supplier('FRN-1'),
        ['Bez', 'Frn', 'Pays', 'Art'],
        ['Tissage', 'FRN-2', 'FR', 'OTHER - Warehouse'],
      ],
      mapOf('supplier', 'columns: { Frn: supplierRef, Bez: name, Art: category }'),
      [['second-table'], []],
    ],
    [
      'a second table with headers that nobody knows, and its columns in another order',
      [SUPPLIERS, supplier('FRN-1'), ['Naam', 'Leverancier', 'Soort', 'Land'], supplier('Weverij', 'FRN-2')],
      undefined,
      [['second-table'], []],
    ],
    [
      'a reference without digits, and two words that are wrong',
      [SUPPLIERS, supplier('FILATURE'), ['TISSAGE', 'Tissage', 'OTHER - Warhouse', 'Frnace']],
      undefined,
      [['country-unknown', 'not-in-list'], ['FILATURE']],
    ],
    [
      'totals that only constants complete',
      short(
        ['Sous-total', null, 10],
        ['0011', 'Robe B', 20],
        ['Total', null, 30],
        ['TOTAL GENERAL', null, 30],
      ),
      WITH_CONSTANTS,
      ['sent', ['0010 10', '0011 20']],
    ],
    ...[
      'FEMME',
      'Fin',
      'SS27',
      'Collection SS27',
      '30',
      '1/1',
      '12/03/2026',
      'Total SS27',
      'Ligne Femme printemps été',
    ].map((text): [string, Rows, string, [string[], string[]]] => [
      `${text} in a row that only constants complete`,
      short([text, null, null], ['0011', 'Robe B', 20]),
      WITH_CONSTANTS,
      [['row-unclear'], []],
    ]),
    ...(
      [
        ['a count and a sum', ['2', null, 30]],
        ['the footer of an export', ['www.erp.com', 'v2.1', null]],
      ] as const
    ).map(([name, row]): [string, Rows, string, [string[], string[]]] => [
      `${name} in a row that only constants complete`,
      short(row),
      WITH_CONSTANTS,
      [['row-unclear'], []],
    ]),
    [
      'a heading with digits above the first record that only constants complete',
      [CONSTANTS, ['SS27'], ['0010', 'Robe A', 10]],
      WITH_CONSTANTS,
      [['row-unclear'], []],
    ],
    [
      'a heading above the first record that only constants complete',
      [CONSTANTS, ['FEMME'], ['0010', 'Robe A', 10], ['HOMME'], ['0011', 'Robe B', 20]],
      WITH_CONSTANTS,
      [['row-unclear'], []],
    ],
    [
      'a signature below the table, and the number of the page',
      short([], ['Préparé par', 'M. Dupont', ''], ['Validé le', '12/03/2026', ''], ['Page', 1, '']),
      WITH_CONSTANTS,
      [['row-unclear'], []],
    ],
    [
      'numbers of three columns and remarks on them',
      [CONSTANTS, [1, 2, 3], ['obligatoire', 'facultatif', null], ['0010', 'Robe A', 10]],
      WITH_CONSTANTS,
      ['sent', ['0010 10']],
    ],
    [
      'totals below sizes that only constants complete',
      [
        ['Taille', ...CONSTANTS],
        ['S', '0010', 'Robe A', 10],
        ['M', '0010', null, 20],
        ...['S/T', 'TOT.', 'Σ', 'Summe', 'Gesamt', 'Somma', 'Sous-total'].map((word) => [
          null,
          word,
          null,
          30,
        ]),
      ],
      WITH_CONSTANTS.replace('{ Modèle', '{ Taille: ignore, Modèle') +
        '    groupBy: [productRef]\n    addUp: [producedQuantity]\n',
      ['sent', ['0010 30']],
    ],
    [
      'a footer between the rows of a record, which would go on below it',
      sized(size('S', 'R-1', 10), [], [null, 'Préparé par', 'M. Dupont'], more('M', 20)),
      SIZES,
      [['row-unclear'], []],
    ],
    [
      'a heading in a sheet whose other required columns are filled down',
      [
        ['productRef', 'name', 'category', 'productCollectionRef', 'supplierRef', 'producedQuantity'],
        ['0010', 'Robe A', 'DRESSES', 'SS27', '0001', 10],
        ['FEMME'],
        ['0011', 'Robe B', null, null, null, 20],
      ],
      mapOf('product', 'fillDown: [category, productCollectionRef, supplierRef]'),
      [['row-unclear'], []],
    ],
    [
      'a total in a sheet whose references a template builds',
      short(['0011', 'Robe B', 20], ['Total', null, 30]),
      `${WITH_CONSTANTS.replace('Modèle: productRef, ', '')}    keys: { productRef: "M-{Modèle}" }\n`,
      ['sent', ['M-0010 10', 'M-0011 20']],
    ],
    ...['0010 Total', 'Total', 'TOTAL SS27'].map((label): [string, Rows, undefined, [string[], string[]]] => [
      `${label} in a pivot table that repeats its labels`,
      pivot(label),
      undefined,
      [['row-unclear'], []],
    ]),
    ['a note in the column of the key', pivot('NB: à confirmer'), undefined, [['row-unclear'], []]],
    [
      'suppliers with names of totals and notes',
      [
        SUPPLIERS,
        supplier('0002', 'Total'),
        supplier('TOTAL', 'Total Energies SA'),
        supplier('NOTE', 'Note & Co'),
        supplier('Total Energies 2', 'Total Energies SA'),
      ],
      undefined,
      ['sent', ['0002', 'TOTAL', 'NOTE', 'Total Energies 2']],
    ],
    [
      'a certificate that a second row repeats in part',
      [
        [...SUPPLIERS, 'certifications.type', 'certifications.date_start'],
        [...supplier('FRN-1'), 'GOTS', '2026-01-01'],
        ['FRN-1', null, null, null, 'GOTS', null],
      ],
      mapOf('supplier', 'groupBy: [supplierRef]'),
      [['row-conflict'], []],
    ],
  ])('%s', async (_, rows, map, expected) => {
    expect(await found(rows, map)).toEqual(expected);
  });
});

test('a hidden sheet is read only if the map file has its name', async () => {
  const hidden = { name: 'Feuil1', rows: short(), isHidden: true } as const;
  const { errors, bodies } = await readLayout(hidden, WITH_CONSTANTS);
  expect([errors.map(({ code }) => code), bodies]).toEqual([['sheet-hidden-rows'], []]);
  const named = await readLayout(hidden, WITH_CONSTANTS.replace('"*"', 'Feuil1'), { batch: 'B-1' });
  expect([named.errors, named.bodies.length]).toEqual([[], 1]);
});
