import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import {
  directoryEnd,
  directoryEntry,
  localHeader,
  newEntry,
  type ZipEntry,
} from '../src/sheets/zip-writer.ts';
import { relation, relationships } from '../test/sheets/workbook-builder.ts';
import { componentCells, HEADS, PIECE } from './components.ts';

/** Where the texts of a workbook are: in the table of shared strings, as Excel writes them, or in their cells. */
export type Texts = 'shared' | 'inline';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const COLUMNS = HEADS.map((_, at) => String.fromCharCode(65 + at));
const NUMBERS = new Set(HEADS.flatMap((head, at) => (/percentage|Weight/.test(head) ? [at] : [])));

/** Writes the rows of `componentsCsv` as a workbook, without keeping them. Returns the bytes of the strings part. */
export async function writeWorkbook(file: string, count: number, texts: Texts): Promise<number> {
  const handle = await open(file, 'w');
  try {
    const strings = new Map<string, number>();
    const parts: [name: string, content: Iterable<string>][] = [
      ['[Content_Types].xml', [contentTypes()]],
      ['_rels/.rels', [relationships(relation('rId1', 'officeDocument', 'xl/workbook.xml'))]],
      ['xl/workbook.xml', [WORKBOOK]],
      ['xl/_rels/workbook.xml.rels', [relationships(RELATIONS.join(''))]],
      ['xl/styles.xml', [`<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>`]],
      ['xl/worksheets/sheet1.xml', sheet(count, texts === 'shared' ? strings : null)],
      ['xl/sharedStrings.xml', sharedStrings(strings)],
    ];
    const entries: ZipEntry[] = [];
    let offset = 0;
    for (const [name, content] of parts) {
      const entry = await deflate(handle, name, offset, content);
      entries.push(entry);
      offset += localHeader(entry).length + entry.packed;
    }
    const directory = Buffer.concat(entries.map(directoryEntry));
    const end = directoryEnd(entries.length, directory.length, offset);
    await handle.write(Buffer.concat([directory, end]), { position: offset });
    return entries.at(-1)!.size;
  } finally {
    await handle.close();
  }
}

const WORKBOOK = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="components" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const RELATIONS = [
  relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
  relation('rId98', 'styles', 'styles.xml'),
  relation('rId99', 'sharedStrings', 'sharedStrings.xml'),
];

function contentTypes(): string {
  const types = { workbook: 'sheet.main', styles: 'styles', sharedStrings: 'sharedStrings' };
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const parts = Object.entries(types).map(([part, type]) => override(part, type));
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}${override('worksheets/sheet1', 'worksheet')}</Types>`;
}

/** The XML of the sheet; adds the texts to `strings` if there is a table. */
function* sheet(count: number, strings: Map<string, number> | null): Generator<string> {
  const textCell = (place: string, text: string) => {
    if (!strings) return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
    let number = strings.get(text);
    if (number === undefined) {
      number = strings.size;
      strings.set(text, number);
    }
    return `<c r="${place}" t="s"><v>${number}</v></c>`;
  };
  const row = (number: number, cells: readonly string[]) => {
    let text = `<row r="${number}" spans="1:${HEADS.length}">`;
    for (const [at, cell] of cells.entries()) {
      if (cell === '') continue;
      const place = COLUMNS[at]! + number;
      text += NUMBERS.has(at) && number > 1 ? `<c r="${place}"><v>${cell}</v></c>` : textCell(place, cell);
    }
    return `${text}</row>`;
  };
  const last = `${COLUMNS.at(-1)}${count + 1}`;
  let text = `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="${MAIN}"><dimension ref="A1:${last}"/><sheetData>`;
  text += row(1, HEADS);
  for (let at = 0; at < count; at++) {
    text += row(at + 2, componentCells(at));
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  yield `${text}</sheetData></worksheet>`;
}

function* sharedStrings(strings: ReadonlyMap<string, number>): Generator<string> {
  let text = `<sst xmlns="${MAIN}" uniqueCount="${strings.size}">`;
  for (const string of strings.keys()) {
    text += `<si><t>${string}</t></si>`;
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  yield `${text}</sst>`;
}

/** Writes one part of the archive at the offset; its header last, because it has the sizes. */
async function deflate(
  file: FileHandle,
  name: string,
  offset: number,
  content: Iterable<string>,
): Promise<ZipEntry> {
  const start = offset + localHeader(newEntry(name, { crc: 0, size: 0, packed: 0, offset })).length;
  const packer = createDeflateRaw({ level: 3 });
  let packed = 0;
  const writing = (async () => {
    for await (const chunk of packer as AsyncIterable<Buffer>) {
      await file.write(chunk, { position: start + packed });
      packed += chunk.length;
    }
  })();
  let crc = 0;
  let size = 0;
  for (const text of content) {
    const bytes = Buffer.from(text);
    crc = crc32(bytes, crc);
    size += bytes.length;
    if (!packer.write(bytes)) await once(packer, 'drain');
  }
  packer.end();
  await writing;
  const entry = newEntry(name, { crc, size, packed, offset });
  await file.write(localHeader(entry), { position: offset });
  return entry;
}
