import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { codes, numbered, readBytes } from './reading.ts';

const read = (body: string, name = 'suppliers.xls') => readBytes(name, `<html><body>${body}</body></html>`);
const table = (rows: string) => `<table>${rows}</table>`;

describe('a web page', () => {
  test('with one table is a sheet with the name of the file', async () => {
    const found = await read(table('<tr><th>ref<th>name</tr><tr><td>00017<td>Tessitura</tr>'));
    expect(found.sheets.map(({ name }) => name)).toEqual(['suppliers']);
    expect(numbered(found)).toEqual([
      [1, 'ref', 'name'],
      [2, '00017', 'Tessitura'],
    ]);
    expect(found.description).toBe('HTML table, UTF-8');
    expect(codes(found)).toEqual(['file-extension']);
  });

  test.each(['<style>td {color: red}</style>', '<div>', '\n<!-- report --><center><font size=2>', ''])(
    'may start with %j',
    async (start) => {
      const found = await readBytes('a.xls', `${start}${table('<tr><td>00017</td></tr>')}`);
      expect(numbered(found)).toEqual([[1, '00017']]);
    },
  );

  test('with several tables is as many sheets, without the empty ones', async () => {
    const found = await read(
      `${table('<tr><td>a</td></tr>')}${table('<tr><td> &nbsp; </td></tr>')}${table('<tr><td>b</td></tr>')}`,
    );
    expect(found.sheets.map(({ name, rows }) => [name, rows[0]!.cells])).toEqual([
      ['Table 1', ['a']],
      ['Table 3', ['b']],
    ]);
  });

  test('with a table in a cell has both, each with its rows', async () => {
    const found = await read(
      table(
        `<tr><td>title${table('<tr><td>a</td></tr><tr><td>b</td></tr>')}end</td></tr><tr><td>foot</td></tr>`,
      ),
    );
    expect(found.sheets.map(({ rows }) => rows.map(({ cells }) => cells))).toEqual([
      [['title\nend'], ['foot']],
      [['a'], ['b']],
    ]);
  });

  test('has spans: the value is in the first cell, the others are blank', async () => {
    const found = await read(
      table(`<tr><td colspan=2>a</td><td rowspan="2">b</td><td>c</td></tr>
             <tr><td>d</td><td>e</td><td>f</td></tr>
             <tr><td rowspan=2 colspan=2>g</td><td>h</td></tr>
             <tr><td>i</td></tr><tr><td>j</td></tr>`),
    );
    expect(numbered(found)).toEqual([
      [1, 'a', null, 'b', 'c'],
      [2, 'd', 'e', null, 'f'],
      [3, 'g', null, 'h'],
      [4, null, null, 'i'],
      [5, 'j'],
    ]);
  });

  test('has texts as a browser shows them', async () => {
    const found = await read(
      table(`<tr><td>  two
        words </td><td>a<br>b<br/><br>c</td><td><p>one</p><p>two</p></td><td>x&amp;y &lt;z&gt; &eacute;&#233;&euro;</td>
        <td><b>bo</b>ld <i>it</i></td><td><script>var a = "<td>no</td>";</script>seen<!-- <td>no</td> --></td></tr>`),
    );
    expect(numbered(found)).toEqual([
      [1, 'two words', 'a\nb\n\nc', 'one\ntwo', 'x&y <z> éé€', 'bold it', 'seen'],
    ]);
  });

  test.each([
    'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer',
    'form h1 h2 h3 h4 h5 h6 header hgroup legend li listing main menu nav ol p pre search section summary ul',
  ])('has lines as the HTML standard displays %s', async (names) => {
    const cells = names.split(' ').map((name) => `<td>a<${name}>b</${name}>c</td>`);
    const found = await read(table(`<tr>${cells.join('')}<td>a<hr>b</td></tr>`));
    expect(numbered(found)).toEqual([[1, ...cells.map(() => 'a\nb\nc'), 'a\nb']]);
  });

  test('has tags that are never closed', async () => {
    const found = await read('<TABLE><TR><TD>a<TD>b<TR><TD><B>c<TD>d<TH>e</TABLE>');
    expect(numbered(found)).toEqual([
      [1, 'a', 'b'],
      [2, 'c', 'd', 'e'],
    ]);
  });

  test('has hidden rows', async () => {
    const found = await read(table('<tr style="DISPLAY: none"><td>a</td></tr><tr><td>b</td></tr>'));
    expect(found.sheets[0]!.rows).toEqual([
      { row: 1, cells: ['a'], hidden: true },
      { row: 2, cells: ['b'] },
    ]);
  });

  test('keeps the zeros of texts, and shows those of formats', async () => {
    const found = await readBytes(
      'a.xls',
      String.raw`<html><head><style><!-- .xl1 {mso-number-format:"\@";} td.xl2, .xl3
        {color:red; mso-number-format:"0000000"; } .xl4 {mso-number-format:"Short Date"} .xl5{mso-number-format:"\0022REF-\0022000"} --></style></head>
        <table><tr><td class=xl1>00017</td><td class="other xl2">17</td><td class=xl3 x:num>0000017</td>
        <td class=xl4 x:num="45000">15/03/2023</td><td class=xl9 x:num="45000">15/03/2023</td><td class=xl5>7</td>
        <td style='mso-number-format:"Yes\/No"' x:num="12.5">Yes</td><td style="mso-number-format:Currency" x:num="12.5">12,50 €</td>
        <td style="mso-number-format:'0%'" x:num="0.8">80%</td><td style='mso-number-format:Fixed' x:num="1234.5">1 234,50</td></tr></table>`,
    );
    expect(found.sheets[0]!.rows[0]!.cells).toEqual([
      '00017',
      { type: 'padded', value: 17, text: '0000017' },
      { type: 'padded', value: 17, text: '0000017' },
      { type: 'date', serial: 45_000, iso: '2023-03-15' },
      '15/03/2023',
      { type: 'padded', value: 7, text: 'REF-007' },
      12.5,
      12.5,
      { type: 'percent', value: 0.8 },
      1234.5,
    ]);
  });

  test('has a style sheet before each cell, and one that ends within a rule', async () => {
    const count = 30_000;
    const style = (at: number) => `<style>.a${at} {mso-number-format:"0000000"; color: #000000}</style>`;
    const rows = Array.from({ length: count }, (_, at) => `<tr><td class=a0>${style(at)}${at}</td></tr>`);
    const open = '<style>td {color: red} .last, .b {mso-number-format:"000"</style>';
    const found = await read(`${style(0)}${open}${table(`${rows.join('')}<tr><td class=b>1`)}`);
    const padded = (value: number, digits: number) => [
      { type: 'padded', value, text: String(value).padStart(digits, '0') },
    ];
    expect(found.sheets[0]!.rows.map(({ cells }) => cells)).toEqual([
      ...rows.map((_, at) => padded(at, 7)),
      padded(1, 3),
    ]);
  });

  test.each<[string, string, string, string]>([
    ['utf-8', '', 'é €', 'UTF-8'],
    ['windows-1252', '', 'é €', 'Windows-1252'],
    [
      'windows-1251',
      '<meta http-equiv=Content-Type content="text/html; charset=windows-1251">',
      'Ткань',
      'windows-1251',
    ],
    ['gbk', "<meta charset='gb2312'>", '上海纺织', 'gb2312'],
    ['windows-1252', '<meta charset="iso-8859-1">', 'é € ’', 'Windows-1252'],
    ['windows-1254', '<meta charset="iso-8859-9">', 'ışık €', 'windows-1254'],
    // Declared wrongly: the bytes show it.
    ['windows-1252', '<meta charset="gb2312">', 'é €', 'Windows-1252'],
    ['windows-1252', '<meta charset="base64">', 'é €', 'Windows-1252'],
    ['windows-1252', '<meta charset="utf-8">', 'é €', 'Windows-1252'],
    ['windows-1252', '<meta charset="utf-16">', 'é €', 'Windows-1252'],
    ['windows-1252', '<meta charset="utf-7">', 'é €', 'Windows-1252'],
    ['windows-1252', '<meta charset="cp37">', 'é €', 'Windows-1252'],
    // Declared wrongly, but UTF-8.
    ['utf-8', '<meta charset="iso-8859-1">', 'é €', 'UTF-8'],
    ['utf-16le', '', 'é €', 'UTF-16LE'],
  ])('in %s %s', async (encoding, meta, text, label) => {
    const page = `<html>${meta}${table(`<tr><td>${text}</td></tr>`)}</html>`;
    const found = await readBytes('a.htm', iconv.encode(page, encoding, { addBOM: encoding === 'utf-16le' }));
    expect(found.findings).toEqual([]);
    expect(found.description).toBe(`HTML table, ${label}`);
    expect(numbered(found)).toEqual([[1, text]]);
  });

  test.each([
    ['looks like no text in the encoding that it declares', 'windows-1251', 'Ткань', 'text-encoding'],
    ['is UTF-8 but for one letter', 'utf-8', 'é à ü', 'text-mixed'],
  ])('that %s is one clear error', async (_, encoding, text, code) => {
    const start = Buffer.from('<html><meta charset="iso-8859-1"><table><tr><td>');
    const end = Buffer.concat([Buffer.from('<td>'), Buffer.of(0xe9), Buffer.from('</table>')]);
    const bytes = Buffer.concat([start, iconv.encode(text, encoding), end]);
    expect(codes(await readBytes('a.htm', bytes))).toEqual([code]);
  });

  test('in the encoding that the user sets, whatever it declares', async () => {
    const page = `<html><meta charset="windows-1251">${table('<tr><td>é</td></tr>')}</html>`;
    const bytes = iconv.encode(page, 'iso-8859-1');
    const found = await readBytes('a.htm', bytes, { encoding: 'iso-8859-1' });
    expect(numbered(found)).toEqual([[1, 'é']]);
    expect(found.description).toBe('HTML table, iso-8859-1');
  });

  test('with an XML declaration is a web page too', async () => {
    const found = await readBytes(
      'a.xls',
      `<?xml version="1.0" encoding="utf-8"?>\n<!-- made by a system -->\n<!DOCTYPE html PUBLIC "x" "y">\n<html xmlns="http://www.w3.org/1999/xhtml">${table('<tr><td>a</td></tr>')}</html>`,
    );
    expect(numbered(found)).toEqual([[1, 'a']]);
  });

  test.each([
    ['<html><table><tr><td>a</td></tr><tr><td>b', /ends inside a table/],
    [`<html>${'<div>'.repeat(2000)}`, /nested deeper/],
    [`<table>${'<tr><td rowspan=60000 colspan=1000></td></tr>'.repeat(17)}</table>`, /./],
    [`<table><tr><td colspan=1000></td>${'<td colspan=1000>x</td>'.repeat(20)}</tr></table>`, /columns/],
  ])('%.60s... is one clear error', async (page, says) => {
    const found = await readBytes('a.xls', page);
    expect(found.description).toBeUndefined();
    expect(found.findings).toHaveLength(1);
    expect(found.findings[0]).toMatchObject({ severity: 'error', message: expect.stringMatching(says) });
  });

  test('of few spans and many rows is refused before it takes long', async () => {
    const wide = '<td rowspan=65534 colspan=1000></td>'.repeat(16);
    const page = table(`<tr>${wide}</tr>${'<tr><td></tr>'.repeat(30_000)}`);
    const found = await readBytes('a.xls', page, { limits: { cells: 1_000_000 } });
    expect(found.findings[0]!.message).toMatch(/more than 1000000 cells/);
  });
});
