import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { say } from '../say.ts';
import { columnsOf, isSummed, NULL, query, SEPARATOR } from './rows.ts';

/** A table whose rows have checksums. */
interface Summed {
  readonly name: string;
  /** The columns that identify a row. */
  readonly key: readonly string[];
  /**
   * How rows are totalled to detect missing rows: by run, or all together. Null for tables whose number of rows is
   * already stored in a parent row.
   */
  readonly scope: 'run' | 'all' | null;
}

/** The tables that decide what is sent and what a report says. */
const SUMMED: readonly Summed[] = [
  { name: 'identity', key: ['one'], scope: 'all' },
  { name: 'marks', key: ['target'], scope: 'all' },
  { name: 'runs', key: ['run'], scope: 'all' },
  { name: 'entries', key: ['target', 'interface', 'kind', 'key', 'family'], scope: 'all' },
  { name: 'updates', key: ['record'], scope: 'all' },
  { name: 'sheets', key: ['sheet_id'], scope: 'run' },
  { name: 'records', key: ['id'], scope: 'run' },
  { name: 'refs', key: ['record', 'field', 'kind', 'key'], scope: 'run' },
  { name: 'attempts', key: ['record', 'attempt'], scope: null },
  { name: 'sent', key: ['record', 'attempt'], scope: null },
];

/**
 * The scope number of tables with one total for all runs. It cannot be the number of a run, because those start at
 * 1.
 */
export const WHOLE_TABLE = 0;

const TABLES = `
create table identity(one integer primary key, id text not null, shape integer not null);
create table marks(target text primary key, seq integer not null) without rowid;
create table tallies(name text not null, scope integer not null, rows integer not null, total integer not null,
  primary key(name, scope)
) without rowid;
`;

/** The text of a row that its checksum is of, as SQL. */
const textSql = (columns: readonly string[], prefix = ''): string =>
  `concat_ws(char(${SEPARATOR.charCodeAt(0)}), ${columns
    .map((column) => `ifnull(${prefix}${column}, char(${NULL.charCodeAt(0)}))`)
    .join(', ')})`;

const sumSql = (columns: readonly string[], prefix = ''): string => `row_sum(${textSql(columns, prefix)})`;

/** Defines the SQL function `row_sum` for this connection. V8 keeps its arguments until the statement ends. */
function defineRowSum(db: DatabaseSync): void {
  db.function('row_sum', { deterministic: true }, crc32 as (text: unknown) => number);
}

/**
 * Updates the checksums of all rows that this connection writes, with temporary triggers. Other programs do not have
 * these triggers, so their changes are detected. A statement that writes `sum` itself also keeps the
 * tallies; see `SealedRows`.
 */
export function keepSums(db: DatabaseSync): void {
  defineRowSum(db);
  // With this pragma, replacing a row also runs the delete trigger.
  db.exec('pragma recursive_triggers = on');
  for (const table of SUMMED) {
    const { name, key } = table;
    const columns = columnsOf(db, table.name);
    const row = `(${key.join(', ')}) = (${key.map((column) => `new.${column}`).join(', ')})`;
    const reseal = `update ${name} set sum = ${sumSql(columns, 'new.')} where ${row};`;
    const sum = `(select sum from ${name} where ${row})`;
    db.exec(`
      create temp trigger ${name}_inserted after insert on main.${name} when new.sum = 0 begin ${reseal}
        ${tallied(
          table,
          'new',
          (at) => `insert into tallies(name, scope, rows, total) values ('${name}', ${at}, 1, ${sum})
          on conflict do update set rows = rows + 1, total = total + excluded.total;`,
        )} end;
      create temp trigger ${name}_updated after update of ${columns.join(', ')} on main.${name}
        when new.sum is old.sum begin ${reseal}
        ${tallied(table, 'new', (at) => `update tallies set total = total - old.sum + ${sum} where name = '${name}' and scope = ${at};`)} end;`);
    if (table.scope === null) continue;
    db.exec(`create temp trigger ${name}_deleted after delete on main.${name} begin
        ${tallied(table, 'old', (at) => `update tallies set rows = rows - 1, total = total - old.sum where name = '${name}' and scope = ${at};`)} end;`);
  }
}

