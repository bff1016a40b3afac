import { describe, expect, it } from 'vitest';
import type { ColumnHelp, ListHelp } from '../../../src/sheets/annotate/column-help.ts';
import { type Validation, validatedIn, withValidations } from '../../../src/sheets/annotate/validations.ts';
import { readBytes } from '../reading.ts';
import { relation, relationships, workbook, worksheet } from '../workbook-builder.ts';
import { changedParts, helped } from './annotated.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
const ROWS = `<row r="1">${text('A1', 'A title')}</row><row r="2">${text('A2', 'ref')}${text('B2', 'country')}</row><row r="3">${text('A3', '007')}</row>`;
const TYPES = {
  name: '[Content_Types].xml',
  content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>',
};
const COUNTRIES: ListHelp = {
  values: { name: 'country', texts: ['France (FR)', 'Italy & more (IT)'] },
  ...{ others: 'accept', title: 'country' },
};
const column = (at: number, list?: ListHelp): ColumnHelp => ({
  ...{ column: at, note: `note ${at}` },
  ...(list && { list }),
});
const sheet = (...columns: readonly ColumnHelp[]) => ({ name: 'Sheet1', headerRow: 2, columns });
const refs = (xml: string) => [...xml.matchAll(/<comment ref="(\w+)"/g)].map(([, ref]) => ref);

describe('a workbook to which notes and lists are added', () => {
  it('a workbook with added notes and lists keeps its cells and all other parts; the lists are on a hidden last sheet', async () => {
    const original = workbook({ rows: { Sheet1: ROWS, Other: '', Lists: '' }, parts: [TYPES] });
    const { bytes, result, text: part } = await helped(original, [sheet(column(0), column(1, COUNTRIES))]);
    expect(result).toEqual([{ sheet: 'Sheet1', notes: 2, lists: 1, withRule: [], withThread: [] }]);
    expect(changedParts(original, bytes).sort()).toEqual([
      ...['[Content_Types].xml', 'xl/_rels/workbook.xml.rels', 'xl/comments1.xml'],
      ...['xl/drawings/vmlDrawing1.vml', 'xl/workbook.xml', 'xl/worksheets/_rels/sheet1.xml.rels'],
      ...['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet4.xml'],
    ]);
    const before = await readBytes('a.xlsx', original);
    const after = await readBytes('a.xlsx', bytes);
    expect(after.sheets.slice(0, 3)).toEqual(before.sheets);
    expect(after.sheets[3]).toMatchObject({ name: 'Values' });
    expect(part('xl/workbook.xml')).toMatch(/name="Values" sheetId="4" state="hidden" [^>]*\/><\/sheets>/);
    expect(part('xl/worksheets/sheet1.xml')).toMatch(
      /<\/row><\/sheetData><dataValidations count="1"><dataValidation type="list" allowBlank="1" sqref="B3:B1048576"><formula1>'Values'!\$A\$1:\$A\$2<\/formula1><\/dataValidation><\/dataValidations><legacyDrawing [^>]*\/><\/worksheet>$/,
    );
    expect(refs(part('xl/comments1.xml'))).toEqual(['A2', 'B2']);
    expect(part('xl/drawings/vmlDrawing1.vml')).toContain('fillcolor="#ffffe1"');
  });

  it('a workbook with added notes and lists gets no sheet of values for a list of keys in another sheet, and no change to a sheet without columns', async () => {
    const original = workbook({ rows: { Sheet1: ROWS, Other: ROWS }, parts: [TYPES] });
    const keys = { sheet: "O'ther", column: 0, firstRow: 3, lastRow: 5000 };
    const list: ListHelp = { values: keys, others: 'accept', title: 'ref' };
    const { bytes, text: part } = await helped(original, [
      sheet(column(0, list)),
      { name: 'Other', headerRow: 2, columns: [] },
    ]);
    expect(part('xl/worksheets/sheet1.xml')).toContain("<formula1>'O''ther'!$A$3:$A$5000</formula1>");
    expect(changedParts(original, bytes).filter((name) => /workbook|sheet2/.test(name))).toEqual([]);
  });

  it('a workbook with added notes and lists gets the notes of trace replaced and no list twice when they are added again', async () => {
    const original = workbook({ rows: { Sheet1: ROWS }, parts: [TYPES] });
    const first = await helped(original, [sheet(column(0), column(1, COUNTRIES))]);
    const second = await helped(first.bytes, [
      sheet({ ...column(1, COUNTRIES), note: 'changed' }, { column: 2, note: 'new' }),
    ]);
    expect(second.result).toMatchObject([{ notes: 2, lists: 0, withRule: [1] }]);
    expect(refs(second.text('xl/comments1.xml'))).toEqual(['B2', 'C2']);
    expect(second.text('xl/drawings/vmlDrawing1.vml').match(/<x:Column>/g)).toHaveLength(2);
    expect(second.text('xl/workbook.xml')).toBe(first.text('xl/workbook.xml'));
  });

  it("keeps a person's note before that of trace, and comment threads; in merged cells the visible one is used", async () => {
    const content = worksheet(ROWS).replace(
      '</worksheet>',
      '<mergeCells><mergeCell ref="D1:D2"/></mergeCells></worksheet>',
    );
    const original = workbook({
      parts: [
        TYPES,
        { name: 'xl/worksheets/sheet1.xml', content },
        {
          name: 'xl/worksheets/_rels/sheet1.xml.rels',
          content: relationships(relation('rId8', 'comments', '../notes.xml')),
        },
        {
          name: 'xl/notes.xml',
          content: `<comments xmlns="${MAIN}"><authors><author>Zoé</author><author>tc={1}</author></authors><commentList><comment ref="A2" authorId="0"><text><t>mine</t></text></comment><comment ref="B2" authorId="1"><text><t>thread</t></text></comment></commentList></comments>`,
        },
      ],
    });
    const { result, text: part } = await helped(original, [sheet(column(0), column(1), column(3))]);
    expect(result).toMatchObject([{ notes: 2, withThread: [1] }]);
    expect(part('xl/notes.xml')).toMatch(
      /<t>mine<\/t><r>[\s\S]*>\n— t —\n<[\s\S]*>note 0<[\s\S]*>\n— t —<\/t><\/r><\/text>/,
    );
    expect(part('xl/notes.xml')).toContain('<t>thread</t></text></comment>');
    expect(refs(part('xl/notes.xml'))).toEqual(['A2', 'B2', 'D1']);
  });
});

