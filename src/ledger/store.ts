import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Commits } from './commits.ts';
import { ledgerError } from './errors.ts';
import { Query, type Row, type Shape } from './rows.ts';

/** The schema of the entries: this ledger, the attached one, or a view of the attached one. */
export type Known = 'main' | 'memory' | 'temp';

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
  schema: Known = 'main';
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
  query<const S extends Shape>(sql: string, shape: S): Query<S> {
    return new Query(this.db, sql, shape);
  }

  /** The rows of a query. */
  all<const S extends Shape>(shape: S, sql: string, ...parameters: SQLInputValue[]): Row<S>[] {
    return this.query(sql, shape).all(...parameters);
  }

  /** The rows of a query as a stream. */
  iterate<const S extends Shape>(shape: S, sql: string, ...parameters: SQLInputValue[]): Iterable<Row<S>> {
    return this.query(sql, shape).iterate(...parameters);
  }

  /** The first row of a query. Throws TraceError `ledger-damaged` if there is none. */
  one<const S extends Shape>(shape: S, sql: string, ...parameters: SQLInputValue[]): Row<S> {
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
  protected all<const S extends Shape>(shape: S, sql: string, ...parameters: SQLInputValue[]): Row<S>[] {
    return this.store.all(shape, sql, this.run, ...parameters);
  }

  protected iterate<const S extends Shape>(
    shape: S,
    sql: string,
    ...parameters: SQLInputValue[]
  ): Iterable<Row<S>> {
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
