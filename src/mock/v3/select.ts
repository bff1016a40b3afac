import {
  type ListField,
  type NumberOperator,
  SORT_KEYS,
  type SortKey,
} from '../../contract/v3/brand-product-query.ts';
import { inListOrder } from '../../contract/v3/list-order.ts';
import { type Filter, type ListQuery, momentOf } from '../../contract/v3/query-read.ts';

/** The values by which a brand product is filtered and sorted. A list matches if any of its values does. */
export type Row = { readonly id: string } & { readonly [field in ListField]: FieldValue };
type FieldValue = string | number | boolean | null | readonly string[];

/** The sorted matches of a query that are in its page, and the number of all matches (interface 4.4). */
export function select<R extends Row>(rows: readonly R[], query: ListQuery): { total: number; rows: R[] } {
  const search = query.search.toLowerCase();
  const matches = rows.filter(
    (row) => (search === '' || isFound(row, search)) && query.filters.every((filter) => meets(row, filter)),
  );
  const key: SortKey = SORT_KEYS[query.sortBy];
  const ordered = inListOrder(matches, key, query.orderBy, (row) => ({ id: row.id, value: row[key.field] }));
  return { total: matches.length, rows: ordered.slice(query.offset, query.offset + query.limit) };
}

const SEARCHED: readonly ListField[] = ['name', 'id', 'reference', 'collections'];

function isFound(row: Row, search: string): boolean {
  return SEARCHED.some((field) => textsOf(row[field]).some((text) => text.toLowerCase().includes(search)));
}

function meets(row: Row, filter: Filter): boolean {
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
