import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import type { Cell } from '../../src/sheets/cell.ts';
import { isoOfSerial } from '../../src/sheets/xlsx/date-serial.ts';
import { SLOW } from '../effort.ts';
import { type Read, readBytes, readFile } from './reading.ts';
import { escaped, workbook } from './workbook-builder.ts';

/** Number formats of the cells, by the style numbers of the handmade workbooks. */
const FORMATS = ['00000', 'dd/mm/yyyy', '0%'] as const;

/** A cell as a test writes it: a text, a boolean, a number with one of the formats or none, or blank. */
type Written =
  | string
  | boolean
  | null
  | { readonly number: number; readonly format?: (typeof FORMATS)[number] };

const WORDS = fc
  .array(fc.stringMatching(/^[A-Za-z0-9éèàçœüñß'"&<>;,=.-]{1,8}$/), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '))
  // A formula of a text, which the formats read differently.
  .filter((text) => !text.startsWith('="'));
const TEXT = fc.oneof(
  WORDS,
  fc.stringMatching(/^0{1,3}\d{1,6}$/),
  fc.constantFrom('=1+1', '1E5', 'TRUE', "'7"),
);
const CELL: fc.Arbitrary<Written> = fc.oneof(
  { weight: 4, arbitrary: TEXT },
  fc.boolean(),
  fc.constant(null),
  fc.integer({ min: -1000, max: 1_000_000 }).map((number) => ({ number })),
  // The writer of the tests loses numbers that are almost 0.
  fc
    .double({ min: -1e6, max: 1e6, noNaN: true })
    .map((number) => ({ number: Math.abs(number) < 1e-200 ? 0 : number })),
  fc.integer({ min: 1, max: 9_999_999 }).map((number) => ({ number, format: '00000' as const })),
  fc.integer({ min: 61, max: 60_000 }).map((number) => ({ number, format: 'dd/mm/yyyy' as const })),
  fc.integer({ min: 0, max: 100 }).map((number) => ({ number: number / 100, format: '0%' as const })),
);
const ROWS = fc.array(fc.array(CELL, { maxLength: 6 }), { minLength: 1, maxLength: 12 });

/** The cell that every reader gives. */
function expected(cell: Written): Cell {
  if (cell === null || typeof cell !== 'object') return cell;
  const { number, format } = cell;
  if (format === '0%') return { type: 'percent', value: number };
  if (format === '00000') return { type: 'padded', value: number, text: String(number).padStart(5, '0') };
  if (format === undefined) return number;
  return { type: 'date', serial: number, iso: isoOfSerial(number, false)! };
}

/** The rows with at least one cell, without the blank ones at their end. */
function expectedRows(rows: readonly (readonly Written[])[]) {
  return rows.flatMap((cells, index) => {
    const last = cells.findLastIndex((cell) => cell !== null);
    return last === -1 ? [] : [{ row: index + 1, cells: cells.slice(0, last + 1).map(expected) }];
  });
}

function openXml(rows: readonly (readonly Written[])[]): Buffer {
  const cellOf = (cell: Written, at: number, row: number) => {
    const r = `r="${xlsx.utils.encode_col(at)}${row}"`;
    if (cell === null) return '';
    if (typeof cell === 'boolean') return `<c ${r} t="b"><v>${cell ? 1 : 0}</v></c>`;
    if (typeof cell === 'string') return `<c ${r} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
    const style = cell.format === undefined ? 0 : FORMATS.indexOf(cell.format) + 1;
    return `<c ${r} s="${style}"><v>${cell.number}</v></c>`;
  };
  const xml = rows.map(
    (cells, index) =>
      `<row r="${index + 1}">${cells.map((cell, at) => cellOf(cell, at, index + 1)).join('')}</row>`,
  );
  return workbook({ rows: { suppliers: xml.join('') }, formats: FORMATS });
}

/** A workbook with the sheets `suppliers`, `suppliers 1` and so on. */
function bySheetJs(
  sheets: readonly (readonly (readonly Written[])[])[],
  bookType: 'xls' | 'xlsb' | 'ods',
): Buffer {
  const book = xlsx.utils.book_new();
  const cellOf = (cell: Written) => {
    if (cell === null || typeof cell !== 'object')
      return typeof cell === 'string' ? { t: 's', v: cell } : cell;
    return { t: 'n', v: cell.number, ...(cell.format && { z: cell.format }) };
  };
  for (const [at, rows] of sheets.entries()) {
    const made = xlsx.utils.aoa_to_sheet(rows.map((row) => row.map(cellOf)));
    xlsx.utils.book_append_sheet(book, made, at === 0 ? 'suppliers' : `suppliers ${at}`);
  }
  return xlsx.write(book, { type: 'buffer', bookType });
}

function spreadsheetMl(rows: readonly (readonly Written[])[]): string {
  const styles = FORMATS.map(
    (format, at) => `<Style ss:ID="s${at}"><NumberFormat ss:Format="${escaped(format)}"/></Style>`,
  );
  const cellOf = (cell: Written, at: number) => {
    if (cell === null) return '';
    const index = `ss:Index="${at + 1}"`;
    const data = (type: string, text: string) => `<Data ss:Type="${type}">${escaped(text)}</Data>`;
    if (typeof cell === 'string') return `<Cell ${index}>${data('String', cell)}</Cell>`;
    if (typeof cell === 'boolean') return `<Cell ${index}>${data('Boolean', cell ? '1' : '0')}</Cell>`;
    if (cell.format === undefined) return `<Cell ${index}>${data('Number', String(cell.number))}</Cell>`;
    const style = `ss:StyleID="s${FORMATS.indexOf(cell.format)}"`;
    if (cell.format !== 'dd/mm/yyyy')
      return `<Cell ${index} ${style}>${data('Number', String(cell.number))}</Cell>`;
    return `<Cell ${index} ${style}>${data('DateTime', `${isoOfSerial(cell.number, false)}T00:00:00.000`)}</Cell>`;
  };
  const xml = rows.map((cells, index) => `<Row ss:Index="${index + 1}">${cells.map(cellOf).join('')}</Row>`);
  return `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles>${styles.join('')}</Styles><Worksheet ss:Name="suppliers"><Table>${xml.join('')}</Table></Worksheet></Workbook>`;
}

function html(rows: readonly (readonly Written[])[]): string {
  const cellOf = (cell: Written) => {
    if (cell === null) return '<td></td>';
    if (typeof cell === 'string') return `<td style='mso-number-format:"\\@"'>${escaped(cell)}</td>`;
    if (typeof cell === 'boolean') return `<td>${cell}</td>`;
    const style = `style='mso-number-format:"${cell.format ?? 'General'}"'`;
    return `<td x:num="${cell.number}" ${style}>shown</td>`;
  };
  return `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table>${rows.map((cells) => `<tr>${cells.map(cellOf).join('')}</tr>`).join('\n')}</table></body></html>`;
}

/** The rows of the only sheet. */
function rowsOf(read: Read) {
  expect(read.findings.filter(({ code }) => code !== 'file-extension')).toEqual([]);
  expect(read.sheets.map(({ name }) => name)).toEqual(['suppliers']);
  return read.sheets[0]!.rows;
}

describe('the same rows in every format', () => {
  test('are read with the same cells from xlsx, XML, ods and HTML', { tags: ['sampled'] }, async () => {
    await fc.assert(
      fc.asyncProperty(ROWS, async (rows) => {
        const wanted = expectedRows(rows);
        fc.pre(wanted.length > 0);
        expect(rowsOf(await readBytes('a.xlsx', openXml(rows)))).toEqual(wanted);
        expect(rowsOf(await readBytes('a.xml', spreadsheetMl(rows)))).toEqual(wanted);
        expect(rowsOf(await readBytes('a.ods', bySheetJs([rows], 'ods')))).toEqual(wanted);
        const asTexts = wanted.map(({ row, cells }) => ({
          row,
          cells: cells.map((cell) => (typeof cell === 'boolean' ? String(cell) : cell)),
        }));
        expect(rowsOf(await readBytes('suppliers.xls', html(rows)))).toEqual(asTexts);
      }),
      { numRuns: SLOW ? 60 : 20 },
    );
  });

  test('are read with the same cells from xls and xlsb by the process for old workbooks', {
    tags: ['sampled'],
    timeout: 300_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ROWS, { minLength: 9, maxLength: 20 }), async (sheets) => {
        for (const type of ['xls', 'xlsb'] as const) {
          const read = await readBytes(`a.${type}`, bySheetJs(sheets, type));
          expect(read.findings).toEqual([]);
          expect(read.sheets.map(({ rows }) => rows)).toEqual(sheets.map(expectedRows));
        }
      }),
      { numRuns: SLOW ? 3 : 1 },
    );
  });

  test('are read whatever the extension of the file, with a notice if it is wrong', async () => {
    const rows: Written[][] = [
      ['ref', 'name'],
      ['00017', 'é'],
    ];
    const made: [string, string | Uint8Array][] = [
      ['a.csv', openXml(rows)],
      ['a.xls', openXml(rows)],
      ['a.xlsx', bySheetJs([rows], 'xls')],
      ['a.xls', bySheetJs([rows], 'ods')],
      ['a.xls', spreadsheetMl(rows)],
      ['suppliers.xlsx', html(rows)],
    ];
    for (const [name, bytes] of made) {
      const read = await readBytes(name, bytes);
      expect(rowsOf(read)).toEqual(expectedRows(rows));
      expect(read.findings).toMatchObject([{ code: 'file-extension', severity: 'notice' }]);
    }
  });

  test.each(['xls', 'ods', 'xlml'] as const)(
    'the rows of the sample batch are read the same from .%s',
    async (type) => {
      const batch = fileURLToPath(new URL('../../fixtures/batch/maison-aurore.xlsx', import.meta.url));
      const wanted = await readFile(batch);
      const book = xlsx.read(readFileSync(batch), { type: 'buffer', cellNF: true });
      const read = await readBytes(`a.${type}`, xlsx.write(book, { type: 'buffer', bookType: type }));
      expect(read.findings).toEqual([]);
      expect(read.sheets.map(({ name }) => name)).toEqual(wanted.sheets.map(({ name }) => name));
      expect(read.sheets.map(({ rows }) => rows)).toEqual(wanted.sheets.map(({ rows }) => rows));
      expect(read.sheets.flatMap(({ rows }) => rows).length).toBeGreaterThan(500);
    },
  );

  test.each([
    ['a.txt', 'ref\tname\r\n00017\tTessitura\r\n'],
    ['a.tsv', 'ref\tname\n00017\tTessitura\n'],
    // Excel's "Unicode text".
    ['a.txt', Buffer.from('\ufeffref\tname\r\n00017\tTessitura\r\n', 'utf16le')],
    // Exports of Numbers and Google Sheets, in English and in French.
    ['a.csv', 'ref,name\n00017,Tessitura'],
    ['a.csv', '\ufeffref;name\n00017;Tessitura'],
  ])('are read from %s with its separator and encoding (%#)', async (name, bytes) => {
    const read = await readBytes(name, bytes);
    expect(read.findings).toEqual([]);
    expect(read.sheets[0]!.rows.map(({ cells }) => cells)).toEqual([
      ['ref', 'name'],
      ['00017', 'Tessitura'],
    ]);
  });
});
