import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSource } from '../../src/sheets/open.ts';
import { SLOW } from '../effort.ts';
import { codes, nothing, numbered, readBytes, withFile } from './reading.ts';
import { escaped, relation, relationships, type Workbook, workbook, worksheet } from './workbook-builder.ts';

const read = (made: Workbook) => readBytes('batch.xlsx', workbook(made));
const cells = async (made: Workbook) => numbered(await read(made)).map((row) => row.slice(1));
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

describe('cells of an xlsx workbook', () => {
  it('cells of an xlsx workbook contain their text: shared, inline, rich, of formulas, with characters that XML cannot contain', async () => {
    const strings =
      '<si><t>plain</t></si>' +
      '<si><r><rPr><b/></rPr><t>two </t></r><r><t xml:space="preserve">runs</t></r><rPh sb="0" eb="1"><t>NO</t></rPh><phoneticPr/></si>' +
      '<si><t>a_x000D__x005F_x000A_&amp;<![CDATA[<b>]]></t></si><si/><si><t/></si>';
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c><c r="E1" t="s"><v>4</v></c></row>' +
      '<row r="2"><c r="A2" t="inlineStr"><is><t>in</t></is></c><c r="B2" t="inlineStr"><is><r><t>li</t></r><r><t>ne</t></r><rPh><t>NO</t></rPh></is></c>' +
      '<c r="C2" t="str"><f>A1&amp;"x"</f><v>plain_x0041_</v></c><c r="D2" t="str"><f>""</f><v></v></c><c r="E2" t="str"><v> 007 </v></c></row>';
    expect(await cells({ rows, strings })).toEqual([
      ['plain', 'two runs', 'a\r_x000A_&<b>'],
      ['in', 'line', 'plainA', null, ' 007 '],
    ]);
  });

  it('contain only the text of their `is` if they are inline', async () => {
    const rows =
      '<row><c t="inlineStr"><v>7</v><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is><v>7</v></c><c t="inlineStr"><v>7</v></c>' +
      '<c t="inlineStr"><is><t>0012</t></is></c><c><is><t>0012</t></is></c><c t="n"><v>1</v><is><t>2</t></is></c><c t="n"><is><t>2</t></is><v>1</v></c>' +
      '<c t="s"><is><t>no</t></is><v>0</v></c><c t="inlineStr"><is> <t>d</t> </is></c></row>';
    expect(await cells({ rows, strings: '<si><t>shared</t></si>' })).toEqual([
      ['a', 'b', null, '0012', '0012', 1, 1, 'shared', 'd'],
    ]);
  });

  it('cells of an xlsx workbook contain the text that a zero-padding format shows, and percents if a condition of the format applies', async () => {
    const formats = ['"REF-"0000', '[>=1]0;0.0%', '"A"00;"B"00'];
    const one = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`;
    const rows = `<row>${one(1, 12)}${one(1, 1.5)}${one(2, 0.25)}${one(2, 3)}${one(3, -4)}</row>`;
    expect(await cells({ rows, formats })).toEqual([
      [
        { type: 'padded', value: 12, text: 'REF-0012', unit: 'REF-' },
        { type: 'padded', value: 1.5, text: 'REF-0001.5', unit: 'REF-' },
        { type: 'percent', value: 0.25 },
        3,
        { type: 'padded', value: -4, text: 'B04', unit: 'B' },
      ],
    ]);
  });

  it('cells of an xlsx workbook contain their number, boolean, error or formula', async () => {
    const rows =
      '<row><c><v>1.5</v></c><c t="n"><v>-2E-3</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c>' +
      '<c><f>1+1</f><v>2</v></c><c><f>1+1</f></c><c><f>1+1</f><v/></c><c><f t="shared" si="0"/></c><c><v>0x10</v></c><c><v>one</v></c><c s="3"/><c><v>12345678901234567</v></c></row>';
    expect(await cells({ rows })).toEqual([
      [
        1.5,
        -0.002,
        true,
        false,
        { type: 'error', code: '#N/A' },
        2,
        { type: 'uncached' },
        { type: 'uncached' },
        { type: 'uncached' },
        '0x10',
        'one',
        null,
        12345678901234568,
      ],
    ]);
  });

  it('cells of an xlsx workbook contain their number as a date, percent, time or padded text if their format says so', async () => {
    const formats = [14, 'dd/mm/yyyy', 10, '0.0%', '0000000', 20, '[h]:mm'];
    const one = (style: number, value: number | string) => `<c s="${style}"><v>${value}</v></c>`;
    const rows = `<row>${one(1, 45_351)}${one(2, 45_351.5)}${one(3, 0.8)}${one(4, 1)}${one(5, 4711)}${one(5, 1.5)}</row><row>${one(6, 0.5)}${one(7, 1.5)}${one(1, 0.25)}${one(1, 60)}${one(99, 7)}</row>`;
    expect(await cells({ rows, formats })).toEqual([
      [
        { type: 'date', serial: 45_351, iso: '2024-02-29' },
        { type: 'date', serial: 45_351.5, iso: '2024-02-29', time: '12:00' },
        { type: 'percent', value: 0.8 },
        { type: 'percent', value: 1 },
        { type: 'padded', value: 4711, text: '0004711' },
        1.5,
      ],
      [
        { type: 'time', value: 0.5, text: '12:00' },
        { type: 'time', value: 1.5, text: '36:00' },
        ...[0.25, 60, 7],
      ],
    ]);
    expect(await cells({ rows: `<row>${one(1, 0)}</row>`, formats, date1904: true })).toEqual([
      [{ type: 'date', serial: 0, iso: '1904-01-01' }],
    ]);
    expect(
      await cells({ rows: '<row><c t="d"><v>2024-02-29T00:00:00</v></c><c t="d"><v>soon</v></c></row>' }),
    ).toEqual([[{ type: 'date', serial: 45_351, iso: '2024-02-29' }, 'soon']]);
  });

  it('cells of an xlsx workbook are at their reference, or after the previous one', async () => {
    const rows =
      '<row r="2"><c r="C2"><v>3</v></c><c><v>4</v></c><c r="A2"><v>1</v></c></row>' +
      '<row><c><v>5</v></c></row>' +
      '<row><c r="B7"><v>6</v></c></row>' +
      '<row r="7"><c><v>7</v></c></row><row r="1"><c r="xfd1"><v>8</v></c></row>';
    const found = numbered(await read({ rows }));
    expect(found.slice(0, 4)).toEqual([
      [2, 1, null, 3, 4],
      [3, 5],
      [7, null, 6],
      [7, 7],
    ]);
    expect(found[4]?.[0]).toBe(1);
    expect(found[4]).toHaveLength(16_385);
    expect(found[4]?.at(-1)).toBe(8);
  });

  it('cells of an xlsx workbook are skipped if they are blank, merged or only formatted', async () => {
    const rows =
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1" s="1"/></row><row r="2"/><row r="3"><c r="A3" t="str"><v> \t</v></c></row>' +
      '<row r="1048576"><c r="A1048576" s="2"/></row>';
    expect(numbered(await read({ rows }))).toEqual([[1, 1]]);
  });

  it('cells of an xlsx workbook are errors if the number of their shared text is wrong', async () => {
    const rows =
      '<row><c t="s"><v>1</v></c><c t="s"><v>-1</v></c><c t="s"><v>length</v></c><c t="s"><v> 0 </v></c></row>';
    const error = { type: 'error', code: '#shared-string' };
    expect(await cells({ rows, strings: '<si><t>a</t></si>' })).toEqual([[error, error, error, 'a']]);
  });

  it('cells of an xlsx workbook are errors if they have two values', async () => {
    const rows =
      '<row><c><v>16</v><v>17</v></c><c t="str"><v>a</v><v>b</v></c><c t="s"><v>0</v><v>1</v></c>' +
      '<c t="inlineStr"><is><t>a</t></is><is><t>b</t></is></c><c><v>18</v></c></row>';
    const error = { type: 'error', code: '#two-values' };
    expect(await cells({ rows, strings: '<si><t>a</t></si><si><t>b</t></si>' })).toEqual([
      [error, error, error, error, 18],
    ]);
  });

  it('cells of an xlsx workbook have a finding and no value if their text is too long', async () => {
    const long = 'x'.repeat(32_768);
    const rows = `<row><c t="inlineStr"><is><t>${long}</t></is></c><c t="s"><v>0</v></c><c t="str"><v>${long.slice(1)}</v></c></row>`;
    const found = await read({ rows, strings: `<si><t>${long}</t></si>` });
    expect(codes(found)).toEqual(['text-too-long A1', 'text-too-long B1']);
    expect(numbered(found)).toEqual([[1, null, null, long.slice(1)]]);
  });
});

describe('an xlsx workbook', () => {
  it('an xlsx workbook gives its sheets in its own order, hidden ones marked, charts skipped', async () => {
    const rows = { Suppliers: '', 'A &amp; B': '<row><c><v>1</v></c></row>', Lists: '' };
    const sheetAttributes = { Lists: 'state="veryHidden"', 'A &amp; B': 'state="hidden"' };
    const list = `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="Lists" state="veryHidden" r:id="rId3"/><sheet name="Chart" r:id="rId7"/><sheet name="A &amp; B" state="hidden" r:id="rId2"/><sheet name="Suppliers" r:id="rId1"/></sheets></workbook>`;
    const relations = relationships(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
        relation('rId2', 'worksheet', '/xl/worksheets/sheet2.xml') +
        relation('rId3', 'worksheet', '../../xl/./worksheets/x/../sheet3.xml') +
        relation('rId7', 'chartsheet', 'chartsheets/sheet1.xml'),
    );
    const found = await read({
      rows,
      sheetAttributes,
      parts: [
        { name: 'xl/workbook.xml', content: list },
        { name: 'xl/_rels/workbook.xml.rels', content: relations },
      ],
    });
    expect(found.description).toBe('workbook');
    expect(found.sheets.map(({ name, hidden, rows }) => [name, hidden, rows.length])).toEqual([
      ['Lists', true, 0],
      ['A & B', true, 1],
      ['Suppliers', false, 0],
    ]);
  });

  it.each<[string, (text: string) => string | Uint8Array]>([
    ['with prefixes', (text) => text.replace(/<(\/?)(?=[a-zA-Z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=')],
    [
      'in strict namespaces',
      (text) =>
        text.replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          'http://purl.oclc.org/ooxml/spreadsheetml/main',
        ),
    ],
    ['in UTF-16', (text) => Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['in UTF-16 without a mark', (text) => Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le').swap16()],
    ['in UTF-8 with a mark', (text) => `\ufeff${text}`],
    ['in a declared encoding', (text) => Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['with character data', (text) => text.replace('é&amp;', '<![CDATA[é&]]>')],
    ['with comments', (text) => text.replaceAll(/<(?=c |t>|v>)/g, '<!-- <c> --><').replace('é', 'é<!-- -->')],
    ['with single quotes', (text) => text.replaceAll('"', "'")],
    ['with odd blanks', (text) => text.replace(/(?<![?/])>/g, '\n >').replace(/(?<!<\?.*)="/g, ' =\t"')],
  ])('with a sheet %s is read with the same cells', async (_, change) => {
    const sheet = worksheet(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>é&amp;</t></is></c><c r="C1"><v>2</v></c></row>',
    );
    const found = await read({ parts: [{ name: 'xl/worksheets/sheet1.xml', content: change(sheet) }] });
    expect(found.findings).toEqual([]);
    expect(
      numbered(found).map((row) => row.map((value) => (typeof value === 'string' ? value.trim() : value))),
    ).toEqual([[1, 'é&', null, 2]]);
  });

  it('an xlsx workbook has its letters unchanged if they are split between two chunks of the file', async () => {
    const text = 'ÉCRU 12 € 𝄞 '.repeat(3);
    const rows = Array.from(
      { length: 3000 },
      (_, row) => `<row><c t="inlineStr"><is><t>${'x'.repeat(row % 5)}${text}</t></is></c></row>`,
    );
    const found = await read({ rows: rows.join('') });
    expect(found.findings).toEqual([]);
    expect(numbered(found).map(([, value]) => String(value).replace(/^x+/, ''))).toEqual(
      Array(3000).fill(text),
    );
  });

  it('an xlsx workbook is read from the start every time, in batches, also after an early stop', async () => {
    const rows = '<row><c><v>1</v></c></row>'.repeat(2000);
    await withFile('batch.xlsx', workbook({ rows }), async (file) => {
      const source = (await openSource(file, {}, { stdin: nothing(), onFinding: () => {} }))!;
      const sheet = source.sheets[0]!;
      for await (const batch of sheet.rows(() => {})) {
        expect(batch).toHaveLength(256);
        break;
      }
      for (let pass = 0; pass < 2; pass++) {
        const batches = await Array.fromAsync(sheet.rows(() => {}));
        expect(batches.flat().map(({ row }) => row)).toEqual(
          Array.from({ length: 2000 }, (_, index) => index + 1),
        );
      }
      await source.close();
    });
  });

  it('an xlsx workbook may lack relations, styles and shared texts, and have part names in any case', async () => {
    const found = await read({
      rows: '<row><c><v>1</v></c></row>',
      parts: [
        { name: '_rels/.rels', content: relationships('') },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content: relationships(relation('rId1', 'worksheet', 'Worksheets\\Sheet1.XML')),
        },
      ],
    });
    expect(numbered(found)).toEqual([[1, 1]]);
  });
});

describe('the list of sheets in an xlsx workbook', () => {
  const row = (value: number) => `<row><c><v>${value}</v></c></row>`;

  it('the list of sheets in an xlsx workbook may have names that differ only in a space', async () => {
    const found = await read({ rows: { A: row(1), 'A ': row(2), ' A': row(3) } });
    expect(found.sheets.map(({ name }) => name)).toEqual(['A', 'A ', ' A']);
    expect(numbered(found)).toEqual([[1, 1]]);
    expect(found.sheets.map(({ rows }) => rows[0]!.cells[0])).toEqual([1, 2, 3]);
  });

  const listed = (sheets: string) => ({
    parts: [
      {
        name: 'xl/workbook.xml',
        content: `<workbook xmlns:r="${OFFICE}"><sheets>${sheets}</sheets></workbook>`,
      },
    ],
  });

  it('the list of sheets in an xlsx workbook may contain a sheet without a part: it is skipped with a notice, and the others are read', async () => {
    const found = await read({
      rows: row(1),
      ...listed(
        '<sheet name="Lost" sheetId="1"/><sheet name="Kept" sheetId="2" r:id="rId1"/><sheet name="" r:id=""/>',
      ),
    });
    expect(codes(found)).toEqual(['sheet-skipped', 'sheet-skipped']);
    expect(found.findings[0]).toMatchObject({
      severity: 'notice',
      origin: { sheet: 'Lost' },
      message: expect.stringContaining('Lost'),
    });
    expect(found.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([['Kept', 1]]);
  });

  it('a workbook without any sheet that has a part is refused once', async () => {
    const found = await read(listed('<sheet name="Lost" sheetId="1"/>'));
    expect(codes(found)).toEqual(['file-empty']);
  });
});

describe('a damaged xlsx workbook', () => {
  const sheet = (content: string | Uint8Array, more = {}) => ({
    parts: [{ name: 'xl/worksheets/sheet1.xml', content, ...more }],
  });
  const styles = (content: string | Uint8Array, more = {}) => ({
    parts: [{ name: 'xl/styles.xml', content, ...more }],
  });
  const DTD = '<!DOCTYPE x [<!ENTITY a "aaaa">]>';

  it.each<[string, Workbook]>([
    ['a DTD in the texts', { parts: [{ name: 'xl/sharedStrings.xml', content: `${DTD}<sst/>` }] }],
    ['a DTD in UTF-16', styles(Buffer.from(`\ufeff${DTD}<styleSheet/>`, 'utf16le'))],
    ['two parts of one name', sheet('', { name: 'XL/Workbook.xml' })],
    [
      'a sheet that is not there',
      {
        parts: [
          {
            name: 'xl/_rels/workbook.xml.rels',
            content: relationships(relation('rId1', 'worksheet', 'gone.xml')),
          },
        ],
      },
    ],
    ['a part under a password', styles('<a/>', { claims: { flags: 1 } })],
    ['an unknown compression', styles('<a/>', { claims: { method: 12 } })],
    ['a wrong size', styles('<a/>', { claims: { size: 3 } })],
    ['a huge claimed size', styles('<a/>', { claims: { size: 0x7fffffff } })],
    ['a wrong check sum', styles('<a/>', { claims: { crc32: 1 } })],
    ['bytes that do not inflate', styles('<a/>', { packed: gzipSync('<a/>') })],
    ['bytes that are not UTF-8', styles(Buffer.from('<a>\xff</a>', 'latin1'))],
  ])('is refused with one error for %s', async (_, made) => {
    const found = await read(made);
    expect(found.description).toBeUndefined();
    expect(found.findings).toHaveLength(1);
    expect(found.findings[0]).toMatchObject({
      severity: 'error',
      origin: { file: expect.stringContaining('batch.xlsx') },
    });
    expect(found.findings[0]?.code).toMatch(/^file-(unreadable|encrypted)$/);
    expect(found.findings[0]?.suggestion).toMatch(/\w+ .*\.$/);
  });

  const one = '<row r="1"><c r="A1"><v>1</v></c></row>';
  it.each<[string, Workbook, string]>([
    ['a DTD', sheet(`${DTD}${worksheet(one)}`), 'file-unreadable'],
    ['an entity', { rows: `${one}<row r="2"><c t="str"><v>&a;</v></c></row>` }, 'file-unreadable 2'],
    ['an end too early', sheet(worksheet(one).slice(0, -20)), 'file-unreadable 1'],
    ['another root', sheet('<chartsheet/>'), 'file-unreadable'],
    ['JSON', sheet('{"rows":[]}'), 'file-unreadable'],
    ['nothing', sheet(''), 'file-unreadable'],
    ['elements that cross', { rows: `${one}<row r="2"><c></row></c>` }, 'file-unreadable 2'],
    [
      'a column beyond all',
      { rows: `${one}<row r="2"><c r="ZZZZZ999999999"><v>1</v></c></row>` },
      'file-unreadable 2',
    ],
    ['a row beyond all', { rows: `${one}<row r="1048577"><c><v>1</v></c></row>` }, 'file-unreadable 1048577'],
    [
      'a cell that occurs twice',
      { rows: `${one}<row r="2"><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>` },
      'file-unreadable 2',
    ],
  ])('is read up to the damage in a sheet, with one error: %s', async (_, made, code) => {
    const found = await read(made);
    expect(codes(found)).toEqual([code]);
    expect(found.findings[0]?.origin.sheet).toBe('Sheet1');
    expect(numbered(found).filter(([row]) => row !== 1)).toEqual([]);
  });

  it('a damaged xlsx workbook is read in its sound sheets', async () => {
    const found = await read({ rows: { Bad: '<row></c>', Good: one } });
    expect(codes(found)).toEqual(['file-unreadable 1']);
    expect(found.sheets.map(({ rows }) => rows.length)).toEqual([0, 1]);
  });

  it('another kind of archive is reported as that kind', async () => {
    const message = async (parts: Workbook['parts']) => {
      const found = await readBytes(
        'x.zip',
        workbook({ parts: [{ name: 'xl/workbook.xml', content: '<a/>' }, ...parts!] }),
      );
      return found.findings.map(({ code, message: text }) => `${code}: ${text}`)[0];
    };
    expect(
      await message([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
      ]),
    ).toMatch(/^file-unreadable: .*content\.xml is missing/);
    expect(await message([{ name: 'word/document.xml', content: '' }])).toMatch(/^file-format: .*Word/);
    expect(await message([{ name: 'xl/workbook.bin', content: '' }])).toMatch(/^file-unreadable: .*damaged/);
    expect(await message([{ name: 'list.csv', content: '' }])).toMatch(
      /^file-format: .*zip archive of \d files/,
    );
  });

  it('a workbook of any bytes gives a finding, never an exception', { tags: ['sampled'] }, async () => {
    const sound = workbook({
      rows: '<row><c t="s"><v>0</v></c><c s="1"><v>2</v></c></row>',
      strings: '<si><t>a</t></si>',
      formats: [14],
    });
    const change = fc.tuple(fc.nat(sound.length - 1), fc.nat(255));
    const property = fc.asyncProperty(
      fc.array(change, { maxLength: 8 }),
      fc.nat(sound.length),
      async (changes, cut) => {
        const bytes = Buffer.from(sound);
        for (const [at, byte] of changes) bytes[at] = byte;
        const found = await readBytes('batch.xlsx', cut % 3 === 0 ? bytes.subarray(0, cut) : bytes);
        if (found.description === undefined) expect(found.findings.length).toBeGreaterThan(0);
      },
    );
    await fc.assert(property, { numRuns: SLOW ? 300 : 60 });
  });
});

describe('the limits of an xlsx workbook', () => {
  it('stop a sheet of compressed blanks early, but not a sheet with many short rows', async () => {
    const blanks = workbook({ rows: ' '.repeat(120 * 1024 ** 2) });
    expect(blanks.length).toBeLessThan(500_000);
    const found = await readBytes('batch.xlsx', blanks);
    expect(codes(found)).toEqual(['file-unreadable']);
    expect(found.findings[0]?.message).toContain('hardly any rows');
    // the same text over and over, packed 250 times smaller
    const rows = `<row><c t="inlineStr"><is><t>${'y'.repeat(2000)}</t></is></c></row>`.repeat(52_000);
    const full = workbook({ rows });
    expect(rows.length / full.length).toBeGreaterThan(200);
    const kept = await readBytes('batch.xlsx', full);
    expect(codes(kept)).toEqual([]);
    expect(kept.sheets[0]?.rows).toHaveLength(52_000);
  });
});

describe('any sheet of an xlsx workbook', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'É', '€', '😀', '&', '<', '"', '_', 'x', ' ', '\n', '0', '1'),
    maxLength: 8,
  });
  const cell = fc.oneof(
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );

  it('any sheet of an xlsx workbook is read with the cells as written, in shared or inline texts', {
    tags: ['sampled'],
  }, async () => {
    const property = fc.asyncProperty(
      fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 20 }),
      fc.boolean(),
      async (table, inline) => {
        const strings: string[] = [];
        // the underscore is what an escape begins with
        const xml = (value: string) => escaped(value.replaceAll('_', '_x005F_')).replaceAll('\n', '&#10;');
        const one = (value: (typeof table)[number][number]) => {
          if (value === null) return '<c/>';
          if (typeof value === 'number') return `<c><v>${value}</v></c>`;
          if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
          if (inline) return `<c t="inlineStr"><is><t>${xml(value)}</t></is></c>`;
          strings.push(`<si><t>${xml(value)}</t></si>`);
          return `<c t="s"><v>${strings.length - 1}</v></c>`;
        };
        const rows = table.map((row) => `<row>${row.map(one).join('')}</row>`).join('');
        const found = await read({ rows, strings: strings.join('') });
        const blank = (value: unknown) =>
          value === null || (typeof value === 'string' && value.trim() === '');
        const expected = table.flatMap((row, index) => {
          const kept = row.map((value) => (value === '' ? null : Object.is(value, -0) ? 0 : value));
          while (kept.at(-1) === null) kept.pop();
          return kept.every(blank) ? [] : [[index + 1, ...kept]];
        });
        expect(found.findings).toEqual([]);
        expect(numbered(found).map((row) => row.map((value) => (value === 0 ? 0 : value)))).toEqual(expected);
      },
    );
    await fc.assert(property, { numRuns: SLOW ? 200 : 30 });
  });
});
