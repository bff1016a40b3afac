import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { cellsByRow, codes, numbered, readBytes } from './reading.ts';

const read = (body: string, name = 'suppliers.xls') => readBytes(name, `<html><body>${body}</body></html>`);
const table = (rows: string) => `<table>${rows}</table>`;

const rules = (count: number, rule: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => rule(at)).join('');

describe('a web page as a file of tables', () => {
  test('a web page is a sheet with the name of the file if it has one table', async () => {
    const found = await read(table('<tr><th>ref<th>name</tr><tr><td>00017<td>Tessitura</tr>'));
    expect(found.sheets.map(({ name }) => name)).toEqual(['suppliers']);
    expect(cellsByRow(found)).toEqual({ 1: ['ref', 'name'], 2: ['00017', 'Tessitura'] });
    expect(found.description).toBe('HTML table, UTF-8');
    expect(codes(found)).toEqual(['file-extension']);
  });

  test.each(['<style>td {color: red}</style>', '<div>', '\n<!-- report --><center><font size=2>', ''])(
    'a web page may begin with %j before its table',
    async (start) => {
      const found = await readBytes('a.xls', `${start}${table('<tr><td>00017</td></tr>')}`);
      expect(numbered(found)).toEqual([[1, '00017']]);
    },
  );

  test('a web page gives a sheet for each table that is not empty', async () => {
    const found = await read(
      `${table('<tr><td>a</td></tr>')}${table('<tr><td> &nbsp; </td></tr>')}${table('<tr><td>b</td></tr>')}`,
    );
    expect(found.sheets.map(({ name, rows }) => [name, rows[0]!.cells])).toEqual([
      ['Table 1', ['a']],
      ['Table 3', ['b']],
    ]);
  });

  test('a web page gives a sheet for a table inside a cell, and one for the table around it', async () => {
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

  test('a web page has the value of merged cells in the first one; the others are blank', async () => {
    const found = await read(
      table(`<tr><td colspan=2>a</td><td rowspan="2">b</td><td>c</td></tr>
             <tr><td>d</td><td>e</td><td>f</td></tr>
             <tr><td rowspan=2 colspan=2>g</td><td>h</td></tr>
             <tr><td>i</td></tr><tr><td>j</td></tr>`),
    );
    expect(cellsByRow(found)).toEqual({
      ...{ 1: ['a', null, 'b', 'c'], 2: ['d', 'e', null, 'f'], 3: ['g', null, 'h'], 4: [null, null, 'i'] },
      5: ['j'],
    });
  });

  test('a web page has its texts as a browser shows them', async () => {
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
  ])(
    'a web page has line breaks where the HTML standard puts them, around the elements %s',
    async (names) => {
      const cells = names.split(' ').map((name) => `<td>a<${name}>b</${name}>c</td>`);
      const found = await read(table(`<tr>${cells.join('')}<td>a<hr>b</td></tr>`));
      expect(numbered(found)).toEqual([[1, ...cells.map(() => 'a\nb\nc'), 'a\nb']]);
    },
  );

  test('a web page may have tags that are never closed', async () => {
    const found = await read('<TABLE><TR><TD>a<TD>b<TR><TD><B>c<TD>d<TH>e</TABLE>');
    expect(cellsByRow(found)).toEqual({ 1: ['a', 'b'], 2: ['c', 'd', 'e'] });
  });

  test('a web page has its hidden rows marked as hidden', async () => {
    const found = await read(table('<tr style="DISPLAY: none"><td>a</td></tr><tr><td>b</td></tr>'));
    expect(found.sheets[0]!.rows).toEqual([
      { row: 1, cells: ['a'], hidden: true },
      { row: 2, cells: ['b'] },
    ]);
  });

  describe('with hidden text in a cell', () => {
    const sheet =
      '.hid {display:none} /* .a {display:none} */ [hidden], b > .c:hover {display:none} ' +
      '@media print {.a {display:none} .b {display:none}} @media (max-width: 600px) {td {display:none}} ' +
      '@media screen {.scr {display:none}} #id {mso-hide:all} .imp {display:none !important} a:hover {display:none}';
    const cases: readonly (readonly [body: string, text: string])[] = [
      ['Robe <span style="display:none">SECRET</span>A', 'Robe A'],
      ['Robe<span style="Display : NONE ! important"> <b>SE<br>CRET</b></span> A', 'Robe A'],
      ['<span class=hid>20260102</span>001', '001'],
      ['<span class="x HID"><p>2026</p><i>0102</i></span>001', '001'],
      ['<span>0</span><span hidden>20260102</span>001', '0001'],
      ['<span style="mso-hide: screen">1</span><a id=id>1</a>001', '001'],
      ['<span class=scr>1</span><span class=imp>1</span>001', '001'],
      ['<span class=hid>1<input value=2><select><option>3</select></span>001', '001'],
      ['<datalist><option>1</datalist><input type=hidden value=2><input type=submit value=3>001', '001'],
      // Shown.
      ['<a class=a>2</a><i class=b>3</i>', '23'],
      ['<span style="mso-hide:none; visibility:visible">2</span>', '2'],
    ];

    test.each(cases)('a cell with hidden text is read as a browser shows it: %s', async (body, text) => {
      const found = await read(
        `<style><!-- ${sheet} --></style>${table(`<tr><td>${body}</td><td>end</td></tr>`)}`,
      );
      expect(numbered(found)).toEqual([[1, text, 'end']]);
    });
  });

  test.each([
    ...['<tr class=hid><td>a</td></tr>', '<tr hidden><td>a</td></tr>'],
    ...['<tr style="visibility: collapse"><td>a</td></tr>', '<tbody class=hid><tr><td>a</td></tr></tbody>'],
    ...['<tbody class=hid><td>a</td></tbody>', '<tr class=off><td>a</td></tr>'],
  ])('a web page has rows marked as hidden that a style sheet or an attribute hides: %s', async (row) => {
    const style = '<style>.hid {display:none} table > .off, tbody > .off {display: none}</style>';
    const found = await read(`${style}<table>${row}<tbody><tr><td>b</td></tr></table>`);
    expect(found.sheets[0]!.rows).toEqual([
      { row: 1, cells: ['a'], hidden: true },
      { row: 2, cells: ['b'] },
    ]);
  });

  test('a web page has its hidden tables as hidden sheets', async () => {
    const one = table('<tr><td>a');
    const found = await read(`<div hidden>${one}</div>${one}<table style="display:none"><tr><td>a</table>`);
    expect(found.sheets.map(({ hidden }) => hidden)).toEqual([true, false, true]);
  });

  test('a web page has the values of hidden columns, but an error in a hidden cell among visible ones', async () => {
    const found = await read(
      `<style>.h {display:none}</style>${table('<tr><th>a<th class=h>b<tr><td>1<td class=h>2<tr><td class=h>3<td>4')}`,
    );
    expect(cellsByRow(found)).toEqual({
      1: ['a', 'b'],
      2: ['1', '2'],
      3: [
        expect.objectContaining({ type: 'error', code: '3', problem: expect.stringMatching(/hides/) }),
        '4',
      ],
    });
  });

  test.each([
    ['<del>5</del>6', '56', /struck out/],
    ['<s>5</s>', '5', /struck out/],
    ['<strike>5</strike> <b>6</b>', '5 6', /struck out/],
    ['<span style="text-decoration: line-through">5</span>6', '56', /struck out/],
    ['<span style="text-decoration-line: underline line-through">5</span>6', '56', /struck out/],
    ['<font class=font7><b>5</b></font>6', '56', /struck out/],
    ['<div class=old><i class=in>5</i>6</div>', '56', /struck out/],
    ['0001<sup>1</sup>', '00011', /superscript/],
    ['H<sub>2</sub>O', 'H2O', /superscript/],
    ['0001<span style="vertical-align:super">1</span>', '00011', /superscript/],
    ['0001<sup><input value=1></sup>', '0001 1', /superscript/],
    ['5<input value=3>', '5 3', /form field/],
    ['<input value=5><input value=3>', '5 3', /form field/],
    ['<select multiple><option selected>a<option>b<option selected>c</select>', 'a c', /form field/],
    ['<input type=checkbox checked>', '☐', /box to tick/],
    ['<input type=RADIO>yes', 'yes', /box to tick/],
    ['<span class=may>1</span>001', '1001', /may hide/],
    ['<span style="visibility:hidden">1</span>001', '1001', /may hide/],
    ['<span class=inv>1<i style="visibility:visible">001</i></span>', '1001', /may hide/],
    // Rules that differ.
    ['<span class="hid not">1</span>001', '1001', /may hide/],
    ['<span class=hid style="display:inline">1</span>001', '1001', /may hide/],
    ['<span class="hid shown">1</span>001', '1001', /may hide/],
    ['<span class=shown hidden>1</span>001', '1001', /may hide/],
    // Rules that may apply to other elements only.
    ['<div class=old>5</div>6', '5\n6', /struck out/],
    ['<i class=far>1</i>001', '1001', /may hide/],
  ])(
    'a web page has an error in a cell with a value that is not certain: %s',
    async (body, code, problem) => {
      const style =
        '<style>.font7 {text-decoration:line-through} .old i {text-decoration:line-through} b + .may, .big .far, .hid {display:none} .inv {visibility:hidden} .hid.not {display:inline} .shown {display:block}</style>';
      const found = await read(`${style}${table(`<tr><td>${body}</td><td>end</td></tr>`)}`);
      const cell = {
        type: 'error',
        code,
        problem: expect.stringMatching(problem),
        suggestion: expect.any(String),
      };
      expect(numbered(found)).toEqual([[1, cell, 'end']]);
    },
  );

  test.each([
    ['<tr style="text-decoration:line-through"><td>5', /struck out/],
    ['<tr class=gone><td>5', /struck out/],
    ['<tr><td class=gone>5', /struck out/],
    ['<tr class="gone other"><td style="text-decoration:none">5', /struck out/],
  ])('a web page has an error in each cell of a row that is struck out: %s', async (row, problem) => {
    const style = '<style>tr.gone td, td.gone {text-decoration: line-through}</style>';
    const found = await read(`${style}${table(`${row}</tr><tr><td>6`)}`);
    expect(numbered(found)).toMatchObject([
      [1, { type: 'error', code: '5', problem: expect.stringMatching(problem) }],
      [2, '6'],
    ]);
  });

  test('a web page has superscript and subscript as text if they are the whole text of a cell', async () => {
    const found = await read(
      table('<tr><td><sup>12</sup>&nbsp;<td><sub>a</sub> <sup>b</sup><td><del> </del>c'),
    );
    expect(numbered(found)).toEqual([[1, expect.stringMatching(/^12/), 'a b', 'c']]);
  });

  test.each([
    ['<input value="350">', '350'],
    ['<input type=text value=" 0005 " disabled>', '0005'],
    ['<input type=number>', null],
    ['<select><option>A<option selected>B</select>', 'B'],
    ['<select><option value=1>001</option><option>002</option></select>', '001'],
    ['<select><optgroup label=x><option label="L">A</optgroup></select>', 'L'],
    ['<select><option selected>A<option selected>B</select>', 'B'],
    ['<select multiple><option>A</select>', null],
    ['<select></select>', null],
    ['<select><option>A<br>B', 'AB'],
    ['<textarea>\n one  two\n&lt;b&gt;</textarea>', 'one two\n<b>'],
    ['<textarea></textarea>5', '5'],
    ['<select><option></option><option>x</option></select>5', '5'],
  ])('a web page has form fields with the text that they show: %s', async (body, text) => {
    const found = await read(table(`<tr><td>${body.replaceAll('\\n', '\n')}<td>end</td></tr>`));
    expect(numbered(found)).toEqual([[1, text, 'end']]);
  });

  test('a web page has a finding for each form field whose text is too long', async () => {
    const text = 'x'.repeat(40_000);
    const cells = `<td><textarea>${text}</textarea><td><input value=${text}><td><select><option>${text}</select>`;
    const found = await read(table(`<tr>${cells}<td>end`));
    expect(codes(found).filter((code) => code.startsWith('text-too-long'))).toHaveLength(3);
  });

  test.each<[string, (count: number) => string]>([
    ['rules of one name', (count) => `<style>${rules(count, (at) => `.x${at} td{display:none}`)}</style>`],
    ['selectors of many names', (count) => `<style>${'td '.repeat(count)}{display:none}</style>`],
    ['braces', (count) => `<style>display${'}'.repeat(count)}${'@media x{'.repeat(count)}</style>`],
    ['brackets', (count) => `<style>${'[:a('.repeat(count)}{display:none}</style>`],
    ['comments', (count) => `<style>display ${'/*'.repeat(count)}</style>`],
    [
      'sheets',
      (count) => `<style>td{color:red}.z${'{display:none}</style><style>.z'.repeat(count)}{}</style>`,
    ],
  ])('is read in linear time with many %s in its style sheet', async (_, style) => {
    const rows = '<tr><td class="a b c"><s class=a>x</s></td></tr>'.repeat(3000);
    const found = await read(`${style(30_000)}${table(rows)}`);
    expect(found.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('a web page keeps the zeros of texts, and has the zeros that number formats show', async () => {
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
      { type: 'padded', value: 7, text: 'REF-007', unit: 'REF-' },
      12.5,
      12.5,
      { type: 'percent', value: 0.8 },
      1234.5,
    ]);
  });

  test('a web page has formulas that are only a text as that text, as in CSV', async () => {
    const rows =
      '<tr><td>ref</td><td>x</td></tr><tr><td>a</td><td>="0010"</td></tr><tr><td>="0""1"</td><td>=""</td></tr>';
    const found = await read(table(rows));
    expect(cellsByRow(found)).toEqual({ 1: ['ref', 'x'], 2: ['a', '0010'], 3: ['0"1'] });
    expect(codes(found)).toContain('text-formula B2');
  });

  test('a web page has numbers with the units that their formats show', async () => {
    const cells = ['12', '-12', '12,5', '1.234', '12 kg', 'n/a'];
    const html = cells.map((text) => `<td class=kg>${text}</td>`).join('');
    const stored = '<td class=kg x:num="12.34">12 kg</td><td class=black>1</td>';
    const style = String.raw`<style>.kg {mso-number-format:"0\ \0022kg\0022"} .black {mso-number-format:"\0022BLK\0022"}</style>`;
    const found = await read(`${style}${table(`<tr>${html}${stored}</tr>`)}`);
    const kg = (value: number) => ({ type: 'padded', value, text: `${value} kg`, unit: 'kg' });
    expect(found.sheets[0]!.rows[0]!.cells).toEqual([
      kg(12),
      '-12 kg',
      '12,5 kg',
      '1.234 kg',
      '12 kg',
      'n/a',
      kg(12.34),
      expect.objectContaining({ type: 'error', code: 'BLK' }),
    ]);
  });

  test('a web page may have a style sheet before each cell, and one that ends within a rule', async () => {
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
    ['windows-1254', '<meta charset="iso-8859-9">', 'ışık €', 'Windows-1254'],
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
  ])('in %s, declared by "%s", is read', async (encoding, meta, text, label) => {
    const page = `<html>${meta}${table(`<tr><td>${text}</td></tr>`)}</html>`;
    const found = await readBytes('a.htm', iconv.encode(page, encoding, { addBOM: encoding === 'utf-16le' }));
    expect(found.findings).toEqual([]);
    expect(found.description).toBe(`HTML table, ${label}`);
    expect(numbered(found)).toEqual([[1, text]]);
  });

  test.each([
    ['looks like no text in the encoding that it declares', 'windows-1251', 'Ткань', 'text-encoding'],
    ['is UTF-8 but for one letter', 'utf-8', 'é à ü', 'text-mixed'],
  ])('a web page that %s is refused with one error', async (_, encoding, text, code) => {
    const start = Buffer.from('<html><meta charset="iso-8859-1"><table><tr><td>');
    const end = Buffer.concat([Buffer.from('<td>'), Buffer.of(0xe9), Buffer.from('</table>')]);
    const bytes = Buffer.concat([start, iconv.encode(text, encoding), end]);
    expect(codes(await readBytes('a.htm', bytes))).toEqual([code]);
  });

  test('a web page is read in the encoding that the user sets, whatever it declares', async () => {
    const page = `<html><meta charset="windows-1251">${table('<tr><td>é</td></tr>')}</html>`;
    const bytes = iconv.encode(page, 'iso-8859-1');
    const found = await readBytes('a.htm', bytes, { encoding: 'iso-8859-1' });
    expect(numbered(found)).toEqual([[1, 'é']]);
    expect(found.description).toBe('HTML table, iso-8859-1');
  });

  test('a web page may begin with an XML declaration', async () => {
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
  ])('a web page that is $0 is refused with one error', async (page, says) => {
    const found = await readBytes('a.xls', page);
    expect(found.description).toBeUndefined();
    expect(found.findings).toHaveLength(1);
    expect(found.findings[0]).toMatchObject({ severity: 'error', message: expect.stringMatching(says) });
  });

  test('a web page with few spans over many rows is refused with the limit of cells', async () => {
    const wide = '<td rowspan=65534 colspan=1000></td>'.repeat(16);
    const page = table(`<tr>${wide}</tr>${'<tr><td></tr>'.repeat(30_000)}`);
    const found = await readBytes('a.xls', page, { limits: { cells: 1_000_000 } });
    expect(found.findings[0]!.message).toMatch(/more than 1,000,000 cells/);
  });
});
