import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SortKey } from './item.ts';

/** A record in the spool. */
export interface Entry {
  readonly place: SortKey;
  readonly state: string;
  /** The hash of the record. It differs if the record changed. */
  readonly hash: string;
  readonly offset: number;
  readonly bytes: number;
}

/** A temporary database: what exceeds its cache is in a private file, which the system removes. */
const TABLE = `
  PRAGMA journal_mode = OFF; PRAGMA cache_size = -16000;
  CREATE TABLE entries (
    collection BLOB NOT NULL, ref BLOB NOT NULL, color BLOB NOT NULL, id BLOB NOT NULL, entry TEXT NOT NULL,
    PRIMARY KEY (collection, ref, color, id)
  ) STRICT, WITHOUT ROWID;
  BEGIN;`;

/**
 * The entries of a spool, in the order of the rows and without duplicates: the first of several with the same sort key
 * counts. Memory does not grow with their number.
 */
export class SortedEntries implements Iterable<Entry> {
  #db: DatabaseSync | null = null;
  #insert: StatementSync | null = null;
  #count = 0;

  /** Number of entries that were added. */
  get count(): number {
    return this.#count;
  }

  add(entry: Entry): void {
    if (!this.#db) {
      this.#db = new DatabaseSync('');
      this.#db.exec(TABLE);
      this.#insert = this.#db.prepare('INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?, ?)');
    }
    this.#insert!.run(...entry.place.map(codeUnits), JSON.stringify(entry));
    this.#count++;
  }

  /** Reads the entries. None may be added meanwhile. */
  *[Symbol.iterator](): Generator<Entry> {
    const select = this.#db?.prepare('SELECT entry FROM entries ORDER BY collection, ref, color, id');
    for (const { entry } of select?.iterate() ?? []) yield JSON.parse(String(entry)) as Entry;
  }

  close(): void {
    this.#db?.close();
    this.#db = null;
  }
}

/** The code units of a text, which SQLite compares as `compareSortKeys` compares texts. */
const codeUnits = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();
