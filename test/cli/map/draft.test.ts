import { describe, expect, test } from 'vitest';
import { merge, needsEntry } from '../../../src/cli/map/draft.ts';
import { sheetNames } from '../../../src/cli/map/sheet-names.ts';
import type { MapLine, SectionDraft } from '../../../src/map/map-file/write.ts';

const text = (file: string, layout = 'a') => ({
  file: `in/${file}`,
  sheet: file.replace(/\.\w+$/, ''),
  isText: true,
  layout,
});
const book = (file: string, sheet: string, layout = 'a') => ({ file, sheet, isText: false, layout });

describe('a map file names sheets by patterns', () => {
  const month = text('export-2026-10.csv');
  /** The names that sheets have: `file` or `file › sheet`. */
  test.each([
    ['a text file is named by its file, without its date', [month], ['export-*.csv']],
    ['short numbers stay in a name', [text('v3-list-12.csv')], ['v3-list-12.csv']],
    ['a name of digits stays', [text('20261031.csv'), book('b.xlsx', '2026')], ['20261031.csv', '› 2026']],
    ['months share a pattern', [month, text('export-2026-11.csv')], ['export-*.csv', 'export-*.csv']],
    [
      'a pattern does not match a sheet of another layout',
      [month, text('export-werke-2026-10.csv', 'b')],
      ['export-2026-10.csv', 'export-werke-*.csv'],
    ],
    ['a sheet of a workbook is named by its sheet', [book('x.xlsx', 'BOM 2026-10')], ['› BOM *']],
    ['Feuil1 is named by its file too', [book('erp-20261031.xlsx', 'Feuil1')], ['erp-*.xlsx › Feuil1']],
    [
      'sheets with the same name in two files are named by their files too',
      [book('a.xlsx', 'List', 'a'), book('b.xlsx', 'List', 'b')],
      ['a.xlsx › List', 'b.xlsx › List'],
    ],
  ])('%s', (_, sheets, names) => {
    const named = sheetNames(sheets).map(({ file = '', sheet }) =>
      (sheet ? `${file} › ${sheet}` : file).trim(),
    );
    expect(named).toEqual(names);
  });
});

test('sheets with the same name have one entry in the map file; different values of a word become a question', () => {
  const line = (key: string, value: string | null) => ({ key, value });
  const entry = (word: string, value: string | null, header: string) => ({
    file: 'export-*.csv',
    kind: 'component',
    sections: [
      { name: 'columns' as const, lines: [line('A', 'productRef'), line(header, 'ignore')] },
      { name: 'values' as const, below: 'type', lines: [line(word, value)] },
    ],
  });
  const lines = (...drafts: Parameters<typeof merge>[0]) =>
    merge(drafts).map(({ sections }) =>
      sections.map((section) => section.lines.map(({ key, value }) => `${key}: ${value}`)),
    );
  const columns = ['A: productRef', 'B: ignore', 'C: ignore'];
  const joint = lines(entry('x', 'TEXTILE', 'B'), entry('y', null, 'C'));
  expect(joint).toEqual([[columns, ['x: TEXTILE', 'y: null']]]);
  expect(lines(entry('x', 'TEXTILE', 'B'), entry('x', 'PLASTIC', 'B'))[0]![1]).toEqual(['x: null']);
  expect(lines(entry('x', null, 'B'), entry('x', 'PLASTIC', 'B'))[0]![1]).toEqual(['x: PLASTIC']);
});

describe('three sheets with the same name whose lines differ', () => {
  const ORDERS = ['012', '021', '102', '120', '201', '210'].map((order) => [...order].map(Number));
  const lineOf = (
    name: SectionDraft['name'],
    values: readonly MapLine['value'][],
    order: readonly number[],
  ) =>
    merge(
      order.map((at) => ({
        file: 'export-*.csv',
        kind: 'component',
        sections: [{ name, lines: [{ key: 'key', value: values[at]! }] }],
      })),
    )[0]!.sections[0]!.lines[0]!;

  test.each([
    ['settings', ['day-first', 'month-first', 'day-first'], null],
    ['settings', ['day-first', 'month-first', null], null],
    ['columns', ['name', 'ignore', 'name'], '?'],
    ['columns', ['name', '?', 'name'], '?'],
    ['columns', ['name', '?', null], '?'],
    ['letters', ['name', 'ignore', null], '?'],
    ['settings', ['day-first', null, 'day-first'], 'day-first'],
    ['columns', ['name', null, null], 'name'],
  ] as const)(
    'three sheets of one name in "%s": the values %j, in any order, become %j',
    (name, values, value) => {
      expect(ORDERS.map((order) => lineOf(name, values, order).value)).toEqual(ORDERS.map(() => value));
    },
  );

  test('three sheets of one name become a question that names each value once', () => {
    const { comment } = lineOf('settings', ['day-first', 'month-first', 'day-first'], [0, 1, 2]);
    expect(comment).toBe('day-first or month-first?');
  });

  test('three sheets of one name leave a column of numbers open if its unit differs', () => {
    const entry = (unit: string) => ({
      file: 'export-*.csv',
      kind: 'component',
      sections: [
        { name: 'columns' as const, lines: [{ key: 'Poids', value: 'netWeight' }] },
        { name: 'units' as const, lines: [{ key: 'Poids', value: unit }] },
      ],
    });
    const values = (...units: readonly string[]) =>
      merge(units.map(entry))[0]!.sections.map(({ lines }) => lines.map(({ value }) => value));
    expect(values('g', 'kg', 'kg')).toEqual([['?'], [null]]);
    expect(values('g', 'g')).toEqual([['netWeight'], ['g']]);
  });
});

test('a setting that the values prove needs no map file, but a question about it does', () => {
  const entry = (value: string | null) => ({
    kind: 'component',
    sections: [{ name: 'settings' as const, lines: [{ key: 'decimal', value }] }],
  });
  expect([',', null].map((value) => needsEntry(entry(value)))).toEqual([false, true]);
  expect(needsEntry({ kind: 'component', sections: [] })).toBe(false);
  expect(needsEntry({ kind: 'component', headerRow: 3, sections: [] })).toBe(true);
});
