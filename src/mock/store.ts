import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { FamilyName } from '../contract/family.ts';
import type { Body, Json } from '../contract/kind.ts';
import type { Naming } from '../contract/reference.ts';
import type { V2Kind } from '../contract/registry.ts';
import { openDatabase } from './database.ts';
import { Packagings } from './packagings.ts';
import { Products } from './products.ts';
import { Studies } from './study-sources.ts';

/** A create that passed every rule. */
export interface Entry {
  readonly kind: string;
  readonly family: FamilyName;
  readonly key: string;
  /** The parts of the key, in the order of the kind's key fields; a blank last one already filled in. */
  readonly keyParts: readonly string[];
  readonly body: Body;
  /** The body as it came. */
  readonly text: string;
  readonly at: Date;
}

/** The ids under which an entry was kept. */
export interface Kept {
  readonly id: string;
  readonly studyId?: string;
}

/** An applied create, as the journal holds it. */
interface JournalEntry {
  readonly seq: number;
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  readonly id: string;
  readonly at: string;
  readonly body: Json;
}

/** The data of the local service. One process writes at a time; ids stay the same when the file is opened again. */
export class MockStore {
  readonly products: Products;
  readonly packagings: Packagings;
  readonly studies: Studies;
  readonly #db: DatabaseSync;
  readonly #keepers: Partial<Record<string, (entry: Entry, journal: number) => Kept>>;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #has: StatementSync;
  readonly #hasAny: StatementSync;
  readonly #hasPart: StatementSync;
  readonly #addRecord: StatementSync;
  readonly #addJournal: StatementSync;
  readonly #nextSeq: StatementSync;
  readonly #journal: StatementSync;
  readonly #applied: StatementSync;

  /** @throws {TraceError} usage, when the file cannot be opened or holds something else. */
  constructor(dataFile: string | null) {
    const db = openDatabase(dataFile);
    this.#db = db;
    this.products = new Products(db);
    this.packagings = new Packagings(db);
    this.studies = new Studies(db);
    this.#keepers = {
      product: (entry, journal) => this.products.keep(entry, journal),
      packaging: (entry) => this.packagings.keep(entry),
      component: (entry, journal) => this.studies.keepComponent(entry, journal),
    } satisfies Partial<Record<V2Kind, (entry: Entry, journal: number) => Kept>>;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#has = db.prepare('SELECT 1 FROM records WHERE kind = ? AND key = ? AND family = ?');
    this.#hasAny = db.prepare('SELECT 1 FROM records WHERE kind = ? AND key = ? LIMIT 1');
    this.#hasPart = db.prepare('SELECT 1 FROM records WHERE kind = ? AND key >= ? AND key < ? LIMIT 1');
    this.#addRecord = db.prepare('INSERT INTO records (kind, key, family, journal) VALUES (?, ?, ?, ?)');
    this.#addJournal = db.prepare(
      'INSERT INTO journal (seq, kind, family, key, id, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#nextSeq = db.prepare('SELECT coalesce(max(seq), 0) + 1 AS seq FROM journal');
    this.#journal = db.prepare('SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT ?');
    this.#applied = db.prepare('SELECT count(*) AS n FROM journal');
  }

  /** Runs `work` in one transaction; committed when it returns, undone when it throws. */
  atomically<Result>(work: () => Result): Result {
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Whether the family holds the key. */
  has(kind: string, family: FamilyName, key: string): boolean {
    return this.#has.get(kind, key, family) !== undefined;
  }

  /** Whether the record named was sent, on the path of any family. */
  holds(naming: Naming): boolean {
    const { to, key, partial } = naming;
    if (!partial) return this.#hasAny.get(to, key) !== undefined;
    // A partial key ends with the separator: everything below its next code point begins with it.
    return this.#hasPart.get(to, key, `${key.slice(0, -1)}\u0020`) !== undefined;
  }

  /** Keeps an entry and notes it in the journal. To be called in a transaction that found its key free. */
  apply(entry: Entry): Kept {
    const seq = Number(this.#nextSeq.get()?.seq);
    const kept = this.#keepers[entry.kind]?.(entry, seq) ?? { id: randomUUID() };
    this.#addRecord.run(entry.kind, entry.key, entry.family, seq);
    const at = entry.at.toISOString();
    this.#addJournal.run(seq, entry.kind, entry.family, entry.key, kept.id, at, entry.text);
    return kept;
  }

  /** Applied creates after `seq`, oldest first, at most `limit`. */
  journal(after: number, limit: number): JournalEntry[] {
    return this.#journal
      .all(after, limit)
      .map((row) => ({ ...row, body: JSON.parse(String(row.body)) as Json }) as unknown as JournalEntry);
  }

  /** How many creates were ever applied. */
  applied(): number {
    return Number(this.#applied.get()?.n);
  }

  close(): void {
    this.#db.close();
  }
}
