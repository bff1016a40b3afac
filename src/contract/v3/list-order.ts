import type { Order, SortKey } from './brand-product-query.ts';
import { momentOf } from './query-read.ts';

/** The value of a field to sort by. Lists are compared by their first value. */
export type Sortable = string | number | boolean | null | undefined | readonly string[];

/** The order of groups of values, ascending or descending: ordinary values, then texts that start with a digit, then null. */
const GROUPS = { value: 0, digit: 1, none: 2 } as const;

interface Rank {
  readonly group: number;
  readonly value: string | number;
}

/**
 * Sorts rows by one key as the list does (interface 4.4): texts ignore case, and equal values are sorted by `id` in
 * ascending order. The interface states that null comes last in both directions; trace assumes the same for texts that
 * start with a digit.
 */
export function inListOrder<Row>(
  rows: readonly Row[],
  key: SortKey,
  order: Order,
  of: (row: Row) => { readonly id: string; readonly value: Sortable },
): Row[] {
  const direction = order === 'desc' ? -1 : 1;
  return rows
    .map((row) => {
      const { id, value } = of(row);
      return { row, id, ...rankOf(value, key) };
    })
    .sort((a, b) => a.group - b.group || direction * compare(a.value, b.value) || compare(a.id, b.id))
    .map(({ row }) => row);
}

function rankOf(value: Sortable, { compare: by }: SortKey): Rank {
  const first = Array.isArray(value) ? (value as readonly string[])[0] : value;
  if (first === null || first === undefined) return { group: GROUPS.none, value: 0 };
  if (by === 'number') return { group: GROUPS.value, value: Number(first) };
  if (by === 'date') {
    const moment = momentOf(String(first));
    return moment === null ? { group: GROUPS.none, value: 0 } : { group: GROUPS.value, value: moment };
  }
  const text = String(first).toLowerCase();
  return { group: /^\d/.test(text) ? GROUPS.digit : GROUPS.value, value: text };
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b);
}
