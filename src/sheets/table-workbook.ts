import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { crc32, createDeflateRaw, type DeflateRaw, deflateRawSync } from 'node:zlib';
import type { RowSink, TableCell, TableColumn, Written } from './table-file.ts';
import { contentTypes, corePart, PACKAGE_RELATIONS, workbookPart, workbookRelations } from './table-parts.ts';
import { SheetXml, STYLES } from './table-sheet.ts';
import { writeTo } from './text-out.ts';
import { directoryEnd, directoryEntry, localHeader, newEntry, type ZipEntry } from './zip-writer.ts';

/** A sheet to write. */
export interface TableSheet {
  /** At most 24 characters, none of `[ ] : * ? / \`. A full sheet continues as `name (2)`. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
}

export interface WorkbookOptions {
  readonly title: string;
  /** Parent of the temporary folder; default: the temporary folder of the system. */
  readonly spool?: string;
  /** Last row of a sheet; default: the limit of spreadsheet programs. */
  readonly lastRow?: number;
}

/** Writes a workbook to a stream, which the caller closes. */
export interface WorkbookSink {
  /** One sink for each sheet, in order. Rows of different sheets may be interleaved. */
  readonly sheets: readonly RowSink[];
  /** Writes the workbook; returns the result of each sheet. */
  end(): Promise<readonly Written[]>;
  /** Removes temporary files. Call it in `finally`. */
  close(): Promise<void>;
}

/** Number of characters compressed at once. It is fixed, so that the same rows give the same bytes. */
const PIECE = 16_384;
/** A low compression level: for exports, time matters more than size. */
const LEVEL = 3;

/**
 * Writes an .xlsx whose sheets may grow in any order. Sheets are compressed into temporary files, so memory is bounded.
 * Texts are written as texts even if they look like formulas. The same rows give the same bytes. A full sheet continues
 * in another sheet; a text that is too long for a cell is truncated and counted.
 */
export async function workbookSink(
  out: Writable,
  sheets: readonly TableSheet[],
  { title, spool = tmpdir(), lastRow }: WorkbookOptions,
): Promise<WorkbookSink> {
  const folder = await mkdtemp(join(spool, 'trace-sheets-'));
  let files = 0;
  const growing = sheets.map(
    (sheet) => new GrowingSheet(sheet, () => join(folder, `${++files}.part`), lastRow),
  );

  const close = async (): Promise<void> => {
    for (const sheet of growing) sheet.destroy();
    await rm(folder, { recursive: true, force: true });
  };

  async function end(): Promise<readonly Written[]> {
    const parts = [];
    for (const sheet of growing) parts.push(...(await sheet.end()));
    const archive = new Archive(out);
    await archive.add('[Content_Types].xml', contentTypes(parts.length));
    await archive.add('_rels/.rels', PACKAGE_RELATIONS);
    await archive.add('docProps/core.xml', corePart(title));
    await archive.add('xl/workbook.xml', workbookPart(parts));
    await archive.add('xl/_rels/workbook.xml.rels', workbookRelations(parts.length));
    await archive.add('xl/styles.xml', STYLES);
    for (const [at, part] of parts.entries()) {
      await archive.addPacked(`xl/worksheets/sheet${at + 1}.xml`, part);
      if (part.relations !== undefined)
        await archive.add(`xl/worksheets/_rels/sheet${at + 1}.xml.rels`, part.relations);
    }
    await archive.end();
    await close();
    return growing.map((sheet) => sheet.written());
  }

  return { sheets: growing, end, close };
}

/** A compressed part in a file. */
interface PackedPart {
  readonly file: string;
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
}

/** A finished sheet part. */
interface SheetPart extends PackedPart {
  readonly name: string;
  /** The range of the header and all rows. */
  readonly range: string;
  readonly relations: string | undefined;
}

/** A sheet and its continuation sheets. */
class GrowingSheet implements RowSink {
  private readonly sheet: TableSheet;
  private readonly nextFile: () => string;
  private readonly lastRow: number | undefined;
  private readonly done: SheetPart[] = [];
  private readonly xmls: SheetXml[] = [];
  private xml: SheetXml;
  private spooled: SpooledPart;

  constructor(sheet: TableSheet, nextFile: () => string, lastRow: number | undefined) {
    this.sheet = sheet;
    this.lastRow = lastRow;
    this.nextFile = nextFile;
    this.xml = this.begin();
    this.spooled = new SpooledPart(nextFile());
  }

