import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { usage } from '../errors.ts';
import { createPrivately } from '../folder.ts';
import { say } from '../say.ts';
import { systemCause } from '../system-cause.ts';
import { DamagedLedger, isBusy, isDamage, ledgerError } from './errors.ts';
import { FOLD_OLDER, withFolding } from './folded.ts';
import { columnsOf } from './rows.ts';
import { CONDITIONS, INDEXES, OUTBOX, TABLES } from './tables.ts';

/** The version of the tables. A ledger of a newer version is refused. */
export const SCHEMA_VERSION = 5;

/** Marks a database as a ledger ("TRCE"). A database of another program is refused. */
const APPLICATION_ID = 0x54524345;

/** How long a process waits for another one, in milliseconds. */
export const BUSY_MS = 5000;
const BUSY_STEP_MS = 20;

/**
 * Opens a ledger, and creates it if it does not exist. It has a write-ahead log; a commit returns when it is on the
 * disk. A temporary database is on the disk, too, and is deleted when it is closed: checks and plans stage records there.
 * It gets its indexes later, see `STAGE_INDEXES`; `path` is what messages call it.
 *
 * @throws TraceError if the file is not a ledger, is damaged, has a newer version, or cannot be written
 */
export function openDatabase(path: string, isTemporary = false): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    if (!isTemporary) createPrivately(path);
    db = withFolding(new DatabaseSync(isTemporary ? '' : path, { timeout: BUSY_MS }));
    const version = versionOf(db, 'main', path);
    useWal(db);
    db.exec('pragma synchronous = full; pragma foreign_keys = off; pragma cache_size = -16000');
    // `checkSound` compares all rows with their conditions: doing it at each write costs a tenth of the CPU of an import.
    db.exec('pragma ignore_check_constraints = on');
    if (isTemporary) db.exec('pragma synchronous = off; pragma temp_store = file');
    if (version < SCHEMA_VERSION) makeTables(db, path, isTemporary ? '' : INDEXES);
    return db;
  } catch (error) {
    db?.close();
    throw ledgerError(error, path);
  }
}

/** Waits for another process that creates the same ledger, because SQLite itself does not wait for this pragma. */
function useWal(db: DatabaseSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let left = BUSY_MS; ; left -= BUSY_STEP_MS) {
    try {
      db.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || left <= 0) throw error;
      Atomics.wait(pause, 0, 0, BUSY_STEP_MS);
    }
  }
}

/**
 * The version of the tables of a database that is open or attached; 0 if it has no tables yet.
 *
 * @throws TraceError if it belongs to another program, or is newer than this version
 */
export function versionOf(db: DatabaseSync, schema: 'main' | 'memory', path: string): number {
  const one = (sql: string) => Object.values(db.prepare(sql).get()!)[0] as number;
  const empty = one(`select count(*) from ${schema}.sqlite_master`) === 0;
  if (!empty && one(`pragma ${schema}.application_id`) !== APPLICATION_ID) {
    throw usage('ledger-damaged', say().ledger.notLedger({ path }), say().ledger.notLedgerHint());
  }
  const version = one(`pragma ${schema}.user_version`);
  if (!empty && version < 1) throw new DamagedLedger(path, say().ledger.noVersion());
  if (version <= SCHEMA_VERSION) return version;
  throw usage('ledger-newer', say().ledger.newer({ path }), say().ledger.newerHint());
}

/**
 * Checks that the rows and the indexes of a ledger agree, and that every value fits its column.
 *
 * @param only the only table that is checked; all if it is not given
 * @throws TraceError `ledger-damaged`
 */
export function checkSound(db: DatabaseSync, path: string, only?: keyof typeof CONDITIONS): void {
  let reason: string | null;
  try {
    reason = unsoundReason(db, only);
  } catch (error) {
    if (isDamage(error)) throw new DamagedLedger(path, systemCause(error), error);
    throw ledgerError(error, path);
  }
  if (reason !== null) throw new DamagedLedger(path, reason);
}

function unsoundReason(db: DatabaseSync, only: keyof typeof CONDITIONS | undefined): string | null {
  const [result] = Object.values(db.prepare(`pragma integrity_check(${only ?? 1})`).get() ?? {});
  if (result !== 'ok') return String(result);
  const { user_version } = db.prepare('pragma user_version').get()!;
  if (user_version !== SCHEMA_VERSION) return null;
  if (!hasOwnTables(db)) return say().ledger.tablesChanged();
  // A connection that only reads does not compare rows with the conditions of their table.
  const violated = Object.entries(CONDITIONS).find(
    ([table, condition]) =>
      (only ?? table) === table &&
      db.prepare(`select 1 from ${table} where not (${condition}) limit 1`).get() !== undefined,
  );
  return violated === undefined ? null : say().ledger.rowsDiffer({ table: violated[0] });
}

/** Whether the definitions of the tables are those with which a ledger is made. */
function hasOwnTables(db: DatabaseSync): boolean {
  using made = new DatabaseSync(':memory:');
  made.exec(TABLES + INDEXES + outboxOf(db));
  const [expected, found] = [made, db].map((of) => JSON.stringify(of.prepare(DEFINITIONS).all()));
  return found === expected;
}

/** The triggers of a ledger: it has them if a target has a shared memory. */
const outboxOf = (db: DatabaseSync): string =>
  namesOf(db, 'table').includes('memories') && db.prepare('select 1 from memories').get() ? OUTBOX : '';

const DEFINITIONS = "select type, name, sql from sqlite_master where name not like 'sqlite_%' order by name";

/**
 * Creates the tables, or upgrades those of an older version. The version is read again inside the transaction, because
 * another process may have done it first.
 */
function makeTables(db: DatabaseSync, path: string, indexes: string): void {
  db.exec('begin immediate');
  const version = versionOf(db, 'main', path);
  if (version < SCHEMA_VERSION) {
    const older = namesOf(db, 'table');
    for (const type of ['index', 'trigger'] as const)
      for (const name of namesOf(db, type)) db.exec(`drop ${type} ${name}`);
    for (const name of older) db.exec(`alter table ${name} rename to older_${name}`);
    db.exec(TABLES);
    const tables = new Set(namesOf(db, 'table'));
    for (const name of older) {
      if (tables.has(name)) moveRows(db, `older_${name}`, name);
      if (name === 'unchanged') db.exec(FOLD_OLDER);
      db.exec(`drop table older_${name}`);
    }
    if (indexes !== '') db.exec(indexes + outboxOf(db));
    db.prepare('insert or ignore into identity(one, id) values (1, ?)').run(randomBytes(16).toString('hex'));
  }
  db.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${SCHEMA_VERSION}; commit`);
}

const namesOf = (db: DatabaseSync, type: 'table' | 'index' | 'trigger'): string[] =>
  db
    .prepare(
      "select name from sqlite_master where type = ? and sql is not null and name <> 'sqlite_sequence'",
    )
    .all(type)
    .map(({ name }) => String(name));

/** Copies the columns that both tables have. */
function moveRows(db: DatabaseSync, from: string, to: string): void {
  const columns = new Set(columnsOf(db, from));
  const both = columnsOf(db, to).flatMap((name) => (columns.has(name) ? [`"${name}"`] : []));
  db.exec(`insert into ${to}(${both}) select ${both} from ${from}`);
}
