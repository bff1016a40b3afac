import { type FileHandle, lstat, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** As `mkdtemp` names the folders of copies. */
const PREFIX = 'trace-input-';
const FOLDER = /^trace-input-[A-Za-z0-9]{6}$/;
const COPY = 'input';

/** What is younger may be in use; see `removeOldDrafts`. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** A private temporary file. */
export interface Spool {
  readonly handle: FileHandle;
  close(): Promise<void>;
}

/**
 * Makes a private temporary file in `parent`. It loses its name at once, so that nothing of it is left however the
 * process ends; where an open file cannot be removed (Windows, some shares) closing does it, and after a kill the next
 * spool, a day later.
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

/** Removes what was killed a day ago or longer; a folder with anything else in it is none of ours. */
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
