import { randomBytes } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { TraceError } from '../errors.ts';
import { makeFolder } from '../folder.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Where a file of the person's is kept: TRACE_HOME, else the folder in which the system keeps settings. Null without any. */
export function homeFile(name: string, env: Variables): string | null {
  const { TRACE_HOME, XDG_CONFIG_HOME, APPDATA, HOME } = env;
  if (TRACE_HOME) return join(TRACE_HOME, name);
  const settings = XDG_CONFIG_HOME || APPDATA || (HOME && join(HOME, '.config'));
  return settings ? join(settings, 'trace', name) : null;
}

/** Its content, parsed by `parse`; null when it is not there. Throws `damaged()` when it cannot be parsed. */
export async function readHomeFile<T>(
  file: string,
  parse: (content: unknown) => T,
  damaged: () => Error,
): Promise<T | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    return parse(JSON.parse(text));
  } catch {
    throw damaged();
  }
}

const FOR_OWNER = { mode: 0o700, hint: 'Name a folder for settings with the variable TRACE_HOME.' };

/** Attempts to take the lock of a file; each waits for up to a second. */
const TRIES = 10;

/**
 * Runs `work` while no other process changes the file, so that no change of another process is lost. Where no lock can be
 * made, it works without one.
 * @throws TraceError `locked` when another process keeps the lock, and what `work` throws.
 */
export async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  const { takeLock } = await import('../ledger/lock.ts');
  makeFolder(dirname(file), FOR_OWNER);
  let lock: { release(): void } | undefined;
  for (let tries = 1; lock === undefined; tries++) {
    try {
      lock = takeLock(`${file}.lock`);
    } catch (error) {
      if (codeOf(error) !== 'run-locked') break;
      if (tries === TRIES) throw busy(file);
      // This process may have the lock.
      await new Promise((done) => setImmediate(done));
    }
  }
  try {
    return await work();
  } finally {
    lock?.release();
  }
}

const busy = (file: string): TraceError =>
  new TraceError(
    'locked',
    'settings-locked',
    `${file} is locked by another trace.`,
    'Run again when it has ended.',
  );

/** In one step, so that two runs at once leave a sound file; a link in its place is replaced, not followed. */
export async function writeHomeFile(file: string, content: unknown): Promise<void> {
  makeFolder(dirname(file), FOR_OWNER);
  const draft = join(dirname(file), `.trust-${randomBytes(8).toString('hex')}.tmp`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(content, null, 1)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Why the file could not be written, looked at before it is needed; null when it could. */
export function unwritable(file: string): string | null {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    try {
      accessSync(folder, constants.W_OK | constants.X_OK);
      return null;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || folder === dirname(folder)) return codeOf(error);
    }
  }
}

export function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? 'unknown reason';
}
