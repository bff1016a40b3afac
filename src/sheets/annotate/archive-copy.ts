import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Entry } from 'yauzl';
import { say } from '../../say.ts';
import { Damage } from '../damage.ts';
import type { Archive, ListedEntry } from '../xlsx/archive.ts';
import {
  DEFLATED,
  directoryEnd,
  directoryEntry,
  localHeader,
  MAX_UINT32,
  newEntry,
  UTF8_NAME,
  type ZipEntry,
} from '../zip-writer.ts';

/** A low compression level, because time matters more than size. */
const LEVEL = 1;
/** Size in bytes from which an entry is written with 64-bit sizes in its header (Zip64). */
const ZIP64_FROM_BYTES = 1024 ** 3;

/** A file that is open for writing. */
export type OutFile = FileHandle;

/** Writes an archive to a file that is open for writing. */
export class ArchiveCopy {
  private readonly out: OutFile;
  private readonly level: number;
  private offset = 0;
  private readonly written = new Map<string, ZipEntry>();

  constructor(out: OutFile, level = LEVEL) {
    this.out = out;
    this.level = level;
  }

  /** Copies an entry with its compressed bytes. */
  async copy(archive: Archive, original: ListedEntry): Promise<void> {
    const { entry } = original;
    const written: ZipEntry = {
      ...fieldsOf(entry),
      method: entry.compressionMethod,
      // The flag for sizes after the bytes is cleared, because the header has them.
      flags: entry.generalPurposeBitFlag & ~0x0008,
      ...{ crc: entry.crc32, packed: entry.compressedSize, size: entry.uncompressedSize },
      offset: this.offset,
    };
    this.written.set(original.name, written);
    await this.append(localHeader(written, written.size >= ZIP64_FROM_BYTES));
    for await (const chunk of archive.packed(original)) await this.append(chunk);
  }

  /** Compresses a part into an entry. `original`: the entry of the input that it replaces. */
  async write(
    name: string,
    chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
    original?: Entry,
  ): Promise<void> {
    const isLarge = (original?.uncompressedSize ?? 0) >= ZIP64_FROM_BYTES;
    const { offset } = this;
    const sizes = { crc: 0, packed: 0, size: 0, offset };
    const draft: ZipEntry =
      original === undefined
        ? newEntry(name, sizes)
        : {
            ...{ ...fieldsOf(original), method: DEFLATED, ...sizes },
            flags: original.generalPurposeBitFlag & UTF8_NAME,
          };
    await this.append(localHeader(draft, isLarge));
    const start = this.offset;
    let crc = 0;
    let size = 0;
    const deflate = createDeflateRaw({ level: this.level, chunkSize: 64 * 1024 });
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
    const written: ZipEntry = { ...draft, crc, size, packed: this.offset - start };
    if (!isLarge && size >= MAX_UINT32) throw new Damage(say().copy.partGrew({ part: name }));
    const header = localHeader(written, isLarge);
    await writeAll(this.out, header, offset);
    this.written.set(name, written);
  }

  /** Writes the directory of the archive: first the entries that `order` names, then the other entries. */
  async end(order: readonly string[]): Promise<void> {
    const start = this.offset;
    const names = [...new Set([...order, ...this.written.keys()])];
    const entries = names.flatMap((name) => this.written.get(name) ?? []);
    for (const entry of entries) await this.append(directoryEntry(entry));
    await this.append(directoryEnd(entries.length, this.offset - start, start));
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

const fieldsOf = (entry: Entry) => ({
  ...{ name: entry.fileNameRaw, time: entry.lastModFileTime, date: entry.lastModFileDate },
  ...{ extra: withoutZip64(entry.extraFieldRaw), comment: entry.fileCommentRaw, madeBy: entry.versionMadeBy },
  ...{ internal: entry.internalFileAttributes, external: entry.externalFileAttributes },
});

/** The extra fields of an entry without the 64-bit sizes (Zip64), which are written anew. */
function withoutZip64(extra: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) !== 1 && end <= extra.length) kept.push(extra.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}
