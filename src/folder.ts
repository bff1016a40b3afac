import { closeSync, lstatSync, mkdirSync, openSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type TraceError, usage } from './errors.ts';
import { say } from './say.ts';

export interface FolderOptions {
  /** Permissions of new folders (default: those of the system). */
  readonly mode?: number;
  /** What to do if the folder cannot be created; a function is only called then. */
  readonly hint?: string | (() => string);
}

/**
 * Creates a folder and its parents, if they do not exist. Does not use Node's recursive `mkdir`: that never ends if the
 * parent exists and the system reports ENOENT, as in /proc.
 *
 * @throws TraceError `folder-unmakeable` if the folder cannot be created or is a broken link; other errors of the
 * system
 */
export function makeFolder(path: string, options: FolderOptions = {}): void {
  const { mode, hint = () => say().files.chooseFolder() } = options;
  if (isFolder(path)) return;
  refuseBrokenLink(path, hint);
  if (isCreated(path, mode)) return;
  const parent = dirname(resolve(path));
  if (parent !== resolve(path)) makeFolder(parent, options);
  if (isCreated(path, mode)) return;
  throw unmakeable(path, say().files.noFolders({ folder: parent }), hint);
}

/** Creates one folder. Returns false for ENOENT, for example because its parent is missing. */
function isCreated(path: string, mode: number | undefined): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    // Another process may have created the folder meanwhile.
    if (isFolder(path)) return true;
    throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function hasTarget(link: string): boolean {
  try {
    statSync(link);
    return true;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

function refuseBrokenLink(path: string, hint: Hint): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  if (hasTarget(path)) return;
  const target = resolve(dirname(path), readlinkSync(path));
  throw unmakeable(
    path,
    say().files.brokenLink({ target }),
    say().files.brokenLinkHow({ hint: textOf(hint) }),
  );
}

type Hint = NonNullable<FolderOptions['hint']>;

const textOf = (hint: Hint): string => (typeof hint === 'string' ? hint : hint());

const unmakeable = (path: string, why: string, hint: Hint): TraceError =>
  usage('folder-unmakeable', say().files.unmakeable({ path, why }), textOf(hint));

/**
 * Creates a file that only its owner can read (0600), in a folder of its owner (0700). The rights are set on opening,
 * so that nobody else can ever read it. An existing file is not opened, because closing a second descriptor of the file
 * would release the locks of SQLite on it.
 */
export function createPrivately(path: string): void {
  makeFolder(dirname(path), { mode: 0o700, hint: () => say().files.chooseState() });
  for (const suffix of ['', '-wal', '-shm', '-journal']) refuseLink(`${path}${suffix}`);
  try {
    // `wx` does not follow a link that was created meanwhile.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
}

/**
 * Refuses a symbolic link, because whoever created it chose the file that would be written.
 *
 * @throws TraceError `state-link`
 */
export function refuseLink(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw usage('state-link', say().files.stateLink({ path }), say().files.stateLinkHow());
}
