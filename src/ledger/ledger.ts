import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { TraceError } from '../errors.ts';
import type { ReadRuns } from './checksums.ts';
import { Commits } from './commits.ts';
import { BUSY_MS, checkSound, makeIndexes, openDatabase, versionOf } from './database.ts';
import { ledgerError } from './errors.ts';
import type { Marker } from './marker.ts';
import { checkRows, readable, showInFlight } from './read-only.ts';
import { query } from './rows.ts';
import { copyTargets, type Known } from './targets.ts';

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
 * The durable memory of every record that was staged or sent, and of its outcome. `known` says where accepted records
 * are looked up: in the ledger itself or, for a temporary stage, in the ledger that is attached for reading.
 */
export class Ledger {
  readonly db: DatabaseSync;
  readonly commits: Commits;
  readonly path: string;
  private entriesIn: Known;
  /** Outcomes that could not be written, by the id of the record. Call each inside a transaction. */
  readonly unwritten = new Map<number, () => void>();

  readonly #dispose: () => void;

  private constructor(db: DatabaseSync, path: string, known: Known, dispose = () => {}) {
    this.db = db;
    this.#dispose = dispose;
    this.commits = new Commits(db, path);
    this.path = path;
    this.entriesIn = known;
  }

  /**
   * The schema of the table of entries. `temp` is a view of `memory` that also shows records that were being sent when
   * a run was killed.
   */
  get known(): Known {
    return this.entriesIn;
  }

  static open(path: string): Ledger {
    return new Ledger(openDatabase(path), path, 'main');
  }

  /**
   * Opens an existing ledger for reading, even in a read-only folder.
   *
   * @throws TraceError
   */
  static reading(path: string): Ledger {
    const { url, dispose } = readable(path);
    try {
      const db = new DatabaseSync(new URL(url), { readOnly: true, timeout: BUSY_MS });
      return new Ledger(db, path, 'main', dispose);
    } catch (error) {
      dispose();
      throw ledgerError(error, path);
    }
  }

  /**
   * A stage that is deleted when it is closed, with the entries of the ledger at `ledgerPath` to compare with (null:
   * none). That ledger is attached read-only, so a transaction of the stage does not lock it for a run that is using
   * it.
   */
  static temporary(ledgerPath: string | null): Ledger {
    const db = openDatabase('');
    if (ledgerPath === null) return new Ledger(db, '', 'main');
    let dispose = () => {};
    try {
      const found = readable(ledgerPath);
      dispose = found.dispose;
      db.prepare('attach database ? as memory').run(found.url);
      if (versionOf(db, 'memory', ledgerPath) > 0) {
        return new Ledger(db, '', showInFlight(db) ? 'temp' : 'memory', dispose);
      }
      db.exec('detach database memory');
      dispose();
      return new Ledger(db, '', 'main');
    } catch (error) {
      db.close();
      dispose();
      throw ledgerError(error, ledgerPath);
    }
  }

  /**
   * Copies the entries of these targets from the attached ledger, if there is one, as entries of the target `to`.
   */
  knowAs(from: readonly string[], to: string): void {
    if (this.entriesIn === 'main') return;
    this.inTransaction(() => copyTargets(this.db, this.entriesIn, from, to));
    this.entriesIn = 'main';
  }

  /** Call it after the last record of a temporary stage, before records are looked up. */
  staged(): void {
    if (this.path === '') this.inTransaction(() => makeIndexes(this.db));
  }

  /**
   * Runs `work` in a transaction: afterwards either all of it is on the disk, or nothing. If a transaction is already
   * open, `work` becomes part of it: see `beginUnstored`.
   *
   * @throws TraceError
   */
  inTransaction(work: () => void): void {
    if (this.db.isTransaction) {
      work();
      return;
    }
    try {
      this.db.exec('begin immediate');
      work();
      this.commits.guard?.raise();
      this.db.exec('commit');
      this.commits.guard?.committed(false);
    } catch (error) {
      this.rollBack();
      throw ledgerError(error, this.path);
    }
  }

