import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { unguardFormulas } from '../../src/sheets/formula-text.ts';
import { openSource } from '../../src/sheets/open.ts';
import { cellsByRow, codes, nothing, numbered, readBytes, withFile } from './reading.ts';

const FRENCH = 'réf;désignation\nA1;Étiquette à 5 €\n';

describe('the encoding of a text file', () => {
  it.each([
    ['UTF-8', 'UTF-8', Buffer.from(FRENCH)],
    ['UTF-8 with a mark', 'UTF-8', Buffer.from(`\ufeff${FRENCH}`)],
    ['UTF-16LE with a mark', 'UTF-16LE', Buffer.from(`\ufeff${FRENCH}`, 'utf16le')],
    ['UTF-16LE', 'UTF-16LE', Buffer.from(FRENCH, 'utf16le')],
    ['UTF-16BE with a mark', 'UTF-16BE', Buffer.from(`\ufeff${FRENCH}`, 'utf16le').swap16()],
    ['UTF-16BE', 'UTF-16BE', Buffer.from(FRENCH, 'utf16le').swap16()],
    ['Windows-1252', 'Windows-1252', iconv.encode(FRENCH, 'windows-1252')],
  ])('the encoding of a text file is detected: %s', async (_, label, bytes) => {
    const read = await readBytes('list.csv', bytes);
    expect(read.description).toBe(`semicolon-separated, ${label}`);
    expect(cellsByRow(read)).toEqual({ 1: ['réf', 'désignation'], 2: ['A1', 'Étiquette à 5 €'] });
    expect(read.findings).toEqual([]);
  });

  it('the encoding of a text file is Windows-1252 if the only accent is the last letter of a long file', async () => {
    const bytes = Buffer.concat([Buffer.from(`a;b\n${'1;plain\n'.repeat(40_000)}`), Buffer.from([0xe9])]);
    const read = await readBytes('list.csv', bytes);
    expect(read.description).toBe('semicolon-separated, Windows-1252');
    expect(numbered(read).at(-1)).toEqual([40_002, 'é']);
  });

  it('the encoding of a text file is UTF-8 also if letters are split between two chunks', async () => {
    const text = `a;b\n${'1;é€𝄞\n'.repeat(20_000)}`;
    for (const shift of ['', 'x', 'xy', 'xyz']) {
      const read = await readBytes('list.csv', shift + text);
      expect(read.description).toBe('semicolon-separated, UTF-8');
      expect(new Set(numbered(read).map((row) => row[2]))).toEqual(new Set(['b', 'é€𝄞']));
    }
  });

  it('the encoding of a text file is an error if two encodings are mixed, with the first line that does not fit', async () => {
    const bytes = Buffer.concat([Buffer.from('a;b\né;è\nà;ç\n'), Buffer.from([0xe9, 0x3b, 0x31, 0x0a])]);
    const read = await readBytes('list.csv', bytes);
    expect(codes(read)).toEqual(['text-mixed']);
    expect(read.findings[0]?.message).toContain('line 4');
    const forced = await readBytes('list.csv', bytes, { encoding: 'utf-8' });
    expect(numbered(forced).at(-1)).toEqual([4, '\ufffd', '1']);
  });

  it('the encoding of a text file is the requested one, and an unknown one is a usage error', async () => {
    const bytes = iconv.encode('a;b\né;ï\n', 'macintosh');
    const read = await readBytes('list.csv', bytes, { encoding: 'macintosh' });
    expect(read.description).toBe('semicolon-separated, macintosh');
    expect(numbered(read)[1]).toEqual([2, 'é', 'ï']);
    await expect(readBytes('list.csv', bytes, { encoding: 'utf-9' })).rejects.toMatchObject({
      code: 'encoding-unknown',
      exit: 'usage',
    });
  });

  it.each([
    ['windows-1254', 'Işık Tekstil Sanayi A.Ş.;İstanbul, Bağcılar'],
    ['windows-1250', 'Zakład Włókienniczy;Łódź'],
    ['windows-1250', 'Przędzalnia Bełchatów Sp. z o.o.;ul. Częstochowska, Gostyńska, Kędzierzyn, Rzeszów'],
    ['macintosh', 'Société générale;Pièce à côté'],
    ['cp850', 'Société générale;Pièce à côté'],
    ['euc-kr', '한국섬유 주식회사;서울특별시 강남구'],
  ])(
    'a text file that looks like %s is an error without a mark, and is read with --encoding',
    async (encoding, row) => {
      const bytes = iconv.encode(`name;place\nplain;words\n${row}\n`, encoding);
      const read = await readBytes('list.csv', bytes);
      const [first] = read.findings;
      expect(first).toMatchObject({
        code: 'text-encoding',
        severity: 'error',
        origin: { file: expect.any(String) },
      });
      expect(first?.origin.row).toBeUndefined();
      expect(first?.suggestion).toContain(`--encoding ${encoding}`);
      const reported = await readBytes('list.csv', bytes, { encoding });
      expect(numbered(reported).at(-1)).toEqual([3, ...row.split(';')]);
      expect(codes(reported)).toEqual([]);
    },
  );

  it.each([
    [
      'windows-1250',
      ['Zakłady Białołęka;Łódź, ulica Włókiennicza', 'Przędzalnia Głuchów – oddział;Poznań, działalność'],
    ],
    ['windows-1254', ['Işık Örme Sanayi;Bağcılar, İstanbul', 'Güneş Kumaş Boyahanesi;Çerkezköy, Tekirdağ']],
    ['windows-1251', ['Фабрика Красная Заря;Москва']],
    ['koi8-r', ['Фабрика Красная Заря;Москва']],
    ['windows-1253', ['Κλωστοϋφαντουργία Αθηνών;Θεσσαλονίκη']],
    ['gbk', ['杭州纺织有限公司;浙江省杭州市西湖区']],
    ['big5', ['台灣紡織股份有限公司;台北市大安區', '廠商代號;核准狀況']],
    ['shift_jis', ['株式会社テキスタイル;東京都渋谷区']],
  ])(
    'the encoding of a text file is %s if nearly all of many letters are those of its languages, and no other one fits',
    async (encoding, rows) => {
      const bytes = iconv.encode(`name;place\n${rows.join('\n')}\n`, encoding);
      const read = await readBytes('list.csv', bytes);
      expect(read.findings).toEqual([]);
      expect(numbered(read).slice(1)).toEqual(rows.map((row, at) => [at + 2, ...row.split(';')]));
    },
  );

  it.each([
    ...['Étiquette à 5 €;São Paulo', 'l’usine – N°12;Übergrößenträger', 'Lycra®Sport, m²/g;œuvre “naïve”'],
    ...['MALMÖ;ÉÈ', 'CRÉÉE;Šumava'],
  ])('the encoding of a text file is Windows-1252 without a finding for: %s', async (row) => {
    const read = await readBytes('list.csv', iconv.encode(`name;place\n${row}\n`, 'windows-1252'));
    expect(read.findings).toEqual([]);
    expect(numbered(read)[1]).toEqual([2, ...row.split(';')]);
  });

  it.each(['SÃO PAULO', 'MAÇÃ DA TERRA', 'ÂGE', 'Årsta', '√2', 'Ñandú – 5 € “quoted” œuvre', '東京都'])(
    'the encoding of a text file is UTF-8 without a finding for %j',
    async (text) => {
      expect((await readBytes('list.csv', `name;place\nplain;${text}\n`)).findings).toEqual([]);
    },
  );
});

