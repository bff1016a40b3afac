import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from '../config/address.ts';
import type { Environment } from '../config/environment.ts';
import { makeFolder } from '../folder.ts';
import { refuseLink } from '../ledger/database.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { lastId } from '../ledger/sent-records.ts';
import { hasCreated } from '../mock/created-id.ts';

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

/** Creates the folder of the reports, with rights for this person only. */
export function makeReports(folder: string): void {
  refuseLink(folder);
  makeFolder(folder, { mode: 0o700, hint: 'Name another folder with --state-dir.' });
}

/** A file name for a target: readable, valid on every system, and unique. */
function fileName(target: string): string {
  const readable = target.replace(/^https?:\/\//, '').replace(/[^A-Za-z0-9.]+/g, '-');
  const hash = createHash('sha256').update(target).digest('hex').slice(0, 12);
  return `${readable.slice(0, 60).replace(/^[.-]+/, '')}-${hash}`;
}

/** The target of the embedded mock. */
export const EMBEDDED = 'embedded';

/**
 * The key of an environment in the ledger: address and account. Renaming or copying an environment sends nothing twice.
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
 * Whether the embedded mock is not the one that the ledger knows: its data file is gone, or a new one without the last accepted
 * record. For a service at an address only a person may say that it lost its data.
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
  return id !== null && !hasCreated(file, id);
}
