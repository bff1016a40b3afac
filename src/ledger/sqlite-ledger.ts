import { DatabaseSync } from 'node:sqlite';
import type { TraceError } from '../errors.ts';
import { say } from '../say.ts';
import { backUp } from './backup.ts';
import { Blocking } from './blocking.ts';
import { Comparison } from './comparison.ts';
import { CrossIndex } from './cross.ts';
import { BUSY_MS, openDatabase, versionOf } from './database.ts';
import { Doubts } from './doubts.ts';
import { ledgerError } from './errors.ts';
import { Exchange } from './exchange.ts';
import { withFolding } from './folded.ts';
import { History } from './history.ts';
import { KilledRuns } from './killed-runs.ts';
import { Outdated } from './outdated.ts';
import { Pace } from './pace.ts';
import { Plan } from './planning.ts';
import { Profiles } from './profiles.ts';
import { Provenance } from './provenance.ts';
import { readableLedger, showInFlight } from './read-only.ts';
import { Retention } from './retention.ts';
import { Runs } from './runs.ts';
import { type Processes, registerSender } from './sender.ts';
import { Sending } from './sending.ts';
import { SentRecords } from './sent-records.ts';
import { Stage } from './stage.ts';
import { Staged } from './staged-row.ts';
import { Store } from './store.ts';
import { STAGE_INDEXES } from './tables.ts';
import { Targets } from './targets.ts';
import { Updates } from './updates.ts';
import { Waves } from './wave-rows.ts';

/** A ledger in a file of SQLite, or a temporary one. See `Ledger`. */
export class SqliteLedger extends Store {
  readonly runs = new Runs(this);
  readonly killedRuns = new KilledRuns(this);
  readonly doubts = new Doubts(this);
  readonly outdated = new Outdated(this);
  readonly sentRecords = new SentRecords(this);
  readonly targets = new Targets(this);
  readonly retention = new Retention(this);
  /** Removes what was made to open the ledger. */
  #dispose = () => {};

  static open(path: string): SqliteLedger {
    return new SqliteLedger(openDatabase(path), path);
  }

  static reading(path: string): SqliteLedger {
    const { url, dispose } = readableLedger(path);
    try {
      const db = withFolding(new DatabaseSync(new URL(url), { readOnly: true, timeout: BUSY_MS }));
      const ledger = new SqliteLedger(db, path);
      ledger.#dispose = dispose;
      return ledger;
    } catch (error) {
      dispose();
      throw ledgerError(error, path);
    }
  }

  /** The real ledger is attached read-only, so transactions of the stage do not lock it. */
  static temporary(ledgerPath: string | null): SqliteLedger {
    const name = say().ledger.temporary();
    const ledger = new SqliteLedger(openDatabase(name, true), name, true);
    if (ledgerPath === null) return ledger;
    const { db } = ledger;
    try {
      const { url, dispose } = readableLedger(ledgerPath);
      ledger.#dispose = dispose;
      db.prepare('attach database ? as memory').run(url);
      if (versionOf(db, 'memory', ledgerPath) > 0) ledger.schema = showInFlight(db) ? 'temp' : 'memory';
      else db.exec('detach database memory');
      return ledger;
    } catch (error) {
      ledger.close();
      throw ledgerError(error, ledgerPath);
    }
  }

  /** Stores the input of a run. `hasWaves`: whether the wave of a record depends only on its kind. */
  stage(run: number, hasWaves = false) {
    return new Stage(this, run, hasWaves);
  }

  staged(run: number) {
    return new Staged(this, run);
  }

  compared(run: number) {
    return new CrossIndex(this, run);
  }

  plan(run: number) {
    return new Plan(this, run);
  }

  updates(run: number) {
    return new Updates(this, run);
  }

  waves(run: number) {
    return new Waves(this, run);
  }

  blocking(run: number) {
    return new Blocking(this, run);
  }

  sending(run: number) {
    return new Sending(this, run);
  }

  /** The exchange of the entries of a target with a shared memory. */
  exchange(target: string) {
    return new Exchange(this, target);
  }

  profiles(run: number) {
    return new Profiles(this, run);
  }

  provenance(run: number) {
    return new Provenance(this, run);
  }

  history(run: number) {
    return new History(this, run);
  }

  pace(run: number) {
    return new Pace(this, run);
  }

  /**
   * For a temporary stage: compares the records of a run or, without one, the entries of a target with what the service
   * shows.
   */
  comparison(run: number | null, target: string, interfaceName: string) {
    return new Comparison(this, run, target, interfaceName);
  }

  /** Registers this process as the one that sends to a target. See `sender.ts`. */
  registerSender(target: string, lock: string, processes: Processes, now: () => Date): () => void {
    return registerSender(this, target, lock, processes, now);
  }

  /** Call it after the last record of a temporary stage is stored, and before records are looked up. */
  indexStage(): void {
    if (this.isTemporary) this.inTransaction(() => this.db.exec(STAGE_INDEXES));
  }

  /** Turns an error of SQLite into a TraceError, if one fits. Returns other errors unchanged. */
  errorOf(error: unknown): unknown {
    return (error as { errcode?: number } | undefined)?.errcode === undefined
      ? error
      : ledgerError(error, this.path);
  }

  /**
   * Copies the ledger to a file next to it. Call it after a run that has verified the ledger, and with `isFirst` before
   * the first request: that copies it only if it has no copy. If this fails, the previous copy is kept and the reason is
   * returned.
   */
  backUp(now: Date, isFirst = false): Promise<string | null> {
    return backUp(this, now, isFirst);
  }

  get isOpen(): boolean {
    return this.db.isOpen;
  }

  /** The error if writes are lost because the file was removed or replaced; else null. */
  goneError(): TraceError | null {
    return this.commits.guard?.goneError() ?? null;
  }

  /**
   * Moves committed rows from the write-ahead log into the ledger, so that damage to the log loses little. Does not throw:
   * if a commit failed, that commit has already reported the error.
   */
  checkpoint(): void {
    const { guard } = this.commits;
    if (!guard) return;
    try {
      this.db.exec('pragma wal_checkpoint(passive)');
    } catch {
      // Ignored: the rows stay in the log.
    }
    guard.sync();
  }

  close(): void {
    this.commits.close();
    if (!this.db.isOpen) return;
    this.db.close();
    this.#dispose();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
