import { describe, expect, test } from 'vitest';
import type { Body } from '../../src/contract/kind.ts';
import { kindNamed } from '../../src/contract/registry.ts';
import { ColumnLearner } from '../../src/map/learn-columns.ts';
import { KeyFinder } from '../../src/map/learn-keys.ts';
import type { Cell } from '../../src/sheets/cell.ts';

const supplier = kindNamed('v2', 'supplier');
const product = kindNamed('v2', 'product');
const component = kindNamed('v2', 'component');

type Example = readonly [cells: readonly Cell[], body: Body];

function learn(kind: typeof supplier, rows: readonly Example[]) {
  const learner = new ColumnLearner(kind);
  for (const [at, [cells, body]] of rows.entries()) learner.add({ row: at + 2, cells }, body);
  const { learned, doubts } = learner.columns();
  const short = learned.map(({ index, target, setting }) => [index, target, setting] as const);
  return { learner, learned: short, doubts: doubts.map(({ index, target, why }) => [index, target, why]) };
}

const named = (...names: readonly string[]) =>
  names.map((name, at): Example => [[name], { supplierRef: `F-${at}`, name }]);
const weights = (...pairs: readonly (readonly [Cell, number])[]) =>
  pairs.map(([cell, componentWeight]): Example => [[cell], { componentWeight }]);
const composed = (...pairs: readonly (readonly [string, Readonly<Record<string, number>>])[]) =>
  pairs.map(
    ([cell, items]): Example => [
      [cell],
      { composition: Object.entries(items).map(([material, percentage]) => ({ material, percentage })) },
    ],
  );
/** Suppliers with countries, each as `cell code`. */
const inCountry = (...pairs: readonly string[]) =>
  pairs
    .map((pair) => pair.split(' ') as [string, string])
    .map(([cell, country]): Example => [[cell], { address: { country } }]);

const CONTRADICTED: readonly Example[] = [
  ...named('Uno', 'Due', 'Tre', 'Quattro'),
  [['Cinque'], { name: 'Six' }],
];