function tallied({ scope }: Summed, row: 'new' | 'old', sql: (at: string) => string): string {
  return scope === null ? '' : sql(scope === 'run' ? `${row}.run` : String(WHOLE_TABLE));
}

/** The number of ids that one statement changes. */
const PART = 1000;

/**
 * Changes records of a run: sets `set`, which may end with `from`, where `where`. ?1 is the run, and `parameters` start at ?4.
 * A statement changes few records, because of `row_sum`; their checksums are computed once, instead of by triggers.
 * Returns the number of changed records. Either all are changed or none.
 */
export function changeRecords(
  db: DatabaseSync,
  run: number,
  set: string,
  where: string,
  ...parameters: readonly (string | number | null)[]
): number {
  if (!db.isTransaction) {
    db.exec('begin immediate');
    try {
      const changed = changeRecords(db, run, set, where, ...parameters);
      db.exec('commit');
      return changed;
    } catch (error) {
      if (db.isTransaction) db.exec('rollback');
      throw error;
    }
  }
  const hasSums = isSummed(db, 'records');
  const change = db.prepare(
    `update records set ${hasSums ? 'sum = -1 - records.sum, ' : ''}${set}
     where +records.run = ?1 and records.id between ?2 and ?3 and ${where}`,
  );
  const seal = hasSums ? new Seal(db) : null;
  let changed = 0;
  for (const ids of partsOf(db, run)) {
    const { changes } = change.run(run, ...ids, ...parameters);
    if (changes === 0) continue;
    seal?.seal(run, ids);
    changed += Number(changes);
  }
  return changed;
}

type Ids = readonly [first: number, last: number];

/** The first and the last id of the records of a run; null if it has none. */
export const idsOf = (db: DatabaseSync, run: number) =>
  query(db, 'select min(id) as first, max(id) as last from records where run = ?', {
    first: 'integer?',
    last: 'integer?',
  }).one(run);

/** The ids of the records of a run, in ranges of few ids. */
function* partsOf(db: DatabaseSync, run: number): Generator<Ids> {
  const { first, last } = idsOf(db, run);
  if (first === null || last === null) return;
  for (let from = first; from <= last; from += PART) yield [from, Math.min(last, from + PART - 1)];
}

/** Computes the checksums of changed records, whose `sum` is `-1 - ` the checksum before. */
class Seal {
  readonly #before;
  readonly #seal;
  readonly #tally;

  constructor(db: DatabaseSync) {
    const columns = columnsOf(db, 'records');
    const changed = '+run = ?1 and id between ?2 and ?3 and sum < 0';
    this.#before = query(db, `select sum(-1 - sum) as total from records where ${changed}`, {
      total: 'integer',
    });
    const seal = `update records set sum = ${sumSql(columns)} where ${changed} returning sum`;
    this.#seal = query(db, seal, { sum: 'integer' });
    this.#tally = db.prepare("update tallies set total = total + ? where name = 'records' and scope = ?");
  }

  seal(run: number, ids: Ids): void {
    const { total } = this.#before.one(run, ...ids);
    let after = 0;
    for (const { sum } of this.#seal.all(run, ...ids)) after += sum;
    this.#tally.run(after - total, run);
  }
}

/** Adds checksums and an id to a ledger that has none. Call it inside a transaction. */
export function addSums(db: DatabaseSync, id: string): void {
  db.exec(TABLES);
  for (const { name } of SUMMED) db.exec(`alter table ${name} add column sum integer not null default 0`);
  db.prepare('insert into identity(one, id, shape) values (1, ?, ?)').run(id, shapeOf(db));
  sumAll(db);
}

/** The checksum of the definitions of the tables and their indexes. */
export function shapeOf(db: DatabaseSync): number {
  const names = JSON.stringify(SUMMED.map(({ name }) => name));
  const made = db
    .prepare(
      `select type, name, tbl_name, sql from sqlite_master where tbl_name in (select value from json_each(?)) order by type, name`,
    )
    .all(names);
  return crc32(JSON.stringify(made));
}

