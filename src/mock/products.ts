import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { ProductDetail } from '../contract/v2/product-read.ts';
import type { StudyState } from '../contract/v2/study-lists.ts';
import type { CreatedIds, NewEntry } from './entry.ts';
import { foldSearch, Listing, type MockPage, type PageQuery } from './paging.ts';
import { studyLinks } from './responses.ts';
import { type Statements, statementsOf } from './statements.ts';
import { textOf } from './study-sources.ts';

/** A study with the content of its showcase page. */
export type Study = ReturnType<typeof studyOf>;

/** The state of a new study. */
const FIRST_STATE: StudyState = 'IN_PROGRESS';

const STUDY = `
  SELECT s.id, p.ref AS productRef, s.color AS colorCode, s.picture, s.state, c.id AS collectionId,
    c.name AS collectionName, p.name AS productName, p.category
  FROM studies s JOIN products p ON p.seq = s.product JOIN collections c ON c.name = s.collection`;

/**
 * Products and their studies. Each create of a product creates a study. Creates with the same product reference in a
 * family share one product, which keeps its first name and category.
 */
export class Products {
  readonly listing: Listing;
  readonly #sql: Statements;

  constructor(db: DatabaseSync) {
    this.#sql = statementsOf(db);
    this.listing = new Listing(db, 'products', {
      createdAt: 'seq',
      id: 'id',
      ref: 'ref',
      productRef: 'ref',
      name: 'name',
      category: 'category',
    });
  }

  /** Stores a product: the product if new, its collection if new, and its study. */
  add(entry: NewEntry, journal: number): CreatedIds {
    const [ref, collection, color] = entry.keyParts as [string, string, string];
    const known = this.#sql('SELECT seq, id FROM products WHERE ref = ? AND family = ?').get(
      ref,
      entry.family,
    ) as { seq: number; id: string } | undefined;
    const id = known?.id ?? randomUUID();
    let product = known?.seq;
    if (product === undefined) {
      const name = textOf(entry.body.name);
      const category = textOf(entry.body.category);
      const search = foldSearch(id, ref, name, category);
      product = Number(
        this.#sql(
          'INSERT INTO products (id, family, ref, name, category, search) VALUES (?, ?, ?, ?, ?, ?)',
        ).run(id, entry.family, ref, name, category, search).lastInsertRowid,
      );
    }
    this.#sql('INSERT INTO collections (name, id) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
      collection,
      randomUUID(),
    );
    const studyId = randomUUID();
    const picture = textOf(entry.body.picture);
    this.#sql(
      'INSERT INTO studies (id, product, collection, color, picture, state, journal) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).run(studyId, product, collection, color, picture, FIRST_STATE, journal);
    return { id, studyId };
  }

  page(query: PageQuery, baseUrl: string): MockPage<ProductDetail> {
    return this.listing.page(query, (row) => this.#detail(row, baseUrl));
  }

  /**
   * The product with this id or product reference, or undefined. If several families have the reference: the product
   * that was created first.
   */
  find(idOrRef: string, baseUrl: string): ProductDetail | undefined {
    const row = this.#sql(
      'SELECT * FROM products WHERE id = ?1 OR ref = ?1 ORDER BY id = ?1 DESC, seq LIMIT 1',
    ).get(idOrRef);
    return row && this.#detail(row, baseUrl);
  }

  study(id: string): Study | undefined {
    const row = this.#sql(`${STUDY} WHERE s.id = ?`).get(id);
    return row && studyOf(row);
  }

  #detail(row: Record<string, unknown>, baseUrl: string): ProductDetail {
    const studies = this.#sql(`${STUDY} WHERE s.product = ? ORDER BY s.seq`).all(Number(row.seq));
    return {
      id: String(row.id),
      ref: [String(row.ref)],
      name: String(row.name),
      category: String(row.category),
      studies: studies.map((study) => {
        const { productName: _, category: __, ...extract } = studyOf(study);
        const { qrCodeLink, showcaseLink } = studyLinks(baseUrl, extract.id);
        return {
          ...extract,
          links: [
            { id: `${extract.id}-showcase`, link: showcaseLink, type: 'SHOWCASE' },
            { id: `${extract.id}-qr`, link: qrCodeLink, type: 'QR_CODE' },
          ],
        };
      }),
    };
  }
}

function studyOf(row: Record<string, unknown>) {
  return {
    id: String(row.id),
    productRef: String(row.productRef),
    colorCode: String(row.colorCode),
    picture: String(row.picture),
    state: row.state as StudyState,
    brandCollection: { id: String(row.collectionId), name: String(row.collectionName) },
    productName: String(row.productName),
    category: String(row.category),
  };
}
