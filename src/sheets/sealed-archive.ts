import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { ArchiveCopy } from './annotate/archive-copy.ts';
import { readBytes } from './bytes.ts';
import { Damage } from './damage.ts';
import type { Input } from './input.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { Archive } from './xlsx/archive.ts';

/** The part that has the hashes of all others. */
export const MANIFEST = 'manifest.json';

/** A larger manifest is not read: it names a few parts, and the files of the input. */
const MAX_MANIFEST_BYTES = 16 * 1024 ** 2;
/** Hexadecimal characters of a SHA-256. */
const SEAL = 64;

/** A part of a sealed archive, with the SHA-256 of its content. */
interface SealedPart {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes an archive of which every byte is covered: its manifest has the hash of each part, and its comment has the hash of all bytes
 * before it.
 */
export class SealedArchive {
  readonly #out: FileHandle;
  readonly #archive: ArchiveCopy;
  readonly #parts: SealedPart[] = [];

  constructor(out: FileHandle) {
    this.#out = out;
    this.#archive = new ArchiveCopy(out);
  }

  async write(name: string, chunks: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        const buffer = Buffer.from(chunk, 'utf8');
        hash.update(buffer);
        bytes += buffer.length;
        yield buffer;
      }
    }
    await this.#archive.write(name, counted());
    this.#parts.push({ name, bytes, sha256: hash.digest('hex') });
  }

  /** Writes the manifest, which begins with `head`, and seals the archive. Returns the SHA-256 of the manifest. */
  async end(head: object): Promise<string> {
    const manifest = JSON.stringify({ ...head, parts: [...this.#parts] }, null, 2);
    await this.write(MANIFEST, [`${manifest}\n`]);
    await this.#archive.end([]);
    const { size } = await this.#out.stat();
    const length = Buffer.alloc(2);
    length.writeUInt16LE(SEAL);
    await this.#out.write(length, 0, 2, size - 2);
    const seal = (await hashed(this.#out, size)).digest('hex');
    await this.#out.write(Buffer.from(seal), 0, SEAL, size);
    return this.#parts.at(-1)!.sha256;
  }
}

/** What differs from what the manifest says. `part`: null for the bytes outside of the parts. */
export interface SealFault {
  readonly part: string | null;
  readonly fault: 'changed' | 'missing' | 'unknown';
}

/** The result of comparing an archive with its manifest. */
export interface SealCheck {
  /** The SHA-256 and the content of the manifest; null if it cannot be read. */
  readonly manifest: {
    readonly sha256: string;
    readonly content: { readonly [name: string]: unknown };
  } | null;
  readonly parts: number;
  readonly faults: readonly SealFault[];
}

/** Compares each byte of an archive with its manifest and its seal. A changed byte is a fault of the part that has it. */
export async function checkSeal(input: Input): Promise<SealCheck> {
  const faults: SealFault[] = [];
  const outside: SealFault = { part: null, fault: 'changed' };
  const room = { inflatedBytes: Infinity, partBytes: Infinity };
  const archive = await Archive.open(input, { ...DEFAULT_LIMITS, ...room }).catch(orNull);
  if (archive === null) return { manifest: null, parts: 0, faults: [outside] };
  const names = archive.fileNames;
  const manifest = names.includes(MANIFEST) ? await manifestOf(archive).catch(orNull) : null;
  if (manifest === null) {
    const fault = names.includes(MANIFEST) ? 'changed' : 'missing';
    return { manifest, parts: 0, faults: [{ part: MANIFEST, fault }] };
  }
  const parts = new Map(manifest.content.parts.map((part) => [part.name, part]));
  for (const [name, { sha256 }] of parts) {
    const found = names.includes(name) ? await sumOf(archive, name).catch(orNull) : undefined;
    if (found === undefined) faults.push({ part: name, fault: 'missing' });
    else if (found !== sha256) faults.push({ part: name, fault: 'changed' });
  }
  for (const name of names)
    if (name !== MANIFEST && !parts.has(name)) faults.push({ part: name, fault: 'unknown' });
  const end = Math.max(0, input.size - SEAL);
  let seal = '';
  for await (const chunk of readBytes(input.handle, end)) seal += chunk.toString('latin1');
  if (faults.length === 0 && (await hashed(input.handle, end)).digest('hex') !== seal) faults.push(outside);
  return { manifest, parts: parts.size, faults };
}

/** Null for damage and for content that is not what this file writes; other errors are thrown. */
function orNull(error: unknown): null {
  if (error instanceof Damage || error instanceof SyntaxError) return null;
  throw error;
}

async function manifestOf(archive: Archive) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of archive.bytesOf(MANIFEST)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_MANIFEST_BYTES) throw new SyntaxError(MANIFEST);
  }
  const bytes = Buffer.concat(chunks);
  const content = JSON.parse(bytes.toString()) as { parts?: unknown } | null;
  if (!Array.isArray(content?.parts)) throw new SyntaxError(MANIFEST);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, content: content as { readonly parts: readonly SealedPart[] } };
}

async function sumOf(archive: Archive, name: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of archive.bytesOf(name)) hash.update(chunk);
  return hash.digest('hex');
}

async function hashed(file: Input['handle'], end: number): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const chunk of readBytes(file, 0, end)) hash.update(chunk);
  return hash;
}
