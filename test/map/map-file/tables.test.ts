import { describe, expect, test } from 'vitest';
import { parseMap } from '../../../src/map/map-file/map-file.ts';
import { tableRanges } from '../../../src/map/map-file/table-ranges.ts';
import { extendedMap } from '../../../src/map/map-file/write-edit.ts';

const entry = (lines: string) => `version: 1\nsheets:\n  - sheet: A\n${lines}`;
const tables = (...items: readonly string[]) =>
  entry(`    tables:\n${items.map((item) => `      - { ${item} }\n`).join('')}`);

function faults(text: string): string[] {
  const parsed = parseMap(text);
  return 'lineOf' in parsed ? [] : parsed.map(({ line, problem }) => `${line}: ${problem}`);
}

describe('the tables of an entry', () => {
  test.each([
    [entry('    headerRow: 3\n'), '3: sheets.1 needs kind or tables'],
    [entry('    tables: x\n'), '4: sheets.1.tables must be a list of tables'],
    [entry('    tables: []\n'), '4: sheets.1.tables must list at least one table'],
    [
      entry('    kind: product\n    tables:\n      - kind: supplier\n'),
      '4: sheets.1.kind must be in each of the tables, not beside them',
    ],
    [
      tables('lastRows: 3, kind: product'),
      '5: sheets.1.tables.1.lastRows is not a key; did you mean "lastRow"?',
    ],
    [entry('    kind: product\n    rows: [A]\n'), '5: sheets.1.rows must have the texts of each column'],
    [
      entry('    kind: product\n    rows: { A: {} }\n'),
      '5: sheets.1.rows.A must be a text or a list of texts',
    ],
    [tables('headerRow: 3'), '5: sheets.1.tables.1.kind must be a text'],
    [
      entry('    kind: product\n    headerRow: 3\n    lastRow: 3\n'),
      '6: sheets.1.lastRow must be below the header row 3',
    ],
    [
      tables('kind: product, headerRow: 3', 'kind: supplier, headerRow: [7, 8], lastRow: 8'),
      '6: sheets.1.tables.2.lastRow must be below the header row 8',
    ],
    [
      tables('kind: product, headerRow: 3, lastRow: 9', 'kind: supplier, headerRow: 9'),
      '6: sheets.1.tables.2.headerRow is a row of table 1: tables share their header row, or have no row in common',
    ],
    [
      tables('kind: product, headerRow: 9', 'kind: supplier, headerRow: 3, lastRow: 9'),
      '6: sheets.1.tables.2.headerRow is a row of table 1: tables share their header row, or have no row in common',
    ],
    [
      tables('kind: product, headerRow: [3, 4]', 'kind: supplier, headerRow: 4'),
      '6: sheets.1.tables.2.headerRow is a row of table 1: tables share their header row, or have no row in common',
    ],
    [
      tables('kind: product, headerRow: 3', 'kind: skip, headerRow: 3'),
      '6: sheets.1.tables.2.headerRow is a row of table 1: tables share their header row, or have no row in common',
    ],
    [
      tables('kind: product, headerRow: 3', 'kind: skip'),
      '6: sheets.1.tables.2 needs headerRow: nothing else shows where a skipped table begins',
    ],
  ])('are checked: %j has the problem "%s"', (text, problem) => {
    expect(faults(text)).toEqual([problem]);
  });

  test.each([
    tables('kind: product, headerRow: 3', 'kind: supplier, headerRow: 3'),
    tables('kind: product, headerRow: 3, lastRow: 9', 'kind: supplier, headerRow: 3, lastRow: 8'),
    tables('kind: product, headerRow: 3', 'kind: supplier, headerRow: 9'),
    tables('kind: product', 'kind: supplier'),
    tables('kind: skip'),
  ])('may share their rows, or have rows of their own: %j', (text) => {
    expect(faults(text)).toEqual([]);
  });

  test('each is read like an entry, with the sheet of its entry and its own lines', () => {
    const parsed = parseMap(
      entry(
        '    tables:\n      - kind: product\n      - kind: supplier\n        columns:\n          A: name\n        columns:\n          B: x\n',
      ),
    );
    if (!('lineOf' in parsed)) throw new Error(JSON.stringify(parsed));
    expect(parsed.map.sheets).toEqual([
      { sheet: 'A', kind: 'product' },
      { sheet: 'A', kind: 'supplier', columns: { A: 'name', B: 'x' } },
    ]);
    expect(parsed.paths.map((path) => parsed.lineOf([...path, 'columns', 'B']))).toEqual([5, 10]);
  });

  test('lines are added to the table that they are for', () => {
    const text = entry(
      '    tables:\n      - kind: product\n      - kind: supplier\n        columns:\n          A: name\n',
    );
    const section = { name: 'columns', lines: [{ key: 'B', value: 'address.country' }] } as const;
    expect(extendedMap(text, [{ at: 1, entry: { kind: 'supplier', sections: [section] } }])).toBe(
      `${text}          B: address.country\n`,
    );
  });
});

describe('the rows of tables', () => {
  const place = (first: number, lastRow?: number, last = first) => ({ headers: { first, last }, lastRow });
  const rows = (...places: Parameters<typeof tableRanges>[0]) =>
    tableRanges(places).map(({ above, first, last }) => [above, first, last]);

  test('end before the next header row of another table', () => {
    expect(rows(place(3), place(60), place(80, undefined, 82))).toEqual([
      [0, 3, 59],
      [59, 60, 79],
      [79, 80, Infinity],
    ]);
  });

  test('end at their last row, and the rows that follow are in no table', () => {
    expect(rows(place(3, 52), place(60, 70))).toEqual([
      [0, 3, 52],
      [52, 60, 70],
    ]);
  });

  test('are shared by tables with the same header row, whatever their order', () => {
    expect(rows(place(60), place(3), place(3, 40))).toEqual([
      [59, 60, Infinity],
      [0, 3, 59],
      [0, 3, 40],
    ]);
  });

  test('are all rows if the header row is unknown', () => {
    expect(rows(undefined, place(3))).toEqual([
      [0, 0, Infinity],
      [0, 3, Infinity],
    ]);
  });
});
