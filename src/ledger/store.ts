import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { TraceError } from '../errors.ts';
import { say } from '../say.ts';
import { isBusy, isFull, ledgerError } from './errors.ts';
import { Guard, type Marker } from './marker.ts';
import type { Reserve } from './reserve.ts';
import { type ColumnTypes, Query, type RowOf } from './rows.ts';

/** The schema of the entries: this ledger, the attached one, or a view of the attached one. */
export type EntriesSchema = 'main' | 'memory' | 'temp';

/** The database of a ledger, which its groups share. Only this folder uses it: other modules see `Ledger`. */
export class Store {
  readonly db: DatabaseSync;
  /** The file; for a temporary stage, what messages call it. */
  readonly path: string;
  readonly isTemporary: boolean;
  readonly commits: Commits;
  /**
   * The schema of the table of entries. `temp` is a view of `memory` that also shows records that were being sent when
   * a run was killed.
   */
  schema: EntriesSchema = 'main';
  /** Outcomes that could not be written, by the id of the record. Call each inside a transaction. */
  readonly unwritten = new Map<number, () => void>();

  constructor(db: DatabaseSync, path: string, isTemporary = false) {
    this.db = db;
    this.path = path;
    this.isTemporary = isTemporary;
    this.commits = new Commits(db, path);
  }

  /** The table or view of the entries that records are compared with, as SQL. */
  get entries(): string {
    return `${this.schema}.entries`;
  }

  /** Prepares a query. `shape` contains its columns and their types. */
  query<const S extends ColumnTypes>(sql: string, shape: S): Query<S> {
    return new Query(this.db, sql, shape);
  }

  /** The rows of a query. */
  all<const S extends ColumnTypes>(shape: S, sql: string, ...parameters: SQLInputValue[]): RowOf<S>[] {
    return this.query(sql, shape).all(...parameters);
  }

  /** The rows of a query as a stream. */
  iterate<const S extends ColumnTypes>(
    shape: S,
    sql: string,
    ...parameters: SQLInputValue[]
  ): Iterable<RowOf<S>> {
    return this.query(sql, shape).iterate(...parameters);
  }

  /** The first row of a query. Throws TraceError `ledger-damaged` if there is none. */
  one<const S extends ColumnTypes>(shape: S, sql: string, ...parameters: SQLInputValue[]): RowOf<S> {
    return this.query(sql, shape).one(...parameters);
  }

  /** The only value of a query whose column is `count`. */
  count(sql: string, ...parameters: SQLInputValue[]): number {
    return this.one({ count: 'integer' }, sql, ...parameters).count;
  }

  /** Whether a query has a row. */
  has(sql: string, ...parameters: SQLInputValue[]): boolean {
    return this.db.prepare(sql).get(...parameters) !== undefined;
  }

  /** Runs a statement once. Returns the number of changed rows. */
  run(sql: string, ...parameters: SQLInputValue[]): number {
    return Number(this.db.prepare(sql).run(...parameters).changes);
  }

  /**
   * Runs `work` in a transaction: afterwards either all of it is on the disk, or nothing. If a transaction is already
   * open, `work` becomes part of it.
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
      this.commits.guard?.count();
      this.db.exec('commit');
      this.commits.guard?.afterCommit(false);
    } catch (error) {
      this.rollBack();
      throw ledgerError(error, this.path);
    }
  }

  /** See `Commits.write`. */
  write(work: () => void, options: { readonly sendsNext?: boolean } = {}): Promise<void> {
    return this.commits.write(work, options);
  }

  /** Rolls back the open transaction, if there is one. */
  rollBack(): void {
    if (this.db.isOpen && this.db.isTransaction) this.db.exec('rollback');
  }
}

/** Operations of a ledger on its store. */
export class Group {
  protected readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }
}

/** Operations on the records of one run. */
export class RunGroup extends Group {
  protected readonly run: number;
  #scope: readonly [run: number, target: string, interfaceName: string] | undefined;

  constructor(store: Store, run: number) {
    super(store);
    this.run = run;
  }

  /** The rows of a query whose first parameter is the run. */
  protected all<const S extends ColumnTypes>(
    shape: S,
    sql: string,
    ...parameters: SQLInputValue[]
  ): RowOf<S>[] {
    return this.store.all(shape, sql, this.run, ...parameters);
  }

  protected iterate<const S extends ColumnTypes>(
    shape: S,
    sql: string,
    ...parameters: SQLInputValue[]
  ): Iterable<RowOf<S>> {
    return this.store.iterate(shape, sql, this.run, ...parameters);
  }

  /** The run, its target and its interface: the first parameters of queries that compare records with known ones. */
  protected get scope(): readonly [run: number, target: string, interfaceName: string] {
    if (this.#scope === undefined) {
      const sql = 'select target, interface from runs where run = ?';
      const row = this.store.one({ target: 'text', interface: 'text' }, sql, this.run);
      this.#scope = [this.run, row.target, row.interface];
    }
    return this.#scope;
  }
}

