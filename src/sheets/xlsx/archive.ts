import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromFdPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { say } from '../../say.ts';
import { readBytes } from '../bytes.ts';
import { Damage } from '../damage.ts';
import type { Input } from '../input.ts';
import { limitError } from '../limits.ts';
import type { Limits } from '../source.ts';
import { xmlChunks } from './xml-text.ts';

/** Size of a part's header before its name. */
const HEADER = 30;

interface Range {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Rejects an archive whose parts share bytes with each other or with the directory: a small archive could otherwise
 * inflate the same bytes any number of times. Gaps, empty parts, bytes before the first part and data descriptors are
 * allowed. Nothing is inflated; headers are read only if the directory shows no overlap.
 *
 * @param directory offset of the directory, where the parts end.
 * @throws Damage
 */
async function rejectOverlap(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  directory: number,
): Promise<void> {
  const list = { name: say().damaged.partList(), start: directory, end: directory };
  const least = [...entries].map(([name, entry]): Range => {
    const start = entry.relativeOffsetOfLocalHeader;
    return { name, start, end: start + HEADER + entry.compressedSize };
  });
  rejectWithin([...least, list]);
  const whole: Range[] = [list];
  for (const { name, start } of least) {
    const entry = entries.get(name)!;
    // A part with an invalid header is skipped here: reading it will fail.
    const header = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch(() => null);
    if (header !== null) whole.push({ name, start, end: header.fileDataStart + entry.compressedSize });
  }
  rejectWithin(whole);
}

function rejectWithin(ranges: Range[]): void {
  ranges.sort((a, b) => a.start - b.start || a.end - b.end);
  for (let at = 1; at < ranges.length; at++) {
    const [before, next] = [ranges[at - 1]!, ranges[at]!];
    if (before.end <= next.start) continue;
    throw new Damage(say().damaged.overlap({ part: before.name, other: next.name }));
  }
}

/**
 * A part larger than this is suspect: its compression ratio is limited unless it has a row for every `BYTES_PER_ROW`
 * bytes.
 */
const SUSPECT_BYTES = 100 * 1024 ** 2;
const BYTES_PER_ROW = 100_000;

/** Compression methods of zip archives. */
const STORED = 0;
const DEFLATED = 8;

/** Maximum size of the directory, whose names and comments are kept in memory. */
const DIRECTORY_BYTES = 16 * 1024 ** 2;

/** An entry with its name as written in the directory. Folders have entries, too. */
export interface ListedEntry {
  readonly name: string;
  readonly entry: Entry;
}

/**
 * The parts of a workbook, by name. Parts are found through the central directory. The sizes it claims are not trusted:
 * bytes are counted while inflating. Nothing is written to disk.
 */
export class Archive {
  private readonly input: Input;
  private readonly zip: ZipFile;
  private readonly limits: Limits;
  private readonly entries: ReadonlyMap<string, Entry>;
  /** All entries in the order of the directory. */
  readonly listed: readonly ListedEntry[];
  private readonly inflated = new Map<Entry, number>();
  private total = 0;

  private constructor(input: Input, zip: ZipFile, listed: readonly ListedEntry[], limits: Limits) {
    this.input = input;
    this.zip = zip;
    this.listed = listed;
    this.entries = partsOf(listed);
    this.limits = limits;
  }

  /**
   * @throws Damage if the archive is invalid, has too many parts, two parts of the same name, or parts that share bytes.
   */
  static async open(input: Input, limits: Limits): Promise<Archive> {
    try {
      const zip = await fromFdPromise(input.handle.fd, { autoClose: false, decodeStrings: false });
      // Until the first entry is read, the cursor is at the start of the directory.
      const directory = Number(zip.readEntryCursor);
      const archive = new Archive(input, zip, await entriesOf(zip, limits), limits);
      await rejectOverlap(zip, archive.entries, directory);
      return archive;
    } catch (error) {
      throw damaged(error, () => say().damaged.archive());
    }
  }

  has(name: string): boolean {
    return this.entries.has(folded(name));
  }

  get names(): string[] {
    return [...this.entries.keys()];
  }

  /** The names of the files as written in the directory; those of `names` are in lower case. */
  get fileNames(): string[] {
    return this.listed.flatMap(({ name }) => (isFolder(name) ? [] : name));
  }

  /** The bytes of a file, checked against its size and checksum in the archive. */
  async *bytesOf(name: string): AsyncGenerator<Buffer> {
    try {
      yield* this.counted(name, this.entries.get(folded(name))!, () => 0);
    } catch (error) {
      throw damaged(error, () => say().damaged.file({ file: name }));
    }
  }

