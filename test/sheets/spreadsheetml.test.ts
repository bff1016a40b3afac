import { describe, expect, test } from 'vitest';
import { cellsByRow, codes, numbered, readBytes } from './reading.ts';

const NS = 'urn:schemas-microsoft-com:office:spreadsheet';
const book = (content: string) =>
  `<?xml version="1.0"?>\r\n<?mso-application progid="Excel.Sheet"?>\r\n<Workbook xmlns="${NS}" xmlns:ss="${NS}">${content}</Workbook>`;
const sheet = (rows: string, name = 'suppliers') =>
  `<Worksheet ss:Name="${name}"><Table>${rows}</Table></Worksheet>`;
const cell = (text: string, type = 'String', more = '') =>
  `<Cell ${more}><Data ss:Type="${type}">${text}</Data></Cell>`;
const read = (content: string) => readBytes('a.xml', book(content));

describe('an XML workbook of Excel 2003', () => {
  test('an XML workbook has texts with their zeros, numbers, booleans, errors and blanks', async () => {
    const found = await read(
      sheet(
        `<Row>${cell('00017')}${cell('17', 'Number')}${cell('1', 'Boolean')}${cell('#N/A', 'Error')}<Cell/>${cell('été &amp; co')}</Row>`,
      ),
    );
    expect(codes(found)).toEqual([]);
    expect(found.description).toBe('XML workbook');
    expect(numbered(found)).toEqual([
      [1, '00017', 17, true, { type: 'error', code: '#N/A' }, null, 'été & co'],
    ]);
  });

  test('an XML workbook has its rows and cells at their indexes, with spans and merged cells', async () => {
    const found = await read(
      sheet(
        `<Row ss:Index="3" ss:Span="1"/><Row>${cell('a', 'String', 'ss:Index="2" ss:MergeAcross="1" ss:MergeDown="1"')}${cell('b')}</Row><Row ss:Hidden="1">${cell('c')}${cell('d', 'String', 'ss:Index="4"')}</Row>`,
      ),
    );
    expect(found.sheets[0]!.rows).toEqual([
      { row: 5, cells: [null, 'a', null, 'b'] },
      { row: 6, cells: ['c', null, null, 'd'], hidden: true },
    ]);
  });

  test('an XML workbook has number formats from cells, rows, columns and the table, by code, by name and by parent style', async () => {
    const styles = `<Styles><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style><Style ss:ID="z"><NumberFormat ss:Format="00000"/></Style><Style ss:ID="zz" ss:Parent="z"/><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style><Style ss:ID="t"><NumberFormat ss:Format="Short Time"/></Style></Styles>`;
    const table = `<Table ss:StyleID="d"><Column ss:Index="2" ss:Span="1" ss:StyleID="z"/><Row>${cell('45000', 'Number')}${cell('7', 'Number')}${cell('8', 'Number')}${cell('9', 'Number', 'ss:StyleID="zz"')}</Row><Row ss:StyleID="p">${cell('0.5', 'Number')}${cell('2023-03-15T10:30:00.000', 'DateTime')}${cell('1899-12-31T09:30:00.000', 'DateTime', 'ss:StyleID="t"')}</Row></Table>`;
    const found = await read(`${styles}<Worksheet ss:Name="a">${table}</Worksheet>`);
    const padded = (value: number) => ({ type: 'padded', value, text: String(value).padStart(5, '0') });
    expect(cellsByRow(found)).toEqual({
      1: [{ type: 'date', serial: 45_000, iso: '2023-03-15' }, padded(7), padded(8), padded(9)],
      2: [
        { type: 'percent', value: 0.5 },
        { type: 'date', serial: 45_000.4375, iso: '2023-03-15', time: '10:30' },
        { type: 'time', value: expect.closeTo(0.395_833, 5), text: '9:30' },
      ],
    });
  });

  test('an XML workbook has numbers with the units that their formats show', async () => {
    const styles = `<Styles><Style ss:ID="kg"><NumberFormat ss:Format="0.0&quot; kg&quot;"/></Style></Styles>`;
    const found = await read(`${styles}${sheet(`<Row>${cell('12.34', 'Number', 'ss:StyleID="kg"')}</Row>`)}`);
    expect(numbered(found)).toEqual([[1, { type: 'padded', value: 12.34, text: '12.34 kg', unit: 'kg' }]]);
  });

  test('an XML workbook has formulas, rich text as text, and no comments', async () => {
    const found = await read(
      sheet(
        `<Row><Cell ss:Formula="=1+1"/><Cell ss:Formula="=1+1"><Data ss:Type="Number">2</Data></Cell><Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40"><B>Bo</B><Font>ld</Font></ss:Data><Comment ss:Author="x"><ss:Data>note</ss:Data></Comment></Cell><Cell><Data ss:Type="String"></Data></Cell></Row>`,
      ),
    );
    expect(numbered(found)).toEqual([[1, { type: 'uncached' }, 2, 'Bold']]);
  });

  test('an XML workbook has its sheets, hidden or not, and may count days from 1904', async () => {
    const found = await read(
      `<ExcelWorkbook xmlns="urn:schemas-microsoft-com:office:excel"><Date1904/></ExcelWorkbook>${sheet(`<Row>${cell('a')}</Row>`)}<Worksheet ss:Name="b"><Table><Row>${cell('2023-03-15T00:00:00.000', 'DateTime')}</Row></Table><WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel"><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>`,
    );
    expect(found.description).toBe('XML workbook, dates from 1904');
    expect(found.sheets).toEqual([
      { name: 'suppliers', hidden: false, rows: [{ row: 1, cells: ['a'] }] },
      {
        name: 'b',
        hidden: true,
        rows: [{ row: 1, cells: [{ type: 'date', serial: 43_538, iso: '2023-03-15' }] }],
      },
    ]);
  });

  test('an XML workbook may have XML prefixes, or be in UTF-16', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-16"?><ss:Workbook xmlns:ss="${NS}"><ss:Worksheet ss:Name="é"><ss:Table><ss:Row><ss:Cell><ss:Data ss:Type="String">00017</ss:Data></ss:Cell></ss:Row></ss:Table></ss:Worksheet></ss:Workbook>`;
    for (const bytes of [xml.replace('UTF-16', 'UTF-8'), Buffer.from(`\ufeff${xml}`, 'utf16le')]) {
      const found = await readBytes('a.xml', bytes);
      expect(codes(found)).toEqual([]);
      expect(found.sheets).toEqual([{ name: 'é', hidden: false, rows: [{ row: 1, cells: ['00017'] }] }]);
    }
  });

  test.each([
    ['is cut', book(sheet(`<Row>${cell('a')}</Row>`)).slice(0, -60), /truncated|ends inside/],
    [
      'declares a document type',
      `<?xml version="1.0"?><!DOCTYPE Workbook [<!ENTITY a "b">]><Workbook xmlns="${NS}"/>`,
      /./,
    ],
    ['has an entity', book(sheet(`<Row>${cell('&a;')}</Row>`)), /entity/],
    [
      'has rows out of order',
      book(sheet(`<Row ss:Index="2">${cell('a')}</Row><Row ss:Index="2">${cell('b')}</Row>`)),
      /order/,
    ],
    [
      'has cells out of order',
      book(sheet(`<Row>${cell('a', 'String', 'ss:Index="2"')}${cell('b', 'String', 'ss:Index="2"')}</Row>`)),
      /order/,
    ],
    [
      'has a value under a merged cell',
      book(sheet(`<Row>${cell('a', 'String', 'ss:MergeDown="1"')}</Row><Row>${cell('b')}</Row>`)),
      /merged/,
    ],
    [
      'has a cell with two values',
      book(sheet('<Row><Cell><Data ss:Type="String">a</Data><Data ss:Type="String">b</Data></Cell></Row>')),
      /two values/,
    ],
    ['has a far column', book(sheet(`<Row>${cell('a', 'String', 'ss:Index="999999"')}</Row>`)), /columns/],
    ['is nested deeply', book('<a>'.repeat(300)), /nested/],
  ])('that %s is refused with one error', async (_, xml, says) => {
    const found = await readBytes('a.xml', xml);
    expect(found.description).toBeUndefined();
    expect(found.findings).toHaveLength(1);
    expect(found.findings[0]).toMatchObject({ severity: 'error', message: expect.stringMatching(says) });
  });

  test('an XML workbook has a finding and no value for a text that is too long for a cell', async () => {
    const found = await read(sheet(`<Row>${cell('a')}${cell('x'.repeat(40_000))}</Row>`));
    expect(found.findings).toMatchObject([
      {
        code: 'text-too-long',
        origin: { sheet: 'suppliers', row: 1, column: 'B' },
        message: expect.stringMatching(/40,000/),
      },
    ]);
    expect(found.sheets[0]!.rows).toEqual([{ row: 1, cells: ['a', null] }]);
  });
});
