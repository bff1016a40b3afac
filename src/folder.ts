import { lstatSync, mkdirSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type TraceError, usage } from './errors.ts';

export interface FolderOptions {
  /** Rights of the folders that are made; as the system makes folders when it is left out. */
  readonly mode?: number;
  /** What a person can do where the folder cannot be made. */
  readonly hint?: string;
}

/**
 * Makes a folder and those above it; one that is there is all right. It always ends: Node's own recursive `mkdir` retries
 * for ever where the folder above exists and the system answers ENOENT, as it does in /proc.
 * @throws TraceError `folder-unmakeable` where no folder can be made, or a link leads nowhere; else what the system says.
 */
export function makeFolder(path: string, options: FolderOptions = {}): void {
  const { mode, hint = 'Name another folder.' } = options;
  if (isFolder(path)) return;
  refuseDangling(path, hint);
  if (makes(path, mode)) return;
  const parent = dirname(resolve(path));
  if (parent !== resolve(path)) makeFolder(parent, options);
  if (makes(path, mode)) return;
  throw unmakeable(path, `the system allows no new folder in ${parent} (ENOENT)`, hint);
}

/** False where the folder above is missing, or the system says so. */
function makes(path: string, mode: number | undefined): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    // Another process may have been first.
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

function leadsSomewhere(link: string): boolean {
  try {
    statSync(link);
    return true;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

function refuseDangling(path: string, hint: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  if (leadsSomewhere(path)) return;
  const target = resolve(dirname(path), readlinkSync(path));
  throw unmakeable(
    path,
    `it is a link to ${target}, which is not there`,
    `Make that folder, or choose another. ${hint}`,
  );
}

const unmakeable = (path: string, why: string, hint: string): TraceError =>
  usage('folder-unmakeable', `The folder ${path} cannot be made: ${why}.`, hint);
