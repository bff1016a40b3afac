import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { draftIn, otherFileType, refuseKept } from '../../drafts.ts';
import { TraceError, usage } from '../../errors.ts';
import { say } from '../../say.ts';
import type { Disk } from './disk.ts';

/** The hashes of the last files that exports wrote to a path. A file with one of these hashes was not changed since. */
interface OwnFile {
  readonly path: string;
  readonly hashes: readonly string[];
  /** The hashes in `hashes` of files that contain only changes (`--changed-since-last`). */
  readonly changes?: readonly string[];
}

/**
 * Maximum number of hashes for each path. Two, because a process may be killed after it has stored the hash and before
 * it has replaced the file.
 */
const MAX_HASHES = 2;

/**
 * Records in the state folder which files were written by exports, so that no other file is replaced. Each path has a
 * file of its own, so that exports that run at the same time do not overwrite each other's hashes.
 */
export class OwnFiles {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #id: string;

  /** @param id the id of the export */
  constructor(folder: string, disk: Disk, id: string) {
    this.#folder = join(folder, 'placed');
    this.#disk = disk;
    this.#id = id;
  }

  /**
   * Checks that an export may be written to `path`: nothing is there, an earlier export wrote it and nobody changed it
   * since, or it is a regular file and `force` is set.
   *
   * @throws TraceError `export-not-a-file`, `export-exists`, `export-unwritable`, `file-kept`
   */
  async check(path: string, force: boolean): Promise<void> {
    const existing = await lstat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw unwritable(path, error);
    });
    if (existing === null) return;
    if (!existing.isFile()) {
      throw usage(
        'export-not-a-file',
        say().exports.notFile({ path, type: otherFileType(existing) }),
        say().exports.chooseOut(),
      );
    }
    await refuseKept(path);
    if (force || (await this.isOwn(path))) return;
    throw usage('export-exists', say().exports.exists({ path }), say().exports.existsHow());
  }

  /** Whether the file is exactly as an export wrote it. */
  async isOwn(path: string): Promise<boolean> {
    const { hashes } = await this.#noteOf(path);
    return hashes.length > 0 && hashes.includes(await hashOf(path).catch(() => ''));
  }

  /**
   * Whether the file is unchanged since a complete export wrote it. An export of changes only must not replace such a
   * file.
   */
  async isComplete(path: string): Promise<boolean> {
    const { hashes, changes = [] } = await this.#noteOf(path);
    const hash = await hashOf(path).catch(() => '');
    return hashes.includes(hash) && !changes.includes(hash);
  }

  /**
   * Moves a draft to its path in one durable step. Its hash is stored first. `changesOnly`: the draft contains only
   * what changed since an earlier export.
   */
  async publish(draft: string, path: string, changesOnly = false): Promise<void> {
    const file = await open(draft, 'r+');
    await file.sync().finally(() => file.close());
    await this.#note(path, await hashOf(draft), changesOnly);
    await this.#disk.rename(draft, path).catch((error: unknown) => {
      throw unwritable(path, error);
    });
  }

  async #note(path: string, hash: string, changesOnly: boolean): Promise<void> {
    const before = await this.#noteOf(path);
    const hashes = [hash, ...before.hashes.filter((other) => other !== hash)].slice(0, MAX_HASHES);
    const changes = [
      ...(changesOnly ? [hash] : []),
      ...(before.changes ?? []).filter((other) => other !== hash && hashes.includes(other)),
    ];
    const note: OwnFile = { path, hashes, ...(changes.length > 0 && { changes }) };
    const file = this.#noteFile(path);
    const part = `${file}.${this.#id}.part`;
    await this.#disk.folder(this.#folder);
    await this.#disk.write(part, JSON.stringify(note));
    await this.#disk.rename(part, file);
  }

  async #noteOf(path: string): Promise<OwnFile> {
    try {
      return JSON.parse(await readFile(this.#noteFile(path), 'utf8')) as OwnFile;
    } catch {
      return { path, hashes: [] };
    }
  }

  #noteFile(path: string): string {
    return join(this.#folder, `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.json`);
  }
}

/** The path of a draft, next to its file. The next export replaces a draft that a killed process left. */
export const draftOf = (path: string, id: string): string => draftIn(dirname(path), id, basename(path));

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The error for a path that cannot be written. */
export function unwritable(path: string, cause: unknown): TraceError {
  if (cause instanceof TraceError) return cause;
  const { code } = cause as { code?: string };
  if (code === undefined) throw cause;
  const hint = code === 'ENOSPC' ? say().exports.freeSpace() : say().exports.closeIt();
  const message = say().exports.unwritable({ path, code });
  return usage('export-unwritable', message, hint, cause);
}
