import { existsSync } from 'node:fs';
import { addressOf } from '../../config/address.ts';
import type { Environment } from '../../config/environment.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { hasCreated } from '../../mock/created-id.ts';
import type { RunCommand, RunEvent } from '../report/run-event.ts';

/** The target of the embedded mock. */
export const EMBEDDED = 'embedded';

/**
 * The key of an environment in the ledger: its address and account. The name is not part of it, so renaming or
 * copying an environment does not send records again.
 */
export function targetOf({
  baseUrl,
  account,
  mock,
}: Pick<Environment, 'baseUrl' | 'account' | 'mock'>): string {
  if (baseUrl.value === null) return EMBEDDED;
  const address = addressOf(baseUrl.value);
  // The address of a mock may later be that of a service, which does not have the records of the mock.
  return targetAt(mock.value === null ? address : `mock+${address}`, account.value);
}

export function targetAt(address: string, account: string | null): string {
  return account === null ? address : `${address} account=${account}`;
}

/** The target as this version writes it: older ones kept each name of this machine as an address of its own. */
export function currentTarget(target: string): string {
  const [address, ...account] = target.split(' account=');
  return targetAt(addressOf(`${address}`), account.length === 0 ? null : account.join(' account='));
}

/** Scheme, host and port, for messages; null for the embedded mock. */
export function originOf({ baseUrl }: Environment): string | null {
  return baseUrl.value === null ? null : new URL(baseUrl.value).origin;
}

/** The first event of a run. */
export const runStartedEvent = (command: RunCommand, run: string, environment: Environment): RunEvent => ({
  ...{ type: 'run-started', run, command },
  ...{ environment: environment.name, origin: originOf(environment) },
});

/**
 * Whether the embedded mock is not the one that the ledger knows: its data file is missing, or does not contain
 * the last accepted record. Always false for a service at an address, because only a person can know that it lost
 * its data.
 */
export function isAnotherMock(
  ledger: Ledger,
  { baseUrl }: Environment,
  target: string,
  file: string,
): boolean {
  if (baseUrl.value !== null) return false;
  if (!existsSync(file)) return true;
  const id = ledger.sentRecords.lastId(target);
  return id !== null && !hasCreated(file, id);
}
