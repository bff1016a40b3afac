import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk } from './disk.ts';
import { ExportSpool, type SpoolHeader } from './spool.ts';

/** Maximum age of a spool. Older spools are removed, because they contain data of studies. */
const EXPIRED_MS = 7 * 24 * 3_600_000;

/** The headers of interrupted exports, the latest first. */
export async function unfinishedExports(folder: string): Promise<readonly SpoolHeader[]> {
  const headers = await Promise.all((await spoolsIn(folder)).map((path) => ExportSpool.headerOf(path)));
  return headers
    .filter((header) => header !== null)
    .sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
}

/** Removes the spools of exports that were not resumed within a week. */
export async function removeExpired(folder: string, now: Date, disk: Disk): Promise<void> {
  for (const path of await spoolsIn(folder)) {
    const changed = await Promise.all(
      ['head.json', 'answers.ndjson'].map((name) =>
        stat(join(path, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
    );
    if (now.getTime() - Math.max(...changed) > EXPIRED_MS) await disk.remove(path);
  }
}

async function spoolsIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name))
    .map(({ name }) => join(folder, name));
}
