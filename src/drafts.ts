import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

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
