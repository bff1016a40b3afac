import { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardFormulas, unguardFormulas } from '../../src/sheets/formula-text.ts';
import {
  type TableCell,
  type TableColumn,
  type TableFormat,
  tableSink,
  type Written,
} from '../../src/sheets/table-file.ts';
import { workbookSink } from '../../src/sheets/table-workbook.ts';
import { unpackParts } from '../../src/sheets/workbook-parts.ts';
import { readBytes } from './reading.ts';

const SEMICOLONS = { separator: ';', decimal: ',' };
const COMMAS = { separator: ',', decimal: '.' };

const COLUMNS: readonly TableColumn[] = [
  { name: 'ref', heading: 'ref', type: 'text' },
  { name: 'weight', heading: 'weight (g)', type: 'number' },
  { name: 'known', heading: 'known', type: 'boolean' },
  { name: 'link', heading: 'link', type: 'link' },
];

function collector() {
  const pieces: Buffer[] = [];
  const out = new Writable({
    highWaterMark: 16,
    write(piece, _, done) {
      pieces.push(Buffer.from(piece));
      setImmediate(done);
    },
  });
  return { out, bytes: () => Buffer.concat(pieces) };
}

async function tableText(rows: readonly (readonly TableCell[])[], format: TableFormat, columns = COLUMNS) {
  const { out, bytes } = collector();
  const sink = tableSink(out, columns, format as TableFormat & { format: 'csv' });
  for (const row of rows) await sink.writeRow(row);
  const written = await sink.end();
  return { text: bytes().toString('utf8'), written };
}

async function book(
  sheets: readonly { name: string; rows: readonly (readonly TableCell[])[] }[],
  columns = COLUMNS,
): Promise<{ bytes: Buffer; written: readonly Written[] }> {
  const { out, bytes } = collector();
  const sink = await workbookSink(
    out,
    sheets.map(({ name }) => ({ name, columns })),
    { title: 'Essai' },
  );
  try {
    // mixed, as in an export
    for (let at = 0; sheets.some(({ rows }) => at < rows.length); at++) {
      for (const [number, { rows }] of sheets.entries()) {
        const row = rows[at];
        if (row) await sink.sheets[number]!.writeRow(row);
      }
    }
    const written = await sink.end();
    return { bytes: bytes(), written };
  } finally {
    await sink.close();
  }
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '=1+1',
    '\t=x',
    "'=1",
    "''@",
    '-12.5',
    '+33 1',
    '＝1',
    ' =1',
    '"=1',
    'é;à|"x',
    'a\r\nb',
    '_x000D_',
  ),
);
const SCALARS = fc.tuple(
  text,
  fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()).map((value) => value + 0),
);

