import { describe, expect, test } from 'vitest';
import { recogniseSheet } from '../../../src/records/recognise.ts';
import { rowsOf } from '../../records/sheet.ts';
import { bind, faults, read } from './bound.ts';

/** A composition of these materials. */
const shares = (percentages: Readonly<Record<string, number>>) =>
  Object.entries(percentages).map(([material, percentage]) => ({ material, percentage }));

describe('an entry of a map file that does not fit the contract', () => {
  test.each([
    [
      'columns:\n      X: componentRf',
      '6: columns.X: "componentRf" is not a field of a component; did you mean "componentRef"?',
    ],
    ['columns:\n      X: composition.0.material', '6: columns.X: "composition.0.material" is not a field'],
    [
      'columns:\n      X: Référence composant',
      '6: columns.X: "Référence composant" is not a field of a component; did you mean "componentRef"?',
    ],
    [
      'columns:\n      "": componentRef',
      '6: columns."": a column without a header is named by its letters, below letters',
    ],
    [
      'columns:\n      X: type\n    constants:\n      type: TEXTILE',
      '6: columns.X: constants.type gives a value of type too',
    ],
    [
      'constants:\n      type: TEXTIL',
      '6: constants.type: "TEXTIL" is not a value of component.type; did you mean "TEXTILE"?',
    ],
    ['constants:\n      type: textile', '6: constants.type: "textile" → "TEXTILE"'],
    ['constants:\n      componentWeight: heavy', '6: constants.componentWeight: "heavy" is not a number'],
    ['constants:\n      type: ""', '6: constants.type: it is blank'],
    ['keys:\n      componentRef: fixed', '6: keys.componentRef: a template needs a placeholder'],
    ['keys:\n      componentRef: "{a}{"', '6: keys.componentRef: each placeholder'],
    ['keys:\n      componentWeight: "{a}"', '6: keys.componentWeight: only a text'],
    [
      'values:\n      nowhere:\n        a: b',
      '6: values.nowhere: it is neither a header below columns nor a field of a component',
    ],
    [
      'values:\n      composition.material:\n        coton: COTTN',
      '7: values.composition.material.coton: "COTTN" is not a value of component.material; did you mean "COTTON"?',
    ],
    [
      'values:\n      componentPrint:\n        ja: "true"',
      '7: values.componentPrint.ja: "true" is neither yes nor no',
    ],
    [
      'values:\n      composition.origin:\n        Türkei: TUR',
      '7: values.composition.origin."Türkei": "TUR" is not a country code',
    ],
    [
      'values:\n      type:\n        Tissu: TEXTILE\n        tissus: OTHER',
      '8: values.type.tissus: "Tissu" is the same word with another value',
    ],
    [
      'values:\n      composition:\n        "<5%": COTTON',
      '7: values.composition."<5%": a name in a composition has only letters and digits',
    ],
    ['units:\n      componentWeight: livres', '6: units.componentWeight: "livres" does not convert to g'],
    ['units:\n      componentRef: kg', '6: units.componentRef: the field has no unit'],
    ['separators:\n      type: ","', '6: separators.type: the field is not a list'],
  ])('an entry of a map file that does not fit the contract is refused: %j, %s', (yaml, problem) => {
    const [first, ...others] = faults('component', `    ${yaml}\n`);
    expect(first).toContain(problem);
    expect(others).toEqual([]);
  });
});

