import { randomBytes } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { TraceError } from '../errors.ts';
import { makeFolder } from '../folder.ts';
import { isPipe } from '../pipe.ts';
import { say } from '../say.ts';
import type { Variables } from './home.ts';

/** The path of a settings file: in TRACE_HOME, else in the settings folder of the user. Null if neither is known. */
export function homeFile(name: string, env: Variables): string | null {
  const { TRACE_HOME, XDG_CONFIG_HOME, APPDATA, HOME } = env;
  if (TRACE_HOME) return join(TRACE_HOME, name);
  const settings = XDG_CONFIG_HOME || APPDATA || (HOME && join(HOME, '.config'));
  return settings ? join(settings, 'trace', name) : null;
}

/** A settings file of the user, with `salt` for the hashes in it. */
export interface HomeStore<Content> {
  readonly name: string;
  readonly schema: z.ZodType<Content>;
  empty(salt: string): Content;
  /** The error for a file that cannot be parsed. */
  damaged(path: string): TraceError;
  /** The error if there is no home folder or the file cannot be written. */
  unwritable(why: string): TraceError;
}

/**
 * Reads a settings file. Returns null if it does not exist.
 *
 * @throws the error of the system, and that of `damaged`
 */
export async function readHome<Content>(store: HomeStore<Content>, path: string): Promise<Content | null> {
  let text: string;
  try {
    isPipe(path, { pipes: false });
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    return store.schema.parse(JSON.parse(text));
  } catch {
    throw store.damaged(path);
  }
}

const OWNER_ONLY = { mode: 0o700, hint: () => say().configuration.homeHow() };

/** Number of attempts to take a lock; each waits for up to a second. */
const LOCK_ATTEMPTS = 10;

/**
 * Changes a settings file while no other process can change it, or without a lock if no lock can be created. Returns
 * the path of the file.
 *
 * @throws TraceError `settings-locked` if another process keeps the lock, and the errors of the store
 */
export async function changeHome<Content>(
  store: HomeStore<Content>,
  env: Variables,
  change: (content: Content) => Content,
): Promise<string> {
  const path = homeFile(store.name, env);
  if (path === null) throw store.unwritable(say().configuration.noHomeSet());
  try {
    using _lock = await lockOf(path);
    const content = (await readHome(store, path)) ?? store.empty(randomBytes(16).toString('hex'));
    await writeHome(path, change(content));
    return path;
  } catch (error) {
    if (error instanceof TraceError) throw error;
    throw store.unwritable(say().configuration.fileUnwritable({ file: path, code: codeOf(error) }));
  }
}

async function lockOf(file: string): Promise<Disposable | undefined> {
  const { takeLock } = await import('../ledger/lock.ts');
  makeFolder(dirname(file), OWNER_ONLY);
  for (let tries = 1; ; tries++) {
    try {
      return takeLock(`${file}.lock`);
    } catch (error) {
      if (codeOf(error) !== 'run-locked') return undefined;
      if (tries === LOCK_ATTEMPTS) throw fileLocked(file);
      // The lock may belong to this process: let it finish.
      await new Promise((done) => setImmediate(done));
    }
  }
}

const fileLocked = (file: string): TraceError =>
  new TraceError(
    'locked',
    'settings-locked',
    say().configuration.locked({ file }),
    say().configuration.lockedHow(),
  );

/** Writes a settings file atomically. A symbolic link at its path is replaced, not followed. */
async function writeHome(file: string, content: unknown): Promise<void> {
  const draft = join(dirname(file), `.trust-${randomBytes(8).toString('hex')}.tmp`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    const written = handle.writeFile(`${JSON.stringify(content, null, 1)}\n`).then(() => handle.sync());
    await written.finally(() => handle.close());
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
