import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Body } from '../contract/kind.ts';
import type { StudyState } from '../contract/v2/study-lists.ts';
import type { CreatedIds, NewEntry } from './entry.ts';
import { type Statements, statementsOf } from './statements.ts';

/** A stored record: its id, and its body with the field names of the interface. */
export interface StoredRecord {
  readonly id: string;
  readonly body: Body;
}

/** The records from which a study is computed. */
export interface StudySource {
  readonly id: string;
  readonly state: StudyState;
  readonly colorCode: string;
  readonly product: StoredRecord;
  /** The components of the product, by reference. A component without a colour belongs to all colours. */
  readonly components: readonly StoredRecord[];
  readonly packagings: readonly StoredRecord[];
  /** The suppliers that the product and its components refer to, by reference. */
  readonly suppliers: ReadonlyMap<string, StoredRecord>;
}

/** The three values that identify a study (interface 4.2). */
export interface Triple {
  readonly collectionRef: string;
  readonly productRef: string;
  readonly colorCode: string;
}

const STUDY = `
  SELECT s.id, s.state, s.color, s.collection, p.id AS productId, p.ref, p.family, coalesce(n.body, j.body) AS body
  FROM studies s JOIN products p ON p.seq = s.product JOIN journal j ON j.seq = s.journal
  LEFT JOIN shown n ON n.seq = j.seq`;

/** The components of a study (?1 product, ?2 collection, ?3 colour, ?4 family). */
const COMPONENTS = `
  SELECT j.id, coalesce(n.body, j.body) AS body
  FROM components c JOIN journal j ON j.seq = c.journal LEFT JOIN shown n ON n.seq = j.seq
  WHERE c.product = ?1 AND c.collection = ?2 AND c.color IN (?3, '') AND (c.family = ?4 OR NOT EXISTS (
    SELECT 1 FROM products p JOIN studies s ON s.product = p.seq
    WHERE p.ref = ?1 AND p.family = c.family AND s.collection = ?2 AND s.color = ?3))
  ORDER BY j.key, c.color, c.journal`;

/** A record by kind and key; if several families have the key, preferably that of the given family. */
const RECORD = `
  SELECT j.id, coalesce(n.body, j.body) AS body
  FROM records r JOIN journal j ON j.seq = r.journal LEFT JOIN shown n ON n.seq = j.seq
  WHERE r.kind = ? AND r.key = ? ORDER BY r.family = ? DESC, r.journal LIMIT 1`;

/**
 * Reads the records of studies. If several families have a record with the same key, the one in the family of the study
 * is used. A component of another family also belongs to the study, unless that family has a study with the same key.
 */
export class Studies {
  readonly #sql: Statements;

  constructor(db: DatabaseSync) {
    this.#sql = statementsOf(db);
  }

  addComponent(entry: NewEntry, journal: number): CreatedIds {
    const [, product, collection] = entry.keyParts as [string, string, string];
    this.#sql(
      'INSERT INTO components (product, collection, color, family, journal) VALUES (?, ?, ?, ?, ?)',
    ).run(product, collection, textOf(entry.body.productColorCode), entry.family, journal);
    return { id: randomUUID() };
  }

  find(id: string): StudySource | undefined {
    return this.#source(this.#sql(`${STUDY} WHERE s.id = ?`).get(id));
  }

  /** The study of a product in a collection and colour; `DEFAULT` for a product without a colour. */
  findBy({ productRef, collectionRef, colorCode }: Triple): StudySource | undefined {
    return this.#source(
      this.#sql(`${STUDY} WHERE p.ref = ? AND s.collection = ? AND s.color = ? ORDER BY s.seq LIMIT 1`).get(
        productRef,
        collectionRef,
        colorCode,
      ),
    );
  }

  /** Sets the state of a study; false if it does not exist. */
  setState(id: string, state: StudyState): boolean {
    return this.#sql('UPDATE studies SET state = ? WHERE id = ?').run(state, id).changes > 0;
  }

  #source(row: Record<string, unknown> | undefined): StudySource | undefined {
    if (!row) return undefined;
    const { ref, collection, color, family } = row as {
      [name in 'ref' | 'collection' | 'color' | 'family']: string;
    };
    const product: StoredRecord = { id: String(row.productId), body: JSON.parse(String(row.body)) };
    const components = this.#sql(COMPONENTS).all(ref, collection, color, family).map(recordOf);
    const record = (kind: string, key: unknown): StoredRecord[] => {
      const found = typeof key === 'string' ? this.#sql(RECORD).get(kind, key, family) : undefined;
      return found ? [recordOf(found)] : [];
    };
    const { packagingRefs, supplierRef, warehouseRef } = product.body;
    const named = [...components.map(({ body }) => body.supplierRef), supplierRef, warehouseRef];
    return {
      id: String(row.id),
      state: row.state as StudyState,
      colorCode: color,
      product,
      components,
      packagings: (Array.isArray(packagingRefs) ? packagingRefs : []).flatMap((key) =>
        record('packaging', key),
      ),
      suppliers: new Map(
        [...new Set(named)].flatMap((key) =>
          record('supplier', key).map((sent) => [String(key), sent] as const),
        ),
      ),
    };
  }
}

function recordOf(row: Record<string, unknown>): StoredRecord {
  return { id: String(row.id), body: JSON.parse(String(row.body)) as Body };
}

/** The value if it is a text, otherwise an empty text, because responses show missing texts as empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
