import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { say } from '../say.ts';
import { DamagedLedger } from './errors.ts';

/** The types of columns; with `?` they may be null. A `boolean` is a condition: 1 is true, 0 and null are false. */
interface Types {
  readonly integer: number;
  readonly 'integer?': number | null;
  readonly real: number;
  readonly 'real?': number | null;
  readonly text: string;
  readonly 'text?': string | null;
  readonly 'scalar?': string | number | null;
  readonly boolean: boolean;
}

/** The type of a column, or a list of the values that it may have. */
type ColumnType = keyof Types | readonly (string | null)[];

type Value<C extends ColumnType> = C extends keyof Types
  ? Types[C]
  : Extract<C, readonly (string | null)[]>[number];

/** The columns of a query, by name. */
export type ColumnTypes = { readonly [name: string]: ColumnType };

/** A row of a query with these columns. */
export type RowOf<S extends ColumnTypes> = { readonly [Name in keyof S]: Value<S[Name]> };

/**
 * Queries whose columns were already compared with their shape. They are not compared again, because asking SQLite
 * for the columns takes as long as preparing the query.
 */
const matchingQueries = new Set<string>();

type Raw = Record<string, SQLOutputValue | boolean>;

/**
 * A prepared query whose rows have the types of its columns. Every row is checked, because SQLite stores any value in
 * any column.
 */
export class Query<const S extends ColumnTypes> {
  readonly #statement: StatementSync;
  readonly #columns: readonly (readonly [name: string, fits: (value: unknown) => boolean])[];
  readonly #conditions: readonly string[];
  readonly #path: () => string;

  /** `shape` contains the columns and their types. Throws if they are not those of the query. */
  constructor(db: DatabaseSync, sql: string, shape: S) {
    this.#statement = db.prepare(sql);
    const names = Object.keys(shape);
    if (!matchingQueries.has(sql)) {
      const columns = this.#statement.columns();
      if (columns.length !== names.length || columns.some(({ name }) => !Object.hasOwn(shape, name)))
        throw new Error(`expected the columns ${names.join(', ')}: ${sql}`);
      matchingQueries.add(sql);
    }
    this.#columns = names.map((name) => [name, testOf(shape[name]!)]);
    this.#conditions = names.filter((name) => shape[name] === 'boolean');
    this.#path = () => db.location() ?? say().ledger.temporary();
  }

  /** The first row; undefined if there is none. */
  get(...parameters: SQLInputValue[]): RowOf<S> | undefined {
    const row = this.#statement.get(...parameters);
    return row === undefined ? undefined : this.#typed(row);
  }

