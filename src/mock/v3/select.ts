import {
  type ListField,
  type NumberOperator,
  SORT_KEYS,
  type SortKey,
} from '../../contract/v3/brand-product-query.ts';
import { inListOrder } from '../../contract/v3/list-order.ts';
import { type Filter, type ListQuery, momentOf } from '../../contract/v3/query-read.ts';

/** What a brand product is found by; a list is met by any of its values. */
export type Row = { readonly id: string } & { readonly [field in ListField]: Held };
type Held = string | number | boolean | null | readonly string[];

/** The matches of a query in their order: those of its page, and how many there are in all (interface 4.4). */
export function select<R extends Row>(rows: readonly R[], query: ListQuery): { total: number; rows: R[] } {
  const wanted = query.search.toLowerCase();
  const matches = rows.filter(
    (row) => (wanted === '' || isFound(row, wanted)) && query.filters.every((filter) => meets(row, filter)),
  );
  const key: SortKey = SORT_KEYS[query.sortBy];
  const ordered = inListOrder(matches, key, query.orderBy, (row) => ({ id: row.id, value: row[key.field] }));
  return { total: matches.length, rows: ordered.slice(query.offset, query.offset + query.limit) };
}

const SEARCHED: readonly ListField[] = ['name', 'id', 'reference', 'collections'];

function isFound(row: Row, wanted: string): boolean {
  return SEARCHED.some((field) => textsOf(row[field]).some((text) => text.toLowerCase().includes(wanted)));
}

function meets(row: Row, filter: Filter): boolean {
  const held = row[filter.field];
  switch (filter.type) {
    case 'any':
      return (textsOf(held).length === 0 ? [''] : textsOf(held)).some((text) => filter.values.includes(text));
    case 'boolean':
      return held === filter.value;
    case 'dates': {
      const moment = typeof held === 'string' ? momentOf(held) : null;
      if (moment === null) return false;
      return moment >= (filter.start ?? moment) && moment <= (filter.end ?? moment);
    }
    case 'number':
      return (
        typeof held === 'number' &&
        filter.bounds.every(({ operator, values }) => values.some((value) => COMPARE[operator](held, value)))
      );
  }
}

const COMPARE: Readonly<Record<NumberOperator, (held: number, value: number) => boolean>> = {
  eq: (held, value) => held === value,
  neq: (held, value) => held !== value,
  gt: (held, value) => held > value,
  gte: (held, value) => held >= value,
  lt: (held, value) => held < value,
  lte: (held, value) => held <= value,
  min: (held, value) => held >= value,
  max: (held, value) => held <= value,
};

function textsOf(held: Held): readonly string[] {
  if (typeof held === 'string') return [held];
  return Array.isArray(held) ? held : [];
}
