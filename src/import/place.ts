import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from '../config/address.ts';
import type { Environment } from '../config/environment.ts';
import { makeFolder } from '../folder.ts';
import { refuseLink } from '../ledger/database.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { lastId } from '../ledger/sent-records.ts';
import { gave } from '../mock/given.ts';

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

/** Makes the folder of the reports, for this person alone. */
export function makeReports(folder: string): void {
  refuseLink(folder);
  makeFolder(folder, { mode: 0o700, hint: 'Name another folder with --state-dir.' });
}

/** A file name for a target: readable, safe on every system, and never that of another target. */
function fileName(target: string): string {
  const readable = target.replace(/^https?:\/\//, '').replace(/[^A-Za-z0-9.]+/g, '-');
  const hash = createHash('sha256').update(target).digest('hex').slice(0, 12);
  return `${readable.slice(0, 60).replace(/^[.-]+/, '')}-${hash}`;
}

/** The target of the embedded mock. */
export const EMBEDDED = 'embedded';

/**
 * What the ledger keys its knowledge by: the address and the account. The name of an environment is only a name: renamed
 * or doubled, it sends nothing twice.
 */
export function targetOf({ baseUrl, account }: Pick<Environment, 'baseUrl' | 'account'>): string {
  return baseUrl.value === null ? EMBEDDED : targetAt(addressOf(baseUrl.value), account.value);
}

export function targetAt(address: string, account: string | null): string {
  return account === null ? address : `${address} account=${account}`;
}

/** Scheme, host and port, for people; null for the embedded mock. */
export function originOf({ baseUrl }: Environment): string | null {
  return baseUrl.value === null ? null : new URL(baseUrl.value).origin;
}

/**
 * Whether the embedded mock is not the one that the ledger remembers: its data file is gone, or was made anew and does
 * not hold what last was taken. A service at an address never is: only a person may say that it lost its data.
 */
export function isAnotherMock(
  ledger: Ledger,
  { baseUrl }: Environment,
  target: string,
  file: string,
): boolean {
  if (baseUrl.value !== null) return false;
  if (!existsSync(file)) return true;
  const id = lastId(ledger, target);
  return id !== null && !gave(file, id);
}
