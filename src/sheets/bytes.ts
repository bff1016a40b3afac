import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { isPipe } from '../pipe.ts';

const CHUNK = 64 * 1024;
const LARGE_CHUNK = 128 * 1024;

/** A file that is open for reading; a `FileHandle` is one. */
export interface OpenFile {
  readonly fd: number;
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number; readonly buffer: Buffer }>;
}

/** The bytes from `start` to `end` (exclusive), in chunks that the caller owns. */
export async function* readBytes(handle: OpenFile, start = 0, end = Infinity): AsyncGenerator<Buffer> {
  for (let position = start; position < end; ) {
    const length = Math.min(CHUNK, end - position);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The bytes in large chunks, for whole files. A chunk is overwritten when the second one after it is requested. */
export async function* readLargeChunks(handle: OpenFile, start = 0): AsyncGenerator<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(LARGE_CHUNK);
  let other = Buffer.allocUnsafeSlow(LARGE_CHUNK);
  for (let position = start; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, LARGE_CHUNK, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
    [buffer, other] = [other, buffer];
  }
}

/** The first bytes of a file, enough to detect its format, encoding and delimiter. */
export async function readHead(handle: OpenFile): Promise<Buffer> {
  for await (const chunk of readBytes(handle, 0, CHUNK)) return chunk;
  return Buffer.alloc(0);
}

/** Lower-case hexadecimal SHA-256 of the whole file. */
export async function hashFile(handle: OpenFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readBytes(handle)) hash.update(chunk);
  return hash.digest('hex');
}

/** The SHA-256 of the file at a path; null if it cannot be read. */
export async function hashOf(path: string): Promise<string | null> {
  try {
    isPipe(path, { pipes: false });
    await using file = await open(path);
    return await hashFile(file);
  } catch {
    return null;
  }
}

/** Whether a file contains the bytes. */
export async function fileContains(handle: OpenFile, searched: Buffer): Promise<boolean> {
  let tail = Buffer.alloc(0);
  for await (const chunk of readBytes(handle)) {
    const joined = Buffer.concat([tail, chunk]);
    if (joined.includes(searched)) return true;
    tail = joined.subarray(Math.max(0, joined.length - searched.length + 1));
  }
  return false;
}

/** Number of bytes at the end that start an incomplete UTF-8 sequence. */
export function incompleteUtf8(chunk: Buffer): number {
  for (let back = 1; back <= 3 && back <= chunk.length; back++) {
    const byte = chunk[chunk.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}
