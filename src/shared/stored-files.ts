import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { usage } from '../errors.ts';
import { say } from '../say.ts';
import type { Postgres } from './postgres.ts';

/** A content that is stored, by its SHA-256. */
export interface StoredFile {
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
}

/** Number of bytes of a part before it is compressed. */
const PART = 1_000_000;

const compressed = promisify(gzip);
const whole = promisify(gunzip);

/** The SHA-256 and the size of a file. */
export async function contentOf(path: string): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  return { hash: hash.digest('hex'), size };
}

/**
 * Stores a file in the database by its content. A content that is there already is stored once.
 *
 * @throws TraceError `file-changed` if it changes meanwhile, and errors of the memory
 */
export async function storeFile(postgres: Postgres, path: string): Promise<StoredFile> {
  const content = await contentOf(path);
  await postgres.with(async (client) => {
    await client.query('begin');
    const { rowCount } = await client.query(
      'insert into file(hash, size) values ($1, $2) on conflict (hash) do nothing',
      [content.hash, content.size],
    );
    if (rowCount === 0)
      await client.query('update file set at = clock_timestamp() where hash = $1', [content.hash]);
    else {
      const hash = createHash('sha256');
      let part = 0;
      for await (const chunk of createReadStream(path, { highWaterMark: PART })) {
        hash.update(chunk as Buffer);
        await client.query('insert into file_part(hash, part, bytes) values ($1, $2, $3)', [
          content.hash,
          part++,
          await compressed(chunk as Buffer, { level: 1 }),
        ]);
      }
      if (hash.digest('hex') !== content.hash)
        throw usage('file-changed', say().jobs.changed({ file: path }), say().jobs.changedHow());
    }
    await client.query('commit');
  });
  return content;
}

/** The bytes of a stored content, part by part; none if it was removed. */
export async function* storedBytes(postgres: Postgres, hash: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const [row] = await postgres.rows<{ bytes: Buffer }>(
      'select bytes from file_part where hash = $1 and part = $2',
      [hash, part],
    );
    if (row === undefined) return;
    yield await whole(row.bytes);
  }
}

/** A stored text, part by part. */
export async function* storedTexts(postgres: Postgres, hash: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of storedBytes(postgres, hash)) yield decoder.decode(bytes, { stream: true });
}

/**
 * Writes a stored content to a new file.
 *
 * @throws TraceError `file-lost` if it is not there or not what was stored
 */
export async function writeStored(
  bytes: AsyncIterable<Buffer>,
  { hash }: StoredFile,
  path: string,
): Promise<void> {
  const found = createHash('sha256');
  await pipeline(
    bytes,
    async function* (chunks) {
      for await (const chunk of chunks) {
        found.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  if (found.digest('hex') !== hash)
    throw usage('file-lost', say().jobs.lost({ file: path }), say().jobs.lostHow());
}

/** The path of a content in a shared folder. */
export const inFolder = (folder: string, { hash }: Pick<StoredFile, 'hash'>): string =>
  join(folder, `${hash}.file`);

/** Whether a shared folder has a content. Its time then says that it is used. */
export async function isInFolder(folder: string, content: StoredFile, now: Date): Promise<boolean> {
  const path = inFolder(folder, content);
  const found = await stat(path).catch(() => null);
  if (found?.size !== content.size) return false;
  await utimes(path, now, now);
  return true;
}
