import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../config/environment.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { gave } from '../mock/given.ts';

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
  const last = ledger.db
    .prepare(
      `select answer from ${ledger.known}.entries where target = ? and answer is not null order by at desc limit 1`,
    )
    .get(target) as { answer: string } | undefined;
  const { id } = JSON.parse(last?.answer ?? '{}') as { id?: string };
  return id !== undefined && !gave(file, id);
}
