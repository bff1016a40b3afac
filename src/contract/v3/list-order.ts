import type { Order, SortKey } from './brand-product-query.ts';
import { momentOf } from './query-read.ts';

/** The value of a field to sort by; the first of several. */
export type Sortable = string | number | boolean | null | undefined | readonly string[];

/** The group of a value, in both directions: texts that start with a digit after the others, null last. */
const GROUPS = { value: 0, digit: 1, none: 2 } as const;

interface Rank {
  readonly group: number;
  readonly value: string | number;
}

/**
 * The rows sorted by one key as the list sorts them (interface 4.4): text ignores case, ties go by `id` upwards. The
 * interface says "both directions" of null alone; digits after the others is taken to hold in both as well, as it is
 * said without a condition.
 */
export function inListOrder<Row>(
  rows: readonly Row[],
  key: SortKey,
  order: Order,
  of: (row: Row) => { readonly id: string; readonly held: Sortable },
): Row[] {
  const direction = order === 'desc' ? -1 : 1;
  return rows
    .map((row) => {
      const { id, held } = of(row);
      return { row, id, ...rankOf(held, key) };
    })
    .sort((a, b) => a.group - b.group || direction * compare(a.value, b.value) || compare(a.id, b.id))
    .map(({ row }) => row);
}

function rankOf(held: Sortable, { compare: by }: SortKey): Rank {
  const first = Array.isArray(held) ? (held as readonly string[])[0] : held;
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