describe('a written CSV file', () => {
  test('a written CSV file has quotes, and the delimiter and decimal mark of its format', async () => {
    const rows = [
      ['a;b', -12.5, true, null],
      ['dit "oui"', 9.1e-10, false, 'https://x.example.com/?a=1'],
    ];
    expect((await tableText(rows, { format: 'csv' })).text).toBe(
      'ref,weight (g),known,link\r\n"a;b",-12.5,true,\r\n"dit ""oui""",9.1e-10,false,https://x.example.com/?a=1\r\n',
    );
    expect((await tableText(rows, { format: 'csv', excel: SEMICOLONS })).text).toBe(
      '\ufeffref;weight (g);known;link\r\n"a;b";-12,5;true;\r\n"dit ""oui""";9,1e-10;false;https://x.example.com/?a=1\r\n',
    );
    expect((await tableText([], { format: 'csv', excel: COMMAS })).text).toBe(
      '\ufeffref,weight (g),known,link\r\n',
    );
  });

  test('a CSV file for Excel has a count of the texts that Excel would read as numbers', async () => {
    const rows = [
      ['0101', 0.5, null, '3560070976478'],
      ['12E4', 12, true, 'ROB-2041'],
      ['0', 101, null, '27-00318'],
    ];
    expect((await tableText(rows, { format: 'csv', excel: SEMICOLONS })).written.misread).toBe(3);
    expect((await tableText(rows, { format: 'csv' })).written.misread).toBeUndefined();
  });

  test.each([
    '=1',
    '+1',
    '-a',
    '@a',
    '\t1',
    '\r1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
    ' =1',
    '"=1',
    "'=1",
    '+33 1 42',
  ])(
    'a written CSV file has the text %j guarded by an apostrophe and counted, but not with raw',
    async (cell) => {
      const { text: safe, written } = await tableText([[cell, 1, null, null]], { format: 'csv' });
      expect(safe).toMatch(/\r\n"?'/);
      expect(written).toMatchObject({ rows: 1, guarded: 1 });
      const raw = await tableText([[cell, 1, null, null]], { format: 'csv', raw: true });
      expect(raw.written.guarded).toBe(0);
      expect(raw.text).not.toBe(safe);
    },
  );

  test.each(['-12.5', '-3', '-1,5', 'a=1', 'x', "l'an", 'a;12.5;b', 'a|b', 'a - b'])(
    'a written CSV file has the text %j unchanged',
    (cell) => {
      expect(guardFormulas(cell)).toBe(cell);
    },
  );

  const SPLITS = [',', ';', '\t', '|', '\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
  const TRIGGERS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '+33 '];
  const BEFORE = ['', ' ', '\u00a0', '\u0000', '"', "'", ' "', '\ufeff', "''"];

  const pieces = fc
    .array(fc.constantFrom(...SPLITS, ...TRIGGERS, ...BEFORE, 'a', '1', '-12,5', 'b c'), { maxLength: 8 })
    .map((all) => all.join(''));

  test.each(SPLITS)(
    'a written CSV file has an apostrophe at each formula after %j, which the reader removes',
    (split) => {
      for (const trigger of TRIGGERS)
        for (const before of BEFORE) {
          const written = guardFormulas(`a${split}${before}${trigger}1+1`);
          expect(written).toBe(`a${split}'${before}${trigger}1+1`);
          expect(unguardFormulas(written)).toBe(`a${split}${before}${trigger}1+1`);
        }
    },
  );

  test('a written CSV file has no cell that begins like a formula, with whatever separator it is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 4 }), async (values) => {
        const row = ['k', ...values];
        const columns = row.map((_, at) => ({ name: `c${at}`, heading: `c${at}`, type: 'text' as const }));
        const { text: csv } = await tableText([row], { format: 'csv' }, columns);
        for (const split of [';', ',', '\t', '|']) {
          // as read by a parser that treats quotes as letters in cells that do not start with one
          for (const cell of csv.split(/[\r\n]+/).flatMap((line) => line.split(split))) {
            expect(cell.replace(/^[\s\0"\ufeff]+/, ''), csv).not.toMatch(/^[=+\-@＝＋－＠](?!\d+$)/);
          }
        }
      }),
    );
  });

  test('loses exactly the apostrophes that the writer added when it is read', () => {
    fc.assert(fc.property(fc.oneof(text, pieces), (one) => unguardFormulas(guardFormulas(one)) === one));
  });

  test.each(["cotton, '-x and =y", "'a;-x", "a;'=1,=2", "it's", "'-12.5"])(
    'a CSV file of another program keeps its apostrophe when it is read: %j',
    (cell) => {
      expect(unguardFormulas(cell)).toBe(cell);
    },
  );

  test.each([undefined, SEMICOLONS, COMMAS])(
    'a written CSV file is read with the values that were written (excel: %j)',
    async (excel) => {
      await fc.assert(
        fc.asyncProperty(fc.array(SCALARS, { minLength: 1, maxLength: 8 }), async (values) => {
          const rows = values.map(([one, number]) => ['k', one, number] as const);
          const columns = ['k', 'one', 'number'].map((name) => ({
            name,
            heading: name,
            type: 'text' as const,
          }));
          const written = await tableText(rows, { format: 'csv', ...(excel && { excel }) }, columns);
          const read = await readBytes('x.csv', written.text, { delimiter: excel?.separator ?? ',' });
          const cells = read.sheets[0]!.rows.slice(1).map((row) => [
            String(row.cells[1] ?? ''),
            Number(String(row.cells[2]).replace(',', '.')),
          ]);
          expect(cells).toEqual(values.map(([one, number]) => [one, number]));
        }),
        { numRuns: 25 },
      );
    },
  );
});

test('JSON and NDJSON files have one object per row, with the names of the columns', async () => {
  const rows = [
    ['=1', 1.5, true, null],
    ['b', null, false, 'x'],
  ];
  const objects = [
    { ref: '=1', weight: 1.5, known: true, link: null },
    { ref: 'b', weight: null, known: false, link: 'x' },
  ];
  expect(JSON.parse((await tableText(rows, { format: 'json' })).text)).toEqual(objects);
  const lines = (await tableText(rows, { format: 'ndjson' })).text;
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(objects);
  expect((await tableText([], { format: 'json' })).text).toBe('[]\n');
  expect((await tableText([], { format: 'ndjson' })).text).toBe('');
});

test('the writer of a table rejects if its stream fails', async () => {
  const out = new Writable({ write: (_piece, _encoding, done) => done(new Error('disk full')) });
  const sink = tableSink(out, COLUMNS, { format: 'csv' });
  await expect(sink.end()).rejects.toThrow('disk full');
});

