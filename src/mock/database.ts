import { DatabaseSync } from 'node:sqlite';
import { usage } from '../errors.ts';
import { say } from '../say.ts';
import { systemCause } from '../system-cause.ts';
import { V3_SCHEMA } from './v3/records.ts';

/** Identifies a file as data of the mock, so that no other database is opened by mistake. */
const APPLICATION_ID = 0x74724d6b;
const SCHEMA_VERSION = 4;

/**
 * `journal` is append-only and contains every applied create with its body. `records` contains the existing keys. The
 * other tables contain the data of the read paths.
 */
const SCHEMA = `
  CREATE TABLE journal (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, family TEXT NOT NULL, key TEXT NOT NULL,
    id TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE records (
    kind TEXT NOT NULL, key TEXT NOT NULL, family TEXT NOT NULL, journal INTEGER NOT NULL,
    PRIMARY KEY (kind, key, family)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE products (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, family TEXT NOT NULL, ref TEXT NOT NULL,
    name TEXT NOT NULL, category TEXT NOT NULL, search TEXT NOT NULL, UNIQUE (ref, family)
  ) STRICT;
  CREATE TABLE collections (name TEXT PRIMARY KEY, id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE studies (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, product INTEGER NOT NULL REFERENCES products,
    collection TEXT NOT NULL, color TEXT NOT NULL, picture TEXT NOT NULL, state TEXT NOT NULL,
    journal INTEGER NOT NULL, UNIQUE (product, collection, color)
  ) STRICT;
  CREATE TABLE packaging (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, family TEXT NOT NULL, ref TEXT NOT NULL,
    type TEXT NOT NULL, search TEXT NOT NULL, UNIQUE (ref, family)
  ) STRICT;
`;

/** The components of each product. A component without a colour belongs to every colour. */
const COMPONENTS = `
  CREATE TABLE components (
    product TEXT NOT NULL, collection TEXT NOT NULL, color TEXT NOT NULL, family TEXT NOT NULL,
    journal INTEGER NOT NULL, PRIMARY KEY (product, collection, color, journal)
  ) STRICT, WITHOUT ROWID;
`;

/** Migrates version 1: creates the table of components, and fills it from the journal. */
const MIGRATION_FROM_1 = `${COMPONENTS}
  INSERT INTO components SELECT body ->> 'productRef', body ->> 'productCollectionRef',
    coalesce(body ->> 'productColorCode', ''), family, seq FROM journal WHERE kind = 'component';
`;

/**
 * A table of bodies that were sent with renamed fields. It has them with the field names of the interface, for the read
 * paths.
 */
const SHOWN_TABLE = `
  CREATE TABLE IF NOT EXISTS shown (seq INTEGER PRIMARY KEY REFERENCES journal, body TEXT NOT NULL) STRICT;
`;

/** The migration from each version to the current one. */
const MIGRATIONS = [
  SCHEMA + COMPONENTS + V3_SCHEMA + SHOWN_TABLE,
  MIGRATION_FROM_1 + V3_SCHEMA + SHOWN_TABLE,
  V3_SCHEMA + SHOWN_TABLE,
  SHOWN_TABLE,
];

/**
 * Opens the data of the mock, in memory if `file` is null. A commit survives the end of the process, but not a power
 * failure.
 *
 * @throws {TraceError} usage, if the file cannot be opened or is not data of the mock.
 */
export function openDatabase(file: string | null): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file ?? ':memory:', { timeout: 5000 });
    const id = pragma(db, 'application_id');
    const used = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n !== 0;
    if (used && id !== APPLICATION_ID) throw new Error(say().mockServer.otherDatabase());
    const version = used ? Number(pragma(db, 'user_version')) : 0;
    if (used && !(version >= 1 && version <= SCHEMA_VERSION))
      throw new Error(say().mockServer.otherVersion());
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000');
    db.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA foreign_keys = OFF');
    if (version !== SCHEMA_VERSION) {
      db.exec(`BEGIN; ${MIGRATIONS[version]}
        PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
    }
    return db;
  } catch (error) {
    db?.close();
    const reason = systemCause(error);
    const { data, dataHow } = say().mockServer;
    throw usage('mock-data', data({ file: String(file), reason }), dataHow(), error);
  }
}

function pragma(db: DatabaseSync, name: string): unknown {
  return db.prepare(`PRAGMA ${name}`).get()?.[name];
}