/** Changes the definition of tables that have checksums, unless another program has changed it before. */
export function reshape(db: DatabaseSync, sql: string): void {
  db.exec('begin immediate');
  try {
    const intact = db.prepare('select shape from identity').get()?.shape === shapeOf(db);
    if (intact) {
      db.exec(sql);
      db.prepare('update identity set shape = ?').run(shapeOf(db));
    }
    db.exec('commit');
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
}

/** Computes all checksums again, for a ledger that is known to be intact or was changed on purpose. */
export function sumAll(db: DatabaseSync): void {
  defineRowSum(db);
  db.exec('delete from tallies');
  for (const table of SUMMED) {
    const { name, scope } = table;
    db.exec(`update ${name} set sum = ${sumSql(columnsOf(db, table.name))}`);
    if (scope === null) continue;
    const [by, grouped] = scope === 'run' ? ['run', 'group by run'] : [WHOLE_TABLE, 'having count(*) > 0'];
    db.exec(`insert into tallies select '${name}', ${by}, count(*), sum(sum) from ${name} ${grouped}`);
  }
}

/** The runs whose records are read. `unfinished`: all runs that did not end with exit code 0. */
export type ReadRuns = 'all' | 'unfinished' | readonly number[];

/**
 * Returns why rows differ from what was written. Checks the rows of these runs, and of the tables that all runs
 * share. Null if all are intact. Another process may write meanwhile: all rows are read as they are at one time.
 */
export function unsound(db: DatabaseSync, runs: ReadRuns): string | null {
  defineRowSum(db);
  if (db.isTransaction) return unsoundNow(db, runs);
  db.exec('begin');
  try {
    return unsoundNow(db, runs);
  } finally {
    if (db.isTransaction) db.exec('rollback');
  }
}

function unsoundNow(db: DatabaseSync, runs: ReadRuns): string | null {
  if (db.prepare('select shape from identity').get()?.shape !== shapeOf(db))
    return say().ledger.tablesChanged();
  for (const table of SUMMED) {
    if (table.scope === 'all' && !isWhole(db, table, WHOLE_TABLE))
      return say().ledger.rowsDiffer({ table: table.name });
  }
  for (const run of numbersOf(db, runs)) {
    for (const table of SUMMED) {
      if (table.scope === 'all' || isWhole(db, table, run)) continue;
      const { id } = query(db, 'select id from runs where run = ?', { id: 'text' }).one(run);
      return say().ledger.rowsDifferRun({ table: table.name, run: id });
    }
  }
  return null;
}

function numbersOf(db: DatabaseSync, runs: ReadRuns): readonly number[] {
  if (typeof runs !== 'string') return runs;
  const some = runs === 'all' ? 'true' : 'exit_code is not 0';
  return db
    .prepare(`select run from runs where ${some}`)
    .all()
    .map(({ run }) => Number(run));
}

/** Whether no row of a table is missing or changed. For a table with rows by run, only those of one run are checked. */
function isWhole(db: DatabaseSync, table: Summed, scope: number): boolean {
  const { name } = table;
  const where = {
    all: 'true',
    run: `run = ${scope}`,
    none: `record in (select id from records where run = ${scope})`,
  }[table.scope ?? 'none'];
  const text = textSql(columnsOf(db, table.name));
  const rows = query(db, `select ${text} as text, sum from ${name} where ${where}`, ROW_TEXT);
  const found = new Tally();
  for (const { text, sum } of rows.iterate()) {
    if (crc32(text) !== sum) return false;
    found.add(sum);
  }
  if (table.scope === null) return true;
  const tallied = db.prepare(
    'select ?3 = coalesce(max(rows), 0) and ?4 = coalesce(max(total), 0) as same from tallies where name = ?1 and scope = ?2',
  );
  return tallied.get(name, scope, found.rows, found.total())?.same === 1;
}

const ROW_TEXT = { text: 'text', sum: 'integer' } as const;

/** The number of rows and the total of their checksums, which may be more than a number can hold. */
class Tally {
  rows = 0;
  #few = 0;
  #many = 0n;

  add(sum: number): void {
    this.rows++;
    this.#few += sum;
    if (this.#few < Number.MAX_SAFE_INTEGER / 2) return;
    this.#many = this.total();
    this.#few = 0;
  }

  total(): bigint {
    return this.#many + BigInt(this.#few);
  }
}

/** The SQL condition that a row has its checksum. */
export function isUnchangedSql(db: DatabaseSync, name: 'records', prefix: string): string {
  const table = SUMMED.find((summed) => summed.name === name)!;
  return `${prefix}sum is ${sumSql(columnsOf(db, table.name), prefix)}`;
}
