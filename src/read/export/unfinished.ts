import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk } from './disk.ts';
import { Spool, type SpoolHead } from './spool.ts';

/** Spools that nobody came back to are removed after so long: they hold what studies say. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;

/** Exports that were cut off, the latest first. */
export async function unfinishedExports(folder: string): Promise<readonly SpoolHead[]> {
  const heads = await Promise.all((await spoolsIn(folder)).map((path) => Spool.headOf(path)));
  return heads
    .filter((head) => head !== null)
    .sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
}

/** Removes what was left by exports that nobody went on with for a week. */
export async function forgetOld(folder: string, now: Date, disk: Disk): Promise<void> {
  for (const path of await spoolsIn(folder)) {
    const touched = await Promise.all(
      ['head.json', 'answers.ndjson'].map((name) =>
        stat(join(path, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
    );
    if (now.getTime() - Math.max(...touched) > FORGOTTEN_MS) await disk.remove(path);
  }
}

async function spoolsIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name))
    .map(({ name }) => join(folder, name));
}
