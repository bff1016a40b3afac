import { readFile as readBytesOf } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textDamage } from '../../src/records/text-check.ts';
import { codes, numbered, type Read, readFile } from './reading.ts';

const samples = process.env.TRACE_SAMPLES;

/** The rows of each unusual file, or the finding that rejects it. */
const EXPECTED: Readonly<Record<string, (read: Read) => void>> = {
  'csv/commons-csv/bom.csv': rows(252, [1, 'Date']),
  'csv/frictionless/blank-rows.csv': rows(3, [1, 'id', 'name', 'age'], [3, '1102', 'Julie', '26']),
  'csv/frictionless/duplicate-headers.csv': rows(3, [1, 'id', 'name', 'id', 'age', 'id']),
  'csv/frictionless/latin1.csv': rows(3, [3, '2', '©']),
  'csv/frictionless/leading-zeros.csv': rows(4, [2, '01'], [3, '002'], [4, '00003']),
  'csv/frictionless/structure-errors.csv': rows(4, [5, '1', '2', '3', '4', '5', '6']),
  'csv/node-csv/365-utf16le-bom-windows.csv': rows(2, [1, 'a', 'b', 'c'], [2, '1', '2', '3']),
  'csv/papaparse/malformed.tsv': (read) => expect(codes(read)).toEqual(['text-quotes C9']),
  'csv/phpspreadsheet/encoding.utf16le.csv': rows(2, [1, 'Å', '1'], [2, '2', '3']),
  'csv/phpspreadsheet/linend.mac.csv': rows(2, [1, 'A', '1'], [2, '2', '3']),
  'csv/phpspreadsheet/sep.csv': rows(2, [1, 'A', '1'], [2, '2', '3']),
  'xlsx/apache-poi/49609.xlsx': (read) => {
    for (const sheet of read.sheets) {
      expect(sheet.rows.flatMap((row) => row.cells).filter((cell) => cell !== null)).toHaveLength(3783);
    }
  },
  'xlsx/apache-poi/54764.xlsx': refused('file-unreadable', 'DTD'),
  'xlsx/apache-poi/DateFormatTests.xlsx': (read) => {
    expect(read.sheets[1]?.rows[1]?.cells[2]).toMatchObject({ type: 'date', iso: '1952-10-11' });
  },
  'xlsx/apache-poi/InlineString.xlsx': rows(1, [1, '😜more text']),
  'xlsx/apache-poi/SimpleStrict.xlsx': (read) => {
    rows(6, [1, 'test', null, 1])(read);
    expect(read.sheets[1]?.rows[3]?.cells).toEqual([{ type: 'date', serial: 32_874, iso: '1990-01-01' }]);
  },
  'xlsx/apache-poi/TwoSheetsOneHidden.xlsx': (read) => {
    expect(read.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Sheet1', true],
      ['Sheet2', false],
    ]);
  },
  'xlsx/apache-poi/clusterfuzz-testcase-minimized-POIXSSFFuzzer-5089447305609216.xlsx':
    refused('file-unreadable'),
  'xlsx/apache-poi/clusterfuzz-testcase-minimized-XLSX2CSVFuzzer-5636439151607808.xlsx':
    refused('file-unreadable'),
  'xlsx/apache-poi/poc-xmlbomb.xlsx': refused('file-unreadable', 'DTD'),
  'xlsx/apache-poi/protected_passtika.xlsx': refused('file-encrypted', 'password'),
  'xlsx/apache-poi/xlsx-corrupted.xlsx': refused('file-unreadable'),
  'xlsx/apache-poi/xxe_in_schema.xlsx': rows(2, [9, null, null, '/Test/Test', 'Column1', 'Column2']),
  'xlsx/calamine/any_sheets.xlsb': (read) => {
    rows(4, [1, 1, 2])(read);
    expect(read.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Visible', false],
      ['Hidden', true],
      ['VeryHidden', true],
    ]);
  },
  'xlsx/calamine/date.xls': rows(3, [1, { type: 'date', serial: 44_197, iso: '2021-01-01' }, 15]),
  'xlsx/calamine/date_1904.xlsx': rows(3, [1, { type: 'date', serial: 42_735, iso: '2021-01-01' }, 15]),
  'xlsx/calamine/errors.xlsx': rows(7, [1, { type: 'error', code: '#DIV/0!' }]),
  'xlsx/calamine/has_x000D_.xlsx': rows(1, [1, 'ABC\r\nDEF']),
  'xlsx/calamine/issues.ods': rows(
    6,
    [2, 1.5],
    [4, false],
    [6, { type: 'date', serial: 42_663, iso: '2016-10-20' }],
  ),
  'xlsx/calamine/merged_range.xlsx': (read) => {
    expect([...new Set(read.findings.map(({ code }) => code))]).toEqual(['cells-merged']);
    const cells = [1, 'A1', 'B1', 'C1', null, 'E1', 'F1', 'G1', 'H1'];
    rows(3, cells)({ ...read, findings: [] });
  },
  'xlsx/calamine/minimal_package.xlsx': (read) => {
    const cells = read.sheets.flatMap((sheet) => sheet.rows.flatMap((row) => row.cells));
    expect(cells.filter((cell) => cell !== null).length).toBeGreaterThan(3000);
  },
  'xlsx/calamine/nonstandard-xml-ns-prefix.xlsx': rows(3, [1, 'a', 'b'], [2, 1, 3], [3, 2, 4]),
  'xlsx/closedxml/UsingRichText.xlsx': rows(4, [1, 'The show must go on...']),
  'xlsx/closedxml/different-column-width-excel2010.xlsx': rows(0),
  'xlsx/exceljs/duplicateRowTest.xlsx': rows(0),
  'xlsx/exceljs/google-sheets.xlsx': rows(3, [1, 'BEGIN', 'HIDDEN', 'VISIBLE']),
  'xlsx/exceljs/invalid-xml.xlsx': (read) => expect(codes(read)).toEqual(['file-unreadable']),
  'xlsx/openpyxl-2015/null_archive.xlsx': refused('file-empty', 'archive contains null_file.xlsx'),
  'xlsx/phpspreadsheet/without_cell_reference.xlsx': rows(10, [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
};

function rows(count: number, ...some: unknown[][]): (read: Read) => void {
  return (read) => {
    expect(read.findings.filter(({ code }) => code !== 'cells-merged')).toEqual([]);
    const found = numbered(read);
    expect(found).toHaveLength(count);
    for (const row of some) {
      expect(found.find(([number]) => number === row[0])?.slice(0, row.length)).toEqual(row);
    }
  };
}

function refused(code: string, word = ''): (read: Read) => void {
  return (read) => {
    expect(read.description).toBeUndefined();
    expect(codes(read)).toEqual([code]);
    expect(read.findings[0]?.message).toContain(word);
  };
}

describe.skipIf(samples === undefined)('hostile sample files are read or refused as expected', async () => {
  const hostile = join(samples ?? '', 'hostile');
  const manifest = samples === undefined ? undefined : await readFile(join(hostile, 'MANIFEST.csv'));
  const listed = (manifest?.sheets[0]?.rows ?? []).slice(1);

  it.each(listed.map(({ cells }) => [String(cells[0]), String(cells[4])]))(
    'the hostile sample file %s is read or refused as expected',
    async (path, should) => {
      if (path.endsWith('.json')) return;
      const read = await readFile(join(hostile, path));
      if (should === 'read = its .json') {
        const expected = JSON.parse(await readBytesOf(join(hostile, path.replace(/csv$/, 'json')), 'utf8'));
        const [head, ...records] = read.sheets[0]!.rows.map((row) => row.cells);
        expect(
          records.map((record) => Object.fromEntries(head!.map((name, index) => [name, record[index]]))),
        ).toEqual(expected);
        return;
      }
      const check = EXPECTED[path];
      expect(check, 'a file of the list that this test does not know').toBeDefined();
      check?.(read);
    },
  );

  it('the same list has the same rows as .xls and as .xlsx', async () => {
    const folder = join(samples ?? '', 'domain', 'facilities');
    const old = await readFile(join(folder, 'oshub_list_12.xls'));
    const book = await readFile(join(folder, 'oshub_list_12.xlsx'));
    expect(numbered(old)).toHaveLength(16);
    expect(old.sheets).toEqual(book.sheets);
    expect(old.findings).toEqual([]);
  });

  it('the same list has the same rows as workbook and as CSV', async () => {
    const folder = join(samples ?? '', 'domain', 'facilities');
    const text = await readFile(join(folder, 'oshub_list_12.csv'));
    const book = await readFile(join(folder, 'oshub_list_12.xlsx'));
    const plain = (read: Read) =>
      numbered(read).map((row) => row.slice(1).map((value) => String(value ?? '').replace(/\r\n/g, '\n')));
    // The workbook contains a cell with damaged letters, which is reported.
    const damaged = book.sheets
      .flatMap((sheet) => sheet.rows)
      .filter(({ cells }) =>
        cells.some((cell) => typeof cell === 'string' && textDamage(cell, { type: 'text' }) !== undefined),
      )
      .map(({ row }) => row);
    expect(damaged.length).toBe(1);
    const sound = (_: unknown, index: number) => index + 1 !== damaged[0];
    expect(plain(book)).toHaveLength(16);
    expect(plain(book).filter(sound)).toEqual(plain(text).filter(sound));
  });
});
