import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { SheetSurvey } from '../../src/map/propose.ts';

type Cells = readonly (string | number | null)[];

/** What is proposed for a sheet; `[]` is a blank row. */
function proposalsOf(...rows: readonly Cells[]) {
  const survey = new SheetSurvey({ file: 'x.xlsx', sheet: 'HM-1', kinds: kindsOf('v2') });
  for (const [at, cells] of rows.entries()) if (cells.length > 0) survey.add({ row: at + 1, cells });
  return survey.tables().map((table) => table.proposal());
}

const FORM: readonly Cells[] = [
  ['TECH PACK'],
  ['Style no.', 'HM-1', null, 'Season', 'AW27'],
  ['Style name', 'Wool coat', null, 'Colour code', 'CHA'],
  ['Product type', 'Coats', null, 'Status', 'Approved'],
  ['Net weight (g)', 1420, null, 'Designer', 'R. Moss'],
  ['Factory (vendor code)', 'V-9'],
];
const BOM: Cells = ['Component ref.', 'Category', 'Type', 'Composition', 'Supplier code', 'Weight (g)'];
const PARTS: readonly Cells[] = [
  ['FABRICS'],
  ['MA501', 'Main fabric (woven)', 'Textile', '80% wool, 20% polyamide', 'V-1', 1009.4],
  ['LI502', 'Linings', 'Textile', '100% cupro', 'V-2', 84.8],
  ['TRIMS'],
  ['BU503', 'Buttons', 'Other', '100% horn', 'V-3', 12.1],
];
const SIZES: readonly Cells[] = [['SIZE CHART'], ['Point', 'S', 'M'], ['Length', 70, 72]];

describe('a form above a table', () => {
  test('a form is a product, and the table below takes its key from the labels', () => {
    const [form, table, ...others] = proposalsOf(...FORM, [], ['BILL OF MATERIALS'], BOM, ...PARTS);
    expect(others).toEqual([]);
    expect([form!.kind, form!.isForm, form!.missing]).toEqual(['product', true, []]);
    expect(form!.columns.map(({ letters, header, target }) => [letters, header, target])).toEqual([
      ['B2', 'Style no.', 'productRef'],
      ['E2', 'Season', 'productCollectionRef'],
      ['B3', 'Style name', 'name'],
      ['E3', 'Colour code', 'productColorCode'],
      ['B4', 'Product type', 'category'],
      ['E4', 'Status', 'ignore'],
      ['B5', 'Net weight (g)', 'weight'],
      ['E5', 'Designer', 'ignore'],
      ['B6', 'Factory (vendor code)', 'supplierRef'],
    ]);
    expect([table!.kind, table!.headerRow, table!.missing]).toEqual(['component', 9, []]);
    expect(table!.labels).toEqual([
      { label: 'Style no.', target: 'productRef' },
      { label: 'Season', target: 'productCollectionRef' },
      { label: 'Colour code', target: 'productColorCode' },
    ]);
  });

  test('a title above a blank row is no label, even with a value beside it', () => {
    const [form] = proposalsOf(
      ['Hartley & Sons - Tech pack', null, null, 'Issue 2'],
      [],
      ...FORM.slice(1),
      [],
      BOM,
      ...PARTS,
    );
    expect(form!.columns[0]).toMatchObject({ letters: 'B3', target: 'productRef' });
  });

  test('a table ends above the title of a smaller table of something else, and headings are no values', () => {
    const [, table] = proposalsOf(...FORM, [], BOM, ...PARTS, [], ...SIZES);
    expect(table!.lastRow).toBe('SIZE CHART');
    expect(table!.columns[0]!.samples).toEqual(['MA501', 'LI502', 'BU503']);
  });

  test('labels above a table fill what its rows share, if no column has it', () => {
    const header = ['Style no.', 'Product type', 'Colour code', 'Supplier code'];
    const rows = [
      ['A-1', 'SHIRTS', '001', 'V-1'],
      ['A-2', 'SKIRTS', '002', 'V-1'],
    ];
    const [table, ...others] = proposalsOf(
      ['Season: AW27', null, 'Print date: 01/02/2027'],
      [],
      header,
      ...rows,
    );
    expect(others).toEqual([]);
    expect(table!.kind).toBe('product');
    expect(table!.labels).toEqual([{ label: 'Season', target: 'productCollectionRef' }]);
    expect(table!.missing).toEqual([]);
  });

  test('a sheet with nothing but a form is one record', () => {
    const [form, ...others] = proposalsOf(...FORM);
    expect([form!.kind, form!.isForm, others]).toEqual(['product', true, []]);
  });

  test('headers and records with few columns are no form', () => {
    for (const rows of [
      [
        ['Style no.', 'Style name'],
        ['A-1', 'Coat'],
        ['A-2', 'Skirt'],
      ],
      [
        ['Season', 'Colour', 'Weight'],
        ['AW27', 'Navy', 3],
      ],
    ])
      expect(proposalsOf(...rows).filter(({ isForm, labels }) => isForm || labels)).toEqual([]);
  });
});
