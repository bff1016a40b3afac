import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { type Entry, fromFdPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { say } from '../../say.ts';
import { readBytes } from '../bytes.ts';
import { Damage } from '../damage.ts';
import type { Input } from '../input.ts';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const UTF8_NAME = 0x0800;
/** 1980-01-01, for parts that are added. */
const DAY = 0x21;
const DEFLATED = 8;
const MOST_32 = 0xffffffff;
const MOST_16 = 0xffff;
const ZIP64 = 45;
const VERSION = 20;
/** A low level: time matters more than size, as for exports. */
const LEVEL = 1;
/** A part that may become larger than this gets a header for sizes of 64 bits. */
const MAY_BE_LARGE = 1024 ** 3;

/** A file that is open for writing. */
export type OutFile = FileHandle;

/** An entry of the archive that is copied, under its name. */
export interface OriginalEntry {
  readonly name: string;
  readonly entry: Entry;
}

/** What the directory says about a written entry. */
interface WrittenEntry {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
  readonly extra: Buffer;
  readonly comment: Buffer;
  readonly madeBy: number;
  readonly internal: number;
  readonly external: number;
}

/** The archive of a workbook, as it is copied entry by entry. */
export class OriginalArchive {
  readonly entries: readonly OriginalEntry[];
  private readonly input: Input;
  private readonly zip: ZipFile;

  private constructor(input: Input, zip: ZipFile, entries: readonly OriginalEntry[]) {
    this.input = input;
    this.zip = zip;
    this.entries = entries;
  }

  /** The entries in the order of the directory. `Archive.open` has checked the same archive. */
  static async open(input: Input): Promise<OriginalArchive> {
    const zip = await fromFdPromise(input.handle.fd, { autoClose: false, decodeStrings: false });
    const entries: OriginalEntry[] = [];
    for await (const entry of zip.eachEntry()) {
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
      entries.push({
        name: getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false),
        entry,
      });
    }
    return new OriginalArchive(input, zip, entries);
  }

  /** The bytes of an entry as they are stored, still compressed. */
  async *packed({ name, entry }: OriginalEntry): AsyncGenerator<Buffer> {
    const { fileDataStart } = await this.zip.readLocalFileHeaderPromise(entry, { minimal: true });
    let size = 0;
    for await (const chunk of readBytes(
      this.input.handle,
      fileDataStart,
      fileDataStart + entry.compressedSize,
    )) {
      size += chunk.length;
      yield chunk;
    }
    if (size !== entry.compressedSize) throw new Damage(say().copy.partTruncated({ part: name }));
  }
}

/** Writes an archive to a file that is open for writing. */
export class ArchiveCopy {
  private readonly out: OutFile;
  private offset = 0;
  private readonly written = new Map<string, WrittenEntry>();

  constructor(out: OutFile) {
    this.out = out;
  }

  /** Copies an entry with its compressed bytes. */
  async copy(archive: OriginalArchive, original: OriginalEntry): Promise<void> {
    const { entry } = original;
    const written: WrittenEntry = {
      ...fieldsOf(entry),
      method: entry.compressionMethod,
      // The sizes are in the header, so nothing follows the bytes.
      flags: entry.generalPurposeBitFlag & ~0x0008,
      ...{
        crc: entry.crc32,
        packed: entry.compressedSize,
        size: entry.uncompressedSize,
        offset: this.offset,
      },
    };
    this.written.set(original.name, written);
    await this.append(localHeader(written, written.size >= MAY_BE_LARGE));
    for await (const chunk of archive.packed(original)) await this.append(chunk);
  }

  /** Compresses a part. `original`: the entry that it replaces. */
  async write(
    name: string,
    chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
    original?: Entry,
  ): Promise<void> {
    const isLarge = (original?.uncompressedSize ?? 0) >= MAY_BE_LARGE;
    const { offset } = this;
    const fields = original === undefined ? newFields(name) : fieldsOf(original);
    const flags = original === undefined ? UTF8_NAME : original.generalPurposeBitFlag & UTF8_NAME;
    const draft: WrittenEntry = { ...fields, flags, method: DEFLATED, crc: 0, packed: 0, size: 0, offset };
    await this.append(localHeader(draft, isLarge));
    const start = this.offset;
    let crc = 0;
    let size = 0;
    const deflate = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 });
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        crc = crc32(chunk, crc);
        size += chunk.length;
        yield chunk;
      }
    }
    // The callback ignores the error: `deflate` throws it in the loop.
    pipeline(Readable.from(counted(), { objectMode: true }), deflate, () => {});
    for await (const chunk of deflate as AsyncIterable<Buffer>) await this.append(chunk);
    const written: WrittenEntry = { ...draft, crc, size, packed: this.offset - start };
    if (!isLarge && size >= MOST_32) throw new Damage(say().copy.partGrew({ part: name }));
    const header = localHeader(written, isLarge);
    await writeAll(this.out, header, offset);
    this.written.set(name, written);
  }

  /** Writes the directory: the entries of `order` first, then the others. */
  async end(order: readonly string[]): Promise<void> {
    const start = this.offset;
    const names = [...new Set([...order, ...this.written.keys()])];
    const entries = names.flatMap((name) => this.written.get(name) ?? []);
    for (const entry of entries) await this.append(directoryEntry(entry));
    const size = this.offset - start;
    await this.append(directoryEnd(entries.length, size, start, this.offset));
  }

  private async append(bytes: Buffer): Promise<void> {
    await writeAll(this.out, bytes, this.offset);
    this.offset += bytes.length;
  }
}