describe('a written workbook', () => {
  test('a written workbook is read with the values that were written, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(SCALARS, { minLength: 1, maxLength: 8 }), async (values) => {
        const { bytes } = await book([
          { name: 'step', rows: values.map(([one, number]) => [one, number, true]) },
        ]);
        const read = await readBytes('x.xlsx', bytes);
        expect(read.findings).toEqual([]);
        expect(read.sheets[0]!.rows.slice(1).map(({ cells }) => cells.slice(0, 3))).toEqual(
          values.map(([one, number]) => [one === '' ? null : one.toWellFormed(), number, true]),
        );
      }),
      { numRuns: 20 },
    );
  });

  test('a written workbook has the same bytes for the same rows, with header, filter, links, and formulas as text', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => [
      `=${at}`,
      at / 7,
      at % 2 === 0,
      `https://x.example.com/é?n=${at}&a=1#s`,
    ]);
    const sheets = [
      { name: 'study', rows },
      { name: 'step', rows: rows.slice(0, 3) },
    ];
    const first = await book(sheets);
    expect((await book(sheets)).bytes.equals(first.bytes)).toBe(true);
    expect(first.written.map(({ rows: count }) => count)).toEqual([3000, 3]);
    const parts = unpackParts(first.bytes);
    const xml = parts.get('xl/worksheets/sheet1.xml')!.toString('utf8');
    expect(xml).not.toContain('<f>');
    expect(xml).toContain('<c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve">=0</t>');
    expect(xml).toContain('<autoFilter ref="A1:D3001"/>');
    expect(xml).toContain('state="frozen"');
    expect(xml).toContain('<hyperlink ref="D2" r:id="rId1" location="s"/>');
    expect(parts.get('xl/worksheets/_rels/sheet1.xml.rels')!.toString()).toContain(
      'Target="https://x.example.com/%C3%A9?n=0&amp;a=1" TargetMode="External"',
    );
    expect(parts.get('xl/workbook.xml')!.toString()).toContain("'study'!$A$1:$D$3001");
  });

  test('a written workbook has numbers with a format that fits their size', async () => {
    const rows = [9.1e-10, 0.25, 1234.5, 12, -3, 0].map((value) => ['x', value]);
    const xml = unpackParts((await book([{ name: 'a', rows }])).bytes)
      .get('xl/worksheets/sheet1.xml')!
      .toString();
    const styles = [...xml.matchAll(/r="B[2-9]" s="(\d)"/g)].map(([, style]) => style);
    expect(styles.join('')).toBe('765444');
    expect(xml).toContain('<c r="B7" s="4"><v>0</v></c>');
  });

  test('a written workbook has dates as numbers with a date format, and other texts as texts', async () => {
    const texts = ['2027-03-31', '2027-03-31T18:00:00+06:00', '2027-02-30', '1850-01-01', 'bientôt', null];
    const columns = [{ name: 'calculatedAt', heading: 'date', type: 'date' }] as const;
    const { bytes } = await book([{ name: 'a', rows: texts.map((one) => [one]) }], columns);
    const xml = unpackParts(bytes).get('xl/worksheets/sheet1.xml')!.toString();
    expect(xml).toContain('<c r="A2" s="8"><v>46477</v></c>');
    expect(xml).toContain('<c r="A3" s="9"><v>46477.5</v></c>');
    const { sheets } = await readBytes('x.xlsx', bytes);
    const dates = sheets[0]!.rows.slice(1).map(({ cells }) => cells[0]);
    expect(dates.slice(2)).toEqual(texts.slice(2, 5));
  });

  test('a written workbook has values that a spreadsheet cannot store truncated or as plain text, and counted', async () => {
    const rows: TableCell[][] = [
      ['y'.repeat(40_000), 1, null, `https://x.example.com/${'z'.repeat(3000)}`],
      ['javascript', 2, null, 'javascript:alert(1)'],
    ];
    const { bytes, written } = await book([{ name: 'step', rows }]);
    expect(written).toEqual([{ rows: 2, guarded: 0, cut: 1, plainLinks: 1 }]);
    const read = await readBytes('x.xlsx', bytes);
    expect(read.findings).toEqual([]);
    const long = String(read.sheets[0]!.rows[1]!.cells[0]);
    expect(long.length).toBe(32_767);
    expect(long.endsWith(' [cut]')).toBe(true);
    expect(unpackParts(bytes).has('xl/worksheets/_rels/sheet1.xml.rels')).toBe(false);
  });

  test('continues a full sheet in another one with its own header', async () => {
    const { out, bytes } = collector();
    const sink = await workbookSink(out, [{ name: 'step', columns: COLUMNS }], {
      title: 'Essai',
      lastRow: 100,
    });
    for (let at = 0; at < 250; at++) await sink.sheets[0]!.writeRow([`r${at}`, at, null, null]);
    expect(await sink.end()).toMatchObject([{ rows: 250 }]);
    const read = await readBytes('x.xlsx', bytes());
    expect(read.sheets.map(({ name, rows }) => [name, rows.length, rows[1]!.cells[0]])).toEqual([
      ['step', 100, 'r0'],
      ['step (2)', 100, 'r99'],
      ['step (3)', 53, 'r198'],
    ]);
  });
});