  /** Rolls back the open transaction, if there is one. */
  rollBack(): void {
    if (this.db.isOpen && this.db.isTransaction) this.db.exec('rollback');
  }

  /**
   * Begins a transaction that is never committed. Only this connection sees what it writes, and nothing reaches the
   * disk, which may be full.
   */
  beginUnstored(): void {
    this.db.exec('pragma cache_spill = off; begin');
  }

  get isOpen(): boolean {
    return this.db.isOpen;
  }

  /**
   * Checks the rows of these runs, and of the tables that all runs share, before they are read. Does nothing for a
   * temporary stage.
   *
   * @throws TraceError `ledger-damaged`
   */
  check(runs: ReadRuns): void {
    if (this.path !== '') checkRows(this.db, this.path, runs);
  }

  /**
   * Checks the structure of the whole file.
   *
   * @throws TraceError `ledger-damaged`
   */
  checkStructure(): void {
    checkSound(this.db, this.path);
  }

  /** Updates the markers of the target at each commit from now on. */
  guard(marker: Marker): void {
    this.commits.watch(marker);
  }

  /** The error if writes are lost because the file was removed or replaced; else null. */
  gone(): TraceError | null {
    return this.commits.guard?.gone() ?? null;
  }

  /**
   * Moves committed rows from the write-ahead log into the ledger, so that damage to the log loses little. Best effort:
   * a failed commit reports its own error.
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

  startRun(head: NewRun): RunRow {
    const id = `${head.startedAt.slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(2).toString('hex')}`;
    const { lastInsertRowid } = this.db
      .prepare(
        'insert into runs(id, command, environment, target, interface, started_at, options) values (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(id, head.command, head.environment, head.target, head.interface, head.startedAt, head.options);
    return {
      ...head,
      run: Number(lastInsertRowid),
      id,
      stage: 'reading',
      finishedAt: null,
      exitCode: null,
      verdict: null,
    };
  }

  finishRun(run: number, finishedAt: string, exitCode: number, verdict: string): void {
    this.inTransaction(() => {
      this.db
        .prepare('update runs set finished_at = ?, exit_code = ?, verdict = ? where run = ?')
        .run(finishedAt, exitCode, verdict, run);
    });
  }

  /** Changes the interface of a run: the sheets showed another one than the run started with. */
  setInterface(run: number, interfaceName: string): void {
    this.db.prepare('update runs set interface = ? where run = ?').run(interfaceName, run);
  }

  /** Stores how far a run got. Call it in the transaction that plans the run. */
  reached(run: number, stage: RunStage): void {
    this.db.prepare('update runs set stage = ? where run = ?').run(stage, run);
  }

  /** The runs, the latest first. */
  runs(limit = -1): RunRow[] {
    return query(this.db, `${RUNS} order by run desc limit ?`, RUN).all(limit);
  }

  /** The name of the environment that a run sends to. */
  environmentOf(run: number): string {
    return query(this.db, 'select environment from runs where run = ?', { environment: 'text' }).one(run)
      .environment;
  }

  /** The run whose id is or starts with `id`, or the last one for `latest`. Undefined if none or several match. */
  findRun(id: string): RunRow | undefined {
    if (id === 'latest') return this.runs(1)[0];
    const rows = query(this.db, `${RUNS} where substr(id, 1, length(?)) = ? limit 2`, RUN).all(id, id);
    return rows.length === 1 ? rows[0] : undefined;
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

const RUN = {
  run: 'integer',
  id: 'text',
  command: 'text',
  environment: 'text',
  target: 'text',
  interface: 'text',
  startedAt: 'text',
  finishedAt: 'text?',
  exitCode: 'integer?',
  verdict: 'text?',
  options: 'text',
  stage: ['reading', 'invalid', 'planned'],
} as const;
const RUNS = `select run, id, command, environment, target, interface, started_at as startedAt,
  finished_at as finishedAt, exit_code as exitCode, verdict, options, stage from runs`;
