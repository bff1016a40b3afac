import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../src/sheets/cell.ts';
import { rowsOf } from '../../records/sheet.ts';
import { bind, read } from './bound.ts';

const headersOf = (rows: string, ...cells: readonly (readonly Cell[])[]) =>
  bind('component', `    headerRow: ${rows}\n`).headerRow(rowsOf(...cells));

describe('headers of several rows', () => {
  test.each<[string, (string | null)[][], string[]]>([
    [
      'a header extends to the right over blank cells',
      [
        ['Réf', 'Composition', null, 'Poids'],
        [null, 'Matière', '%', 'net'],
      ],
      ['Réf', 'Composition / Matière', 'Composition / %', 'Poids / net'],
    ],
    [
      'a header does not extend over a column without any header',
      [
        ['Composition', null, null],
        ['Matière', null, '%'],
      ],
      ['Composition / Matière', '', 'Composition / %'],
    ],
    [
      'a header ends where a header above it begins',
      [
        ['A', null, 'B', null],
        ['x', null, null, 'y'],
        ['1', '2', '3', '4'],
      ],
      ['A / x / 1', 'A / x / 2', 'B / 3', 'B / y / 4'],
    ],
    ['a repeated header counts once', [['Poids'], ['Poids']], ['Poids']],
    ['rows may have different lengths', [['A'], [null, 'B']], ['A', 'A / B']],
  ])('are joined: %s', (_, rows, joined) => {
    const numbers = rows.map((_row, at) => at + 1);
    const row = headersOf(`[${numbers.join(', ')}]`, ...rows);
    expect([row?.row, row?.cells]).toEqual([rows.length, joined]);
  });

  test('are not found if one of the rows is not in the sheet', () => {
    expect(headersOf('[1, 3]', ['A'], ['B'])).toBeUndefined();
    expect(bind('component', '    headerRow: [1, 3]\n').headerRowLine()).toBe(
      'correct headerRow in line 5 of the map file',
    );
  });

  const rows: Cell[][] = [
    ['Réf', 'Composition', null, null, 'Fournisseur', null],
    [null, 'Matière', '%', 'Origine', 'Réf', 'Pays'],
    ['C-1', 'COTTON', 100, 'FR', 'F-1', 'x'],
  ];

  test('can be named by the joined header, or by the last one if no other column has it', () => {
    const { bodies, map, found } = read(
      'component',
      `    headerRow: [1, 2]
    columns:
      Réf: componentRef
      Composition / Matière: composition.material
      "%": composition.percentage
      Origine: composition.origin
      fournisseur / réf: supplierRef
      Pays: ignore
`,
      rows[0]!,
      ...rows.slice(1),
    );
    expect(map.headerRow).toBe(2);
    expect(bodies.at(-1)).toEqual({
      ...{ componentRef: 'C-1', supplierRef: 'F-1' },
      composition: [{ material: 'COTTON', percentage: 100, origin: 'FR' }],
    });
    expect(found).toEqual([]);
  });

  test('cannot be named by a last header that several columns have', () => {
    const { bodies, findings } = read(
      'component',
      '    headerRow: [1, 2]\n    columns:\n      Matière: composition.material\n',
      ['Dessus', 'Doublure'],
      ['Matière', 'Matière'],
      ['COTTON', 'LINEN'],
    );
    expect(bodies.at(-1)).toEqual({});
    expect(
      findings.map(({ code, message, suggestion }) => [code, code === 'map-column' ? message : suggestion]),
    ).toEqual([
      [
        'map-column',
        'the map file expects a column "Matière" (composition.material), but several columns are "Matière": A, B',
      ],
      ['header-unknown', expect.stringContaining('below "columns:" (line 6), add Dessus / Matière: FIELD')],
      ['header-unknown', expect.stringContaining('add Doublure / Matière: FIELD')],
    ]);
  });

  test('mean a field without an entry in the map file only as a whole', () => {
    const { bodies, found } = read(
      'component',
      '    headerRow: [1, 2]\n',
      ['Composition', null, 'Teinture'],
      ['material', 'percentage', 'type'],
      ['COTTON', 100, 'x'],
    );
    expect(bodies.at(-1)).toEqual({ composition: [{ material: 'COTTON', percentage: 100 }] });
    expect(found.map(([code, column]) => [code, column])).toEqual([['header-unknown', 'C']]);
  });

  test('are read in a text file too, with the line of the last row', () => {
    const header = bind('component', '    headerRow: [2, 3]\n').headerRow([
      { row: 1, line: 1, cells: ['Stand'] },
      { row: 2, line: 2, cells: ['Gew.', ''] },
      { row: 3, line: 4, cells: ['netto', 'brutto'] },
    ]);
    expect(header).toMatchObject({ row: 3, line: 4, cells: ['Gew. / netto', 'Gew. / brutto'] });
  });
});
