import { describe, expect, test } from 'vitest';
import { LineNumbers } from '../../../src/records/line-numbers.ts';
import { readRow } from '../../../src/records/read.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { faults, read } from './bound.ts';

const MAP = `    columns:
      Modèle: productRef
      Gew.: componentWeight
    keys:
      componentRef: "{productRef}-{line}"
`;
const HEADER = ['Modèle', 'Gew.'];

const refs = (...rows: readonly (readonly (string | number | null)[])[]) =>
  read('component', MAP, HEADER, ...rows).bodies.map(({ componentRef }) => componentRef);

describe('the placeholder {line}', () => {
  test('the placeholder {line} counts the rows whose other parts are the same, in their order', () => {
    const found = refs(['A', 1], ['A', 2], ['B', 3], ['A', 4], ['B', 5]);
    expect(found).toEqual(['A-1', 'A-2', 'B-1', 'A-3', 'B-2']);
  });

  test('the placeholder {line} counts rows with errors, but not rows without a key', () => {
    expect(refs(['A', 1], [null, 2], ['A', 'heavy'], ['A', 3])).toEqual(['A-1', undefined, 'A-2', 'A-3']);
  });

  test('the placeholder {line} is the same if a row is read twice', () => {
    const { map } = read('component', MAP, HEADER);
    const twice = (row: number) => {
      const cells = { row, cells: ['A', 1] };
      // A row of an update is read again with another map, which has the same fills.
      return [readRow(map, cells), readRow({ ...map }, cells)].map(({ body }) => body.componentRef);
    };
    expect([twice(2), twice(3)]).toEqual([
      ['A-1', 'A-1'],
      ['A-2', 'A-2'],
    ]);
  });

  test('the placeholder {line} starts again in the next sheet, and does not confuse parts that are equal when joined', () => {
    const yaml = '    keys:\n      componentRef: "{a}-{line}-{b}"\n';
    for (const _ of [1, 2]) {
      const { bodies } = read('component', yaml, ['a', 'b'], ['x', 'y-1'], ['x-1', 'y'], ['x', 'y-1']);
      expect(bodies.map(({ componentRef }) => componentRef)).toEqual(['x-1-y-1', 'x-1-1-y', 'x-2-y-1']);
    }
  });

  test('the placeholder {line} is not a column, but {Line} with a capital is the column Line', () => {
    const rows = [['A', '7'] as const, ['A', '9'] as const];
    const headers = ['Modèle', 'Line'];
    const map = (name: string) =>
      `    columns: { Modèle: productRef }\n    keys:\n      componentRef: "{Modèle}-${name}"\n`;
    const named = read('component', map('{Line}'), headers, ...rows);
    expect(named.bodies.map(({ componentRef }) => componentRef)).toEqual(['A-7', 'A-9']);
    const counted = read('component', map('{line}'), headers, ...rows);
    expect(counted.bodies.map(({ componentRef }) => componentRef)).toEqual(['A-1', 'A-2']);
    expect(counted.found.map(([code, column]) => [code, column])).toEqual([['header-unknown', 'B']]);
  });

  test.each([
    [
      'C-{line}',
      '{line} counts rows with the same value of another placeholder, such as {productRef}-{line}',
    ],
    ['{a}'.repeat(21), 'a template can have at most 20 placeholders'],
    ['{productRef}-{line}-{line}', 'a template can have {line} only once'],
  ])('the placeholder {line} has limits: in the template "%s", %s', (template, problem) => {
    expect(faults('component', `    keys:\n      componentRef: "${template}"\n`)).toEqual([
      `6: keys.componentRef: ${problem}`,
    ]);
  });
});

test('line numbers have a limit on the total length of the keys of a sheet; known keys are still counted', () => {
  const lines = new LineNumbers();
  const text = (row: number) => `${row}`.padEnd(1_000_000);
  for (let row = 1; row <= 50; row++) expect(lines.numberOf(row, text(row))).toBe(1);
  expect([lines.numberOf(51, text(51)), lines.numberOf(52, text(1)), lines.numberOf(53, text(53))]).toEqual([
    undefined,
    2,
    undefined,
  ]);
});

describe('a column that only a template uses', () => {
  const yaml = '    keys:\n      componentRef: "C-{Pos}"\n';
  const ref = (cell: Cell) => {
    const { bodies, found } = read('component', yaml, ['Pos'], [cell]);
    return [bodies[0]!.componentRef, ...found.map(([code]) => code)];
  };

  test.each<[Cell, string]>([
    [10, 'C-10'],
    [' 010 ', 'C-010'],
    [{ type: 'padded', value: 7, text: '007' }, 'C-007'],
    ['Größe', 'C-Größe'],
  ])(
    'a column that only a template uses gives a template the text of the cell: %j becomes "%s"',
    (cell, text) => {
      expect(ref(cell)).toEqual([text]);
    },
  );

  test.each<[Cell, string]>([
    [null, 'map-key'],
    ['', 'map-key'],
    ['n.c.', 'map-key'],
    ['TBD', 'placeholder'],
    ['#N/A', 'cell-error'],
    ['3,60701E+12', 'reference-exponent'],
    [1234567890123450, 'reference-exponent'],
    [{ type: 'date', serial: 46000, iso: '2025-12-09' }, 'reference-date'],
    [{ type: 'uncached' }, 'cell-uncached'],
  ])(
    'a column that only a template uses gives a template no text from %j, which has the finding %s',
    (cell, code) => {
      expect(ref(cell)).toEqual([undefined, code]);
    },
  );

  test('a column that only a template uses gets a finding if its text is damaged', () => {
    expect(ref('Gr\ufffd\ufffde')).toContain('text-damaged');
  });
});
