import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../src/sheets/cell.ts';
import { faults, read } from './bound.ts';

const MAP = `    columns:
      Poids: componentWeight
    units:
      Poids: "{Unité}"
    decimal: ","
    values:
      Unité:
        KGM: kg
        "-": g
`;

const weigh = (weight: Cell, unit: Cell, yaml = MAP, headers: readonly Cell[] = ['Poids', 'UNITÉ']) => {
  const { bodies, findings } = read('component', yaml, headers, [weight, unit]);
  const errors = findings.filter(({ severity }) => severity === 'error');
  return [bodies[0]!.componentWeight, ...errors.map(({ code, suggestion }) => [code, suggestion ?? ''])];
};

/** A number whose format shows a unit. */
const shown = (value: number, unit: string) =>
  ({ type: 'padded', value, text: `${value} ${unit}`, unit }) as const;

describe('a column with units', () => {
  test.each<[Cell, Cell, number]>([
    [250, 'g', 250],
    ['0,25', 'kg', 250],
    ['1,250', 'KGM', 1250],
    [2, ' kgm ', 2000],
    [5, '-', 5],
    [5, 'GR.', 5],
    ['0,25 kg', 'kg', 250],
    ['0,25 kg', '', 250],
    ['0,25 kg', null, 250],
    [1, 'oz', 28.349523],
    [shown(0.25, 'kg'), 'kg', 250],
    [shown(0.25, 'kg'), null, 250],
  ])('converts the number %j with the unit %j to %d', (weight, unit, value) => {
    expect(weigh(weight, unit)).toEqual([value]);
  });

  test.each<[Cell, Cell, string]>([
    [5, 'Stk', 'below "Unité:" (line 11), add Stk: UNIT (UNIT is a unit that converts to g)'],
    [5, null, 'add "": UNIT'],
    ['5 g', 'kg', ''],
    [shown(5, 'g'), 'kg', ''],
    [5, 'pcs', 'add pcs: UNIT'],
  ])('does not guess the unit of %j with the unit %j, but suggests: $2', (weight, unit, line) => {
    expect(weigh(weight, unit)).toEqual([undefined, ['map-unit', expect.stringContaining(line)]]);
  });

  test.each<[Cell, Cell, string | undefined]>([
    [null, 'Stk', undefined],
    ['-', 'Stk', undefined],
    ['heavy', 'Stk', 'number-unreadable'],
    ['1,5,3', 'kg', 'number-unreadable'],
    ['TBD', 'Stk', 'placeholder'],
  ])('needs a unit only for numbers: %j with the unit %j', (weight, unit, code) => {
    expect(weigh(weight, unit)).toEqual([undefined, ...(code ? [[code, expect.anything()]] : [])]);
  });

  test('may be blank for one unit, if the map file says so', () => {
    const yaml = MAP.replace('"-": g', '"": kg');
    expect(weigh(2, null, yaml)).toEqual([2000]);
    expect(weigh(2, 'g', yaml)).toEqual([2]);
  });

  test.each([[['Poids', 'X']], [['Poids', 'Unité', 'Unité']]])(
    'must be exactly one column of the sheet, not in %j',
    (headers) => {
      const { bodies, findings } = read('component', MAP, headers, [5, 'g', 'g']);
      expect(bodies).toEqual([{}]);
      expect(findings.find(({ code }) => code === 'map-unit')?.message).toContain(
        'the sheet has no single column "Unité" with the unit of "5"',
      );
    },
  );

  test('may fill a field of its own, and may be set for a field', () => {
    const yaml =
      '    columns: { Poids: componentWeight, U: supplierComponentCode }\n    units: { componentWeight: "{U}" }\n';
    const { bodies } = read('component', yaml, ['Poids', 'U'], [2, 'kg']);
    expect(bodies).toEqual([{ componentWeight: 2000, supplierComponentCode: 'kg' }]);
  });

  test.each([
    ['units:\n      componentRef: "{U}"', '6: units.componentRef: the field has no unit'],
    ['units:\n      componentWeight: "{}"', '6: units.componentWeight: "{}" does not convert to g'],
    [
      'units:\n      componentWeight: "{U}"\n    values:\n      U:\n        ST: pcs',
      '9: values.U.ST: "pcs" does not convert to g, the unit of the field',
    ],
    [
      'units:\n      componentWeight: "{U}"\n    values:\n      U:\n        kgm: kg\n        KGM: g',
      '10: values.U.KGM: "kgm" is the same word with another value',
    ],
  ])('is checked before a row is read: %j, %s', (yaml, problem) => {
    expect(faults('component', `    ${yaml}\n`)).toEqual([expect.stringContaining(problem)]);
  });
});

test('shares with a unit in the map file are not taken for fractions', () => {
  const columns = '    columns: { A: composition.1.percentage, B: composition.2.percentage }\n';
  const shares = (yaml: string) =>
    read('component', columns + yaml, ['A', 'B'], [0.3, 0.7]).bodies.map(({ composition }) => composition);
  const of = (first: number, second: number) => [[{ percentage: first }, { percentage: second }]];
  expect(shares('')).toEqual(of(30, 70));
  expect(shares('    units: { composition.percentage: "%" }\n')).toEqual(of(0.3, 0.7));
  expect(shares('    units: { composition.percentage: fraction }\n')).toEqual(of(30, 70));
});