  writeRow(row: readonly TableCell[]): void | Promise<void> {
    if (this.xml.full) return this.continueWith(row);
    return this.spooled.add(this.xml.row(row));
  }

  async end(): Promise<readonly SheetPart[]> {
    await this.finish();
    return this.done;
  }

  written(): Written {
    const sum = (of: (xml: SheetXml) => number) => this.xmls.reduce((total, xml) => total + of(xml), 0);
    return {
      rows: sum(({ rows }) => rows),
      guarded: 0,
      cut: sum(({ cut }) => cut),
      plainLinks: sum(({ plainLinks }) => plainLinks),
    };
  }

  destroy(): void {
    this.spooled.destroy();
  }

  private begin(): SheetXml {
    const xml = new SheetXml(this.sheet.columns, this.lastRow);
    this.xmls.push(xml);
    return xml;
  }

  private async continueWith(row: readonly TableCell[]): Promise<void> {
    await this.finish();
    this.xml = this.begin();
    this.spooled = new SpooledPart(this.nextFile());
    await this.spooled.add(this.xml.row(row));
  }

  private async finish(): Promise<void> {
    await this.spooled.add(this.xml.end());
    const packed = await this.spooled.end();
    const further = this.done.length === 0 ? '' : ` (${this.done.length + 1})`;
    const { range, relations } = this.xml;
    this.done.push({ ...packed, name: this.sheet.name + further, range, relations });
  }
}

/** Compresses text into a file as it arrives. */
class SpooledPart {
  private readonly path: string;
  private readonly file: WriteStream;
  private readonly deflate: DeflateRaw;
  private readonly closed: Promise<unknown>;
  private failed: Error | undefined;
  private text = '';
  private crc = 0;
  private size = 0;

  constructor(path: string) {
    this.path = path;
    this.file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    this.deflate = createDeflateRaw({ level: LEVEL });
    // A full disk fails the next write, and does not block the compressor.
    this.file.on('error', (error) => {
      this.failed = error;
      this.deflate.destroy(error);
    });
    this.deflate.on('error', () => {});
    this.closed = once(this.file, 'close');
    this.closed.catch(() => {});
    this.deflate.pipe(this.file);
  }

  add(text: string): void | Promise<void> {
    this.text += text;
    if (this.text.length >= PIECE) return this.flush();
  }

  async end(): Promise<PackedPart> {
    await this.flush();
    this.deflate.end();
    await this.closed;
    return { file: this.path, crc: this.crc, size: this.size, packed: this.file.bytesWritten };
  }

  destroy(): void {
    this.deflate.destroy();
    this.file.destroy();
  }

  private async flush(): Promise<void> {
    const piece = Buffer.from(this.text, 'utf8');
    this.text = '';
    if (this.failed) throw this.failed;
    this.crc = crc32(piece, this.crc);
    this.size += piece.length;
    await writeTo(this.deflate, piece);
  }
}

/** Writes a zip archive sequentially. */
class Archive {
  private readonly out: Writable;
  private readonly entries: ZipEntry[] = [];
  private offset = 0;

  constructor(out: Writable) {
    this.out = out;
    if (out.listenerCount('error') === 0) out.on('error', () => {});
  }

  async add(name: string, text: string): Promise<void> {
    const data = Buffer.from(text, 'utf8');
    const packed = deflateRawSync(data, { level: LEVEL });
    await this.header(name, { crc: crc32(data), size: data.length, packed: packed.length });
    await this.write(packed);
  }

  async addPacked(name: string, part: PackedPart): Promise<void> {
    await this.header(name, part);
    for await (const chunk of createReadStream(part.file)) await this.write(chunk as Buffer);
  }

  async end(): Promise<void> {
    const directory = Buffer.concat(this.entries.map(directoryEntry));
    const end = directoryEnd(this.entries.length, directory.length, this.offset);
    await this.write(Buffer.concat([directory, end]));
  }

  private async header(
    name: string,
    { crc, size, packed }: Pick<ZipEntry, 'crc' | 'size' | 'packed'>,
  ): Promise<void> {
    const entry = newEntry(name, 0, { crc, size, packed, offset: this.offset });
    this.entries.push(entry);
    await this.write(localHeader(entry));
  }

  private async write(bytes: Buffer): Promise<void> {
    this.offset += bytes.length;
    await writeTo(this.out, bytes);
  }
}
