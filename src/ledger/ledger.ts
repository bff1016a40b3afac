import type { TraceError } from '../errors.ts';
import type { Doubts } from './doubts.ts';
import type { KilledRuns } from './killed-runs.ts';
import type { Outdated } from './outdated.ts';
import type { Runs } from './runs.ts';
import type { Sending } from './sending.ts';
import type { SentRecords } from './sent-records.ts';
import { SqliteLedger } from './sqlite-ledger.ts';
import type { Targets } from './targets.ts';

export type { RunRow } from './runs.ts';

/** What other modules see of a class of this folder. */
type Group<Class> = Pick<Class, keyof Class>;

/**
 * The durable memory of every record that was staged or sent, and of its outcome. The operations on records are
 * functions of this folder that take a ledger; `test/ledger/interface.test.ts` lists those that other modules use.
 */
export interface Ledger {
  /** The file; for a temporary stage, what messages call it. */
  readonly path: string;

  readonly runs: Group<Runs>;
  readonly killed: Group<KilledRuns>;
  readonly doubts: Group<Doubts>;
  readonly outdated: Group<Outdated>;
  readonly known: Group<SentRecords>;
  readonly targets: Group<Targets>;

  /** Writes the progress of a run that sends. */
  sending(run: number): Sending;

  /** Call it after the last record of a temporary stage is stored, and before records are looked up. */
  indexStage(): void;

  /**
   * Runs `work` in a transaction: afterwards either all of it is on the disk, or nothing. If a transaction is already
   * open, `work` becomes part of it.
   *
   * @throws TraceError
   */
  inTransaction(work: () => void): void;

  /**
   * Runs `work` in a transaction at the end of the turn of the event loop, together with other writes of that turn, and
   * resolves when it is on the disk.
   */
  write(work: () => void): Promise<void>;

  /** Rolls back the open transaction, if there is one. */
  rollBack(): void;

  /** Turns an error of SQLite into a TraceError, if one fits. Returns other errors unchanged. */
  errorOf(error: unknown): unknown;

  /** The error if writes are lost because the file was removed or replaced; else null. */
  gone(): TraceError | null;

  /**
   * Protects committed rows against later damage. Does not throw: if a commit failed, that commit has already
   * reported the error.
   */
  checkpoint(): void;

  readonly isOpen: boolean;
  close(): void;
  [Symbol.dispose](): void;
}

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
