import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { makeFolder, refuseLink } from '../../folder.ts';
import { say } from '../../say.ts';

/** The files of the state folder. */
export interface StateFiles {
  readonly ledger: string;
  readonly mock: string;
  readonly reports: string;
  /** The lock of a target. */
  lock(target: string): string;
}

export function stateFiles(stateDir: string): StateFiles {
  return {
    ledger: join(stateDir, 'ledger.db'),
    mock: join(stateDir, 'mock.db'),
    reports: join(stateDir, 'reports'),
    lock: (target) => join(stateDir, 'locks', `${fileName(target)}.lock`),
  };
}

/** Creates the folder of the reports. Only the current user can access it. */
export function makeReports(folder: string): void {
  refuseLink(folder);
  makeFolder(folder, { mode: 0o700, hint: say().ledger.chooseFolder() });
}

/** A file name for a target: readable, unique, and valid on every system. */
function fileName(target: string): string {
  const readable = target.replace(/^https?:\/\//, '').replace(/[^A-Za-z0-9.]+/g, '-');
  const hash = createHash('sha256').update(target).digest('hex').slice(0, 12);
  return `${readable.slice(0, 60).replace(/^[.-]+/, '')}-${hash}`;
}
