import { describe, expect, test } from 'vitest';
import { codes, readBytes } from './reading.ts';
import { relation, workbook, worksheet } from './workbook-builder.ts';
import { type ZipPart, zip } from './zip-builder.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const relations = (content: string) => `<Relationships xmlns="${PACKAGE}">${content}</Relationships>`;
const SHEET = 'xl/worksheets/sheet1.xml';
const ROW = '<row><c t="inlineStr"><is><t>a</t></is></c></row>';

/** The parts of a workbook with a sheet, and what is put around them. */
function parts(sheet: Partial<ZipPart>): ZipPart[] {
  return [
    { name: '_rels/.rels', content: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(relation('rId1', 'worksheet', 'worksheets/sheet1.xml')),
    },
    { name: SHEET, content: worksheet(ROW), ...sheet },
  ];
}

const descriptor = Buffer.from('504b0708000000000000000000000000', 'hex');

describe('a valid zip archive is read', () => {
  test.each([
    ['nothing unusual', zip(parts({}))],
    ['a stored part', zip(parts({ stored: true }))],
    ['data descriptors', zip(parts({}).map((part) => ({ ...part, after: descriptor })))],
    ['gaps', zip(parts({}).map((part, at) => ({ ...part, after: Buffer.alloc(at * 100) })))],
    ['the mark of a split archive before the first part', zip(parts({}), Buffer.from('PK\x07\x08'))],
    [
      'empty parts',
      zip([
        { name: 'a', content: '', stored: true },
        { name: 'b', content: '', stored: true },
        { name: 'c/', content: '', stored: true },
        ...parts({}),
        { name: 'd', content: '', stored: true },
      ]),
    ],
    ['an extra field', zip(parts({ extra: { bytes: Buffer.alloc(8), length: 8 } }))],
  ])('with %s', async (_, bytes) => {
    const read = await readBytes('a.xlsx', bytes);
    expect(codes(read)).toEqual([]);
    expect(read.sheets[0]!.rows).toEqual([{ row: 1, cells: ['a'] }]);
  });
});

describe('an archive whose parts share bytes is refused before a part is inflated', () => {
  const other = { name: 'xl/worksheets/sheet2.xml', content: worksheet(ROW) };
  const filler = Buffer.alloc(400, 'x');

  test.each<[string, Buffer]>([
    ['one header for two', zip([...parts({}), { ...other, sameAs: SHEET }])],
    [
      // the part claims the bytes of the next one as its own: quoted in stored blocks, it would inflate them too
      'data that goes on into the next part',
      patched(zip([...parts({}), { ...other, content: filler, stored: true }]), SHEET, (size) => size + 200),
    ],
    [
      'an extra field that leads into the next part',
      zip([...parts({ extra: { bytes: Buffer.alloc(0), length: 90 } }), { ...other, after: filler }]),
    ],
    ['data that goes on into the directory', patched(zip(parts({})), SHEET, (size) => size + 40)],
  ])('with %s', async (_, bytes) => {
    const read = await readBytes('a.xlsx', bytes);
    expect(codes(read)).toEqual(['file-unreadable']);
    expect(read.findings[0]!.message).toMatch(/ overlap\.$/);
    expect(read.findings[0]!.suggestion).toContain('save a copy');
  });

  test('an archive with 9000 parts that share bytes is refused before a part is inflated', async () => {
    const names = Array.from({ length: 9000 }, (_, at) => `p${at}`);
    const bytes = workbook({
      parts: names.map((name, at) => ({ name, content: '', ...(at > 0 && { sameAs: 'p0' }) })),
    });
    expect((await readBytes('a.xlsx', bytes)).findings[0]!.message).toMatch(/ overlap\.$/);
  });
});

/** The archive, with another packed size of a part in its directory. */
function patched(bytes: Buffer, name: string, size: (before: number) => number): Buffer {
  const at = bytes.lastIndexOf(Buffer.from(name)) - 46;
  bytes.writeUInt32LE(size(bytes.readUInt32LE(at + 20)), at + 20);
  return bytes;
}
