import { describe, expect, test } from 'vitest';
import { faults, read } from './bound.ts';

const MAP = `    columns:
      Réf: componentRef
    letters:
      B: composition.1.material
      c: composition.1.percentage
      D: ignore
`;

describe('columns that a map file names by their letters', () => {
  test.each([
    ['letters:\n      1: type', '6: letters.1: "1" is not the letters of a column, such as F or AA'],
    ['letters:\n      XFE: type', '6: letters.XFE: "XFE" is not the letters of a column'],
    ['letters:\n      a: type\n      A: category', '7: letters.A: the column is given twice'],
    ['letters:\n      A: typ', '6: letters.A: "typ" is not a field of a component; did you mean "type"?'],
    [
      'letters:\n      A: type\n    constants:\n      type: TEXTILE',
      '6: letters.A: constants.type gives a value of type too',
    ],
  ])('are checked before a row is read: %j, %s', (yaml, problem) => {
    expect(faults('component', `    ${yaml}\n`)).toEqual([expect.stringContaining(problem)]);
  });

  test('may have no header, or the header of another column', () => {
    const { bodies, found } = read(
      'component',
      MAP,
      ['Réf', 'Mat', '', 'Mat'],
      ['C-1', 'COTTON', 100, 'red'],
    );
    expect(bodies).toEqual([{ componentRef: 'C-1', composition: [{ material: 'COTTON', percentage: 100 }] }]);
    expect(found).toEqual([]);
  });

  test('are not confused with others if a new column moves them', () => {
    const { bodies, findings } = read(
      'component',
      MAP,
      ['Réf', 'Neu', 'Mat', '', 'Mat'],
      ['C-1', 'x', 'COTTON', 100, 'red'],
    );
    expect(bodies).toEqual([{ componentRef: 'C-1', composition: [{}] }]);
    expect(findings.filter(({ code }) => /^(?:map|header)-/.test(code))).toMatchObject([
      {
        code: 'map-column',
        suggestion: 'correct line 8 of m.yaml',
        message:
          'the map file expects a column "B" (composition.1.material), but it has a header of its own, "Neu"',
      },
      { code: 'header-unknown', suggestion: expect.stringContaining('add Neu: FIELD') },
      {
        code: 'header-unknown',
        suggestion: expect.stringContaining('below "letters:" (line 7), add E: FIELD'),
      },
    ]);
  });

  test('must all be named if one of several with the same header is', () => {
    const { bodies, found } = read(
      'component',
      '    columns:\n      Mat: composition.1.material\n      "": ignore\n    letters:\n      B: composition.2.material\n      C: type\n',
      ['Mat', 'Mat', '', ''],
      ['COTTON', 'LINEN', 'TEXTILE', 'x'],
    );
    expect(bodies).toEqual([{ composition: [{ material: 'LINEN' }], type: 'TEXTILE' }]);
    expect(found).toEqual([
      ['header-unknown', 'A', expect.stringContaining('below "letters:" (line 8), add A: FIELD')],
      ['header-unknown', 'D', expect.stringContaining('below "letters:" (line 8), add D: FIELD')],
    ]);
  });

  test('are suggested for columns that only letters can name', () => {
    const { found } = read(
      'component',
      '    columns:\n      Mat: composition.material\n',
      ['Mat', '', 'Mat', 'x', 'x'],
      ['COTTON', 'a', 'b', 'c', 'd'],
    );
    expect(found).toEqual([
      [
        'header-duplicate',
        'C',
        'in m.yaml, in the sheet of line 3, add letters: { A: composition.1.material, C: ignore }, or number their fields',
      ],
      [
        'header-unknown',
        'B',
        'in m.yaml, in the sheet of line 3, add letters: { B: FIELD } (FIELD is a field, or ignore)',
      ],
      ['header-unknown', 'D', expect.stringContaining('letters: { D: FIELD, E: FIELD }')],
      ['header-unknown', 'E', expect.stringContaining('letters: { D: FIELD, E: FIELD }')],
    ]);
  });

  test('are suggested so that the first column keeps its field', () => {
    const suggested = (yaml: string) =>
      read('component', yaml, ['Code', 'Type', '', 'Type'], ['C-1', 'TEXTILE', 'a', 'WOOD']).found;
    const columns = '    columns:\n      Code: componentRef\n      Type: type\n';
    const letters = '    letters:\n      C: ignore\n';
    expect(suggested(`${columns}      "": ignore\n`)).toEqual([
      ['header-duplicate', 'D', expect.stringContaining('add letters: { B: type, D: ignore }, or number')],
    ]);
    expect(suggested(`${columns}${letters}`)).toEqual([
      [
        'header-duplicate',
        'D',
        expect.stringContaining(
          'below "letters:" (line 8), add B: type, D: ignore, each on a line of its own',
        ),
      ],
    ]);
    expect(suggested(`${columns}${letters}      B: type\n      D: ignore\n`)).toEqual([]);
  });

  test('are missing if they are beyond the end of the header', () => {
    const { found, findings } = read(
      'component',
      '    letters:\n      F: type\n',
      ['Réf composant'],
      ['C-1'],
    );
    expect(found.map(([code]) => code)).toEqual(['map-column']);
    expect(findings[0]?.message).toContain('"F" (type), but the header of the sheet ends before it');
  });

  test('do not decide which of two columns with one header a template uses', () => {
    const { found, findings, bodies } = read(
      'component',
      '    keys:\n      componentRef: "{Code}"\n    letters:\n      C: type\n',
      ['Code', 'Code', ''],
      ['a', 'b', 'TEXTILE'],
    );
    expect(found.map(([code]) => code)).toEqual(['map-fill']);
    expect(findings[0]?.message).toContain('several columns are "Code": A, B');
    expect(bodies).toEqual([{ type: 'TEXTILE' }]);
  });
});

test('a column with an open question is not read, even if its header is the name of a field', () => {
  const { bodies, found } = read(
    'component',
    '    columns:\n      componentRef: "?"\n      Typ: "?"\n      Gew: "?"\n    letters:\n      C: "?"\n      D: type\n',
    ['componentRef', 'Typ', 'Code', 'Code', 'Gew'],
    ['C-1', 'x', 'y', 'TEXTILE', null],
  );
  expect(bodies).toEqual([{ type: 'TEXTILE' }]);
  expect(found).toEqual(
    [6, 7, 10].map((line, at) => [
      'header-unknown',
      'ABC'[at],
      `in m.yaml, line ${line}, replace ? by FIELD (FIELD is a field, or ignore)`,
    ]),
  );
});

test('a question about a column that the sheet does not have is not reported', () => {
  expect(read('component', '    columns:\n      X: "?"\n', ['componentRef'], ['C-1']).found).toEqual([]);
});
