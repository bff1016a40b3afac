import { existsSync } from 'node:fs';
import { addressOf } from '../../config/address.ts';
import type { Environment } from '../../config/environment.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { lastId } from '../../ledger/sent-records.ts';
import { hasCreated } from '../../mock/created-id.ts';

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
 * Whether the embedded mock is not the one of the ledger: its data file is gone, or does not contain the last accepted record.
 * False for a service at an address: only a person can say that it lost its data.
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
