import type { TraceError } from '../errors.ts';
import { SqliteLedger } from './sqlite-ledger.ts';

/** The data with which a run starts. */
export interface NewRun {
  readonly command: string;
  readonly environment: string;
  /** The address and account. Records that were sent to one target are unknown at another. */
  readonly target: string;
  readonly interface: string;
  readonly startedAt: string;
  /** The options of the command as JSON, for `runs show` and `resume`. Never contains a secret. */
  readonly options: string;
}

/**
 * How far a run got before it sends anything: its input is being read, has errors (`invalid`), or is planned. Only a
 * planned run is complete in the ledger.
 */
export type RunStage = 'reading' | 'invalid' | 'planned';

export interface RunRow extends NewRun {
  readonly run: number;
  readonly id: string;
  readonly stage: RunStage;
  readonly finishedAt: string | null;
  readonly exitCode: number | null;
  readonly verdict: string | null;
}

/**
 * The durable memory of every record that was staged or sent, and of its outcome. The operations on records are
 * functions of this folder that take a ledger; `test/ledger/interface.test.ts` lists those that other modules use.
 */
export interface Ledger {
  /** The file; empty for a temporary stage. */
  readonly path: string;

  /** Stores a new run and returns it, with its id. */
  startRun(head: NewRun): RunRow;

  /** Stores how a run ended. */
  finishRun(run: number, finishedAt: string, exitCode: number, verdict: string): void;

  /**
   * Changes the interface of a run, because the sheets are of another interface than the one that the run started
   * with.
   */
  setInterface(run: number, interfaceName: string): void;

  /** Stores how far a run got. Call it in the transaction that plans the run. */
  reached(run: number, stage: RunStage): void;

  /** The runs, the latest first. */
  runs(limit?: number): RunRow[];

  /** The name of the environment that a run sends to. */
  environmentOf(run: number): string;

  /** The run whose id is or starts with `id`, or the last one for `latest`. Undefined if none or several match. */
  findRun(id: string): RunRow | undefined;

  /** Call it after the last record of a temporary stage is stored, and before records are looked up. */
  staged(): void;

  /**
   * For a temporary stage: copies the entries of these targets from the real ledger, as entries of the target
   * `to`.
   */
  knowAs(from: readonly string[], to: string): void;

  /**
   * Runs `work` in a transaction: afterwards either all of it is on the disk, or nothing. If a transaction is already
   * open, `work` becomes part of it.
   *
   * @throws TraceError
   */
  inTransaction(work: () => void): void;

  /**
   * Runs `work` in a transaction at the end of the turn of the event loop, together with other writes of that turn, and
   * resolves when it is on the disk. `sendsNext`: a request is sent next, so the ledger must still be at its path.
   */
  write(work: () => void, options?: { readonly sendsNext?: boolean }): Promise<void>;

  /** Rolls back the open transaction, if there is one. */
  rollBack(): void;

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
export const Ledger = {
  /**
   * Opens a ledger, and creates it if it does not exist.
   *
   * @throws TraceError
   */
  open: (path: string): Ledger => SqliteLedger.open(path),

  /**
   * Opens an existing ledger for reading, even in a read-only folder.
   *
   * @throws TraceError
   */
  reading: (path: string): Ledger => SqliteLedger.reading(path),

  /**
   * Opens a temporary stage, which is deleted when it is closed. Its records are compared with the entries of the
   * ledger at `ledgerPath` (null: no ledger). That ledger is not locked.
   * @throws TraceError
   */
  temporary: (ledgerPath: string | null): Ledger => SqliteLedger.temporary(ledgerPath),
};