interface Write {
  readonly work: () => void;
  /** Whether a request is sent after the write. */
  readonly sendsNext: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Maximum number of attempts to lock a ledger that another program is writing. Each attempt waits five seconds;
 * the event loop runs in between.
 */
const MAX_LOCK_ATTEMPTS = 12;

/**
 * Groups writes into commits: all writes of one turn of the event loop share a commit at its end. A timer would make
 * larger groups but reduce throughput, because each request waits for two commits. Between two turns no transaction is
 * open, so that other processes can write.
 */
export class Commits {
  readonly #db: DatabaseSync;
  readonly #path: string;
  #waiting: Write[] = [];
  #busy = 0;
  /** Set if the run sends records. */
  #guard: Guard | null = null;
  #notOwn: () => TraceError | null = () => null;
  #reserve: Reserve | null = null;
  /** The error of a disk that was full. After it, only outcomes are written. */
  #full: unknown = null;

  constructor(db: DatabaseSync, path: string) {
    this.#db = db;
    this.#path = path;
  }

  get guard(): Guard | null {
    return this.#guard;
  }

  /** Updates the markers at each commit from now on. */
  watch(marker: Marker): void {
    this.#guard = new Guard(this.#db, this.#path, marker);
  }

  /**
   * Checks inside each commit before requests are sent that no other process sends to the target: the sender must still
   * have this token. `reserve` is freed for outcomes if the disk is full.
   */
  checkSender(target: string, token: string, reserve: Reserve): void {
    const own = this.#db.prepare('select 1 from senders where target = ? and token = ?');
    this.#notOwn = () => (own.get(target, token) === undefined ? lockedError() : null);
    this.#reserve = reserve;
  }

  /** Frees the space that is reserved on the disk. Returns whether space was reserved. */
  freeReserve(): boolean {
    return this.#reserve?.free() ?? false;
  }

  /** Closes the markers. */
  close(): void {
    this.#guard?.close();
    this.#guard = null;
  }

  /**
   * Resolves when the writes of `work` are on the disk. Rejects if nothing of `work` was written, with a
   * TraceError if one fits. `work` runs at the end of the turn; if another write of its group fails, it runs again
   * alone.
   * @param options `sendsNext`: a request is sent next, so the ledger must still be at its path. Other writes
   * store outcomes and are always attempted.
   */
  write(work: () => void, { sendsNext = false } = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ work, sendsNext, resolve, reject }) === 1) setImmediate(() => this.#commit());
    });
  }

  #commit(): void {
    if (this.#waiting.length === 0) return;
    try {
      this.#db.exec('begin immediate');
    } catch (error) {
      if (isBusy(error) && ++this.#busy < MAX_LOCK_ATTEMPTS) setImmediate(() => this.#commit());
      else if (this.#hasFreed(error)) this.#commit();
      else this.#fail(this.#take(), error);
      return;
    }
    this.#settle(this.#take());
  }

  #take(): Write[] {
    const group = this.#waiting;
    this.#waiting = [];
    this.#busy = 0;
    return group;
  }

  /** Returns the writes of a group that are allowed, and rejects the promises of all other writes. */
  #allowed(group: readonly Write[]): readonly Write[] {
    const gone = group.some(({ sendsNext }) => sendsNext)
      ? (this.#full ?? this.#guard?.goneError() ?? this.#notOwn())
      : null;
    if (gone === null) return group;
    const [leaving, others] = [true, false].map((sendsNext) =>
      group.filter((write) => write.sendsNext === sendsNext),
    );
    this.#fail(leaving!, gone);
    return others!;
  }

  /** Runs and commits a group inside the open transaction. */
  #settle(all: readonly Write[]): void {
    let working = true;
    let group = all;
    try {
      group = this.#allowed(all);
      for (const { work } of group) work();
      working = false;
      this.#guard?.count();
      this.#db.exec('commit');
    } catch (error) {
      this.#rollBack();
      if (this.#hasFreed(error)) {
        this.#waiting.unshift(...group);
        this.#commit();
      } else if (working && group.length > 1) this.#settleAlone(group);
      else this.#fail(group, error);
      return;
    }
    const failure = this.#unguarded(group.some(({ sendsNext }) => sendsNext));
    for (const write of group) {
      if (failure && write.sendsNext) this.#fail([write], failure);
      else write.resolve();
    }
  }

  /** The error that forbids sending a request after a commit; null if requests may be sent. */
  #unguarded(sendsNext: boolean): unknown {
    try {
      this.#guard?.afterCommit(sendsNext);
      return null;
    } catch (error) {
      return error;
    }
  }

  /** Runs each write of a group alone, so that one failure does not affect the others. */
  #settleAlone(group: readonly Write[]): void {
    for (const write of group) {
      try {
        this.#db.exec('begin immediate');
      } catch (error) {
        this.#fail([write], error);
        continue;
      }
      this.#settle([write]);
    }
  }

  /** Whether space was freed for outcomes because the disk is full. */
  #hasFreed(error: unknown): boolean {
    if (!isFull(error) || !this.freeReserve()) return false;
    this.#full = ledgerError(error, this.#path);
    return true;
  }

  #fail(group: readonly Write[], error: unknown): void {
    const reason = ledgerError(error, this.#path);
    for (const { reject } of group) reject(reason);
  }

  #rollBack(): void {
    try {
      if (this.#db.isTransaction) this.#db.exec('rollback');
    } catch {
      // Ignored: a closed ledger has nothing to roll back, and one that cannot roll back refuses the next transaction.
    }
  }
}

/** The error if another process sends to the target. */
export const lockedError = (): TraceError =>
  new TraceError('locked', 'run-locked', say().ledger.locked(), say().ledger.lockedHint());