describe('rows of a CSV file', () => {
  it('rows of a CSV file have the numbers that a spreadsheet shows, and the line where they start', async () => {
    const text = 'sep=;\r\na;b\r\n\r\n"x\r\ny\nz";1\r\n;;\r\n \t;\r\nlast;2';
    const read = await readBytes('list.csv', text);
    expect(cellsByRow(read)).toEqual({ 1: ['a', 'b'], 3: ['x\r\ny\nz', '1'], 6: ['last', '2'] });
    expect(read.sheets[0]?.rows.map(({ line }) => line)).toEqual([2, 4, 9]);
  });

  it('rows of a CSV file keep their text unchanged, neither padded nor truncated', async () => {
    const text = 'ref,name\n 007 ,  \n1.10,"a ""b"""\na,b,c,,\nalone\n';
    expect(cellsByRow(await readBytes('list.csv', text))).toEqual({
      ...{ 1: ['ref', 'name'], 2: [' 007 ', '  '], 3: ['1.10', 'a "b"'], 4: ['a', 'b', 'c', null, null] },
      5: ['alone'],
    });
  });

  it('rows of a CSV file may end in CR, LF or both, also mixed', async () => {
    expect(cellsByRow(await readBytes('list.csv', 'a,b\r1,2\r\n3,4\n5,6'))).toEqual({
      1: ['a', 'b'],
      2: ['1', '2'],
      3: ['3', '4'],
      4: ['5', '6'],
    });
  });

  it('rows of a CSV file are read from the start by every call, also after an early stop', async () => {
    await withFile('list.csv', `a,b\n${'1,2\n'.repeat(50_000)}`, async (file) => {
      const source = (await openSource(file, {}, { stdin: nothing(), onFinding: () => {} }))!;
      const sheet = source.sheets[0]!;
      for await (const batch of sheet.rows(() => {})) {
        expect(batch[0]).toMatchObject({ row: 1, line: 1, cells: ['a', 'b'] });
        expect(batch.length).toBeLessThanOrEqual(256);
        break;
      }
      const counts = [0, 0];
      for (const index of [0, 1])
        for await (const batch of sheet.rows(() => {})) counts[index]! += batch.length;
      expect(counts).toEqual([50_001, 50_001]);
      await source.close();
    });
  });

  it('rows with names of object members are plain text', async () => {
    const read = await readBytes('__proto__.csv', '__proto__,constructor\ntoString,hasOwnProperty\n');
    expect(read.sheets[0]?.name).toBe('__proto__');
    expect(numbered(read)[1]).toEqual([2, 'toString', 'hasOwnProperty']);
  });
});

