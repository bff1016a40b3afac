import { describe, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { sheetsOfStream } from '../../../src/sheets/old-excel/calc-on-load.ts';
import { SLOW } from '../../effort.ts';
import { readBytes } from '../reading.ts';
import { book, patched, record, sheet } from './books.ts';

// Each reading starts a process, which takes half a second: so one workbook tests many things.
describe.each(['xls', 'xlsb'] as const)('a workbook as .%s', (type) => {
  test('a workbook has its sheets, hidden or not, blank rows, errors, times, dates with a time, and numbers with units', async () => {
    const cells = [
      { t: 'e', v: 42 },
      { t: 'n', v: 0.5, z: 'h:mm' },
      { t: 'n', v: 45_000.5, z: 'dd/mm/yy hh:mm' },
      { t: 'n', v: 12.34, z: '0" kg"' },
      { t: 'n', v: 1, z: '"BLK"' },
    ];
    const sheets = {
      Usines: sheet(['ref'], [], ['00017']),
      Notes: sheet(['x']),
      Leer: sheet(),
      A: sheet(cells),
    };
    const Sheets = [0, 1, 0, 0].map((Hidden) => ({ Hidden: Hidden as 0 | 1 }));
    const read = await readBytes(`a.${type}`, book(sheets, type, { Sheets }));
    expect(read.findings).toEqual([]);
    expect(read.sheets).toEqual([
      {
        name: 'Usines',
        hidden: false,
        rows: [
          { row: 1, cells: ['ref'] },
          { row: 3, cells: ['00017'] },
        ],
      },
      { name: 'Notes', hidden: true, rows: [{ row: 1, cells: ['x'] }] },
      { name: 'Leer', hidden: false, rows: [] },
      { name: 'A', hidden: false, rows: [{ row: 1, cells: expect.any(Array) }] },
    ]);
    expect(read.sheets[3]!.rows[0]!.cells).toEqual([
      { type: 'error', code: '#N/A' },
      { type: 'time', value: 0.5, text: '12:00' },
      { type: 'date', serial: 45_000.5, iso: '2023-03-15', time: '12:00' },
      { type: 'padded', value: 12.34, text: '12.34 kg', unit: 'kg' },
      expect.objectContaining({ type: 'error', code: 'BLK' }),
    ]);
  });

  test('a workbook may count days from 1904, and have sheets with names of object members', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const made = xlsx.utils.book_new();
    made.Workbook = { WBProps: { date1904: true } };
    for (const name of names) {
      made.SheetNames.push(name);
      const value = sheet([name, { t: 'n', v: 43_538, z: 'dd/mm/yy' }]);
      Object.defineProperty(made.Sheets, name, { value, enumerable: true });
    }
    const read = await readBytes(`a.${type}`, xlsx.write(made, { type: 'buffer', bookType: type }));
    expect(read.findings).toEqual([]);
    expect(read.description).toMatch(/dates from 1904/);
    const date = { type: 'date', serial: 43_538, iso: '2023-03-15' };
    expect(read.sheets.map(({ name, rows }) => [name, rows[0]!.cells])).toEqual(
      names.map((name) => [name, [name, date]]),
    );
  });

  test('a workbook that is truncated is an error, or has all its rows', { tags: ['sampled'] }, async () => {
    const rows = Array.from({ length: 300 }, (_, at) => [`REF-${at}`, `Tessitura ${at}`, at]);
    const bytes = book({ a: sheet(...rows) }, type);
    const cuts = SLOW ? 6 : 1;
    for (let cut = 1; cut <= cuts; cut++) {
      const end = Math.floor((bytes.length * cut) / (cuts + 1));
      const read = await readBytes(`a.${type}`, bytes.subarray(0, end));
      if (read.findings.length === 0) expect(read.sheets[0]!.rows).toHaveLength(300);
      else {
        expect(read.findings).toMatchObject([{ severity: 'error', message: expect.stringMatching(/\.$/) }]);
        expect(read.findings[0]!.message).not.toMatch(/undefined|of type/);
      }
    }
  });
});

test('an old workbook that exceeds a limit gets the finding of that limit', async () => {
  const bytes = book({ a: sheet(['a'], ['b'], ['c'.repeat(50)]) });
  const rows = await readBytes('a.xls', bytes, { limits: { rows: 2 } });
  expect(rows.findings).toMatchObject([
    { code: 'file-unreadable', message: expect.stringMatching(/2 rows/) },
  ]);
  const texts = await readBytes('a.xls', bytes, { limits: { cellCharacters: 40 } });
  expect(texts.findings).toMatchObject([
    { code: 'text-too-long', origin: { sheet: 'a', row: 3, column: 'A' } },
  ]);
  expect(texts.sheets[0]!.rows[2]!.cells).toEqual([null]);
});

test('the hidden rows of an old workbook are marked as hidden', async () => {
  const made = sheet(['ref'], ['00017']);
  made['!rows'] = [{}, { hidden: true }];
  const wanted = [
    { row: 1, cells: ['ref'] },
    { row: 2, cells: ['00017'], hidden: true },
  ];
  expect((await readBytes('a.xlsb', book({ a: made }, 'xlsb'))).sheets[0]!.rows).toEqual(wanted);
  const hiddenRow = record(0x0208, 16, (data) => {
    data.writeUInt16LE(1, 0);
    data.writeUInt16LE(0x0120, 12);
  });
  const old = patched(book({ a: made }), (stream) => {
    const at = stream.lastIndexOf(Buffer.from([0x09, 0x08, 0x10, 0x00])) + 20;
    return Buffer.concat([stream.subarray(0, at), hiddenRow, stream.subarray(at)]);
  });
  expect((await readBytes('a.xls', old)).sheets[0]!.rows).toEqual(wanted);
});

