import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { FamilyName } from '../contract/family.ts';
import type { Json } from '../contract/kind.ts';
import type { BodyReference } from '../contract/reference.ts';
import { openDatabase } from './database.ts';
import type { Entry, Kept } from './entry.ts';
import { Packagings } from './packagings.ts';
import { Products } from './products.ts';
import { Studies } from './study-sources.ts';
import { V3Records } from './v3/records.ts';

/** An applied create in the journal. */
interface JournalEntry {
  readonly seq: number;
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  readonly id: string;
  readonly at: string;
  readonly body: Json;
  /** The brand of a v3 record. */
  readonly brand?: string;
  readonly change?: 'create' | 'update';
}

/** An applied create or update of a v3 record. */
export interface V3Entry {
  readonly kind: string;
  readonly key: string;
  readonly id: string;
  readonly at: Date;
  /** The body of the request. */
  readonly text: string;
  readonly brand: string;
  readonly change: 'create' | 'update';
}

/** The family of v3 records in the journal and the counts. */
export const V3_FAMILY = 'v3';

/** The data of the local service. One process writes at a time; ids stay the same when the file is opened again. */
export class MockStore {
  readonly products: Products;
  readonly packagings: Packagings;
  readonly studies: Studies;
  readonly v3: V3Records;
  readonly #db: DatabaseSync;
  readonly #keepers: Partial<Record<string, (entry: Entry, journal: number) => Kept>>;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #has: StatementSync;
  readonly #hasAny: StatementSync;
  readonly #hasPart: StatementSync;
  readonly #addRecord: StatementSync;
  readonly #addJournal: StatementSync;
  readonly #addShown: StatementSync;
  readonly #addV3Journal: StatementSync;
  readonly #nextSeq: StatementSync;
  readonly #journal: StatementSync;
  readonly #applied: StatementSync;

  /** @throws {TraceError} usage, when the file cannot be opened or is not data of the mock. */
  constructor(dataFile: string | null) {
    const db = openDatabase(dataFile);
    this.#db = db;
    this.products = new Products(db);
    this.packagings = new Packagings(db);
    this.studies = new Studies(db);
    this.v3 = new V3Records(db);
    this.#keepers = {
      product: (entry, journal) => this.products.keep(entry, journal),
      packaging: (entry) => this.packagings.keep(entry),
      component: (entry, journal) => this.studies.keepComponent(entry, journal),
    };
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#has = db.prepare('SELECT 1 FROM records WHERE kind = ? AND key = ? AND family = ?');
    this.#hasAny = db.prepare('SELECT 1 FROM records WHERE kind = ? AND key = ? LIMIT 1');
    this.#hasPart = db.prepare('SELECT 1 FROM records WHERE kind = ? AND key >= ? AND key < ? LIMIT 1');
    this.#addRecord = db.prepare('INSERT INTO records (kind, key, family, journal) VALUES (?, ?, ?, ?)');
    this.#addJournal = db.prepare(
      'INSERT INTO journal (seq, kind, family, key, id, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#addShown = db.prepare('INSERT INTO shown (seq, body) VALUES (?, ?)');
    this.#addV3Journal = db.prepare('INSERT INTO v3_journal (seq, brand, change) VALUES (?, ?, ?)');
    this.#nextSeq = db.prepare('SELECT coalesce(max(seq), 0) + 1 AS seq FROM journal');
    this.#journal = db.prepare(
      'SELECT * FROM journal LEFT JOIN v3_journal USING (seq) WHERE seq > ? ORDER BY seq LIMIT ?',
    );
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

  /** Whether the family has a record with the key. */
  has(kind: string, family: FamilyName, key: string): boolean {
    return this.#has.get(kind, key, family) !== undefined;
  }

  /** Whether the record was sent, in any family. */
  holds(naming: BodyReference): boolean {
    const { to, key, partial } = naming;
    if (!partial) return this.#hasAny.get(to, key) !== undefined;
    // A partial key ends with the separator: keys that begin with it sort before the next code point.
    return this.#hasPart.get(to, key, `${key.slice(0, -1)}\u0020`) !== undefined;
  }

  /** Stores an entry and adds it to the journal. Call it in a transaction that found the key free. */
  apply(entry: Entry): Kept {
    const seq = Number(this.#nextSeq.get()?.seq);
    const kept = this.#keepers[entry.kind]?.(entry, seq) ?? { id: randomUUID() };
    this.#addRecord.run(entry.kind, entry.key, entry.family, seq);
    const at = entry.at.toISOString();
    this.#addJournal.run(seq, entry.kind, entry.family, entry.key, kept.id, at, entry.text);
    if (entry.renamed) this.#addShown.run(seq, JSON.stringify(entry.body));
    return kept;
  }

  /** Adds a create or update of a v3 record to the journal, in the transaction that applies it. */
  noteV3({ kind, key, id, at, text, brand, change }: V3Entry): void {
    const seq = Number(this.#nextSeq.get()?.seq);
    this.#addJournal.run(seq, kind, V3_FAMILY, key, id, at.toISOString(), text);
    this.#addV3Journal.run(seq, brand, change);
  }

  /** Applied creates, and updates of v3, after `seq`, oldest first, at most `limit`. */
  journal(after: number, limit: number): JournalEntry[] {
    return this.#journal.all(after, limit).map(({ brand, change, ...row }) => {
      const told = change === null ? {} : { brand, change };
      return { ...row, body: JSON.parse(String(row.body)) as Json, ...told } as unknown as JournalEntry;
    });
  }

  /** The number of creates, and updates of v3, that were ever applied. */
  applied(): number {
    return Number(this.#applied.get()?.n);
  }

  close(): void {
    this.#db.close();
  }
}