describe('quotes in a CSV file', () => {
  it.each(['14" heel', `37°36'37.8"N`, 'a"', 'a""b', ' "x"', '=A1&"x"', '="a" '])(
    'quotes inside a cell are characters: %s',
    async (text) => {
      const read = await readBytes('list.csv', `a;b;c\n1;${text};"z"\n"2";3;4\n`);
      expect(numbered(read).slice(1)).toEqual([
        [2, '1', text, 'z'],
        [3, '2', '3', '4'],
      ]);
      expect(read.sheets[0]?.rows.map(({ quote }) => quote)).toEqual([undefined, 1, undefined]);
      expect(read.findings).toEqual([]);
    },
  );

  it('around a formula that is only a text are removed, whether the cell is quoted or not', async () => {
    const read = await readBytes('list.csv', 'a;b;c\n="00012";="a""b";"=""0003"""\n="";x;="1"&"2"\n');
    expect(numbered(read).slice(1)).toEqual([
      [2, '00012', 'a"b', '0003'],
      [3, null, 'x', '="1"&"2"'],
    ]);
    expect(read.sheets[0]?.rows.map(({ quote }) => quote)).toEqual([undefined, undefined, 2]);
    expect(codes(read)).toEqual(['text-formula A2']);
  });

  it('quotes after an apostrophe that guards a formula stay in the text', async () => {
    const read = await readBytes('list.csv', `a;b\n"'=""00012""";1\n`);
    expect(numbered(read)[1]).toEqual([2, '="00012"', '1']);
    expect(read.findings).toEqual([]);
  });

  it('quotes at the start of a cell are recognised after a separator of several bytes', async () => {
    const read = await readBytes('list.csv', 'sep=é\naé"b\nc"é"d""e"\n1é2"é3\n');
    expect(cellsByRow(read)).toEqual({ 1: ['a', 'b\nc', 'd"e'], 2: ['1', '2"', '3'] });
    expect(read.sheets[0]?.rows.map(({ line }) => line)).toEqual([2, 4]);
  });
});

