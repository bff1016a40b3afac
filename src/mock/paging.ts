import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { MockRefusal } from './refusal.ts';
import { type Statements, statementsOf } from './statements.ts';

/** The query of a list path (interface 4.2). */
export interface PageQuery {
  readonly limit: number;
  readonly offset: number;
  readonly sortBy: string;
  readonly sortDesc: boolean;
  readonly search: string;
}

/** The response of a list path. `total` is the number of all matches, not only those in the page. */
export interface MockPage<Item> {
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  readonly data: readonly Item[];
}

const DEFAULT_LIMIT = 20;
/** The maximum of `limit`. The v2 interface documents no maximum, so the mock uses the maximum of the v3 list. */
const MAX_LIMIT = 100;

/**
 * Parses the query of a list path. Invalid values are not corrected: a client that requests 1000 items and gets 100 would
 * assume that there are no others. Unknown parameters are ignored.
 *
 * @throws Refusal with all faults
 */
export function readPageQuery(query: Record<string, string>, sortable: readonly string[]): PageQuery {
  const messages: string[] = [];
  const limit = integer(query.limit, DEFAULT_LIMIT);
  const offset = integer(query.offset, 0);
  const sortBy = query.sortBy || 'createdAt';
  const sortDesc = query.sortDesc || 'false';
  if (!(limit >= 1 && limit <= MAX_LIMIT)) messages.push(`limit must be an integer from 1 to ${MAX_LIMIT}`);
  if (!(offset >= 0)) messages.push('offset must be an integer not less than 0');
  if (!sortable.includes(sortBy)) {
    messages.push(`sortBy must be one of the following values: ${sortable.join(', ')}`);
  }
  if (sortDesc !== 'true' && sortDesc !== 'false') messages.push('sortDesc must be a boolean');
  if (messages.length > 0) throw new MockRefusal(400, messages);
  return { limit, offset, sortBy, sortDesc: sortDesc === 'true', search: query.search ?? '' };
}

function integer(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

/** Normalises texts for searching, so that case and accents are ignored. */
export function foldSearch(...texts: string[]): string {
  return texts.join('\n').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Reads pages of a table that has the columns `seq` (order of creation) and `search`. */
export class Listing {
  /** The values of `sortBy` and their columns. */
  readonly #columns: Readonly<Record<string, string>>;
  readonly #sql: Statements;
  readonly #table: string;

  constructor(db: DatabaseSync, table: string, columns: Readonly<Record<string, string>>) {
    this.#sql = statementsOf(db);
    this.#table = table;
    this.#columns = columns;
  }

  get sortable(): readonly string[] {
    return Object.keys(this.#columns);
  }

  /** A page; `item` converts a row. Equal values are in the order of creation, so that pages never overlap. */
  page<Item>(query: PageQuery, item: (row: Record<string, unknown>) => Item): MockPage<Item> {
    const { limit, offset } = query;
    const search = foldSearch(query.search.trim());
    const where = search === '' ? '' : 'WHERE instr(search, :search) > 0';
    const named: Record<string, SQLInputValue> = search === '' ? {} : { search };
    const counted = this.#sql(`SELECT count(*) AS n FROM ${this.#table} ${where}`).get(named);
    const order = `${this.#columns[query.sortBy]} COLLATE NOCASE ${query.sortDesc ? 'DESC' : 'ASC'}, seq`;
    const rows = this.#sql(
      `SELECT * FROM ${this.#table} ${where} ORDER BY ${order} LIMIT :limit OFFSET :offset`,
    ).all({ ...named, limit, offset });
    return { offset, limit, total: Number(counted?.n), data: rows.map(item) };
  }
}