  /**
   * The first row.
   *
   * @throws TraceError `ledger-damaged` if there is none
   */
  one(...parameters: SQLInputValue[]): RowOf<S> {
    const row = this.get(...parameters);
    if (row === undefined) throw new DamagedLedger(this.#path(), say().ledger.rowMissing());
    return row;
  }

  all(...parameters: SQLInputValue[]): RowOf<S>[] {
    return this.#statement.all(...parameters).map((row) => this.#typed(row));
  }

  *iterate(...parameters: SQLInputValue[]): Generator<RowOf<S>, void> {
    for (const row of this.#statement.iterate(...parameters)) yield this.#typed(row);
  }

  /**
   * Checks the values of a row.
   *
   * @throws TraceError `ledger-damaged` if a value has another type than its column
   */
  #typed(row: Raw): RowOf<S> {
    for (const [name, fits] of this.#columns)
      if (!fits(row[name])) throw new DamagedLedger(this.#path(), say().ledger.columnValue({ name }));
    for (const name of this.#conditions) row[name] = row[name] === 1;
    return row as RowOf<S>;
  }
}

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string';
const optional = (test: (value: unknown) => boolean) => (value: unknown) => value === null || test(value);

const TESTS: Readonly<Record<keyof Types, (value: unknown) => boolean>> = {
  integer: isNumber,
  'integer?': optional(isNumber),
  real: isNumber,
  'real?': optional(isNumber),
  text: isText,
  'text?': optional(isText),
  'scalar?': optional((value) => isNumber(value) || isText(value)),
  boolean: optional((value) => value === 0 || value === 1),
};

const testOf = (column: ColumnType): ((value: unknown) => boolean) =>
  typeof column === 'string' ? TESTS[column] : (value) => column.some((one) => one === value);

/** The columns of a table. */
export const columnsOf = (db: DatabaseSync, table: string): string[] =>
  db
    .prepare('select name from pragma_table_info(?) order by cid')
    .all(table)
    .map(({ name }) => String(name));

/** The number of rows that one statement inserts. */
const ROWS_AT_ONCE = 20;

/** A row by its columns. Columns that are not given are null. */
type NewRow = Readonly<Record<string, string | number | null | undefined>>;

/** Inserts many new rows into a table. Call the methods inside one transaction, `end` last. */
export class Inserts {
  readonly #db: DatabaseSync;
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #many: StatementSync;
  #values: (string | number | null)[] = [];

  constructor(db: DatabaseSync, name: string) {
    this.#db = db;
    this.#table = name;
    this.#columns = columnsOf(db, name);
    this.#many = this.#inserting(ROWS_AT_ONCE);
  }

  add(row: NewRow): void {
    for (const column of this.#columns) this.#values.push(row[column] ?? null);
    if (this.#values.length < ROWS_AT_ONCE * this.#columns.length) return;
    this.#many.run(...this.#values);
    this.#values = [];
  }

  end(): void {
    const waiting = this.#values.length / this.#columns.length;
    if (waiting > 0) this.#inserting(waiting).run(...this.#values);
    this.#values = [];
  }

  #inserting(rows: number): StatementSync {
    const row = `(${this.#columns.map(() => '?').join(', ')})`;
    return this.#db.prepare(
      `insert into ${this.#table}(${this.#columns.map((name) => `"${name}"`).join(', ')}) values ${Array(rows).fill(row).join(', ')}`,
    );
  }
}

/**
 * A message that the ledger itself adds to a record, as a code with values. `import/report/report-parts.ts`
 * contains the sentences. Existing ledgers contain these codes, so new codes may be added but existing ones must
 * not change.
 */
export type StoredNote =
  /** On this date the service reported that it has the key. */
  | { readonly code: 'existing-earlier'; readonly on: string }
  | { readonly code: 'sent-uncertain'; readonly on: string }
  /** `trace resolve` settles the record, with the flags `place`. */
  | { readonly code: 'held'; readonly run: string; readonly place: readonly string[] }
  /** The service keeps the importation batch of an earlier request; the row has another batch. */
  | { readonly code: 'other-batch'; readonly sent: string; readonly row: string }
  | { readonly code: 'killed-while-sending' }
  /** The request was sent, and its outcome could not be stored. */
  | { readonly code: 'outcome-unstored' }
  /** The outcome in the report is not in the ledger. */
  | { readonly code: 'ledger-unwritable' }
  /** Another run (null: unknown) found out what the service has under the key. */
  | {
      readonly code: 'settled';
      readonly run: string | null;
      readonly found: 'this-content' | 'other-content' | 'key' | 'nothing';
    }
  /** Another run has sent the record, or the user has decided about it. */
  | { readonly code: 'settled-since'; readonly run: string }
  | { readonly code: 'sent-since'; readonly run: string }
  /** Another machine sends the record now, so that this run did not. */
  | { readonly code: 'sent-elsewhere'; readonly run: string; readonly host: string }
  | { readonly code: 'content-unknown' }
  | { readonly code: 'older-copy' }
  /** The input was not read to its end, so the record was not looked up in the ledger. */
  | { readonly code: 'not-looked-up' }
  | { readonly code: 'confirmed-sent'; readonly by: string; readonly on: string }
  | { readonly code: 'confirmed-kept'; readonly by: string; readonly on: string };

/** A note, or text. Text is from the service, or a sentence that an older version stored instead of a note. */
export type Message = string | StoredNote;

/** A list of messages as it is stored; null if it is empty. */
export const storedMessages = (messages: readonly Message[]): string | null =>
  messages.length > 0 ? JSON.stringify(messages) : null;

/** The note about a record that was being sent when its process ended, as an SQL text. */
export const KILLED_WHILE_SENDING = `'${JSON.stringify([{ code: 'killed-while-sending' } satisfies StoredNote])}'`;