describe('damage in a CSV file', () => {
  it.each([
    ['a quote that stays open', 'a,b\n1,2\n3,"4\n5,6\n', 'text-quotes B3', 2],
    ['text after a quote', 'a,b\n1,2\n"3"x,4\n5,6\n', 'text-quotes A3', 2],
    ['text after a quote, before one that stays open', 'a,b\n1,2\n"3"x,"4\n', 'text-quotes A3', 2],
    ['an open quote before megabytes', `a,b\n1,"2\n${'3,4\n'.repeat(400_000)}`, 'text-quotes B2', 1],
    ['a row without an end', `a,b\n${'1,'.repeat(10)}${'x'.repeat(2_000_000)}\n`, 'text-quotes K2', 1],
    ['a row of too many cells', `a,b\n1,2\n${','.repeat(20_000)}\n`, 'file-unreadable 3', 2],
  ])('damage in a CSV file ends the sheet after the sound rows: %s', async (_, text, code, rows) => {
    const read = await readBytes('list.csv', text);
    expect(codes(read)).toEqual([code]);
    expect(read.findings[0]?.severity).toBe('error');
    expect(numbered(read)).toHaveLength(rows);
  });

  it('a text longer than a cell may be is a finding, and the cell has no value', async () => {
    const read = await readBytes('list.csv', `a,b\n1,${'x'.repeat(32_768)}\n2,${'y'.repeat(32_767)}\n`);
    expect(codes(read)).toEqual(['text-too-long B2']);
    expect(read.findings[0]?.value).toHaveLength(200);
    expect(numbered(read)[1]).toEqual([2, '1', null]);
    expect(numbered(read)[2]?.[2]).toHaveLength(32_767);
  });
});

describe('any table in a CSV file', () => {
  const SIGNS = ['a', 'É', 'œ', '€', '"', ' ', ';', ',', '\t', '|', '\n', '\r\n', "'", '=', '0', '1'];
  const cell = fc.array(fc.constantFrom(...SIGNS), { maxLength: 6 }).map((signs) => signs.join(''));
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 30 }),
    );

  it('any table in a CSV file is read as written, except guards against formulas, with any delimiter, encoding and line end', async () => {
    const delimiters = fc.constantFrom(';', ',', '\t', '|');
    const encodings = fc.constantFrom('utf8', 'utf8-bom', 'utf16-le', 'utf16-be', 'windows-1252');
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    const property = fc.asyncProperty(
      table,
      delimiters,
      encodings,
      ends,
      async (rows, delimiter, encoding, end) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        // quotes in cells that do not start with one stay as they are, except in texts that a spreadsheet would run as
        // formulas
        const needs = (text: string) => /^"|[\r\n;,\t|]/.test(text) || /^="/.test(text);
        const line = (cells: string[]) =>
          cells.map((text) => (needs(text) ? quoted(text) : text)).join(delimiter);
        const text = rows.map(line).join(end);
        const bytes =
          encoding === 'utf8-bom'
            ? Buffer.from(`\ufeff${text}`)
            : iconv.encode(text, encoding, { addBOM: false });
        const shown = (text: string) =>
          /^=".*"$/s.test(text) && isText(text) ? textOf(text) : unguardFormulas(text);
        const isText = (text: string) => !/(?<!")(?:"")*"(?!")/.test(text.slice(2, -1));
        const textOf = (text: string) => text.slice(2, -1).replaceAll('""', '"');
        const expected = [];
        let row = 1;
        for (const cells of rows) {
          if (cells.some((value) => shown(value).trim() !== ''))
            expected.push([row, ...cells.map((value) => shown(value) || null)]);
          row++;
        }
        const name = encoding === 'utf8-bom' ? 'utf8' : encoding;
        const read = await readBytes('list.csv', bytes, { delimiter, encoding: name });
        // Lines inside a cell may look like rows: this is reported, and the cell is read anyway.
        const errors = read.findings.filter(
          ({ severity, code }) => severity === 'error' && code !== 'text-quoted-rows',
        );
        expect(errors).toEqual(text.trim() === '' ? [expect.objectContaining({ code: 'file-empty' })] : []);
        expect(numbered(read)).toEqual(expected);
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });
});
