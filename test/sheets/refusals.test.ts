import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { codes, readBytes } from './reading.ts';
import { zip } from './zip-builder.ts';

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ole = (stream: string, at = 1000) =>
  Buffer.concat([OLE, Buffer.alloc(at), Buffer.from(stream, 'utf16le'), Buffer.alloc(500)]);
const biff = (head: string) => Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(3000, 7)]);
const archive = (name: string, content = '<a/>') => zip([{ name, content, stored: true }]);
const TEXT = 'supplierRef;name\n00017;Tessitura\n';
const SYLK = 'ID;PWXL;N;E\r\nP;PGeneral\r\nB;Y2;X2\r\nC;Y1;X1;K"ref"\r\nC;X2;K"00017"\r\nE\r\n';
const DIF = 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,2\r\n""\r\n';

/** All kinds of rejected files: bytes, code, description and advice. */
const REFUSED: readonly (readonly [string, string | Uint8Array, string, RegExp, RegExp])[] = [
  ['old.xls', ole('Workbook'), 'file-unreadable', /damaged/, /save a copy/],
  ['msi.xls', ole('Installer'), 'file-format', /no workbook/, /\.xlsx.*leading zeros/],
  ['excel-2.xls', biff('0900040002001000'), 'file-format', /Excel 2 to 5/, /\.xlsx.*leading zeros/],
  ['excel-3.xls', biff('09020600000010000000'), 'file-format', /Excel 2 to 5/, /leading zeros/],
  ['excel-4.xls', biff('09040600000010000000'), 'file-format', /Excel 2 to 5/, /leading zeros/],
  ['excel-5.xls', biff('0908080000050500'), 'file-format', /Excel 2 to 5/, /leading zeros/],
  ['letter.doc', ole('WordDocument'), 'file-format', /Word/, /workbook/],
  ['slides.ppt', ole('PowerPoint Document'), 'file-format', /PowerPoint/, /workbook/],
  ['secret.xlsx', ole('EncryptedPackage'), 'file-encrypted', /password/, /remove the password/],
  // The name of its stream continues in the next block that is read.
  ['late.xlsx', ole('EncryptedPackage', 65_525), 'file-encrypted', /password/, /remove the password/],
  ['list.slk', SYLK, 'file-format', /SYLK/, /leading zeros/],
  ['list.dif', DIF, 'file-format', /DIF/, /leading zeros/],
  ['rows.json', '[{"supplierRef":"00017"}]', 'file-format', /JSON/, /leading zeros/],
  ['object.json', '\ufeff\n{ "rows": [] }', 'file-format', /JSON/, /leading zeros/],
  ['wide.json', Buffer.from('{"a":1}', 'utf16le'), 'file-format', /JSON/, /leading zeros/],
  ['lines.ndjson', '{"a":1}\n{"a":2}\n', 'file-format', /JSON/, /leading zeros/],
  ['table.json', '[["a","b"],[1,2]]', 'file-format', /JSON/, /leading zeros/],
  ...(['utf-32le', 'utf-32be'] as const).flatMap((encoding) =>
    [true, false].map(
      (addBOM) =>
        [
          `${encoding} ${addBOM ? 'with' : 'without'} a mark.csv`,
          iconv.encode(TEXT, encoding, { addBOM }),
          'file-format',
          /UTF-32/,
          /UTF-8.*leading zeros/,
        ] as const,
    ),
  ),
  ['page.xls', '<html><body>Log in to continue</body></html>', 'file-format', /HTML.*table/, /leading zeros/],
  ['type.xls', '\ufeff\n <!DOCTYPE HTML PUBLIC "x"><html></html>', 'file-format', /HTML.*table/, /zeros/],
  ['wide.csv', Buffer.from('\ufeff<html>', 'utf16le'), 'file-format', /HTML.*table/, /leading zeros/],
  ['page.mht', 'MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n', 'file-format', /MHTML/, /zeros/],
  ['feed.xls', '<?xml version="1.0"?><rss/>', 'file-format', /XML/, /leading zeros/],
  [
    'flat.fods',
    '<?xml version="1.0"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
    'file-format',
    /\.fods/,
    /leading zeros/,
  ],
  ['empty.xml', '<?xml version="1.0"?><Workbook/>', 'file-empty', /no sheet/, /workbook/],
  ['report.pdf', '%PDF-1.7\n', 'file-format', /PDF/, /leading zeros/],
  ['letter.rtf', '{\\rtf1\\ansi}', 'file-format', /RTF/, /leading zeros/],
  ['scan.png', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'file-format', /image/, /leading zeros/],
  ['scan.jpg', Buffer.from('ffd8ffe000104a464946', 'hex'), 'file-format', /image/, /leading zeros/],
  ['scan.gif', 'GIF89a', 'file-format', /image/, /leading zeros/],
  ['list.pdf.gz', gzipSync('%PDF-1.7'), 'file-format', /archive contains list\.pdf.*PDF/, /leading zeros/],
  ['twice.csv.gz', gzipSync(gzipSync(TEXT)), 'file-format', /archive that contains an archive/, /Unpack/],
  ['cut.csv.gz', gzipSync(TEXT).subarray(0, 30), 'file-unreadable', /incomplete/, /again/],
  ['list.7z', Buffer.from('377abcaf271c0004', 'hex'), 'file-format', /7z/, /Unpack/],
  ['list.rar', Buffer.from('526172211a0701', 'hex'), 'file-format', /RAR/, /Unpack/],
  ['list.db', 'SQLite format 3\0', 'file-format', /database/, /leading zeros/],
  ['noise.csv', Buffer.from({ length: 4000, ...noise() }), 'file-format', /neither/, /CSV/],
  ['nothing.csv', '', 'file-empty', /empty/, /again/],
  ['blank.csv', '\ufeff \r\n', 'file-empty', /blanks/, /again/],
  ['book.xlsb', archive('xl/workbook.bin'), 'file-unreadable', /damaged/, /save a copy/],
  [
    'sheet.ods',
    archive('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'),
    'file-unreadable',
    /content\.xml is missing/,
    /save a copy/,
  ],
  [
    'secret.ods',
    zip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
      { name: 'META-INF/manifest.xml', content: '<m:manifest><m:encryption-data/></m:manifest>' },
      { name: 'content.xml', content: 'x' },
    ]),
    'file-encrypted',
    /password/,
    /without a password/,
  ],
  [
    'text.odt',
    archive('mimetype', 'application/vnd.oasis.opendocument.text'),
    'file-format',
    /OpenDocument/,
    /workbook/,
  ],
  ['letter.docx', archive('word/document.xml'), 'file-format', /Word/, /workbook/],
  ['slides.pptx', archive('ppt/presentation.xml'), 'file-format', /presentation/, /workbook/],
  ['sheet.numbers', archive('Index/Document.iwa'), 'file-format', /Numbers/, /leading zeros/],
  [
    'batch.zip',
    zip([
      { name: 'Suppliers.csv', content: TEXT },
      { name: 'notes/Products.csv', content: TEXT },
    ]),
    'file-format',
    /zip archive of 2 files \(Suppliers\.csv, notes\/Products\.csv\)/,
    /Unpack/,
  ],
  ['empty.zip', zip([]), 'file-format', /zip archive of 0 files/, /Unpack/],
  [
    'nested.zip',
    zip([{ name: 'a.zip', content: archive('b.csv', TEXT) }]),
    'file-format',
    /archive that contains an archive/,
    /Unpack/,
  ],
  [
    'half.xlsx',
    archive('xl/workbook.xml').subarray(0, 40),
    'file-unreadable',
    /workbook is damaged or incomplete\.$/,
    /save a copy/,
  ],
];

