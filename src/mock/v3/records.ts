import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Body, Json } from '../../contract/kind.ts';
import { type Statements, statementsOf } from '../statements.ts';

/** A stored v3 record. */
export type V3Record = ReturnType<typeof recordOf>;

/** The kind of identifier that a path has: the id of the service or the client identifier. */
export type Identifier = 'id' | 'uniqueIdentifier';

/** A record to create. */
export interface NewRecord {
  readonly kind: string;
  readonly brand: string;
  readonly uniqueIdentifier: string | null;
  readonly body: Body;
  readonly at: Date;
}

/**
 * The tables of v3, which were added in version 3. `v3_journal` contains the brand of a journal entry, and whether it is a
 * create or an update. `v3_versions` contains all versions of the records.
 */
export const V3_SCHEMA = `
  CREATE TABLE IF NOT EXISTS v3_journal (
    seq INTEGER PRIMARY KEY REFERENCES journal, brand TEXT NOT NULL, change TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS v3_records (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, brand TEXT NOT NULL, uid TEXT,
    body TEXT NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL, launched INTEGER,
    missing TEXT NOT NULL DEFAULT '',
    UNIQUE (kind, brand, uid)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS v3_created ON v3_records (brand, created);
  CREATE INDEX IF NOT EXISTS v3_uid ON v3_records (brand, uid);
  CREATE TABLE IF NOT EXISTS v3_versions (
    record INTEGER NOT NULL REFERENCES v3_records, version INTEGER NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (record, version)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS v3_namings (
    record INTEGER NOT NULL REFERENCES v3_records, named INTEGER NOT NULL, PRIMARY KEY (record, named)
  ) STRICT, WITHOUT ROWID;
`;

/** A time later than that of any version: the versions before it are the current ones. */
const FOREVER = Number.MAX_SAFE_INTEGER;

/** The v3 records of all brands. Change them only in a transaction. */
export class V3Records {
  readonly #sql: Statements;
  #revision = 0;

  constructor(db: DatabaseSync) {
    this.#sql = statementsOf(db);
  }

  /** A number that increases with every change by this process. */
  get revision(): number {
    return this.#revision;
  }

  /** The record of a brand with this id, in any case. */
  byId(kind: string, brand: string, id: string): V3Record | undefined {
    return this.#one('WHERE id = ? AND kind = ? AND brand = ?', id.toLowerCase(), kind, brand);
  }

  byUniqueIdentifier(kind: string, brand: string, uniqueIdentifier: string): V3Record | undefined {
    return this.#one('WHERE kind = ? AND brand = ? AND uid = ?', kind, brand, uniqueIdentifier);
  }

  /** The record of a brand that a path names by `by`. */
  named(kind: string, brand: string, by: Identifier, named: string): V3Record | undefined {
    return by === 'id' ? this.byId(kind, brand, named) : this.byUniqueIdentifier(kind, brand, named);
  }

  /** The records with this client identifier in all brands. */
  inAnyBrand(kind: string, uniqueIdentifier: string): V3Record[] {
    return this.#sql('SELECT * FROM v3_records WHERE kind = ? AND uid = ? ORDER BY brand')
      .all(kind, uniqueIdentifier)
      .map(recordOf);
  }

  /** The record with this id in any brand, for pages, which need no token. */
  inAnyBrandById(kind: string, id: string): V3Record | undefined {
    return this.#one('WHERE id = ? AND kind = ?', id.toLowerCase(), kind);
  }

  create({ kind, brand, uniqueIdentifier, body, at }: NewRecord): V3Record {
    const last = this.#sql('SELECT max(created) AS last FROM v3_records WHERE brand = ?').get(brand)?.last;
    const created = Math.max(at.getTime(), typeof last === 'number' ? last + 1 : 0);
    const id = randomUUID();
    this.#sql(
      'INSERT INTO v3_records (id, kind, brand, uid, body, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).run(id, kind, brand, uniqueIdentifier, JSON.stringify(body), created, at.getTime());
    const record = this.byId(kind, brand, id)!;
    this.#changed(record, at);
    return record;
  }