async function writeAll(out: OutFile, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await out.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}

const newFields = (name: string) => ({
  ...{
    name: Buffer.from(name, 'utf8'),
    time: 0,
    date: DAY,
    extra: Buffer.alloc(0),
    comment: Buffer.alloc(0),
  },
  ...{ madeBy: VERSION, internal: 0, external: 0 },
});

const fieldsOf = (entry: Entry) => ({
  ...{ name: entry.fileNameRaw, time: entry.lastModFileTime, date: entry.lastModFileDate },
  ...{ extra: withoutZip64(entry.extraFieldRaw), comment: entry.fileCommentRaw, madeBy: entry.versionMadeBy },
  ...{ internal: entry.internalFileAttributes, external: entry.externalFileAttributes },
});

/** The extra fields of an entry without its sizes of 64 bits, which are written again. */
function withoutZip64(extra: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) !== 1 && end <= extra.length) kept.push(extra.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** `isLarge`: reserve sizes of 64 bits, even if they are not needed. */
function localHeader(entry: WrittenEntry, isLarge: boolean): Buffer {
  const large = isLarge ? Buffer.alloc(20) : Buffer.alloc(0);
  if (isLarge) {
    large.writeUInt16LE(1, 0);
    large.writeUInt16LE(16, 2);
    large.writeBigUInt64LE(BigInt(entry.size), 4);
    large.writeBigUInt64LE(BigInt(entry.packed), 12);
  }
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(isLarge ? ZIP64 : VERSION, 4);
  common(entry, header, 6, isLarge);
  header.writeUInt16LE(large.length, 28);
  return Buffer.concat([header, entry.name, large]);
}

function directoryEntry(entry: WrittenEntry): Buffer {
  const { size, packed, offset, comment } = entry;
  const large = [size, packed, offset].some((value) => value >= MOST_32);
  const wide = Buffer.alloc(large ? 28 : 0);
  if (large) {
    wide.writeUInt16LE(1, 0);
    wide.writeUInt16LE(24, 2);
    [size, packed, offset].forEach((value, at) => {
      wide.writeBigUInt64LE(BigInt(value), 4 + 8 * at);
    });
  }
  const extra = Buffer.concat([wide, entry.extra]);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(entry.madeBy, 4);
  header.writeUInt16LE(large ? ZIP64 : VERSION, 6);
  common(entry, header, 8, large);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt16LE(comment.length, 32);
  header.writeUInt16LE(entry.internal, 36);
  header.writeUInt32LE(entry.external >>> 0, 38);
  header.writeUInt32LE(large ? MOST_32 : offset, 42);
  return Buffer.concat([header, entry.name, extra, comment]);
}

/** The fields that both headers of an entry have, from its flags to the length of its name. */
function common(entry: WrittenEntry, header: Buffer, at: number, large: boolean): void {
  header.writeUInt16LE(entry.flags, at);
  header.writeUInt16LE(entry.method, at + 2);
  header.writeUInt16LE(entry.time, at + 4);
  header.writeUInt16LE(entry.date, at + 6);
  header.writeUInt32LE(entry.crc, at + 8);
  header.writeUInt32LE(large ? MOST_32 : entry.packed, at + 12);
  header.writeUInt32LE(large ? MOST_32 : entry.size, at + 16);
  header.writeUInt16LE(entry.name.length, at + 20);
}

function directoryEnd(count: number, size: number, start: number, end: number): Buffer {
  const large = count >= MOST_16 || size >= MOST_32 || start >= MOST_32;
  const wide = Buffer.alloc(large ? 76 : 0);
  if (large) {
    wide.writeUInt32LE(END64, 0);
    wide.writeBigUInt64LE(44n, 4);
    wide.writeUInt16LE(ZIP64, 12);
    wide.writeUInt16LE(ZIP64, 14);
    [count, count, size, start].forEach((value, at) => {
      wide.writeBigUInt64LE(BigInt(value), 24 + 8 * at);
    });
    wide.writeUInt32LE(LOCATOR64, 56);
    wide.writeBigUInt64LE(BigInt(end), 64);
    wide.writeUInt32LE(1, 72);
  }
  const record = Buffer.alloc(22);
  record.writeUInt32LE(END, 0);
  record.writeUInt16LE(large ? MOST_16 : count, 8);
  record.writeUInt16LE(large ? MOST_16 : count, 10);
  record.writeUInt32LE(large ? MOST_32 : size, 12);
  record.writeUInt32LE(large ? MOST_32 : start, 16);
  return Buffer.concat([wide, record]);
}
