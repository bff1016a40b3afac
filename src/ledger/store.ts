import type { DatabaseSync } from 'node:sqlite';
import type { Commits } from './commits.ts';
import type { Ledger } from './ledger.ts';

/** The schema of the entries: this ledger, the attached one, or a view of the attached one. */
export type Known = 'main' | 'memory' | 'temp';

/** What a ledger in SQLite consists of. Only this folder uses it: other modules see `Ledger`. */
export interface Store {
  readonly db: DatabaseSync;
  readonly commits: Commits;
  /**
   * The schema of the table of entries. `temp` is a view of `memory` that also shows records that were being sent when
   * a run was killed.
   */
  readonly known: Known;
  /** Outcomes that could not be written, by the id of the record. Call each inside a transaction. */
  readonly unwritten: Map<number, () => void>;
}

/** The property of a ledger in SQLite that has its store. */
export const STORE: unique symbol = Symbol('store');

/** The store of a ledger. Throws if it is not a ledger in SQLite. */
export function storeOf(ledger: Pick<Ledger, 'path'> & { readonly [STORE]?: Store }): Store {
  const store = ledger[STORE];
  if (store === undefined) throw new Error(`${ledger.path} is not a ledger in SQLite`);
  return store;
}

/** The connection of a ledger. */
export const dbOf = (ledger: Ledger): DatabaseSync => storeOf(ledger).db;

/** The table or view of the entries that records are compared with, as SQL. */
export const entriesOf = (ledger: Ledger): string => `${storeOf(ledger).known}.entries`;
