import { expect, test } from 'vitest';
import { numberText } from '../../src/say.ts';
import { codes, readBytes } from './reading.ts';
import { workbook, worksheet } from './workbook-builder.ts';

/** The most cells that are reported because they are merged over several rows. */
const MOST = 20_000;

// All readers of workbooks and pages report them in one place; test/layouts/merges.test.ts has each format.
test('up to 20,000 merges over several rows are reported, after many of one row; then one error says there are more', async () => {
  const below = Array.from({ length: MOST + 1 }, (_, at) => MOST + 2 * at + 1);
  const ranges = [
    ...Array.from({ length: MOST }, (_, at) => `A${at + 1}:B${at + 1}`),
    ...below.map((row) => `A${row}:B${row + 1}`),
  ];
  const content = worksheet('<row r="1"><c r="A1"><v>1</v></c></row>').replace(
    '</sheetData>',
    `</sheetData><mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
  );
  const found = await readBytes(
    'a.xlsx',
    workbook({ parts: [{ name: 'xl/worksheets/sheet1.xml', content }] }),
  );
  expect(codes(found).slice(0, MOST)).toEqual(below.slice(0, MOST).map((row) => `cells-merged A${row}`));
  expect(found.findings.slice(MOST)).toMatchObject([
    {
      code: 'file-unreadable',
      severity: 'error',
      message: expect.stringContaining(`than ${numberText(MOST)} cells`),
    },
  ]);
  expect(found.findings.at(-1)!.origin).not.toHaveProperty('row');
});
