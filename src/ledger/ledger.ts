import type { TraceError } from '../errors.ts';
import type { Blocking } from './blocking.ts';
import type { CrossIndex } from './cross.ts';
import type { Doubts } from './doubts.ts';
import type { KilledRuns } from './killed-runs.ts';
import type { Outdated } from './outdated.ts';
import type { Plan } from './planning.ts';
import type { Runs } from './runs.ts';
import type { Processes } from './sender.ts';
import type { SentRecords } from './sent-records.ts';
import { SqliteLedger } from './sqlite-ledger.ts';
import type { Targets } from './targets.ts';
import type { Waves } from './wave-rows.ts';

export type { RunRow } from './runs.ts';

/** What other modules see of a class of this folder. */
type Public<Class> = Pick<Class, keyof Class>;
export type History = Public<import('./history.ts').History>;
export type Sending = Public<import('./sending.ts').Sending>;
export type Stage = Public<import('./stage.ts').Stage>;
export type Staged = Public<import('./staged-row.ts').Staged>;
export type Updates = Public<import('./updates.ts').Updates>;

/**
 * The durable memory of every record that was staged or sent, and of its outcome. Its groups are classes of
 * this folder: some for all runs, and some for the records of one run. `test/ledger/interface.test.ts` lists their methods.
 */
export interface Ledger {
  /** The file; for a temporary stage, what messages call it. */
  readonly path: string;

  readonly runs: Public<Runs>;
  readonly killed: Public<KilledRuns>;
  readonly doubts: Public<Doubts>;
  readonly outdated: Public<Outdated>;
  readonly known: Public<SentRecords>;
  readonly targets: Public<Targets>;

  /** Stores the input of a run. `hasWaves`: whether the wave of a record depends only on its kind. */
  stage(run: number, hasWaves?: boolean): Stage;

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

  staged(run: number): Staged;
  compared(run: number): Public<CrossIndex>;
  plan(run: number): Public<Plan>;
  updates(run: number): Updates;
  waves(run: number): Public<Waves>;
  blocking(run: number): Public<Blocking>;
  sending(run: number): Sending;
  history(run: number): History;

  /**
   * Registers this process as the one that sends to a target. Returns a function that ends this. See `sender.ts`.
   *
   * @throws TraceError `run-locked` if another process sends
   */
  registerSender(target: string, lock: string, processes: Processes, now: () => Date): () => void;

  /** Turns an error of SQLite into a TraceError, if one fits. Returns other errors unchanged. */
  errorOf(error: unknown): unknown;

  /** The error if writes are lost because the file was removed or replaced; else null. */
  gone(): TraceError | null;

  /**
   * Protects committed rows against later damage. Does not throw: if a commit failed, that commit has already
   * reported the error.
   */
  checkpoint(): void;

  /**
   * Copies the ledger to a file next to it. Call it after a run that has verified the ledger, and with `isFirst` before
   * the first request: that copies it only if it has no copy. If this fails, the previous copy is kept and the reason is
   * returned.
   */
  backUp(now: Date, isFirst?: boolean): Promise<string | null>;

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
