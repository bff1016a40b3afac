import { createHash } from 'node:crypto';
import { lstat, open, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { draftIn } from '../../drafts.ts';
import { TraceError } from '../../errors.ts';
import type { Disk } from './disk.ts';

/** Hashes of what exports put at a path, the last ones. A file that still has one of them is ours. */
interface Note {
  readonly path: string;
  readonly hashes: readonly string[];
  /** Those of them that hold only what had changed since an earlier export. */
  readonly changes?: readonly string[];
}

/** The last one, and the one before: a kill may come between the note and the file. */
const KEPT = 2;

/**
 * Remembers in the state folder which files exports wrote, so that a person's own are never replaced: a note for each
 * path, so that two exports at once lose none.
 */
export class PlacedFiles {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #id: string;

  /** `id` of the export. */
  constructor(folder: string, disk: Disk, id: string) {
    this.#folder = join(folder, 'placed');
    this.#disk = disk;
    this.#id = id;
  }

  /**
   * Throws TraceError unless an export may be written to `path`: it is not there, is as an earlier export left it, or is
   * an ordinary file and `force` is said.
   */
  async check(path: string, force: boolean): Promise<void> {
    const there = await lstat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw unwritable(path, error);
    });
    if (there === null) return;
    if (!there.isFile()) {
      const what = there.isSymbolicLink() ? 'a link' : there.isDirectory() ? 'a folder' : 'no ordinary file';
      throw new TraceError('usage', 'export-not-a-file', `${path} is ${what}.`, 'Name another with --out.');
    }
    if (force || (await this.isOurs(path))) return;
    throw new TraceError(
      'usage',
      'export-exists',
      `${path} is there already, and not as an export of trace left it.`,
      'Name another with --out, or replace it with --force.',
    );
  }

  /** Whether the file is exactly as an export wrote it. */
  async isOurs(path: string): Promise<boolean> {
    const { hashes } = await this.#noteOf(path);
    return hashes.length > 0 && hashes.includes(await hashOf(path).catch(() => ''));
  }

  /** Whether the file is as an export of everything wrote it, which only changes must not replace. */
  async isWhole(path: string): Promise<boolean> {
    const { hashes, changes = [] } = await this.#noteOf(path);
    if (hashes.length === 0) return false;
    const hash = await hashOf(path).catch(() => '');
    return hashes.includes(hash) && !changes.includes(hash);
  }

  /**
   * Puts a draft in its place in one step, durable, and noted as ours before it stands there. `changesOnly`: it holds only what
   * changed since an earlier export.
   */
  async place(draft: string, path: string, changesOnly = false): Promise<void> {
    const file = await open(draft, 'r+');
    await file.sync().finally(() => file.close());
    await this.#note(path, await hashOf(draft), changesOnly);
    await this.#disk.rename(draft, path).catch((error: unknown) => {
      throw unwritable(path, error);
    });
  }

  async #note(path: string, hash: string, changesOnly: boolean): Promise<void> {
    const before = await this.#noteOf(path);
    const hashes = [hash, ...before.hashes.filter((other) => other !== hash)].slice(0, KEPT);
    const changes = [
      ...(changesOnly ? [hash] : []),
      ...(before.changes ?? []).filter((other) => other !== hash && hashes.includes(other)),
    ];
    const note: Note = { path, hashes, ...(changes.length > 0 && { changes }) };
    const place = this.#placeOf(path);
    const part = `${place}.${this.#id}.part`;
    await this.#disk.folder(this.#folder);
    await this.#disk.write(part, JSON.stringify(note));
    await this.#disk.rename(part, place);
  }

  async #noteOf(path: string): Promise<Note> {
    try {
      return JSON.parse(await readFile(this.#placeOf(path), 'utf8')) as Note;
    } catch {
      return { path, hashes: [] };
    }
  }

  #placeOf(path: string): string {
    return join(this.#folder, `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.json`);
  }
}

/** Beside the file that it becomes; one that a kill left is replaced by the next. */
export const draftOf = (path: string, id: string): string => draftIn(dirname(path), id, basename(path));

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(256 * 1024);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** A place that cannot be written, with the cause of the system. */
export function unwritable(path: string, cause: unknown): TraceError {
  if (cause instanceof TraceError) return cause;
  const { code } = cause as { code?: string };
  if (code === undefined) throw cause;
  const hint =
    code === 'ENOSPC'
      ? 'Free space, or name another place with --out.'
      : 'Close it where it is open, or name another with --out.';
  return new TraceError('usage', 'export-unwritable', `${path} cannot be written (${code}).`, hint, cause);
}
