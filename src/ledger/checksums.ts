import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { defineRowSum, query } from './rows.ts';

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

/** The columns of a table that its checksums cover. */
export function columnsOf(db: DatabaseSync, name: string): string[] {
  const rows = db.prepare(`select name from pragma_table_info('${name}') order by cid`).all();
  return rows.map((row) => String(row.name)).filter((column) => column !== 'sum');
}

const sumSql = (columns: readonly string[], prefix = ''): string =>
  `row_sum(${columns.map((column) => `${prefix}${column}`).join(', ')})`;

/**
 * Updates the checksums of all rows that this connection writes, with temporary triggers. Other programs do not have
 * these triggers, so their changes are detected. A statement that sets the checksum of a row itself also has to tally
 * it; see `SealedRows`.
 */
export function keepSums(db: DatabaseSync): void {
  defineRowSum(db);
  // With this pragma, replacing a row also runs the delete trigger.
  db.exec('pragma recursive_triggers = on');
  for (const table of SUMMED) {
    const { name, key } = table;
    const columns = columnsOf(db, name);
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
        when new.sum = old.sum begin ${reseal}
        ${tallied(table, 'new', (at) => `update tallies set total = total - old.sum + ${sum} where name = '${name}' and scope = ${at};`)} end;`);
    if (table.scope === null) continue;
    db.exec(`create temp trigger ${name}_deleted after delete on main.${name} begin
        ${tallied(table, 'old', (at) => `update tallies set rows = rows - 1, total = total - old.sum where name = '${name}' and scope = ${at};`)} end;`);
  }
}

function tallied({ scope }: Summed, row: 'new' | 'old', sql: (at: string) => string): string {
  return scope === null ? '' : sql(scope === 'run' ? `${row}.run` : String(WHOLE_TABLE));
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
    db.exec(`update ${name} set sum = ${sumSql(columnsOf(db, name))}`);
    if (scope === null) continue;
    const [by, grouped] = scope === 'run' ? ['run', 'group by run'] : [WHOLE_TABLE, 'having count(*) > 0'];
    db.exec(`insert into tallies select '${name}', ${by}, count(*), sum(sum) from ${name} ${grouped}`);
  }
}

/** The runs whose records are read. `unfinished`: all runs that did not end with exit code 0. */
export type ReadRuns = 'all' | 'unfinished' | readonly number[];

/**
 * Returns why rows differ from what was written. Checks the rows of these runs, and of the tables that all runs
 * share. Null if all are intact.
 */
export function unsound(db: DatabaseSync, runs: ReadRuns): string | null {
  defineRowSum(db);
  if (db.prepare('select shape from identity').get()?.shape !== shapeOf(db))
    return 'its tables were changed by another program';
  for (const table of SUMMED) {
    if (table.scope === 'all' && !isWhole(db, table, WHOLE_TABLE))
      return `rows of ${table.name} differ from what was written`;
  }
  for (const run of numbersOf(db, runs)) {
    for (const table of SUMMED) {
      if (table.scope === 'all' || isWhole(db, table, run)) continue;
      const { id } = query(db, 'select id from runs where run = ?', { id: 'text' }).one(run);
      return `rows of ${table.name} of run ${id} differ from what was written`;
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
  const { bad, tallied } = query(
    db,
    `select s.bad, s.rows = coalesce(t.rows, 0) and s.total = coalesce(t.total, 0) as tallied from (
         select count(*) as rows, coalesce(sum(sum), 0) as total,
           coalesce(sum(sum is not ${sumSql(columnsOf(db, name))}), 0) as bad from ${name} where ${where}
       ) s left join tallies t on t.name = ? and t.scope = ?`,
    { bad: 'integer', tallied: 'boolean' },
  ).one(name, scope);
  return bad === 0 && (table.scope === null || tallied);
}

/** The SQL condition that a row has its checksum. */
export function isUnchangedSql(db: DatabaseSync, name: 'records', prefix: string): string {
  return `${prefix}sum is ${sumSql(columnsOf(db, name), prefix)}`;
}
