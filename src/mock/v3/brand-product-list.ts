import {
  type ListField,
  type NumberOperator,
  SORT_KEYS,
  type SortKey,
} from '../../contract/v3/brand-product-query.ts';
import { inListOrder } from '../../contract/v3/list-order.ts';
import { type Filter, type ListQuery, momentOf } from '../../contract/v3/query-read.ts';
import type { MockStore } from '../store.ts';
import { type BrandProduct, brandProductOf } from './brand-product.ts';
import { declaredFecOf } from './figures.ts';
import type { V3Record } from './records.ts';

/** A brand product in the list. */
export interface ListedProduct {
  readonly record: V3Record;
  readonly product: BrandProduct;
}

interface Snapshot {
  /**
   * Identifies a state of the list: the time of the last refresh or, without refreshes, the revision of the records.
   */
  readonly version: number;
  readonly rows: readonly (ListRow & ListedProduct)[];
}

/**
 * The list of brand products. It is refreshed every `refreshMs`, counted from 1970, so that a restart does not change the
 * times. It shows the products as of the last refresh; with 0, it always shows the current ones (interface 4.4,
 * freshness).
 */
export class BrandProductList {
  readonly #store: MockStore;
  readonly #refreshMs: number;
  readonly #snapshots = new Map<string, Snapshot>();

  constructor(store: MockStore, refreshMs: number) {
    this.#store = store;
    this.#refreshMs = refreshMs;
  }

  /** The page of a query for the products of a brand, and the number of all matches. */
  page(brand: string, query: ListQuery, now: Date): { total: number; rows: ListedProduct[] } {
    return select(this.#rows(brand, now), query);
  }

  #rows(brand: string, now: Date): Snapshot['rows'] {
    const refresh = this.#refreshMs;
    const refreshedAt = refresh === 0 ? null : Math.floor(now.getTime() / refresh) * refresh;
    const version = refreshedAt ?? this.#store.v3.revision;
    const known = this.#snapshots.get(brand);
    if (known?.version === version) return known.rows;
    const rows = this.#store.v3
      .asOf('brand-product', brand, refreshedAt)
      .map((record) => rowOf(record, this.#store));
    this.#snapshots.set(brand, { version, rows });
    return rows;
  }
}

/** A row of the list. Its suppliers are looked up only when a query needs them. */
function rowOf(record: V3Record, store: MockStore): ListRow & ListedProduct {
  const product = brandProductOf(record.body);
  const { id, uniqueIdentifier, createdAt, updatedAt } = record;
  const { scoring, ...declared } = declaredFecOf(record, '');
  let supplierIds: readonly string[] | undefined;
  return {
    ...{ record, product, id, uniqueIdentifier, createdAt, updatedAt },
    ...product,
    category: product.categories,
    brandScore: scoring?.brandScore ?? null,
    productScore: scoring?.productScore ?? null,
    frenchEnvironmentalCost: scoring?.frenchEnvironmentalCost ?? null,
    publishedFrenchEnvironmentalCost: declared.publishedFrenchEnvironmentalCost ?? null,
    publishedFrenchEnvironmentalCostPerUnitWeight:
      declared.publishedFrenchEnvironmentalCostPerUnitWeight ?? null,
    get supplierIds() {
      supplierIds ??= store.v3.reached(record, 'supplier');
      return supplierIds;
    },
  };
}

/** The values by which a brand product is filtered and sorted. A list matches if any of its values does. */
type ListRow = { readonly id: string } & { readonly [field in ListField]: FieldValue };
type FieldValue = string | number | boolean | null | readonly string[];

/** The sorted matches of a query that are in its page, and the number of all matches (interface 4.4). */
function select<R extends ListRow>(rows: readonly R[], query: ListQuery): { total: number; rows: R[] } {
  const search = query.search.toLowerCase();
  const matches = rows.filter(
    (row) => (search === '' || isFound(row, search)) && query.filters.every((filter) => meets(row, filter)),
  );
  const key: SortKey = SORT_KEYS[query.sortBy];
  const ordered = inListOrder(matches, key, query.orderBy, (row) => ({ id: row.id, value: row[key.field] }));
  return { total: matches.length, rows: ordered.slice(query.offset, query.offset + query.limit) };
}

const SEARCHED: readonly ListField[] = ['name', 'id', 'reference', 'collections'];

function isFound(row: ListRow, search: string): boolean {
  return SEARCHED.some((field) => textsOf(row[field]).some((text) => text.toLowerCase().includes(search)));
}

function meets(row: ListRow, filter: Filter): boolean {
  const value = row[filter.field];
  switch (filter.type) {
    case 'any':
      return (textsOf(value).length === 0 ? [''] : textsOf(value)).some((text) =>
        filter.values.includes(text),
      );
    case 'boolean':
      return value === filter.value;
    case 'dates': {
      const moment = typeof value === 'string' ? momentOf(value) : null;
      if (moment === null) return false;
      return moment >= (filter.start ?? moment) && moment <= (filter.end ?? moment);
    }
    case 'number':
      return (
        typeof value === 'number' &&
        filter.bounds.every(({ operator, values }) => values.some((limit) => COMPARE[operator](value, limit)))
      );
  }
}

const COMPARE: Readonly<Record<NumberOperator, (value: number, limit: number) => boolean>> = {
  eq: (value, limit) => value === limit,
  neq: (value, limit) => value !== limit,
  gt: (value, limit) => value > limit,
  gte: (value, limit) => value >= limit,
  lt: (value, limit) => value < limit,
  lte: (value, limit) => value <= limit,
  min: (value, limit) => value >= limit,
  max: (value, limit) => value <= limit,
};

function textsOf(value: FieldValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value : [];
}