describe('learning columns from the records of a run', () => {
  test.each<[string, typeof supplier, readonly Example[], unknown]>([
    ['three equal values prove a field', supplier, named('Uno', 'Due', 'Tre'), [[0, 'name', {}]]],
    ['two equal values are too few', supplier, named('Uno', 'Due', 'Due', 'Uno'), []],
    ['a contradiction proves nothing', supplier, CONTRADICTED, []],
    [
      'cells are compared after the cleaning of an import',
      supplier,
      [
        [[' Uno '], { name: 'Uno' }],
        [['Due\u00a0Sud'], { name: 'Due Sud' }],
        [['Tre'], { name: 'Tre' }],
      ],
      [[0, 'name', {}]],
    ],
    [
      'the lines of a cell are compared with the values of a list',
      product,
      [
        [['Turquie\nMaroc'], { manufacturingAssemblyCountry: ['TR', 'MA'] }],
        [['Turquie'], { manufacturingAssemblyCountry: ['TR'] }],
        [['Portugal\nMaroc'], { manufacturingAssemblyCountry: ['PT', 'MA'] }],
      ],
      [[0, 'manufacturingAssemblyCountry', {}]],
    ],
    [
      'two fields with the same values prove nothing',
      supplier,
      ['Uno', 'Due', 'Tre'].map((name): Example => [[name], { name, additionalInformation: name }]),
      [],
    ],
    [
      'two columns with the values of one field prove nothing',
      supplier,
      ['Uno', 'Due', 'Tre'].map((name): Example => [[name, name], { name }]),
      [],
    ],
    [
      'a column that has few of the values of the field proves nothing',
      supplier,
      ['Uno', 'Due', 'Tre', '', '', '', ''].map((name): Example => [[name], { name: name || 'Other' }]),
      [],
    ],
    [
      'kilograms with a decimal comma prove the unit and the mark',
      component,
      weights(['1,250', 1250], ['0,5', 500], ['12', 12_000]),
      [[0, 'componentWeight', { decimal: ',', unit: 'kg' }]],
    ],
    ['grams without a decimal mark prove nothing', component, weights([5, 5], ['7', 7], ['9 g', 9]), []],
    [
      'numbers of a workbook prove the unit',
      component,
      weights([5, 5], [7, 7], [9.5, 9.5]),
      [[0, 'componentWeight', { unit: 'g' }]],
    ],
    ['two units prove nothing', component, weights([5, 5], [7, 7000], [9, 9], [11, 11]), []],
    ['zeros prove nothing', component, weights([0, 0], [0, 0], [0, 0]), []],
    [
      'countries prove a field if trace knows two of them',
      supplier,
      inCountry('Italia IT', 'FI FI', 'Kiinanmaa CN', 'Kiinanmaa CN'),
      [[0, 'address.country', {}]],
    ],
    [
      'countries that trace does not know prove nothing',
      supplier,
      inCountry('Saksanmaa DE', 'Saksanmaa DE', 'Kiinanmaa CN', 'Kiinanmaa CN', 'Viro EE', 'Viro EE'),
      [],
    ],
    [
      'compositions prove a field by their shares',
      component,
      composed(
        ['95 % Puuvilla, 5 % Elastaani', { COTTON: 95, ELASTANE: 5 }],
        ['60 % Villa, 40 % Puuvilla', { COTTON: 40, WOOL: 60 }],
        ['80 % Villa, 20 % Elastaani', { WOOL: 80, ELASTANE: 20 }],
      ),
      [[0, 'composition', {}]],
    ],
    [
      'compositions with the shares of other materials prove nothing',
      component,
      composed(
        ['95 % Puuvilla, 5 % Elastaani', { COTTON: 95, ELASTANE: 5 }],
        ['60 % Villa, 40 % Puuvilla', { COTTON: 40, WOOL: 60 }],
        ['80 % Villa, 20 % Elastaani', { COTTON: 80, ELASTANE: 20 }],
      ),
      [],
    ],
  ])('learns a field or nothing: %s', (_, kind, rows, expected) => {
    expect(learn(kind, rows).learned).toEqual(expected);
  });

  test('the doubts say why a column is not learned', () => {
    expect(learn(supplier, CONTRADICTED).doubts).toEqual([[0, 'name', 'contradiction']]);
    expect(learn(supplier, named('Uno', 'Due', 'Due')).doubts).toEqual([[0, 'name', 'few']]);
    const same = ['Uno', 'Due', 'Tre'].map((name): Example => [[name, name], { name }]);
    expect(learn(supplier, same).doubts).toEqual([
      [0, 'name', 'several'],
      [1, 'name', 'several'],
    ]);
  });

  test('the words of a column are learned with their contradictions', () => {
    const { learner } = learn(
      supplier,
      inCountry('Kiinanmaa CN', 'KIINANMAA CN', 'Saksanmaa DE', 'Saksanmaa DE', 'Saksanmaa AT', 'FR FR'),
    );
    const words = learner
      .words(0, 'address.country')
      .map(({ word, values }) => [word, Object.fromEntries(values)]);
    expect(words).toEqual([
      ['Kiinanmaa', { CN: 2 }],
      ['Saksanmaa', { DE: 2, AT: 1 }],
    ]);
  });

  test('two names with the same share are not words of either material', () => {
    const { learner } = learn(
      component,
      composed(['50 % Puuvilla, 50 % Villa', { COTTON: 50, WOOL: 50 }], ['100 % Villa', { WOOL: 100 }]),
    );
    expect(learner.words(0, 'composition').map(({ word }) => word)).toEqual(['Villa']);
  });

  test('a crafted input costs bounded work', () => {
    const learner = new ColumnLearner(supplier);
    const cells = Array.from({ length: 300 }, () => 'x');
    const body: Body = {
      contacts: Array.from({ length: 20 }, () => ({ person: { name: 'x', phone: 'x' } })),
    };
    for (let row = 2; row < 3000; row++) learner.add({ row, cells }, body);
    expect(learner.words(0, 'contacts')).toEqual([]);
  });
});

describe('the column that contains the keys of a run', () => {
  const finder = (keys: readonly string[], rows: readonly (readonly Cell[])[]) => {
    const found = new KeyFinder((text) => keys.includes(text));
    for (const [at, cells] of rows.entries()) found.add({ row: at + 1, cells });
    return found.column();
  };
  const keys = ['F-1', 'F-2', 'F-3', 'F-4'];

  test('the column that contains the keys of a run is the one with most of them, below the row with the most texts', () => {
    const rows = [
      ['Vienti'],
      ['Numero', 'Nimi'],
      ['F-1', 'Uno'],
      ['F-2', 'F-3'],
      ['F-3', 'Due'],
      ['F-9', 'Tre'],
    ];
    expect(finder(keys, rows)).toEqual({ index: 0, headerRow: 2 });
  });

  test('the column that contains the keys of a run is not found with few keys, or if two columns have them', () => {
    expect(finder(keys, [['Numero'], ['F-1'], ['F-2']])).toBeUndefined();
    const twice = keys.map((key) => [key, key]);
    expect(finder(keys, [['a', 'b'], ...twice])).toBeUndefined();
  });
});