function noise(): Record<number, number> {
  return Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [at, (at * 7919) % 251]));
}

describe('a file in a format that is not read', () => {
  test.each(REFUSED)(
    'a file in a format that is not read is refused with its format and what to do: %s',
    async (name, bytes, code, says, advice) => {
      const read = await readBytes(name, bytes);
      expect(read.description).toBeUndefined();
      expect(codes(read)).toEqual([code]);
      const [finding] = read.findings;
      expect(finding).toMatchObject({ severity: 'error', message: expect.stringMatching(says) });
      expect(finding!.suggestion).toMatch(advice);
      expect(finding!.suggestion).toMatch(/\w+ .*\.$/);
    },
  );

  test.each([
    ['ID;Prix\nA1;12\nB2;13\n', 'semicolon-separated, UTF-8'],
    ['ID;Produit\nC;12\nB;13\nP;14\n', 'semicolon-separated, UTF-8'],
    ['TABLE;CHAIR\n0,1;2\n', 'semicolon-separated, UTF-8'],
    ['[ref],[name]\na,b\n', 'comma-separated, UTF-8'],
    ['<title>,<header>\na,b\n', 'comma-separated, UTF-8'],
    ['{ref},{name}\na,b\n', 'comma-separated, UTF-8'],
    ['"ref","name"\n"[1]","{""a"":1}"\n', 'comma-separated, UTF-8'],
    ['GIFT,BZ\na,b\n', 'comma-separated, UTF-8'],
  ])(
    'a file in a format that is not read does not include delimited text, whatever it begins with: %j',
    async (text, description) => {
      const read = await readBytes('list.csv', text);
      expect(codes(read)).toEqual([]);
      expect(read.description).toBe(description);
    },
  );

  test.each(['utf-32le', 'utf-32be'])(
    'a file in a format that is not read does not include %s if it is requested',
    async (encoding) => {
      const read = await readBytes('list.csv', iconv.encode(TEXT, encoding), { encoding });
      expect(codes(read)).toEqual([]);
      expect(read.sheets[0]!.rows[1]!.cells).toEqual(['00017', 'Tessitura']);
    },
  );
});
