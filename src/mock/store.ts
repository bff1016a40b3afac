import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { FamilyName } from '../contract/family.ts';
import type { Json } from '../contract/kind.ts';
import type { BodyReference } from '../contract/reference.ts';
import { openDatabase } from './database.ts';
import type { CreatedIds, Entry } from './entry.ts';
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
  /** The brand that a v3 record belongs to. */
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

/** The family of v3 records in the journal and the statistics. */
export const V3_FAMILY = 'v3';

/** The data of the mock. Only one process may write at a time. */
export class MockStore {
  readonly products: Products;
  readonly packagings: Packagings;
  readonly studies: Studies;
  readonly v3: V3Records;
  readonly #db: DatabaseSync;
  readonly #writers: Partial<Record<string, (entry: Entry, journal: number) => CreatedIds>>;
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

  /** @throws {TraceError} usage, if the file cannot be opened or is not data of the mock. */
  constructor(dataFile: string | null) {
    const db = openDatabase(dataFile);
    this.#db = db;
    this.products = new Products(db);
    this.packagings = new Packagings(db);
    this.studies = new Studies(db);
    this.v3 = new V3Records(db);
    this.#writers = {
      product: (entry, journal) => this.products.add(entry, journal),
      packaging: (entry) => this.packagings.add(entry),
      component: (entry, journal) => this.studies.addComponent(entry, journal),
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

  /** Runs `work` in a transaction, which is committed when it returns and rolled back when it throws. */
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

  /** Whether the record that a reference points to exists in any family. */
  hasReferred({ to, key, partial }: BodyReference): boolean {
    if (!partial) return this.#hasAny.get(to, key) !== undefined;
    // A partial key ends with the separator: keys that begin with it sort before the next code point.
    return this.#hasPart.get(to, key, `${key.slice(0, -1)}\u0020`) !== undefined;
  }

  /** Stores an entry and adds it to the journal. Call it in the transaction that found that the key is new. */
  apply(entry: Entry): CreatedIds {
    const seq = Number(this.#nextSeq.get()?.seq);
    const ids = this.#writers[entry.kind]?.(entry, seq) ?? { id: randomUUID() };
    this.#addRecord.run(entry.kind, entry.key, entry.family, seq);
    const at = entry.at.toISOString();
    this.#addJournal.run(seq, entry.kind, entry.family, entry.key, ids.id, at, entry.text);
    if (entry.renamed) this.#addShown.run(seq, JSON.stringify(entry.body));
    return ids;
  }

  /** Adds a create or update of a v3 record to the journal, in the transaction that applies it. */
  noteV3({ kind, key, id, at, text, brand, change }: V3Entry): void {
    const seq = Number(this.#nextSeq.get()?.seq);
    this.#addJournal.run(seq, kind, V3_FAMILY, key, id, at.toISOString(), text);
    this.#addV3Journal.run(seq, brand, change);
  }

  /** At most `limit` entries of the journal after `after`, oldest first: applied creates, and updates of v3. */
  journal(after: number, limit: number): JournalEntry[] {
    return this.#journal.all(after, limit).map(({ brand, change, ...row }) => {
      const v3 = change === null ? {} : { brand, change };
      return { ...row, body: JSON.parse(String(row.body)) as Json, ...v3 } as unknown as JournalEntry;
    });
  }

  /** The number of entries in the journal. */
  applied(): number {
    return Number(this.#applied.get()?.n);
  }

  close(): void {
    this.#db.close();
  }
}
