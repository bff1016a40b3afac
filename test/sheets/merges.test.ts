import { describe, expect, test } from 'vitest';
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

describe.each([
  ['a.xlsx', xlsx],
  ['a.xlsb', xls],
  ['a.html', html],
] as const)('merged cells of %s', (name, made) => {
  test('of one row do not hide those of several rows', async () => {
    const ranges = merges(MOST, 1);
    const found = await readBytes(name, made([...ranges, [MOST + 1, MOST + 2]]));
    expect(codes(found)).toEqual([`cells-merged A${MOST + 1}`]);
  });

  test('of several rows are all reported, or one error says that some are not', async () => {
    const most = await readBytes(name, made(merges(MOST, 2)));
    expect(codes(most)).toEqual(merges(MOST, 2).map(([first]) => `cells-merged A${first}`));
    const more = await readBytes(name, made(merges(MOST + 3, 2)));
    expect(codes(more).slice(0, MOST)).toEqual(codes(most));
    expect(more.findings.slice(MOST)).toMatchObject([
      {
        code: 'file-unreadable',
        severity: 'error',
        message: expect.stringContaining(`than ${numberText(MOST)} cells`),
      },
    ]);
    expect(more.findings.at(-1)!.origin).not.toHaveProperty('row');
  });
});
