import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { TraceError } from '../errors.ts';
import { Commits } from './commits.ts';
import { BUSY_MS, checkSound, makeIndexes, openDatabase, versionOf } from './database.ts';
import { ledgerError } from './errors.ts';
import { Guard } from './guard.ts';
import { showInFlight } from './in-flight.ts';
import type { Marker } from './marker.ts';
import { checkRows, readable } from './reading.ts';
import { query } from './rows.ts';
import type { ReadRuns } from './sums.ts';
import { copyTargets, type Known } from './targets.ts';

/** What a run is about. */
export interface RunHead {
  readonly command: string;
  readonly environment: string;
  /** Address and account: what was sent to one place is not known at another. */
  readonly target: string;
  readonly interface: string;
  readonly startedAt: string;
  /** What the person asked for, as JSON: printed by `runs show`, read by `resume`. Never a secret. */
  readonly options: string;
}

/**
 * How far a run came before anything is sent: its input is being read, was read and is not to be sent (invalid), or is
 * planned. Only a planned run is wholly in the ledger.
 */
export type RunStage = 'reading' | 'invalid' | 'planned';

export interface RunRow extends RunHead {
  readonly run: number;
  readonly id: string;
  readonly stage: RunStage;
  readonly finishedAt: string | null;
  readonly exitCode: number | null;
  readonly verdict: string | null;
}

/**
 * The durable memory of every record staged, sent and heard about. `known` is where accepted records are looked up:
 * the ledger itself, or (for a temporary stage) the ledger attached beside it for reading.
 */
export class Ledger {
  readonly db: DatabaseSync;
  readonly commits: Commits;
  readonly path: string;
  private entriesIn: Known;
  /** What became of records, by their id, that could not be written. Each is done inside a transaction. */
  readonly unwritten = new Map<number, () => void>();

  readonly #dispose: () => void;

  private constructor(db: DatabaseSync, path: string, known: Known, dispose = () => {}) {
    this.db = db;
    this.#dispose = dispose;
    this.commits = new Commits(db, path);
    this.path = path;
    this.entriesIn = known;
  }

  /** Prefix of the table of entries; `temp` for a view of those in `memory` with what was leaving when a run was killed. */
  get known(): Known {
    return this.entriesIn;
  }

  static open(path: string): Ledger {
    return new Ledger(openDatabase(path), path, 'main');
  }

  /** Opens a ledger that is there to read it, in a folder that may not be written too. Throws TraceError. */
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
   * A stage that is gone when closed, with the entries of the ledger at `ledgerPath` (null: none) to compare with. That
   * ledger is attached for reading only: a transaction of the stage takes no lock on it, whatever run is using it.
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

  /** Of a temporary stage: copies what the ledger beside it knows of these targets, to be known as of the one `to`. */
  knowAs(from: readonly string[], to: string): void {
    this.inTransaction(() => copyTargets(this.db, this.entriesIn, from, to));
    this.entriesIn = 'main';
  }

  /** The records of a temporary stage are in, and will be looked up. */
  staged(): void {
    if (this.path === '') this.inTransaction(() => makeIndexes(this.db));
  }

  /**
   * Does `work` in a transaction of its own: all of it is on the disk afterwards, or nothing. Throws TraceError. Where one is
   * open already, `work` is part of it: that of a run whose ending cannot be stored, which is never committed.
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

  /** Undoes the transaction that is open, if there is one. */
  rollBack(): void {
    if (this.db.isOpen && this.db.isTransaction) this.db.exec('rollback');
  }

  /**
   * Begins a transaction that is never committed: this connection sees what it writes, nobody else does. Nothing of it
   * reaches the disk, which may be full.
   */
  beginUnstored(): void {
    this.db.exec('pragma cache_spill = off; begin');
  }

  get isOpen(): boolean {
    return this.db.isOpen;
  }

  /**
   * Checks the rows of these runs, and what is known beside them, before they are read. Of a stage there is nothing to
   * check. Throws TraceError `ledger-damaged`.
   */
  check(runs: ReadRuns): void {
    if (this.path !== '') checkRows(this.db, this.path, runs);
  }

  /** Reads the whole structure of the ledger. Throws TraceError `ledger-damaged`. */
  checkStructure(): void {
    checkSound(this.db, this.path);
  }

  /** Keeps the markers of a target in step with what is written from now on. */
  guard(target: string, marker: Marker): void {
    this.commits.guard = new Guard(this, target, marker);
  }

  /** Why what is written is lost; null while the ledger is in its place. */
  gone(): TraceError | null {
    return this.commits.guard?.gone() ?? null;
  }

  /**
   * Moves what was committed from the log into the ledger itself: damage to the log can then take back little. Best
   * effort: a commit that cannot be made says so itself.
   */
  checkpoint(): void {
    const { guard } = this.commits;
    if (!guard) return;
    try {
      this.db.exec('pragma wal_checkpoint(passive)');
    } catch {
      // it stays in the log
    }
    guard.sync();
  }

  startRun(head: RunHead): RunRow {
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

  /** The sheets told that the input is of another interface than the one that was taken for granted. */
  tellInterface(run: number, interfaceName: string): void {
    this.db.prepare('update runs set interface = ? where run = ?').run(interfaceName, run);
  }

  /** In the transaction that plans it. */
  reached(run: number, stage: RunStage): void {
    this.db.prepare('update runs set stage = ? where run = ?').run(stage, run);
  }

  /** Runs, the latest first. */
  runs(limit = -1): RunRow[] {
    return query(this.db, `${RUNS} order by run desc limit ?`, RUN).all(limit);
  }

  /** The name of the environment that a run sends to. */
  environmentOf(run: number): string {
    return query(this.db, 'select environment from runs where run = ?', { environment: 'text' }).one(run)
      .environment;
  }

  /** The run whose id is, or starts with, `id`; `latest` is the last one. Undefined when none or several fit. */
  findRun(id: string): RunRow | undefined {
    if (id === 'latest') return this.runs(1)[0];
    const rows = query(this.db, `${RUNS} where substr(id, 1, length(?)) = ? limit 2`, RUN).all(id, id);
    return rows.length === 1 ? rows[0] : undefined;
  }

  close(): void {
    this.commits.guard?.close();
    this.commits.guard = null;
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
