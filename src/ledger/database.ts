import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { TraceError } from '../errors.ts';
import { createPrivately } from '../folder.ts';
import { say } from '../say.ts';
import { addSums, keepSums, reshape } from './checksums.ts';
import { DamagedLedger, isBusy, ledgerError } from './errors.ts';
import {
  DOUBTS,
  ENTRY_ID_INDEX,
  FINDING_LINES,
  IGNORED,
  INDEXES,
  LINES,
  RECORD_ROWS,
  SCHEMA,
  SENDERS,
  SENT,
  UPDATES,
  WAVE_INDEXES,
} from './tables.ts';

/** The version of the tables. A ledger of a newer version is refused. */
export const SCHEMA_VERSION = 2;

/** Marks a database as a ledger ("TRCE"). A database of another program is refused. */
const APPLICATION_ID = 0x54524345;

/** How long a process waits for another one, in milliseconds. */
export const BUSY_MS = 5000;
const BUSY_STEP_MS = 20;

/** Creates the indexes of a temporary stage; see `Ledger.temporary`. */
export function makeIndexes(db: DatabaseSync): void {
  db.exec(INDEXES);
}

/**
 * Opens a ledger, and creates it if it does not exist. It has a write-ahead log; a commit returns when it is on the
 * disk. An empty path opens a temporary database on disk, which is deleted when it is closed: checks and plans stage
 * records there.
 *
 * @throws TraceError if the file is not a ledger, is damaged, has a newer version, or cannot be written
 */
export function openDatabase(path: string): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    if (path !== '') createPrivately(path);
    db = new DatabaseSync(path, { timeout: BUSY_MS });
    const version = versionOf(db, 'main', path);
    useWal(db);
    db.exec('pragma synchronous = full; pragma foreign_keys = off; pragma cache_size = -16000');
    if (path === '') db.exec('pragma synchronous = off; pragma temp_store = file');
    if (version < SCHEMA_VERSION) makeTables(db, path);
    else if (!hasTables(db, ['doubts', 'ignored'])) db.exec(DOUBTS + IGNORED);
    if (!hasTables(db, ['text_lines'])) addLines(db);
    if (!hasTables(db, ['record_rows'])) db.exec(RECORD_ROWS);
    if (path !== '') {
      if (!hasTables(db, ['senders'])) db.exec(SENDERS);
      keepSums(db);
      if (!has(db, 'index', ['entries_id'])) reshape(db, ENTRY_ID_INDEX);
      if (!has(db, 'index', ['records_wave'])) reshape(db, WAVE_INDEXES);
    }
    return db;
  } catch (error) {
    db?.close();
    throw ledgerError(error, path);
  }
}

const hasTables = (db: DatabaseSync, names: readonly string[]): boolean => has(db, 'table', names);

function has(db: DatabaseSync, type: 'table' | 'index', names: readonly string[]): boolean {
  const one = db.prepare('select 1 from sqlite_master where type = ? and name = ?');
  return names.every((name) => one.get(type, name) !== undefined);
}

/** Adds the columns for lines, unless another process has added them in the meantime. */
function addLines(db: DatabaseSync): void {
  db.exec('begin immediate');
  const has = db.prepare("select 1 from pragma_table_info('findings') where name = 'line'");
  if (has.get() === undefined) db.exec(FINDING_LINES);
  db.exec(`${LINES} commit`);
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
    throw new TraceError(
      'usage',
      'ledger-damaged',
      say().ledger.notLedger({ path }),
      say().ledger.notLedgerHint(),
    );
  }
  const version = one(`pragma ${schema}.user_version`);
  if (!empty && version < 1) throw new DamagedLedger(path, say().ledger.noVersion());
  if (version <= SCHEMA_VERSION) return version;
  throw new TraceError('usage', 'ledger-newer', say().ledger.newer({ path }), say().ledger.newerHint());
}

/**
 * Checks the structure of a ledger and its indexes. If a run was killed, the machine or the disk may have failed.
 *
 * @throws TraceError `ledger-damaged`
 */
export function checkSound(db: DatabaseSync, path: string): void {
  const [result] = Object.values(db.prepare('pragma integrity_check(1)').get() ?? {});
  if (result !== 'ok') throw new DamagedLedger(path, String(result));
}

/**
 * Creates the tables, or upgrades those of an older version. The version is read again inside the transaction, because
 * another process may have done it first. A temporary stage has no checksums.
 */
function makeTables(db: DatabaseSync, path: string): void {
  db.exec('begin immediate');
  const version = versionOf(db, 'main', path);
  if (version === 0)
    db.exec(
      `${SCHEMA} ${path === '' ? '' : INDEXES + ENTRY_ID_INDEX} pragma application_id = ${APPLICATION_ID};`,
    );
  if (version < 2) {
    db.exec(SENT + UPDATES + DOUBTS + IGNORED + RECORD_ROWS);
    if (path !== '') addSums(db, randomBytes(16).toString('hex'));
  }
  db.exec(`pragma user_version = ${SCHEMA_VERSION}; commit`);
}
