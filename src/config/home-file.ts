import { randomBytes } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { TraceError } from '../errors.ts';
import { makeFolder } from '../folder.ts';
import { isPipe } from '../pipe.ts';
import { say } from '../say.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The path of a settings file: in TRACE_HOME, else in the settings folder of the user. Null if neither is known. */
export function homeFile(name: string, env: Variables): string | null {
  const { TRACE_HOME, XDG_CONFIG_HOME, APPDATA, HOME } = env;
  if (TRACE_HOME) return join(TRACE_HOME, name);
  const settings = XDG_CONFIG_HOME || APPDATA || (HOME && join(HOME, '.config'));
  return settings ? join(settings, 'trace', name) : null;
}

/** Reads and parses a settings file. Returns null if it does not exist; throws `damaged()` if it cannot be parsed. */
export async function readHomeFile<T>(
  file: string,
  parse: (content: unknown) => T,
  damaged: () => Error,
): Promise<T | null> {
  let text: string;
  try {
    isPipe(file, { pipes: false });
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

const FOR_OWNER = { mode: 0o700, hint: () => say().configuration.homeHow() };

/** Number of attempts to take a lock; each waits for up to a second. */
const TRIES = 10;

/**
 * Runs `work` while no other process can change the file. Runs it without a lock if no lock can be created.
 *
 * @throws TraceError `settings-locked` if another process keeps the lock, and any error of `work`.
 */
async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const { takeLock } = await import('../ledger/lock.ts');
  makeFolder(dirname(file), FOR_OWNER);
  let lock: Disposable | undefined;
  for (let tries = 1; lock === undefined; tries++) {
    try {
      lock = takeLock(`${file}.lock`);
    } catch (error) {
      if (codeOf(error) !== 'run-locked') break;
      if (tries === TRIES) throw fileLocked(file);
      // The lock may belong to this process: let it finish.
      await new Promise((done) => setImmediate(done));
    }
  }
  using _lock = lock;
  return await work();
}

const fileLocked = (file: string): TraceError =>
  new TraceError(
    'locked',
    'settings-locked',
    say().configuration.locked({ file }),
    say().configuration.lockedHow(),
  );

/**
 * Runs `change` on a settings file while no other process can change it. Returns the path of the file.
 *
 * @param cannotSave creates the error if there is no home folder or the file cannot be written.
 * @throws TraceError `settings-locked`, and any error of `cannotSave` and `change`.
 */
export async function changeHomeFile(
  name: string,
  env: Variables,
  change: (file: string) => Promise<void>,
  cannotSave: (why: string) => TraceError,
): Promise<string> {
  const file = homeFile(name, env);
  if (file === null) throw cannotSave(say().configuration.noHomeSet());
  try {
    await withFileLock(file, () => change(file));
    return file;
  } catch (error) {
    throw error instanceof TraceError
      ? error
      : cannotSave(say().configuration.fileUnwritable({ file, code: codeOf(error) }));
  }
}

/** Writes a settings file atomically. A symbolic link at its path is replaced, not followed. */
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

/** The error code that writing the file would fail with; null if it can be written. */
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
  return (error as { code?: string }).code ?? say().configuration.unknownReason();
}
