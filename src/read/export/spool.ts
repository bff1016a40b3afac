import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { createPrivately } from '../../folder.ts';
import type { Language } from '../../say.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Disk } from './disk.ts';
import type { Item, SortKey } from './item.ts';
import type { Problem } from './problem.ts';
import type { ListEntry } from './resource.ts';

/** What an export selects. It is stored with the records. */
export interface SpoolHeader {
  readonly version: 2;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The command and its flags as JSON, for `--resume`. Never contains a secret. */
  readonly asked: string;
  readonly environment: string;
  readonly target: string;
  /** The language of its headers and problems. */
  readonly language: Language;
}

/** The items to fetch, and the problems that occurred while listing them. */
export interface SpooledList {
  /** Number of items. */
  readonly total: number;
  readonly problems: readonly Problem[];
  /** Reads the items one by one: a list may be long. */
  items(): Generator<Item>;
}

/** A record in the spool. */
export interface Entry {
  readonly place: SortKey;
  readonly state: string;
  /** The hash of the record. It differs if the record changed. */
  readonly hash: string;
  /** The number of the record, in the order in which they were added. */
  readonly number: number;
}

const HEADER = 'head.json';
const DATA = 'records.sqlite';
const KNOWN = 'known.json';

/** Texts of sort keys are UTF-16 in big-endian bytes: SQLite then sorts them by code units. */
const TABLES = `
  CREATE TABLE items (number INTEGER PRIMARY KEY, isItem INTEGER NOT NULL, json TEXT NOT NULL) STRICT;
  CREATE TABLE records (number INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
  CREATE TABLE entries (
    collection BLOB NOT NULL, reference BLOB NOT NULL, color BLOB NOT NULL, id BLOB NOT NULL, number INTEGER NOT NULL,
    key TEXT NOT NULL, state TEXT NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (collection, reference, color, id, number)
  ) STRICT, WITHOUT ROWID;
`;

/** Number of items that are read at once: records are added meanwhile. */
const ITEMS_AT_ONCE = 500;

/**
 * The data of an export on disk: a list of items, written completely or not at all, and the records that were fetched,
 * each in the file when `keep` returns. It survives the end of the process, but perhaps not a power failure.
 */
export class Spool {
  readonly folder: string;
  /** The keys of the records that were in the spool when it was opened. */
  readonly kept = new Set<string>();
  readonly #disk: Disk;
  #count = 0;
  #db: DatabaseSync | null = null;
  readonly #statements = new Map<string, StatementSync>();

  constructor(folder: string, disk: Disk) {
    this.folder = folder;
    this.#disk = disk;
  }

  /** The header of a spool; null if it is missing or unreadable. */
  static async headerOf(folder: string): Promise<SpoolHeader | null> {
    try {
      const header = JSON.parse(await readFile(join(folder, HEADER), 'utf8')) as SpoolHeader;
      return header.version === 2 ? header : null;
    } catch {
      return null;
    }
  }

