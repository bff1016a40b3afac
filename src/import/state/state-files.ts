import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pasted } from '../../advice.ts';
import { makeFolder, refuseLink } from '../../folder.ts';
import { say } from '../../say.ts';

/** The files of the state folder. */
export interface StateFiles {
  readonly ledger: string;
  readonly mock: string;
  readonly reports: string;
  /** The lock of a target. */
  lock(target: string): string;
  /** The state folder of the jobs of a target that a worker does, so that targets do not wait for each other. */
  worker(target: string): string;
}

export function stateFiles(stateDir: string): StateFiles {
  return {
    ledger: join(stateDir, 'ledger.db'),
    mock: join(stateDir, 'mock.db'),
    reports: join(stateDir, 'reports'),
    lock: (target) => join(stateDir, 'locks', `${fileName(target)}.lock`),
    worker: (target) => join(stateDir, 'workers', fileName(target)),
  };
}

/** Creates the folder of the reports. Only the current user can access it. */
export function makeReports(folder: string): void {
  refuseLink(folder);
  makeFolder(folder, { mode: 0o700, hint: say().ledger.chooseFolder() });
}

/** What to type so that the user of this process may write into an existing folder. */
export function ownFolderHow(folder: string): string {
  const user = process.getuid?.();
  if (user === undefined) return say().ledger.chooseFolder();
  const isOwn = existsSync(folder) && statSync(folder).uid === user;
  const how = isOwn ? ['chmod', 'u+rwx'] : ['sudo', 'chown', '-R', `${user}`];
  return say().ledger.ownFolder({ command: pasted([...how, folder]) });
}

/** A file name for a target: readable, unique, and valid on every system. */
function fileName(target: string): string {
  const readable = target.replace(/^https?:\/\//, '').replace(/[^A-Za-z0-9.]+/g, '-');
  const hash = createHash('sha256').update(target).digest('hex').slice(0, 12);
  return `${readable.slice(0, 60).replace(/^[.-]+/, '')}-${hash}`;
}