describe('a mapped sheet', () => {
  test('a mapped sheet reads words with some letters of another script, and fractions by their unit', () => {
    const { bodies, found } = read(
      'component',
      `    columns:
      "Mat. 1": composition.1.material
      "% 1": composition.1.percentage
    values:
      composition.material:
        CO: COTTON
    units:
      "% 1": fraction
`,
      ['Mat. 1', '% 1'],
      ['\u0421O', 1],
      ['\u0421\u041e', '100 %'],
    );
    expect(bodies).toEqual([
      { composition: [{ material: 'COTTON', percentage: 100 }] },
      { composition: [{ percentage: 100 }] },
    ]);
    expect(found.map(([code, column]) => `${code} ${column}`)).toEqual([
      'list-spelling A',
      'number-converted B',
      'map-word A',
      'number-converted B',
    ]);
  });

  test('a mapped sheet is read with the fields, words, units and separators of the map file', () => {
    const { bodies, found } = read(
      'component',
      `    columns:
      "Mat. 1": composition.1.material
      "% 1": composition.1.percentage
      "Mat. 2": composition.2.material
      "% 2": composition.2.percentage
      Lots: lotReferences
      P: componentWeight
      Imp.: componentPrint
      Couleur: ignore
    values:
      composition.material:
        CO: COTTON
        élast.: ELASTANE
      "Mat. 2":
        CO: POLYESTER
      Imp.:
        digital: yes
    units:
      P: kg
    separators:
      Lots: ","
    decimal: ","
`,
      ['Mat. 1', '% 1', 'MAT 2', '% 2', 'lots', 'P', 'Imp.', 'Couleur'],
      ['co', 95, 'Elast', '5,0', 'A,B; C', '0,250', 'Digital', 'red'],
      ['CO', 95, 'CO', 5, 'A', '1,250', 'non', null],
    );
    expect(bodies).toEqual([
      {
        composition: shares({ COTTON: 95, ELASTANE: 5 }),
        ...{ lotReferences: ['A', 'B; C'], componentWeight: 250, componentPrint: true },
      },
      {
        composition: shares({ COTTON: 95, POLYESTER: 5 }),
        ...{ lotReferences: ['A'], componentWeight: 1250, componentPrint: false },
      },
    ]);
    expect(found.filter(([, , suggestion]) => suggestion !== '')).toEqual([]);
  });

  test('a mapped sheet is read without guesses, and its findings have the line to add to the map file', () => {
    const { bodies, found } = read(
      'component',
      `    columns:
      Mat: composition.material
      P: componentWeight
    values:
      composition.material:
        CO: COTTON
`,
      ['Mat', 'P', 'Colour: dark', 'Poids (net)', 'Type de composant'],
      ['élasthanne', '1,250', 'x', 5, 'tissu'],
      ['CO', '0,5', null, null, 'textile'],
    );
    expect(bodies).toEqual([
      { composition: [{}] },
      { composition: [{ material: 'COTTON' }], componentWeight: 0.5, type: 'TEXTILE' },
    ]);
    expect(found.filter(([code]) => code !== 'number-converted')).toEqual([
      [
        'header-unknown',
        'C',
        'in m.yaml, below "columns:" (line 5), add "Colour: dark": FIELD (FIELD is a field, or ignore)',
      ],
      ['header-unknown', 'D', expect.stringContaining('below "columns:" (line 5), add Poids (net): ')],
      ['map-word', 'A', 'in m.yaml, below "composition.material:" (line 9), add élasthanne: ELASTANE'],
      ['number-ambiguous', 'B', 'in m.yaml, in the sheet of line 3, add decimal: MARK (MARK is "," or ".")'],
      ['map-word', 'E', expect.stringContaining('below "values:" (line 8), add type: { tissu: ')],
      ['list-spelling', 'E', ''],
    ]);
  });

  test('a mapped sheet is read with the words of the map file in composition cells', () => {
    const yaml = `    columns:
      Compo: composition
    values:
      composition.material:
        nuage: COTTON
        lin: LINEN
`;
    const { bodies, found } = read('component', yaml, ['Compo'], ['60% Nuage, 40% lin'], ['100% brume']);
    expect(bodies).toEqual([
      {
        composition: shares({ COTTON: 60, LINEN: 40 }),
      },
      {},
    ]);
    expect(found.at(-1)).toEqual([
      'composition-material',
      'A',
      'in m.yaml, below "composition.material:" (line 8), add brume: VALUE (VALUE is a value of component.material)',
    ]);
  });

  test('a mapped sheet has the constants of the map file, and keys made of other cells', () => {
    const { bodies, found, map } = read(
      'component',
      `    columns:
      Modèle: productRef
    constants:
      type: TEXTILE
      lotReferences: L1; L2
      composition.1.material: COTTON
      composition.1.percentage: 100
    keys:
      componentRef: "{productRef}/{type}-{Pos.}"
`,
      ['Modèle', 'pos'],
      ['A-1', 10],
      ['A-1', ' 020 '],
      ['A-1', '-'],
      ['TBD', 40],
    );
    const shared = {
      ...{ type: 'TEXTILE', lotReferences: ['L1', 'L2'] },
      composition: [{ material: 'COTTON', percentage: 100 }],
    };
    expect(bodies).toEqual([
      { productRef: 'A-1', ...shared, componentRef: 'A-1/TEXTILE-10' },
      { productRef: 'A-1', ...shared, componentRef: 'A-1/TEXTILE-020' },
      { productRef: 'A-1', ...shared },
      shared,
    ]);
    expect(found).toEqual([
      ['map-key', 'B', 'enter the value in the cell'],
      ['placeholder', 'A', 'enter the value, or leave the cell blank'],
    ]);
    expect(map.unmapped).toEqual([]);
  });

  test('a mapped sheet gets no constant for a field that a column has, and no key without its column', () => {
    const { found, bodies } = read(
      'component',
      `    constants:
      type: TEXTILE
    keys:
      componentRef: "{Pos}"
`,
      ['Type de composant'],
      ['OTHER'],
    );
    expect(found).toEqual([
      ['map-fill', '', 'correct line 8 of m.yaml'],
      [
        'header-duplicate',
        'A',
        'in m.yaml, in the sheet of line 3, add columns: { Type de composant: ignore }',
      ],
    ]);
    expect(bodies).toEqual([{ type: 'OTHER' }]);
  });

  test.each([
    ['Gew. (kg)', '', 2000, []],
    [
      'Gew. (Unzen)',
      '',
      undefined,
      ['header-unit', 'A', expect.stringContaining('add units: { Gew. (Unzen): UNIT }')],
    ],
    ['Gew. (%)', '', undefined, ['header-unit', 'A', expect.stringContaining('UNIT')]],
    ['Gew. (Unzen)', '    units:\n      componentWeight: oz\n', 56.699046, []],
  ])(
    'a mapped sheet below "%s", with the map lines %j, reads the number 2 as %s',
    (header, units, value, finding) => {
      const { bodies, found } = read(
        'component',
        `    columns:\n      ${JSON.stringify(header)}: componentWeight\n${units}`,
        [header],
        [2],
      );
      expect(bodies).toEqual([value === undefined ? {} : { componentWeight: value }]);
      expect(found.find(([code]) => code === 'header-unit') ?? []).toEqual(finding);
    },
  );

  test('a mapped sheet gets a finding for each column of the map file that it does not have', () => {
    const { found, suggestions } = read(
      'component',
      '    columns:\n      Réf: componentRef\n      X: type\n      Z: ignore\n',
      ['Réf'],
      ['C-1'],
    );
    expect(found).toEqual([['map-column', '', 'correct line 7 of m.yaml']]);
    expect(suggestions).toContain(
      'in m.yaml, below "columns:" (line 5), add HEADER: category (HEADER is the header of its column), or in m.yaml, in the sheet of line 3, add constants: { category: VALUE }',
    );
  });

  test('a mapped sheet may have only one column for a field', () => {
    const columns = '    columns:\n      Réf: componentRef\n      Code: componentRef\n';
    const { found, bodies } = read('component', columns, ['Réf', 'Code', 'réf.'], ['C-1', 'C-2', 'C-3']);
    expect(found).toEqual([
      [
        'header-duplicate',
        'B',
        'in m.yaml, below "columns:" (line 5), add Code: ignore, or number their fields',
      ],
      ['header-duplicate', 'C', expect.stringContaining('réf.')],
    ]);
    expect(bodies).toEqual([{ componentRef: 'C-1' }]);
  });

  test.each([
    ['', 'in m.yaml, in the sheet of line 3, add headerRow: NUMBER (NUMBER is its row)'],
    ['    headerRow: 9\n', 'correct headerRow in line 5 of the map file'],
  ])('a mapped sheet without its header row is an error if the map lines are %j: %s', (yaml, suggestion) => {
    const mapping = bind('component', yaml);
    const { map, findings } = recogniseSheet({
      ...{ interfaceName: 'v2', file: 'batch.xlsx', sheet: 'A' },
      ...{ firstRows: rowsOf(['Zeile', 'eins']), options: { mapping } },
    });
    expect(map).toBeNull();
    expect(findings).toMatchObject([{ code: 'sheet-no-header', suggestion }]);
  });

  test('a mapped sheet has its header where the map file says, or in the row with the most known headers', () => {
    const rows = [
      ['Poids', null],
      ['Réf', 'Mat'],
      ['C-1', 'COTTON'],
      ['Réf', 'Mat'],
      ['C-2', 'LINEN'],
    ];
    const columns = '    columns:\n      Réf: componentRef\n      Mat: composition.material\n';
    expect(read('component', columns, rows[0]!, ...rows.slice(1)).map.headerRow).toBe(2);
    const named = read('component', `${columns}    headerRow: 4\n`, rows[0]!, ...rows.slice(1));
    expect(named.map.headerRow).toBe(4);
  });
});
