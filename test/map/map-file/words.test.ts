import { describe, expect, test } from 'vitest';
import { kindNamed } from '../../../src/contract/registry.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { bind, faults, read } from './bound.ts';

const column = (field: string, words: string) =>
  `    columns:\n      X: ${field}\n    values:\n      X:\n${words}`;

const value = (field: string, words: string, cell: Cell) => {
  const { bodies, findings } = read('component', column(field, words), ['X'], [cell]);
  return [
    bodies[0]![field],
    ...findings.filter(({ severity }) => severity === 'error').map(({ code }) => code),
  ];
};

describe('a word for no value', () => {
  test.each<[string, string, Cell]>([
    ['type', '        "-": ""\n', '-'],
    ['type', '        sans: ""\n', 'Sans '],
    ['componentWeight', '        n.c.: ""\n', 'n.c.'],
    ['componentWeight', '        "0": ""\n', 0],
    ['componentRef', '        PENDING: ""\n', 'PENDING'],
    ['componentRef', '        TBD: ""\n', 'TBD'],
    ['dyeingCountry', '        divers: ""\n', 'divers'],
    ['componentPrint', '        kA: ""\n', 'ka'],
    ['composition', '        voir fiche: ""\n', 'Voir fiche'],
    ['lotReferences', '        "?": ""\n', '?'],
  ])(
    'a word for no value leaves the field %s blank, with the map line %j and the cell %j',
    (field, words, cell) => {
      expect(value(field, words, cell)).toEqual([undefined]);
    },
  );

  test('a word for no value is dropped from a list of references, if it is written exactly so', () => {
    expect(value('lotReferences', '        alt: ""\n', 'alt; L-1; Alt')).toEqual([['L-1', 'Alt']]);
  });

  test('a word for no value can be a whole composition cell, but not a material of a composition', () => {
    const words = '        fils divers: ""\n        nuage: COTTON\n';
    const read = (cell: string) => value('composition', words, cell);
    expect(read('100% nuage')).toEqual([[{ material: 'COTTON', percentage: 100 }]]);
    expect(read('fils divers')).toEqual([undefined]);
    expect(read('50% nuage, 50% fils divers')).toEqual([undefined, 'composition-material']);
  });

  test.each([
    [
      'values:\n      type:\n        "-":',
      '7: sheets.1.values.type.- must be a text; "" stands for no value',
    ],
    [
      'values:\n      type:\n        "-": " "',
      '7: sheets.1.values.type.- must be a text; "" stands for no value',
    ],
  ])('a word for no value must be mapped to "": %j is refused, %s', (yaml, problem) => {
    expect(() => faults('component', `    ${yaml}\n`)).toThrow(problem.slice(3));
  });
});

describe('mapped words of fields without a list', () => {
  test.each<[string, Cell, string]>([
    ['4711', '4711', 'FR-001'],
    ['4711', 4711, 'FR-001'],
    ['4711', ' 4711', 'FR-001'],
    ['4711', '04711', '04711'],
    ['4711', '47-11', '47-11'],
    ['Abc', 'abc', 'abc'],
    ['Abc', 'Abc', 'FR-001'],
  ])('match exactly: with %s mapped to FR-001, the cell %j is read as %s', (word, cell, ref) => {
    expect(value('supplierRef', `        "${word}": FR-001\n`, cell)).toEqual([ref]);
  });

  test('mapped words without a list must mean values that a cell could have', () => {
    expect(value('componentWeight', '        eins: "1.5"\n', 'eins')).toEqual([1.5]);
    expect(faults('component', column('componentWeight', '        eins: one\n'))).toEqual([
      '9: values.X.eins: "one" is not a number (unit: g)',
    ]);
    expect(faults('component', column('supplierRef', '        eins: "1,20E+05"\n'))).toEqual([
      expect.stringContaining('9: values.X.eins: "1,20E+05" is a shortened number'),
    ]);
    expect(faults('component', column('supplierRef', '        "": F-1\n'))).toEqual([
      '9: values.X."": a blank cell is no word',
    ]);
  });

  test('mapped words without a list are replaced before a template uses them', () => {
    const yaml = `${column('supplierRef', '        "4711": FR-001\n')}    keys:\n      componentRef: "{supplierRef}-{Pos}"\n`;
    expect(read('component', yaml, ['X', 'Pos'], ['4711', 1]).bodies).toEqual([
      { supplierRef: 'FR-001', componentRef: 'FR-001-1' },
    ]);
  });
});

describe('mapped words for one item of a list', () => {
  const yaml = `    columns: { A: composition.1.material, B: composition.2.material }
    values:
      composition.2.material: { CO: LINEN }
      composition.material: { CO: COTTON }
`;
  test('mapped words for one item of a list have priority over the words of all items', () => {
    expect(read('component', yaml, ['A', 'B'], ['CO', 'CO']).bodies).toEqual([
      { composition: [{ material: 'COTTON' }, { material: 'LINEN' }] },
    ]);
    const only = yaml.replace(/ {6}composition.material.*\n/, '');
    const { bodies, found } = read('component', only, ['A', 'B'], ['CO', 'CO']);
    expect(bodies).toEqual([{ composition: [{}, { material: 'LINEN' }] }]);
    expect(found.map(([code, column]) => [code, column])).toEqual([['map-word', 'A']]);
  });
});

describe('a value that a list only likely has', () => {
  const list = kindNamed('v2', 'component').fields.find(
    ({ path }) => path === 'composition[].material',
  )!.value;
  const likely = list.type === 'choice' ? (list.list.likely ?? []) : [];

  test('a value that a list only likely has can be the meaning of a word only if it is written exactly', () => {
    const [first] = likely;
    const words = (to: string) => column('composition.material', `        mot: ${JSON.stringify(to)}\n`);
    expect(first).toBeDefined();
    expect(faults('component', words(first!))).toEqual([]);
    expect(faults('component', words(first!.toLowerCase()))).toHaveLength(1);
    expect(bind('component', words(first!)).likely).toEqual(
      new Map([['component.material', new Set([first])]]),
    );
    expect(bind('component', words('OTHER')).likely).toEqual(new Map());
  });
});

describe('a header with the name of a member of all objects', () => {
  test.each(['constructor', 'toString', 'valueOf'])(
    'a header with the name of an object member is mapped like any other: %s',
    (name) => {
      const yaml = `    columns:\n      ${name}: componentWeight\n    values:\n      type: { a: TEXTILE }\n    units:\n      composition.percentage: "%"\n    separators:\n      lotReferences: ","\n`;
      expect(read('component', yaml, [name], [5]).bodies).toEqual([{ componentWeight: 5 }]);
    },
  );
});
