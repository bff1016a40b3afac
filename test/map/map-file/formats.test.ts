import { describe, expect, test } from 'vitest';
import { columnPath } from '../../../src/contract/field.ts';
import { kindNamed } from '../../../src/contract/registry.ts';
import { readSheet } from '../../records/sheet.ts';
import { bind, faults, read } from './bound.ts';

const COLUMNS = `    columns:
      Poids: componentWeight
      "% 1": composition.1.percentage
      "% 2": composition.2.percentage
`;

describe('a decimal mark in a map file', () => {
  test.each([
    ['decimal: ","', [1.25, 50.5, 1.25]],
    ['decimal: "."', [1250, 50.5, 1250]],
    ['decimal: { Poids: ".", composition.percentage: "," }', [1250, 50.5, 1.25]],
    ['decimal: { componentWeight: ",", composition.2.percentage: "." }', [1.25, 50.5, 1250]],
  ])('applies to all columns, a header or a field: %s', (yaml, [weight, first, second]) => {
    const { bodies } = read(
      'component',
      `${COLUMNS}    ${yaml}\n`,
      ['Poids', '% 1', '% 2'],
      ['1,250', '50,5', '1,250'],
    );
    expect(bodies).toEqual([
      { componentWeight: weight, composition: [{ percentage: first }, { percentage: second }] },
    ]);
  });

  test('a decimal mark in a map file that a column lacks is asked for, with a line below the others', () => {
    const yaml = `${COLUMNS}    decimal:\n      Poids: ","\n`;
    const { found } = read('component', yaml, ['Poids', '% 1'], ['1,250', '1,250']);
    expect(found.filter(([code]) => code === 'number-ambiguous')).toEqual([
      ['number-ambiguous', 'B', 'in m.yaml, below "decimal:" (line 9), add "% 1": MARK (MARK is "," or ".")'],
    ]);
  });

  test('a decimal mark in a map file has lower priority than the flag', () => {
    const mapping = bind('component', `${COLUMNS}    decimal: { Poids: "," }\n`);
    const { drafts } = readSheet('component', ['Poids'], [['1,250']], { decimal: '.', mapping });
    expect(drafts[0]!.body).toEqual({ componentWeight: 1250 });
  });

  test.each([
    ['decimal: { componentRef: "," }', 'decimal.componentRef: the field is not a number'],
    ['decimal: { Gewicht: "," }', 'decimal.Gewicht: it is neither a header below columns nor a field'],
    ['dateOrder: { componentWeight: day-first }', 'dateOrder.componentWeight: the field is not a date'],
  ])(
    'a decimal mark in a map file must be for a number, and an order of dates for a date: %s',
    (yaml, problem) => {
      expect(faults('component', `${COLUMNS}    ${yaml}\n`)).toEqual([
        expect.stringContaining(`9: ${problem}`),
      ]);
    },
  );

  test.each([
    ['decimal: { Poids: comma }', 'sheets.1.decimal.Poids must be one of ",", "."'],
    ['decimal: comma', 'sheets.1.decimal must be one of ",", "."'],
    ['dateOrder: { A: day-frist }', 'did you mean "day-first"?'],
    ['headerRow: [4, 3]', 'sheets.1.headerRow must be the numbers of at most 5 rows, from top to bottom'],
    ['headerRow: [3, 0]', 'sheets.1.headerRow.2 must be the number of a row, from 1'],
    ['headerRow: []', 'sheets.1.headerRow must be the numbers of at most 5 rows'],
    ['headerRow: three', 'sheets.1.headerRow must be the number of a row, from 1'],
  ])(
    'a decimal mark in a map file must have a known form, as must an order of dates and a header row: %s',
    (yaml, problem) => {
      expect(() => bind('component', `    ${yaml}\n`)).toThrow(problem);
    },
  );
});

const [START, END] = kindNamed('v2', 'product')
  .fields.filter(({ value }) => value.type === 'date')
  .map(({ path }) => columnPath(path)) as [string, string];

describe('an order of dates in a map file', () => {
  const yaml = `    columns:\n      Von: ${START}\n      Bis: ${END}\n    dateOrder:\n      Von: month-first\n`;
  const dates = (von: string, bis: string, more = '') => {
    const { bodies, found } = read('product', yaml + more, ['Von', 'Bis'], [von, bis]);
    return [bodies[0]!.certifications, found.filter(([code]) => code!.startsWith('map'))];
  };

  test('applies to a header or a field', () => {
    expect(dates('03/04/2026', '03/04/2026', `      ${END}: day-first\n`)).toEqual([
      [{ date_start: '2026-03-04', date_end: '2026-04-03' }],
      [],
    ]);
  });

  test('an order of dates in a map file is asked for with a line for the sheet, if the map file has none', () => {
    const columns = `    columns:\n      Von: ${START}\n`;
    const { found } = read('product', columns, ['Von'], ['03/04/2026']);
    const line =
      'in m.yaml, in the sheet of line 3, add dateOrder: ORDER (ORDER is day-first or month-first)';
    expect(found).toContainEqual(['map-date-order', 'A', line]);
  });

  test('an order of dates in a map file that a column lacks is asked for, with a line below the others', () => {
    expect(dates('03/04/2026', '05/06/2026')).toEqual([
      [{ date_start: '2026-03-04' }],
      [
        [
          'map-date-order',
          'B',
          'in m.yaml, below "dateOrder:" (line 8), add Bis: ORDER (ORDER is day-first or month-first)',
        ],
      ],
    ]);
  });

  test('an order of dates in a map file is not needed where the year comes first', () => {
    expect(dates('20260131', '2026-02-01')).toEqual([
      [{ date_start: '2026-01-31', date_end: '2026-02-01' }],
      [],
    ]);
  });
});

describe('a comma in a cell of references', () => {
  const lots = (more = '') => {
    const yaml = `    columns:\n      Lots: lotReferences\n${more}`;
    const { bodies, found } = read('component', yaml, ['Lots'], ['L-1, L-2']);
    return [bodies[0]!.lotReferences, found.filter(([code]) => code === 'map-separator')];
  };

  test('a comma in a cell of references is an error if the map file has no separator', () => {
    expect(lots()).toEqual([
      undefined,
      [
        [
          'map-separator',
          'A',
          'in m.yaml, in the sheet of line 3, add separators: { Lots: SIGN } (SIGN is what separates the values, such as "," or ";")',
        ],
      ],
    ]);
  });

  test.each([
    [',', ['L-1', 'L-2']],
    [';', ['L-1, L-2']],
  ])(
    'a comma in a cell of references is read as the separator "%s" of the map file demands',
    (separator, expected) => {
      expect(lots(`    separators:\n      Lots: "${separator}"\n`)).toEqual([expected, []]);
    },
  );
});