  /** When a spool changed last, in milliseconds since 1970; 0 if there is none. */
  static async changedAt(folder: string): Promise<number> {
    const times = [HEADER, DATA].map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    );
    return Math.max(...(await Promise.all(times)));
  }

  /** Number of records that were added. */
  get count(): number {
    return this.#count;
  }

  /** Creates an empty spool. `known`: the hashes of the last export, with which new hashes are compared at the end. */
  async begin(header: SpoolHeader, known: string | null): Promise<void> {
    await this.discard();
    await this.#disk.folder(this.folder);
    if (known !== null) await this.#disk.write(join(this.folder, KNOWN), known);
    const draft = join(this.folder, `${HEADER}.part`);
    await this.#disk.write(draft, JSON.stringify(header));
    await this.#disk.rename(draft, join(this.folder, HEADER));
  }

  /** Opens the spool that was begun. */
  open(): void {
    const path = join(this.folder, DATA);
    createPrivately(path);
    this.#db = new DatabaseSync(path);
    this.#db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = PERSIST; PRAGMA synchronous = OFF');
    if (this.#sql('SELECT 1 FROM sqlite_schema').get() === undefined)
      this.#db.exec(`BEGIN; ${TABLES} COMMIT`);
    for (const row of this.#sql('SELECT key FROM entries').iterate()) {
      this.#count++;
      this.kept.add(JSON.parse(String(row.key)) as string);
    }
  }

  /** The list of items; null until it is complete. */
  list(): SpooledList | null {
    if (this.#sql('PRAGMA user_version').get()?.user_version !== 1) return null;
    const problems = this.#sql('SELECT json FROM items WHERE isItem = 0 ORDER BY number').all();
    const sql = (text: string) => this.#sql(text);
    return {
      total: Number(sql('SELECT count(*) AS total FROM items WHERE isItem = 1').get()?.total),
      problems: problems.map(({ json }) => JSON.parse(String(json)) as Problem),
      *items() {
        const next = sql('SELECT * FROM items WHERE isItem = 1 AND number > ? ORDER BY number LIMIT ?');
        for (let after = 0; ; ) {
          const rows = next.all(after, ITEMS_AT_ONCE);
          for (const { json } of rows) yield JSON.parse(String(json)) as Item;
          if (rows.length < ITEMS_AT_ONCE) return;
          after = Number(rows.at(-1)!.number);
        }
      },
    };
  }

  async keepList(entries: AsyncIterable<ListEntry<Item>>): Promise<void> {
    this.#db!.exec('BEGIN');
    const add = this.#sql('INSERT INTO items (isItem, json) VALUES (?, ?)');
    for await (const next of entries) {
      const isItem = 'item' in next;
      add.run(isItem ? 1 : 0, JSON.stringify(isItem ? next.item : next.problem));
    }
    this.#db!.exec('PRAGMA user_version = 1; COMMIT');
  }

  /** The hashes that the last export had stored when this export began; null without `--changed-since-last`. */
  async known(): Promise<string | null> {
    return readFile(join(this.folder, KNOWN), 'utf8').catch(() => null);
  }

  /** Adds a record as JSON. */
  keep(key: string, { place, state, hash }: Omit<Entry, 'number'>, json: string): void {
    this.#db!.exec('BEGIN');
    const { lastInsertRowid } = this.#sql('INSERT INTO records (json) VALUES (?)').run(json);
    this.#sql('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)').run(
      ...(place.map(toBytes) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]),
      lastInsertRowid,
      JSON.stringify(key),
      state,
      hash,
    );
    this.#db!.exec('COMMIT');
    this.#count++;
  }

  /** The entries in the order of the rows. Of several with the same sort key, only the first that was added. */
  *entries(): Generator<Entry> {
    let before = '';
    for (const row of this.#sql('SELECT * FROM entries').iterate()) {
      const { collection, reference, color, id, state, hash, number } = row;
      const place = [collection, reference, color, id].map((part) => toText(part as Uint8Array));
      const name = JSON.stringify(place);
      if (name === before) continue;
      before = name;
      yield {
        place: place as unknown as SortKey,
        state: String(state),
        hash: String(hash),
        number: Number(number),
      };
    }
  }

  read({ number }: Entry): Answered {
    const row = this.#sql('SELECT json FROM records WHERE number = ?').get(number);
    return JSON.parse(String(row!.json)) as Answered;
  }

  close(): void {
    this.#statements.clear();
    this.#db?.close();
    this.#db = null;
  }

  /** Removes the spool. The header comes first, so that a partly removed spool is not opened again. */
  async discard(): Promise<void> {
    this.close();
    await this.#disk.remove(join(this.folder, HEADER));
    await this.#disk.remove(this.folder);
  }

  #sql(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#db!.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }
}

const toBytes = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).swap16().toString('utf16le');
