import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { type FileHandle, lstat, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The prefix of temporary folders. */
const PREFIX = 'trace-input-';
const FOLDER = /^trace-input-[A-Za-z0-9]{6}$/;
const COPY = 'input';

/** Minimum age of folders that are removed. Younger folders may be in use by another process. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** A private temporary file. */
export interface Spool {
  readonly handle: FileHandle;
  close(): Promise<void>;
}

/**
 * Creates a private temporary file in `parent` and unlinks it at once, so that nothing remains however the process
 * ends. Where an open file cannot be unlinked (Windows, some shares), closing removes it; after a kill, the first spool
 * created more than a day later removes it.
 */
export async function openSpool(parent: string): Promise<Spool> {
  await removeOldSpools(parent);
  const folder = await mkdtemp(join(parent, PREFIX));
  const remove = () => rm(folder, { recursive: true, force: true });
  let handle: FileHandle;
  try {
    handle = await open(join(folder, COPY), 'wx+', 0o600);
  } catch (error) {
    await remove();
    throw error;
  }
  await remove().catch(() => {});
  return {
    handle,
    async close() {
      await handle.close();
      await remove();
    },
  };
}

/** A private temporary file for synchronous code. */
export interface SpoolFile {
  readonly fd: number;
  close(): void;
}

/** Creates a file like that of `openSpool`, but synchronously. */
export function openSpoolNow(parent = tmpdir()): SpoolFile {
  void removeOldSpools(parent);
  const folder = mkdtempSync(join(parent, PREFIX));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  let fd: number;
  try {
    fd = openSync(join(folder, COPY), 'wx+', 0o600);
  } catch (error) {
    remove();
    throw error;
  }
  try {
    remove();
  } catch {
    // `close` removes the file.
  }
  return {
    fd,
    close() {
      closeSync(fd);
      remove();
    },
  };
}

/** Removes folders that killed processes left more than a day ago, unless they contain other files. */
async function removeOldSpools(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const path of names.filter((name) => FOLDER.test(name)).map((name) => join(parent, name))) {
    const found = await lstat(path).catch(() => null);
    if (!found?.isDirectory() || Date.now() - found.mtimeMs <= OLD_MS) continue;
    const inside = await readdir(path).catch(() => ['unreadable']);
    if (inside.some((name) => name !== COPY)) continue;
    await rm(path, { recursive: true }).catch(() => {});
  }
}
