import { DatabaseSync } from 'node:sqlite';
import type { TraceError } from '../errors.ts';
import { Commits } from './commits.ts';
import { BUSY_MS, makeIndexes, openDatabase, versionOf } from './database.ts';
import { ledgerError } from './errors.ts';
import type { Ledger, NewRun, RunRow, RunStage } from './ledger.ts';
import { readable, showInFlight } from './read-only.ts';
import { query } from './rows.ts';
import { newRunId } from './run-id.ts';
import { type Known, STORE, type Store } from './store.ts';
import { copyTargets } from './targets.ts';

/** A ledger in a file of SQLite, or a temporary one. */
export class SqliteLedger implements Ledger {
  readonly [STORE]: Store & { known: Known };
  readonly path: string;
  readonly #dispose: () => void;

  private constructor(db: DatabaseSync, path: string, known: Known, dispose = () => {}) {
    this.path = path;
    this.#dispose = dispose;
    this[STORE] = { db, commits: new Commits(db, path), known, unwritten: new Map() };
  }

  static open(path: string): SqliteLedger {
    return new SqliteLedger(openDatabase(path), path, 'main');
  }

  static reading(path: string): SqliteLedger {
    const { url, dispose } = readable(path);
    try {
      const db = new DatabaseSync(new URL(url), { readOnly: true, timeout: BUSY_MS });
      return new SqliteLedger(db, path, 'main', dispose);
    } catch (error) {
      dispose();
      throw ledgerError(error, path);
    }
  }

  /**
   * Creates a temporary stage. The real ledger is attached read-only, so transactions of the stage do not lock it.
   */
  static temporary(ledgerPath: string | null): SqliteLedger {
    const db = openDatabase('');
    if (ledgerPath === null) return new SqliteLedger(db, '', 'main');
    let dispose = () => {};
    try {
      const found = readable(ledgerPath);
      dispose = found.dispose;
      db.prepare('attach database ? as memory').run(found.url);
      if (versionOf(db, 'memory', ledgerPath) > 0) {
        return new SqliteLedger(db, '', showInFlight(db) ? 'temp' : 'memory', dispose);
      }
      db.exec('detach database memory');
      dispose();
      return new SqliteLedger(db, '', 'main');
    } catch (error) {
      db.close();
      dispose();
      throw ledgerError(error, ledgerPath);
    }
  }

  knowAs(from: readonly string[], to: string): void {
    if (this[STORE].known === 'main') return;
    this.inTransaction(() => copyTargets(this[STORE].db, this[STORE].known, from, to));
    this[STORE].known = 'main';
  }

  staged(): void {
    if (this.path === '') this.inTransaction(() => makeIndexes(this[STORE].db));
  }

  inTransaction(work: () => void): void {
    if (this[STORE].db.isTransaction) {
      work();
      return;
    }
    try {
      this[STORE].db.exec('begin immediate');
      work();
      this[STORE].commits.guard?.raise();
      this[STORE].db.exec('commit');
      this[STORE].commits.guard?.committed(false);
    } catch (error) {
      this.rollBack();
      throw ledgerError(error, this.path);
    }
  }

  write(work: () => void, options: { readonly sendsNext?: boolean } = {}): Promise<void> {
    return this[STORE].commits.write(work, options);
  }

  rollBack(): void {
    if (this[STORE].db.isOpen && this[STORE].db.isTransaction) this[STORE].db.exec('rollback');
  }

  get isOpen(): boolean {
    return this[STORE].db.isOpen;
  }

  gone(): TraceError | null {
    return this[STORE].commits.guard?.gone() ?? null;
  }

  /** Moves committed rows from the write-ahead log into the ledger, so that damage to the log loses little. */
  checkpoint(): void {
    const { guard } = this[STORE].commits;
    if (!guard) return;
    try {
      this[STORE].db.exec('pragma wal_checkpoint(passive)');
    } catch {
      // Ignored: the rows stay in the log.
    }
    guard.sync();
  }

  startRun(head: NewRun): RunRow {
    const id = newRunId(head.startedAt);
    const { lastInsertRowid } = this[STORE].db
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
      this[STORE].db
        .prepare('update runs set finished_at = ?, exit_code = ?, verdict = ? where run = ?')
        .run(finishedAt, exitCode, verdict, run);
    });
  }

  setInterface(run: number, interfaceName: string): void {
    this[STORE].db.prepare('update runs set interface = ? where run = ?').run(interfaceName, run);
  }

  reached(run: number, stage: RunStage): void {
    this[STORE].db.prepare('update runs set stage = ? where run = ?').run(stage, run);
  }

  runs(limit = -1): RunRow[] {
    return query(this[STORE].db, `${RUNS} order by run desc limit ?`, RUN).all(limit);
  }

  environmentOf(run: number): string {
    return query(this[STORE].db, 'select environment from runs where run = ?', { environment: 'text' }).one(
      run,
    ).environment;
  }

  findRun(id: string): RunRow | undefined {
    if (id === 'latest') return this.runs(1)[0];
    const rows = query(this[STORE].db, `${RUNS} where substr(id, 1, length(?)) = ? limit 2`, RUN).all(id, id);
    return rows.length === 1 ? rows[0] : undefined;
  }

  close(): void {
    this[STORE].commits.close();
    if (!this[STORE].db.isOpen) return;
    this[STORE].db.close();
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
