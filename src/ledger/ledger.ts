import { SqliteLedger } from './sqlite-ledger.ts';
import type { Store } from './store.ts';

export type { ComparedRow } from './history.ts';
export type { RunRow } from './runs.ts';

/** The public members of a class of this folder, which other modules use. */
type Public<Class> = Pick<Class, keyof Class>;
export type Comparison = Public<import('./comparison.ts').Comparison>;
export type History = Public<import('./history.ts').History>;
export type Sending = Public<import('./sending.ts').Sending>;
export type Stage = Public<import('./stage.ts').Stage>;
export type Staged = Public<import('./staged-row.ts').Staged>;
export type Updates = Public<import('./updates.ts').Updates>;

/** The operations of a store that other modules use, too. */
type Shared = 'path' | 'inTransaction' | 'write' | 'rollBack';

/**
 * The durable memory of every record that was staged or sent, and of its outcome, without the store that it is in. Its
 * groups are classes of this folder: some for all runs, and some for the records of one run. `test/ledger/interface.test.ts`
 * lists their methods.
 */
export type Ledger = Omit<SqliteLedger, Exclude<keyof Store, Shared>>;

/** Opens ledgers. */
export const Ledger: {
  /**
   * Opens a ledger, and creates it if it does not exist.
   *
   * @throws TraceError
   */
  open(path: string): Ledger;

  /**
   * Opens an existing ledger for reading, even in a read-only folder.
   *
   * @throws TraceError
   */
  reading(path: string): Ledger;

  /**
   * Opens a temporary stage, which is deleted when it is closed. Its records are compared with the entries of the
   * ledger at `ledgerPath` (null: no ledger). That ledger is not locked.
   * @throws TraceError
   */
  temporary(ledgerPath: string | null): Ledger;
} = SqliteLedger;
