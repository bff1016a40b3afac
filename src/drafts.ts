import { randomBytes } from 'node:crypto';
import { type FileHandle, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { say } from './say.ts';

/** The names of drafts that `draftIn` creates for exports, labels and single files. */
const DRAFT = /^\.trace-(?:[0-9a-f]{16}|labels)(?:-.+)?\.tmp$/;

/** Minimum age of drafts that are removed. Younger drafts may still be in use, for example on a machine that sleeps. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** The path of a draft: a file that is renamed when it is complete. */
export const draftIn = (folder: string, ...names: readonly string[]): string =>
  join(folder, `.trace-${names.join('-')}.tmp`);

/** Removes drafts that are older than a day, which killed processes left. Ignores errors. */
export async function removeOldDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter((name) => DRAFT.test(name)).map((name) => join(folder, name))) {
    const found = await lstat(path).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > OLD_MS) await rm(path).catch(() => {});
  }
}

/**
 * Writes a file in one step: readers see the old file or the complete new one. Writes and syncs a draft, then renames
 * it. A link at `path` is replaced, not followed. Rejects with the error of the system. Without `replace`, rejects with
 * EEXIST if `path` exists.
 */
export const writeWhole = (path: string, bytes: Uint8Array, replace: boolean): Promise<void> =>
  writeFileWhole(path, replace, (file) => file.writeFile(bytes));

/** Writes a file in one step, as `writeWhole` does. `write` writes the draft, and may read it. */
export async function writeFileWhole<Result>(
  path: string,
  replace: boolean,
  write: (file: FileHandle) => Promise<Result>,
  mode = 0o666,
): Promise<Result> {
  const folder = dirname(path);
  await removeOldDrafts(folder);
  const draft = draftIn(folder, randomBytes(8).toString('hex'));
  let result: Result;
  try {
    const file = await open(draft, 'wx+', mode);
    try {
      result = await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await (replace ? rename(draft, path) : renameToNew(draft, path));
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
  return result;
}

/**
 * Renames without replacing, by a hard link. On a disk without hard links, another process may create `path` meanwhile.
 */
async function renameToNew(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    const there = await lstat(path).catch(() => null);
    if (there) throw Object.assign(new Error(`${path} exists`), { code: 'EEXIST' });
    await rename(draft, path);
  }
}

/** Syncs the entries of a folder, if the system allows it. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {}
}

/**
 * Names the type of something that is not a regular file, for a message: `a link`, `a folder` or `not a regular file`.
 */
export function otherFileType(found: { isSymbolicLink(): boolean; isDirectory(): boolean }): string {
  if (found.isSymbolicLink()) return say().copy.aLink();
  return found.isDirectory() ? say().copy.aFolder() : say().copy.notRegular();
}
