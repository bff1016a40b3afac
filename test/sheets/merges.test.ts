import { expect, test } from 'vitest';
import { utils, type WorkSheet } from 'xlsx';
import { numberText } from '../../src/say.ts';
import { book } from './old-excel/books.ts';
import { codes, readBytes } from './reading.ts';
import { workbook, worksheet } from './workbook-builder.ts';

/** The most cells that are reported because they are merged over several rows. */
const MOST = 20_000;

type Merge = readonly [first: number, last: number];

const merges = (count: number, height: number): Merge[] =>
  Array.from({ length: count }, (_, at) => [at * height + 1, (at + 1) * height]);

function xlsx(ranges: readonly Merge[]): Buffer {
  const list = ranges.map(([first, last]) => `<mergeCell ref="A${first}:B${last}"/>`).join('');
  const content = worksheet('<row r="1"><c r="A1"><v>1</v></c></row>').replace(
    '</sheetData>',
    `</sheetData><mergeCells>${list}</mergeCells>`,
  );
  return workbook({ parts: [{ name: 'xl/worksheets/sheet1.xml', content }] });
}

function xls(ranges: readonly Merge[]): Buffer {
  const sheet: WorkSheet = utils.aoa_to_sheet([[1]]);
  sheet['!merges'] = ranges.map(([first, last]) => ({ s: { r: first - 1, c: 0 }, e: { r: last - 1, c: 1 } }));
  return book({ a: sheet }, 'xlsb');
}

function html(ranges: readonly Merge[]): string {
  const rows = ranges.map(([first, last]) => {
    const height = last - first + 1;
    return `<tr><td colspan=2 rowspan=${height}>x</td></tr>${'<tr></tr>'.repeat(height - 1)}`;
  });
  return `<table>${rows.join('')}</table>`;
}

test.each([
  ['a.xlsx', xlsx],
  ['a.xlsb', xls],
  ['a.html', html],
] as const)(
  'cells of %s merged over several rows are all reported after many of one row, or one error says that some are not',
  async (name, made) => {
    const below = merges(MOST + 1, 2).map(([first, last]): Merge => [first + MOST, last + MOST]);
    const found = await readBytes(name, made([...merges(MOST, 1), ...below]));
    expect(codes(found).slice(0, MOST)).toEqual(
      below.slice(0, MOST).map(([first]) => `cells-merged A${first}`),
    );
    expect(found.findings.slice(MOST)).toMatchObject([
      {
        code: 'file-unreadable',
        severity: 'error',
        message: expect.stringContaining(`than ${numberText(MOST)} cells`),
      },
    ]);
    expect(found.findings.at(-1)!.origin).not.toHaveProperty('row');
  },
);
