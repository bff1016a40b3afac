import { randomBytes } from 'node:crypto';
import { link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** As `draftIn` names them, by the id of an export, of chance, or of labels. */
const DRAFT = /^\.trace-(?:[0-9a-f]{16}|labels)(?:-.+)?\.tmp$/;

/** What is younger may be on its way still: in a sleeping machine, or on a share whose clock is another. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** A file that is written beside the one that it becomes. */
export const draftIn = (folder: string, ...names: readonly string[]): string =>
  join(folder, `.trace-${names.join('-')}.tmp`);

/** Removes the drafts that were left in a folder by what was killed a day ago or longer. What cannot be removed stays. */
export async function removeOldDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter((name) => DRAFT.test(name)).map((name) => join(folder, name))) {
    const found = await lstat(path).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > OLD_MS) await rm(path).catch(() => {});
  }
}

/**
 * Writes a file beside its place, durable, and puts it there in one step: whoever looks finds the old file or the new
 * one, whole. A link in its place is replaced, not followed. Rejects with the error of the system; without `replace`
 * that is EEXIST for whatever is there.
 */
export async function writeWhole(path: string, bytes: Uint8Array, replace: boolean): Promise<void> {
  const folder = dirname(path);
  await removeOldDrafts(folder);
  const draft = draftIn(folder, randomBytes(8).toString('hex'));
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await (replace ? rename(draft, path) : renameToNew(draft, path));
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
}

/** A rename replaces; a second name does not. Where a disk knows no second names, another process may come between. */
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

/** Makes new names in a folder durable; not every system lets a folder be opened, and the files are in place anyway. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {}
}
