import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { PackagingItem } from '../contract/v2/packaging-read.ts';
import type { CreatedIds, NewEntry } from './entry.ts';
import { foldSearch, Listing, type MockPage, type PageQuery } from './paging.ts';
import { type Statements, statementsOf } from './statements.ts';

/** The packagings of v2 in the database. */
export class Packagings {
  readonly listing: Listing;
  readonly #sql: Statements;

  constructor(db: DatabaseSync) {
    this.#sql = statementsOf(db);
    this.listing = new Listing(db, 'packaging', {
      createdAt: 'seq',
      id: 'id',
      packagingRef: 'ref',
      type: 'type',
    });
  }

  add(entry: NewEntry): CreatedIds {
    const id = randomUUID();
    const ref = entry.keyParts[0] ?? '';
    const type = String(entry.body.type);
    this.#sql('INSERT INTO packaging (id, family, ref, type, search) VALUES (?, ?, ?, ?, ?)').run(
      id,
      entry.family,
      ref,
      type,
      foldSearch(id, ref, type),
    );
    return { id };
  }

  page(query: PageQuery): MockPage<PackagingItem> {
    return this.listing.page(query, item);
  }

  /** The packaging with this id, or undefined. */
  find(id: string): PackagingItem | undefined {
    const row = this.#sql('SELECT * FROM packaging WHERE id = ?').get(id);
    return row && item(row);
  }
}

function item(row: Record<string, unknown>): PackagingItem {
  return { id: String(row.id), packagingRef: String(row.ref), type: String(row.type) };
}