const one: Validation = {
  column: 1,
  firstRow: 3,
  values: 'X!$A$1',
  others: 'ask',
  title: 'T<',
  message: 'M',
};
const LIST = (p = '') =>
  `<${p}dataValidation type="list" allowBlank="1" showErrorMessage="1" errorStyle="warning" errorTitle="T&lt;" error="M" sqref="B3:B1048576"><${p}formula1>X!$A$1</${p}formula1></${p}dataValidation>`;

describe('the dropdowns of a sheet', () => {
  it.each([
    [
      'after the rows',
      '</sheetData></worksheet>',
      `</sheetData><dataValidations count="1">${LIST()}</dataValidations></worksheet>`,
    ],
    [
      'after merges and conditional formats, before links',
      '</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells><conditionalFormatting sqref="A1"><cfRule/></conditionalFormatting><hyperlinks/><pageMargins/></worksheet>',
      `</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells><conditionalFormatting sqref="A1"><cfRule/></conditionalFormatting><dataValidations count="1">${LIST()}</dataValidations><hyperlinks/><pageMargins/></worksheet>`,
    ],
    [
      'behind those that the sheet has',
      '</sheetData><dataValidations xWindow="1" count="1"><dataValidation sqref="A1"/></dataValidations></worksheet>',
      `</sheetData><dataValidations xWindow="1" count="2"><dataValidation sqref="A1"/>${LIST()}</dataValidations></worksheet>`,
    ],
    [
      'in an empty element',
      '</sheetData><dataValidations count="0"/></worksheet>',
      `</sheetData><dataValidations count="1">${LIST()}</dataValidations></worksheet>`,
    ],
  ])('are added %s', (_, tail, expected) => {
    expect(withValidations(tail, '', [one])).toBe(expected);
  });

  it('the dropdowns of a sheet have the XML prefix of the sheet', () => {
    expect(withValidations('</x:sheetData></x:worksheet>', 'x:', [one])).toBe(
      `</x:sheetData><x:dataValidations count="1">${LIST('x:')}</x:dataValidations></x:worksheet>`,
    );
  });

  const inTail = (sqref: string) =>
    `</sheetData><dataValidations><dataValidation sqref="${sqref}"><formula1>1</formula1></dataValidation></dataValidations></worksheet>`;
  const extended =
    '</sheetData><extLst><ext><x14:conditionalFormattings><xm:sqref>B2:B9</xm:sqref></x14:conditionalFormattings><x14:dataValidations><x14:dataValidation type="list"><x14:formula1><xm:f>1</xm:f></x14:formula1><xm:sqref>D5 F1:G1</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst></worksheet>';
  it.each([
    [inTail('B3:B200'), [1]],
    [inTail('A1 B1:C2'), []],
    [inTail('A1:C3'), [0, 1, 2]],
    [inTail('C:C'), [2]],
    [inTail('$B$4'), [1]],
    [inTail('3:9'), [0, 1, 2, 3]],
    [extended, [3]],
    ['</sheetData></worksheet>', []],
  ])('the dropdowns of %s are in the columns %j', (tail, columns) => {
    const isValidated = validatedIn(tail);
    expect([0, 1, 2, 3].filter((at) => isValidated(at, 2))).toEqual(columns);
  });
});
