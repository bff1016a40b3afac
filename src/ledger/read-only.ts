import { accessSync, constants, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { BUSY_MS, checkSound, openDatabase, SCHEMA_VERSION, versionOf } from './database.ts';
import { isUnwritable, ledgerError } from './errors.ts';

const KEY_COLUMNS = 'target, interface, kind, key, family';
const HAS_SAME_KEY = KEY_COLUMNS.split(', ')
  .map((name) => `f.${name} = e.${name}`)
  .join(' and ');

/**
 * Creates the view `temp.entries` of the entries of the attached ledger `memory`. In it, records that were being sent
 * when their process ended are in doubt, except updates, which are sent again. Returns false and creates no view if
 * there are no such records.
 */
export function showInFlight(db: DatabaseSync): boolean {
  db.exec(
    `create temp table in_flight as
       select u.target, u.interface, r.kind, r.key, r.family, r.hash, r.body, r.batch, u.id as run,
         max(coalesce(a.started_at, u.started_at)) as at
       from memory.runs u join memory.records r on r.run = u.run
       left join memory.attempts a on a.record = r.id and a.attempt = r.attempts
       where u.finished_at is null and u.command in ('import', 'update') and r.state = 'sending' and r.outcome is null
         and r.id not in (select record from memory.updates)
       group by 1, 2, 3, 4, 5`,
  );
  if (!db.prepare('select 1 from in_flight limit 1').get()) return false;
  const names = `${KEY_COLUMNS}, state, taken, hash, body, batch, answer, run, at, sure, doubt_hash`;
  db.exec(
    `create unique index temp.in_flight_key on in_flight(${KEY_COLUMNS});
     create temp view entries as
       select ${names} from memory.entries e where not exists (select 1 from in_flight f where ${HAS_SAME_KEY})
       union all
       select f.target, f.interface, f.kind, f.key, f.family, 'in-doubt', coalesce(e.taken, 0), coalesce(e.hash, f.hash),
         coalesce(e.body, f.body), coalesce(e.batch, f.batch), e.answer, f.run, f.at, e.state, f.hash
       from in_flight f left join memory.entries e on ${HAS_SAME_KEY}`,
  );
  return true;
}

/** A ledger, or a copy of it, that can be opened for reading. */
export interface ReadableLedger {
  /** A file URL with the parameters for SQLite. */
  readonly url: string;
  /** Removes the copy. */
  dispose(): void;
}

const nothing = () => {};

/**
 * Prepares a ledger for reading, even in a read-only folder. Reading its write-ahead log needs a file next to it, so in
 * such a folder a copy is read. A ledger of an older version is upgraded first.
 *
 * @throws TraceError
 */
export function readableLedger(path: string): ReadableLedger {
  try {
    return ledgerInPlace(path) ?? readOnlyCopy(path);
  } catch (error) {
    throw ledgerError(error, path);
  }
}

/** Returns the ledger as it is, to be read in place. Null if it must be copied first. */
function ledgerInPlace(path: string): ReadableLedger | null {
  const url = `${pathToFileURL(path).href}?mode=ro`;
  let version: number;
  try {
    using db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
    version = versionOf(db, 'main', path);
    // A damaged ledger is not upgraded.
    if (version > 0 && version < SCHEMA_VERSION) checkSound(db, path);
  } catch (error) {
    if (isUnwritable(error)) return null;
    throw error;
  }
  if (version > 0 && version < SCHEMA_VERSION) {
    if (!isWritable(path)) return null;
    openDatabase(path).close();
  }
  return { url, dispose: nothing };
}

function isWritable(path: string): boolean {
  try {
    for (const name of [path, dirname(path)]) accessSync(name, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folder is read-only for everybody, so there is no log to read: the file is complete. */
function readOnlyCopy(path: string): ReadableLedger {
  const url = pathToFileURL(path).href;
  const log = `${path}-wal`;
  const hasLog = (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const unchanging = { url: `${url}?immutable=1`, dispose: nothing };
  if (!hasLog) {
    using db = new DatabaseSync(new URL(unchanging.url), { readOnly: true });
    if (versionOf(db, 'main', path) === SCHEMA_VERSION) return unchanging;
  }
  const folder = mkdtempSync(join(tmpdir(), 'trace-ledger-'));
  const dispose = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const copy = join(folder, basename(path));
    copyFileSync(path, copy);
    if (hasLog) copyFileSync(log, `${copy}-wal`);
    openDatabase(copy).close();
    return { url: `${pathToFileURL(copy).href}?mode=ro`, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}
