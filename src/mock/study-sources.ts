import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Body } from '../contract/kind.ts';
import type { StudyState } from '../contract/v2/study-lists.ts';
import type { Entry, Kept } from './entry.ts';

/** A stored record with the field names of the interface, and its id. */
export interface Sent {
  readonly id: string;
  readonly body: Body;
}

/** The records that a study is made from. */
export interface StudySource {
  readonly id: string;
  readonly state: StudyState;
  readonly colorCode: string;
  readonly product: Sent;
  /** The components of the product, by reference. A component without a colour belongs to all colours. */
  readonly components: readonly Sent[];
  readonly packagings: readonly Sent[];
  /** The suppliers that the product and its components refer to, by reference. */
  readonly suppliers: ReadonlyMap<string, Sent>;
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

/**
 * Reads what was pushed for a study, each part through an index. Where several families hold a record of the same
 * key, the study's own family comes first; a component pushed to a family that holds the study too is that one's.
 */
export class Studies {
  readonly #addComponent: StatementSync;
  readonly #byId: StatementSync;
  readonly #byTriple: StatementSync;
  readonly #components: StatementSync;
  readonly #record: StatementSync;
  readonly #setState: StatementSync;

  constructor(db: DatabaseSync) {
    this.#addComponent = db.prepare(
      'INSERT INTO components (product, collection, color, family, journal) VALUES (?, ?, ?, ?, ?)',
    );
    this.#byId = db.prepare(`${STUDY} WHERE s.id = ?`);
    this.#byTriple = db.prepare(
      `${STUDY} WHERE p.ref = ? AND s.collection = ? AND s.color = ? ORDER BY s.seq LIMIT 1`,
    );
    this.#components = db.prepare(`
      SELECT j.id, coalesce(n.body, j.body) AS body
      FROM components c JOIN journal j ON j.seq = c.journal LEFT JOIN shown n ON n.seq = j.seq
      WHERE c.product = ?1 AND c.collection = ?2 AND c.color IN (?3, '') AND (c.family = ?4 OR NOT EXISTS (
        SELECT 1 FROM products p JOIN studies s ON s.product = p.seq
        WHERE p.ref = ?1 AND p.family = c.family AND s.collection = ?2 AND s.color = ?3))
      ORDER BY j.key, c.color, c.journal`);
    this.#record = db.prepare(`
      SELECT j.id, coalesce(n.body, j.body) AS body
      FROM records r JOIN journal j ON j.seq = r.journal LEFT JOIN shown n ON n.seq = j.seq
      WHERE r.kind = ? AND r.key = ? ORDER BY r.family = ? DESC, r.journal LIMIT 1`);
    this.#setState = db.prepare('UPDATE studies SET state = ? WHERE id = ?');
  }

  keepComponent(entry: Entry, journal: number): Kept {
    const [, product, collection] = entry.keyParts as [string, string, string];
    this.#addComponent.run(product, collection, textOf(entry.body.productColorCode), entry.family, journal);
    return { id: randomUUID() };
  }

  find(id: string): StudySource | undefined {
    return this.#source(this.#byId.get(id));
  }

  /** The study of a product in a collection and colour; a product without a colour has `DEFAULT`. */
  findBy({ productRef, collectionRef, colorCode }: Triple): StudySource | undefined {
    return this.#source(this.#byTriple.get(productRef, collectionRef, colorCode));
  }

  /** Sets the state of a study; false when it does not exist. */
  setState(id: string, state: StudyState): boolean {
    return this.#setState.run(state, id).changes > 0;
  }

  #source(row: Record<string, unknown> | undefined): StudySource | undefined {
    if (!row) return undefined;
    const [ref, collection, color, family] = [row.ref, row.collection, row.color, row.family].map(String) as [
      string,
      string,
      string,
      string,
    ];
    const product: Sent = { id: String(row.productId), body: JSON.parse(String(row.body)) };
    const components = this.#components.all(ref, collection, color, family).map(sentOf);
    const record = (kind: string, key: unknown): Sent[] => {
      const found = typeof key === 'string' ? this.#record.get(kind, key, family) : undefined;
      return found ? [sentOf(found)] : [];
    };
    const { packagingRefs, supplierRef, warehouseRef } = product.body;
    const named = new Set([...components.map(({ body }) => body.supplierRef), supplierRef, warehouseRef]);
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
        [...named].flatMap((key) => record('supplier', key).map((sent) => [String(key), sent] as const)),
      ),
    };
  }
}

function sentOf(row: Record<string, unknown>): Sent {
  return { id: String(row.id), body: JSON.parse(String(row.body)) as Body };
}

/** Read shapes hold texts: what was not sent reads as an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
