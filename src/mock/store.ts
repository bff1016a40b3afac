import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { BodyReference } from '../contract/body.ts';
import type { FamilyName } from '../contract/family.ts';
import type { Json } from '../contract/kind.ts';
import { openDatabase } from './database.ts';
import type { CreatedIds, NewEntry } from './entry.ts';
import { Packagings } from './packagings.ts';
import { Products } from './products.ts';
import { type Statements, statementsOf } from './statements.ts';
import { Studies } from './study-sources.ts';
import { type V3Record, V3Records } from './v3/records.ts';

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

/** An applied create or update of a v3 record; `requestBody` is that of the request. */
interface V3Change {
  readonly at: Date;
  readonly requestBody: string;
  readonly change: 'create' | 'update';
}

/** The family of v3 records in the journal and the statistics. */
export const V3_FAMILY = 'v3';

const ADD_JOURNAL = 'INSERT INTO journal (seq, kind, family, key, id, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)';

const NEXT_SEQ = 'SELECT coalesce(max(seq), 0) + 1 AS seq FROM journal';

/** The data of the mock. Only one process may write at a time. */
export class MockStore {
  readonly products: Products;
  readonly packagings: Packagings;
  readonly studies: Studies;
  readonly v3: V3Records;
  readonly #db: DatabaseSync;
  readonly #sql: Statements;
  readonly #writers: Partial<Record<string, (entry: NewEntry, journal: number) => CreatedIds>>;

  /** @throws {TraceError} usage, if the file cannot be opened or is not data of the mock. */
  constructor(dataFile: string | null) {
    const db = openDatabase(dataFile);
    this.#db = db;
    this.#sql = statementsOf(db);
    this.products = new Products(db);
    this.packagings = new Packagings(db);
    this.studies = new Studies(db);
    this.v3 = new V3Records(db);
    this.#writers = {
      product: (entry, journal) => this.products.add(entry, journal),
      packaging: (entry) => this.packagings.add(entry),
      component: (entry, journal) => this.studies.addComponent(entry, journal),
    };
  }

  /** Runs `work` in a transaction, which is committed when it returns and rolled back when it throws. */
  atomically<Result>(work: () => Result): Result {
    this.#sql('BEGIN IMMEDIATE').run();
    try {
      const result = work();
      this.#sql('COMMIT').run();
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Whether the family has a record with the key. */
  has(kind: string, family: FamilyName, key: string): boolean {
    return (
      this.#sql('SELECT 1 FROM records WHERE kind = ? AND key = ? AND family = ?').get(kind, key, family) !==
      undefined
    );
  }

  /** Whether the record that a reference points to exists in any family. */
  hasTarget({ to, key, partial }: BodyReference): boolean {
    if (!partial)
      return this.#sql('SELECT 1 FROM records WHERE kind = ? AND key = ? LIMIT 1').get(to, key) !== undefined;
    // A partial key ends with the separator U+001F: the keys that start with it sort before the same text with U+0020.
    return (
      this.#sql('SELECT 1 FROM records WHERE kind = ? AND key >= ? AND key < ? LIMIT 1').get(
        to,
        key,
        `${key.slice(0, -1)}\u0020`,
      ) !== undefined
    );
  }

  /**
   * Stores an entry and adds it to the journal. Call this method in the transaction that checked that the key is new.
   */
  apply(entry: NewEntry): CreatedIds {
    const seq = Number(this.#sql(NEXT_SEQ).get()?.seq);
    const ids = this.#writers[entry.kind]?.(entry, seq) ?? { id: randomUUID() };
    this.#sql('INSERT INTO records (kind, key, family, journal) VALUES (?, ?, ?, ?)').run(
      entry.kind,
      entry.key,
      entry.family,
      seq,
    );
    const at = entry.at.toISOString();
    this.#sql(ADD_JOURNAL).run(seq, entry.kind, entry.family, entry.key, ids.id, at, entry.requestBody);
    if (entry.renamed)
      this.#sql('INSERT INTO shown (seq, body) VALUES (?, ?)').run(seq, JSON.stringify(entry.body));
    return ids;
  }

  /** Adds a create or update of a v3 record to the journal, in the transaction that applies it. */
  noteV3({ kind, id, uniqueIdentifier, brand }: V3Record, { at, requestBody, change }: V3Change): void {
    const seq = Number(this.#sql(NEXT_SEQ).get()?.seq);
    this.#sql(ADD_JOURNAL).run(
      seq,
      kind,
      V3_FAMILY,
      uniqueIdentifier ?? id,
      id,
      at.toISOString(),
      requestBody,
    );
    this.#sql('INSERT INTO v3_journal (seq, brand, change) VALUES (?, ?, ?)').run(seq, brand, change);
  }

  /** At most `limit` entries of the journal after `after`, oldest first: applied creates, and updates of v3. */
  journal(after: number, limit: number): JournalEntry[] {
    return this.#sql(
      'SELECT * FROM journal LEFT JOIN v3_journal USING (seq) WHERE seq > ? ORDER BY seq LIMIT ?',
    )
      .all(after, limit)
      .map(({ brand, change, ...row }) => {
        const v3 = change === null ? {} : { brand, change };
        return { ...row, body: JSON.parse(String(row.body)) as Json, ...v3 } as unknown as JournalEntry;
      });
  }

  /** The number of entries in the journal. */
  applied(): number {
    return Number(this.#sql('SELECT count(*) AS n FROM journal').get()?.n);
  }

  close(): void {
    this.#db.close();
  }
}