  /** The bytes of an entry as they are stored, still compressed. */
  async *packed({ name, entry }: ListedEntry): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of await this.stored(entry)) {
      size += chunk.length;
      yield chunk;
    }
    if (size !== entry.compressedSize) throw new Damage(say().copy.partTruncated({ part: name }));
  }

  private async stored(entry: Entry): Promise<AsyncGenerator<Buffer>> {
    const { fileDataStart } = await this.zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return readBytes(this.input.handle, fileDataStart, fileDataStart + entry.compressedSize);
  }

  /** Inflates every part, so that damage and limits are found before another program reads the archive. */
  async verify(): Promise<void> {
    for (const name of this.entries.keys()) for await (const _ of this.bytesOf(name));
  }

  /** At most the first `characters` characters of a part. */
  async start(name: string, characters: number): Promise<string> {
    let text = '';
    for await (const chunk of this.chunks(name)) {
      text += chunk.toString();
      if (text.length >= characters) break;
    }
    return text.slice(0, characters);
  }

  /**
   * The text of a part, in chunks: bytes if it is in UTF-8.
   *
   * @param rows returns the number of rows read so far; a large part with very few rows is rejected.
   */
  async *chunks(name: string, rows: () => number = () => 0): AsyncGenerator<Buffer | string> {
    const entry = this.entries.get(folded(name));
    if (entry === undefined) throw new Damage(say().damaged.partMissing({ part: name }));
    try {
      yield* xmlChunks(this.counted(name, entry, rows), name);
    } catch (error) {
      throw damaged(error, () => say().damaged.part({ part: name }));
    }
  }

  private async *counted(name: string, entry: Entry, rows: () => number): AsyncGenerator<Buffer> {
    let size = 0;
    let sum = 0;
    for await (const chunk of this.bytes(name, entry)) {
      size += chunk.length;
      sum = crc32(chunk, sum);
      this.checkSize(name, entry, size, rows);
      yield chunk;
    }
    if (size !== entry.uncompressedSize || sum !== entry.crc32) {
      throw new Damage(say().damaged.checksum({ part: name }));
    }
  }

  private async *bytes(name: string, entry: Entry): AsyncGenerator<Buffer> {
    if (entry.isEncrypted()) {
      const { damaged, instead } = say();
      throw new Damage(damaged.archivePassword(), instead.removePassword(), 'file-encrypted');
    }
    const packed = await this.stored(entry);
    if (entry.compressionMethod === STORED) yield* packed;
    else if (entry.compressionMethod !== DEFLATED) {
      throw new Damage(say().damaged.compression({ part: name, method: String(entry.compressionMethod) }));
    } else if (entry.compressedSize > 0) {
      const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
      // The callback ignores the error: `inflate` throws it in the loop of the caller.
      pipeline(Readable.from(packed), inflate, () => {});
      yield* inflate as AsyncIterable<Buffer>;
    }
  }

  private checkSize(name: string, entry: Entry, size: number, rows: () => number): void {
    const { partBytes, inflatedBytes, ratio } = this.limits;
    if (size > partBytes) {
      throw limitError(this.limits, 'partBytes', ({ most }) => say().limits.part({ part: name, most }));
    }
    // A part that is read twice counts only once in the total.
    const before = this.inflated.get(entry) ?? 0;
    if (size > before) {
      this.inflated.set(entry, size);
      this.total += size - before;
    }
    if (this.total > inflatedBytes) {
      throw limitError(this.limits, 'inflatedBytes', say().limits.workbook);
    }
    const suspect = size > SUSPECT_BYTES && size > entry.compressedSize * ratio;
    if (suspect && rows() * BYTES_PER_ROW < size) {
      throw limitError(this.limits, 'ratio', ({ most }) => say().limits.partRatio({ part: name, most }));
    }
  }
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

/** The key of a part: names of parts ignore case. */
function folded(name: string): string {
  return name.replace(/^\/+/, '').toLowerCase();
}

const isFolder = (name: string): boolean => name.endsWith('/');

async function entriesOf(zip: ZipFile, limits: Limits): Promise<ListedEntry[]> {
  const tooMany = () => limitError(limits, 'entries', say().limits.parts);
  if (zip.entryCount > limits.entries) throw tooMany();
  const listed: ListedEntry[] = [];
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (bytes > DIRECTORY_BYTES) throw new Damage(say().damaged.longNames());
    listed.push({ name: nameOf(entry), entry });
    if (listed.length > limits.entries) throw tooMany();
  }
  return listed;
}

/** The entries by name, without those of folders. */
function partsOf(listed: readonly ListedEntry[]): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const { name, entry } of listed) {
    if (isFolder(name)) continue;
    const key = folded(name);
    if (entries.has(key)) throw new Damage(say().damaged.sameParts({ part: key }));
    entries.set(key, entry);
  }
  return entries;
}

/** Converts errors of the archive reader and zlib, which are in English; other errors are returned unchanged. */
function damaged(error: unknown, what: () => string): unknown {
  if (error instanceof Damage || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  // Errors of the disk and bugs of trace are not errors of the file.
  if (error instanceof TypeError || /^E[A-Z]+$/.test(code)) return error;
  return new Damage(what());
}
