import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, readlinkSync } from 'node:fs';
import { type FileHandle, link, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { usage } from './errors.ts';
import { settingsIn } from './pipe.ts';
import { say } from './say.ts';

/** The names of drafts that `draftIn` creates for exports, labels and single files: the machine, the process, the rest. */
const DRAFT = /^\.trace-(?:([0-9a-f]{8})\.(\d+)-)?(?:[0-9a-f]{16}|labels)(?:-.+)?\.tmp$/;

/** Minimum age of drafts that are removed, unless their process has ended. */
const MIN_DRAFT_AGE_MS = 24 * 60 * 60 * 1000;

/** Identifies the machine or container of this process, whose processes it can see. */
function machineId(): string {
  let processes = '';
  try {
    processes = readlinkSync('/proc/self/ns/pid');
  } catch {}
  return createHash('sha256').update(`${hostname()} ${processes}`).digest('hex').slice(0, 8);
}

/** The path of a draft: a file that is renamed when it is complete. Its name says which process writes it. */
export const draftIn = (folder: string, ...names: readonly string[]): string =>
  join(folder, `.trace-${[`${machineId()}.${process.pid}`, ...names].join('-')}.tmp`);

/**
 * Removes drafts of processes of this machine that have ended, and those that are older than a day, also of other
 * machines that share the folder. Ignores errors.
 */
export async function removeOldDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [isDraft, own, pid] = DRAFT.exec(name) ?? [];
    if (isDraft === undefined) continue;
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isFile()) continue;
    const isLeft = own === machineId() && !isRunning(Number(pid));
    if (isLeft || Date.now() - found.mtimeMs > MIN_DRAFT_AGE_MS) await rm(path).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** The source of a pattern for a key of a YAML or JSON document, which may begin with a byte order mark. */
const keyPattern = (name: string): string => `(?:^|[{,]\\s*|\u00ef\u00bb\u00bf)["']?${name}["']?\\s*:`;

/** Patterns of files from which trace reads settings or state: of their names, and of their first bytes. */
const KEPT_FILES = {
  configuration: [
    /^(?:trace\.config\.\w+|\.tracerc(?:\.\w+)?|package\.json)$/i,
    new RegExp(keyPattern('environments'), 'm'),
  ],
  contract: [/^trace\.contract\..+\.json$/i],
  map: [
    /^trace\.map\.ya?ml$/i,
    new RegExp(`(?<![^])(?=[^]*?${keyPattern('version')})(?=[^]*?${keyPattern('sheets')})`, 'm'),
  ],
  approvals: [/^(?:approved|trust)\.json$/i],
  ledger: [/^(?:ledger|mock)\..*db/i, /^SQLite format 3\0/],
  lock: [/\.(?:lock|mark)$/i],
  // Matches no name: any file may contain a token. Those of the loaded configuration are found by `settingsIn`.
  token: [/^$/],
  certificate: [/^$/, /-----BEGIN [A-Z ]*(?:CERTIFICATE|KEY)-----/],
} as const;

/** Number of first bytes of a file by which it is recognised. */
const BEGINNING = 16 * 1024;

/**
 * Refuses to replace a configuration, a map file, or a file of the state of trace, even with `--force`. Every output
 * is checked with it.
 *
 * @param path a file that would be replaced, if there is one
 * @param own what the output is, if it is a map file or a configuration, which may replace one
 * @throws TraceError `file-kept`
 */
export async function refuseKept(path: string, own?: 'map' | 'configuration'): Promise<void> {
  if (!(await lstat(path).catch(() => null))?.isFile()) return;
  const name = basename(path);
  const settings = settingsIn(path);
  const beginning = await beginningOf(path);
  for (const [type, [byName, byContent]] of Object.entries(KEPT_FILES)) {
    if (type === own) continue;
    if (settings !== type && !byName.test(name) && !byContent?.test(beginning)) continue;
    throw usage(
      'file-kept',
      say().files.kept({ path, type: say().keptFiles[type as keyof typeof KEPT_FILES]() }),
      say().runs.otherFile(),
    );
  }
}

/** The first bytes of a file; empty if it cannot be read. */
export async function beginningOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null);
  try {
    const read = await file?.read({ buffer: Buffer.alloc(BEGINNING), position: 0 });
    return read ? read.buffer.subarray(0, read.bytesRead).toString('latin1') : '';
  } finally {
    await file?.close();
  }
}

export interface WriteOptions {
  readonly replace: boolean;
  /** Permissions of the file. Default: only its owner can read it, because it has data. */
  readonly mode?: number;
  /** See `refuseKept`. */
  readonly own?: 'map' | 'configuration';
}

/** The mode of a file without data, such as a template or a map file: the umask decides who else may read it. */
export const OPEN_MODE = 0o666;

/**
 * Writes a file in one step: readers see the old file or the complete new one. Writes and syncs a draft, then renames
 * it. A link at `path` is replaced, not followed. Rejects with the error of the system. Without `replace`, rejects with
 * EEXIST if `path` exists. `write` writes the draft, and may read it.
 *
 * @throws TraceError `file-kept`
 */
export async function writeFileWhole<Result>(
  path: string,
  { replace, mode = 0o600, own }: WriteOptions,
  write: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  if (replace) await refuseKept(path, own);
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

/**
 * Moves a file to a path that does not exist, also on another disk: there it appears when it is complete. A kill may
 * leave it at both places. Rejects with the error of the system, EEXIST if `path` exists; the file then stays.
 */
export async function moveToNew(from: string, path: string): Promise<void> {
  try {
    await renameToNew(from, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await writeFileWhole(path, { replace: false, mode: (await stat(from)).mode }, (file) =>
      file.writeFile(createReadStream(from)),
    );
  }
  await rm(from, { force: true }).catch(async (error: unknown) => {
    await rm(path);
    throw error;
  });
}

/** Syncs the entries of a folder, if the system allows it. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {}
}

/**
 * Names the type of something that is not a regular file, for a message: `a link`, `a folder` or `not a regular file`.
 */
export function otherFileType(found: { isSymbolicLink(): boolean; isDirectory(): boolean }): string {
  if (found.isSymbolicLink()) return say().files.link();
  return found.isDirectory() ? say().files.folder() : say().files.notAFile();
}