  /** Replaces the body of a record. */
  update(record: V3Record, body: Body, at: Date): V3Record {
    this.#sql('UPDATE v3_records SET body = ?, updated = ? WHERE seq = ?').run(
      JSON.stringify(body),
      at.getTime(),
      record.seq,
    );
    const updated = { ...record, body, updatedAt: at.toISOString() };
    this.#changed(updated, at);
    return updated;
  }

  /** Starts supplier data collection; false if it had already started (interface 3, lock rule). */
  launch(record: V3Record, at: Date): boolean {
    const { changes } = this.#sql(
      'UPDATE v3_records SET launched = ? WHERE seq = ? AND launched IS NULL',
    ).run(at.getTime(), record.seq);
    return changes === 1;
  }

  /** Removes links from a brand product. The list shows it after the next refresh. */
  setMissingLinks(record: V3Record, names: readonly string[]): void {
    this.#sql('UPDATE v3_records SET missing = ? WHERE seq = ?').run(names.join(' '), record.seq);
    this.#revision += 1;
  }

  /** The records of a kind as they were before a time (milliseconds since 1970); as they are now if it is null. */
  asOf(kind: string, brand: string, before: number | null): V3Record[] {
    return this.#sql(`
      SELECT r.seq, r.id, r.kind, r.brand, r.uid, v.body, r.created, v.at AS updated, r.launched, r.missing
      FROM v3_records r JOIN v3_versions v ON v.record = r.seq
      WHERE r.brand = ?1 AND r.kind = ?2 AND v.version =
        (SELECT max(version) FROM v3_versions WHERE record = r.seq AND at < ?3)`)
      .all(brand, kind, before ?? FOREVER)
      .map(recordOf);
  }

  /** The ids of the records of a kind that a record refers to, directly or through others. */
  reached(record: V3Record, kind: string): string[] {
    return this.#sql(`
      WITH RECURSIVE reach (seq) AS (
        SELECT ?1 UNION SELECT n.named FROM reach JOIN v3_namings n ON n.record = reach.seq)
      SELECT r.id FROM reach JOIN v3_records r ON r.seq = reach.seq WHERE r.kind = ?2 ORDER BY r.seq`)
      .all(record.seq, kind)
      .map((row) => String(row.id));
  }

  /** Stores the version and its references. */
  #changed(record: V3Record, at: Date): void {
    this.#revision += 1;
    this.#sql(`
      INSERT INTO v3_versions (record, version, at, body)
      SELECT ?1, count(*), ?2, ?3 FROM v3_versions WHERE record = ?1`).run(
      record.seq,
      at.getTime(),
      JSON.stringify(record.body),
    );
    this.#sql('DELETE FROM v3_namings WHERE record = ?').run(record.seq);
    for (const { by, text } of identifiersIn(record.body)) {
      this.#sql(`
        INSERT OR IGNORE INTO v3_namings (record, named)
        SELECT ?1, seq FROM v3_records WHERE brand = ?2 AND ${by} = ?3 AND seq <> ?1`).run(
        record.seq,
        record.brand,
        text,
      );
    }
  }

  #one(where: string, ...values: string[]): V3Record | undefined {
    const row = this.#sql(`SELECT * FROM v3_records ${where}`).get(...values);
    return row && recordOf(row);
  }
}

function recordOf(row: Record<string, unknown>) {
  return {
    seq: Number(row.seq),
    id: String(row.id),
    kind: String(row.kind),
    brand: String(row.brand),
    uniqueIdentifier: row.uid === null ? null : String(row.uid),
    /** With the field names of the interface, even if the contract of the environment has others. */
    body: JSON.parse(String(row.body)) as Body,
    /** ISO 8601. No two records of a brand have the same time, so the time gives the order of creation. */
    createdAt: new Date(Number(row.created)).toISOString(),
    updatedAt: new Date(Number(row.updated)).toISOString(),
    /** When supplier data collection started; null if it has not. */
    launchedAt: row.launched === null ? null : new Date(Number(row.launched)).toISOString(),
    /** Names of links that a test removed from the record. */
    missingLinks: String(row.missing).split(' ').filter(Boolean),
  };
}

/**
 * The identifiers in a body: texts whose names end like an id. The interface documents few v3 fields, so only the end of
 * the name is compared.
 */
function identifiersIn(body: Body): { by: 'id' | 'uid'; text: string }[] {
  const found: { by: 'id' | 'uid'; text: string }[] = [];
  visit(body, '');
  return found;

  function visit(value: Json, name: string): void {
    if (Array.isArray(value)) for (const item of value) visit(item, name);
    else if (typeof value === 'object' && value !== null)
      for (const [key, child] of Object.entries(value)) visit(child, key);
    else if (typeof value !== 'string') return;
    else if (/unique_?identifiers?$/i.test(name)) found.push({ by: 'uid', text: value });
    else if (/ids?$/i.test(name)) found.push({ by: 'id', text: value.toLowerCase() });
  }
}
