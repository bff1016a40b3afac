import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../src/sheets/cell.ts';
import { faults, read } from './bound.ts';

const HEADERS = ['Artikel', 'Materiaal 1', 'Perc. 1', 'Materiaal 2', 'Perc. 2'];
const MAP = `    columns:
      Artikel: productRef
    keys:
      composition: "{Perc. 1}% {Materiaal 1}[, {Perc. 2}% {Materiaal 2}]"
`;

const composition = (...cells: readonly Cell[]) => {
  const { bodies, found } = read('product', MAP, HEADERS, ['A-1', ...cells]);
  return [bodies[0]!.composition, ...found.map(([code, column]) => `${code} ${column}`)];
};

describe('optional parts of a template', () => {
  test.each<[readonly Cell[], unknown, ...string[]]>([
    [['katoen', 95, 'elastaan', 5], '95% katoen, 5% elastaan'],
    [['katoen', '97,5', 'elastaan', '2,5'], '97,5% katoen, 2,5% elastaan'],
    [['katoen', 100, null, null], '100% katoen'],
    [['katoen', 100, '-', ''], '100% katoen'],
    [['katoen', '95%', 'elastaan', '5 %'], '95% katoen, 5 % elastaan'],
    [['katoen', { type: 'percent', value: 1 }, null, null], '100% katoen'],
    [[null, null, null, null], undefined],
    [['katoen', null, null, null], undefined, 'map-key C'],
    [[null, null, 'elastaan', 5], undefined, 'map-key C'],
    [['katoen', 95, 'elastaan', 'TBD'], undefined, 'placeholder E'],
  ])('optional parts of a template are left out if a cell in them is blank: %j', (cells, ...expected) => {
    expect(composition(...cells)).toEqual(expected);
  });

  test.each([
    ['{Artikel} [{Materiaal 1}]', 'A-1 [katoen]'],
    ['{Artikel} [new]', 'A-1 [new]'],
    ['{Artikel} [, new]', 'A-1 [, new]'],
    ['{Gewicht [, g]}[ {Materiaal 1}]', '7 katoen'],
  ])('other brackets are characters of the text: "%s" gives "%s"', (template, text) => {
    const yaml = `    columns: { Artikel: productRef }\n    keys:\n      composition: "${template}"\n`;
    const { bodies } = read(
      'product',
      yaml,
      ['Artikel', 'Materiaal 1', 'Gewicht [, g]'],
      ['A-1', 'katoen', 7],
    );
    expect(bodies[0]!.composition).toBe(text);
  });

  test('a reference has no optional parts, because it would be that of another record', () => {
    const yaml = '    keys:\n      productRef: "{Artikel}[-{Kleur}]"\n';
    expect(read('product', yaml, ['Artikel', 'Kleur'], ['A', 'B']).bodies[0]!.productRef).toBe('A[-B]');
  });

  test.each([
    ['{a}[, {b}', 'each optional part ends with ], has a placeholder'],
    ['{a}[, {b}[, {c}]]', 'each optional part ends with ], has a placeholder'],
    ['[, {a}]', 'a template begins with a placeholder that is not in an optional part'],
    ['{a}[-{line}]', '{line} counts rows with the same value'],
  ])('the form of optional parts is checked: "%s"', (template, problem) => {
    const [fault] = faults('product', `    keys:\n      composition: "${template}"\n`);
    expect(fault).toContain(`6: keys.composition: ${problem}`);
  });
});