describe('an old workbook', () => {
  test('an old workbook of Excel 95 has its letters from its code page', async () => {
    const bytes = book({ a: sheet(['Soci#t# G#n#rale', '00017']) }, 'biff5');
    const at = bytes.indexOf('Soci#t#');
    for (let index = at; index < at + 16; index++) if (bytes[index] === 0x23) bytes[index] = 0xe9;
    const read = await readBytes('a.xls', bytes);
    expect(read.findings).toEqual([]);
    expect(read.sheets[0]!.rows[0]!.cells).toEqual(['Société Générale', '00017']);
  });

  /** A stream with rows 1 to 3, and these records after them. */
  const withRecords = (stream: Buffer, ...records: readonly Buffer[]) => {
    const end = stream.lastIndexOf(Buffer.from([0x0a, 0x00, 0x00, 0x00]));
    return Buffer.concat([stream.subarray(0, end), ...records, stream.subarray(end)]);
  };

  test('an old workbook has a formula without a computed value marked as uncached', async () => {
    const formula = (row: number, options: number) =>
      record(0x0006, 22, (data) => {
        data.writeUInt16LE(row, 0);
        data.writeUInt16LE(options, 14);
      });
    const bytes = patched(book({ a: sheet([1], [2], [3]) }), (stream) =>
      withRecords(stream, formula(3, 0), formula(4, 2)),
    );
    const { sheets } = await readBytes('a.xls', bytes);
    expect(sheets[0]!.rows.slice(3).map(({ cells }) => cells)).toEqual([[0], [{ type: 'uncached' }]]);
  });

  test.each([
    ['unknown when LibreOffice stored 0, which it does for texts', 0x0dbb, 0, [3 * 65_536]],
    ['a number that LibreOffice stored', 0x0dbb, 7, []],
    ['the 0 that a later Excel stored', 0x1a2b, 0, []],
  ])('an old workbook has an array formula: its result is %s', (_, build, result, uncomputed) => {
    // Row 4, column A: its only token names the first cell of the array A4:A4.
    const formula = record(0x0006, 27, (data) => {
      data.writeUInt16LE(3, 0);
      data.writeDoubleLE(result, 6);
      data.writeUInt16LE(5, 20);
      data.writeUInt8(0x01, 22);
      data.writeUInt16LE(3, 23);
    });
    const array = record(0x0221, 17, (data) => {
      data.writeUInt16LE(3, 0);
      data.writeUInt16LE(3, 2);
      data.writeUInt16LE(3, 12);
      data.writeUInt8(0x1e, 14);
      data.writeUInt16LE(1, 15);
    });
    patched(book({ a: sheet([1], [2], [3]) }), (stream) => {
      const whole = withRecords(stream, formula, array);
      whole.writeUInt16LE(build, 8);
      whole.writeUInt16LE(0x07cc, 10);
      expect(sheetsOfStream(whole).map((found) => [...found.uncomputed])).toEqual([uncomputed]);
      return whole;
    });
  });

  test('an old workbook whose stream is truncated is an error, or has all its rows', {
    tags: ['sampled'],
  }, async () => {
    const whole = book({ a: sheet(['00017']), b: sheet(['00018']) });
    let length = 0;
    patched(whole, (stream) => {
      length = stream.length;
      return stream;
    });
    for (let cut = 0; cut < length; cut += SLOW ? 800 : Math.floor(length / 2)) {
      const bytes = patched(whole, (stream) => stream.subarray(0, length - cut - 1));
      const read = await readBytes('a.xls', bytes);
      if (read.findings.length > 0) expect(read.findings).toMatchObject([{ code: 'file-unreadable' }]);
      else expect(read.sheets.map(({ rows }) => rows[0]!.cells)).toEqual([['00017'], ['00018']]);
    }
    const last = patched(whole, (stream) =>
      stream.subarray(0, stream.lastIndexOf(Buffer.from([0x0a, 0, 0, 0]))),
    );
    expect((await readBytes('a.xls', last)).findings[0]!.message).toMatch(/sheet b .* incomplete/);
  });

  test('an old workbook that declares more bytes than it has is an error', async () => {
    const bytes = book({ a: sheet(['00017']) });
    const entry = bytes.indexOf(Buffer.from('Workbook', 'utf16le'));
    bytes.writeUInt32LE(bytes.readUInt32LE(entry + 120) + 100_000, entry + 120);
    expect((await readBytes('a.xls', bytes)).findings).toMatchObject([{ code: 'file-unreadable' }]);
  });

  test('a workbook in the format .xlsb with a changed byte is an error', async () => {
    const bytes = book({ a: sheet(['Tessitura']) }, 'xlsb');
    bytes[bytes.indexOf(Buffer.from('Tessitura', 'utf16le'))] = 0x4d;
    expect((await readBytes('a.xlsb', bytes)).findings[0]!.message).toMatch(/checksum/);
  });

  test('an old workbook with a password is refused', async () => {
    const bytes = book({ a: sheet(['a']) });
    // The record after the start of the workbook becomes FilePass (0x2f).
    const start = bytes.indexOf(Buffer.from([0x09, 0x08, 0x10, 0x00]));
    const next = start + 4 + bytes.readUInt16LE(start + 2);
    bytes.writeUInt16LE(0x2f, next);
    bytes.writeUInt16LE(0, next + 4);
    const read = await readBytes('a.xls', bytes);
    expect(read.findings).toMatchObject([{ code: 'file-encrypted', severity: 'error' }]);
  });
});
