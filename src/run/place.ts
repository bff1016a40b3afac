import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../config/environment.ts';

/** The files of the state folder. */
export interface StateFiles {
  readonly ledger: string;
  readonly mock: string;
  readonly reports: string;
  lock(environment: string): string;
}

export function stateFiles(stateDir: string): StateFiles {
  return {
    ledger: join(stateDir, 'ledger.db'),
    mock: join(stateDir, 'mock.db'),
    reports: join(stateDir, 'reports'),
    lock: (environment) => join(stateDir, 'locks', `${environment}.lock`),
  };
}

/**
 * What the ledger keys its knowledge by: the environment and its address, so that what one place took is never taken as
 * known at another.
 */
export function targetOf({ name, baseUrl }: Environment): string {
  return `${name} ${baseUrl.value === null ? 'embedded' : baseUrl.value.replace(/\/+$/, '')}`;
}

/** Scheme, host and port, for people; null for the embedded mock. */
export function originOf({ baseUrl }: Environment): string | null {
  return baseUrl.value === null ? null : new URL(baseUrl.value).origin;
}

/** The ledger to compare with, when there is one that can know of the target. */
export function knownLedger(environment: Environment, files: StateFiles): string | null {
  if (environment.baseUrl.value === null && !existsSync(files.mock)) return null;
  return existsSync(files.ledger) ? files.ledger : null;
}
