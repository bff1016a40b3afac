import {
  type Order,
  QUERY_PARAMETERS,
  SORT_KEYS,
  type SortName,
} from '../../contract/v3/brand-product-query.ts';
import { listValue } from '../../contract/v3/list-names.ts';
import { inListOrder, type Sortable } from '../../contract/v3/list-order.ts';
import { buildQuery, QUERY_BYTES, type QueryParams, splitQuery } from '../../contract/v3/query-text.ts';
import { numberText, say } from '../../say.ts';
import type { ListEnd } from '../../service/read-list.ts';
import { type Answered, isRecord } from '../../service/read-record.ts';
import type { Reads } from '../../service/reads.ts';
import { idIn, readV3List, type V3ListName } from '../../service/v3-reads.ts';
import { problemOf } from './problem.ts';
import type { ListEntry } from './resource.ts';

/** Which items of a v3 list to read (interface 4.4). */
export interface V3Query {
  readonly list: V3ListName;
  /** Filters and sorting, without `offset` and `limit`. */
  readonly params: QueryParams;
  /** Number of matches to skip. */
  readonly offset?: number | undefined;
  /** Maximum number of items; by default all. */
  readonly limit?: number | undefined;
  /** Maximum number of items in a response. */
  readonly pageSize?: number | undefined;
}

/** Maximum number of times that a changing list is read. */
const MAX_PASSES = 3;
/** The bytes that `limit` and `offset` add to a query. */
const PAGE_BYTES = 40;

/**
 * Yields the items of a v3 list, each once, in the requested order. A query that is too long for a URL is split, and
 * the results are sorted as the service sorts them. A list that changed while it was read is read again: items found
 * only in a later pass come last, and a note says so.
 */
export async function* v3Items(
  reads: Reads,
  v3: V3Query,
  note: (text: string) => void = () => {},
): AsyncGenerator<ListEntry> {
  const { params, offset = 0, limit = Number.POSITIVE_INFINITY } = v3;
  const queries = splitQuery(params, QUERY_BYTES - PAGE_BYTES);
  const source =
    queries.length === 1
      ? readUnchanged(reads, v3, queries[0]!, offset + limit, note)
      : readSplit(reads, v3, queries, note);
  let matches = 0;
  for await (const next of source) {
    if ('problem' in next) yield next;
    else if (matches++ < offset) continue;
    else yield next;
    if (matches >= offset + limit) return;
  }
  if (offset > 0 && matches <= offset) note(pastEnd(offset, matches));
}

const pastEnd = (offset: number, count: number): string =>
  say().reading.pastEnd({ offset: `${offset}`, count, number: numberText(count) });

const movedText = (count: number): string => say().reading.moved({ count, number: numberText(count) });

/** Reads one query until the list does not change between its first page and its last. */
async function* readUnchanged(
  reads: Reads,
  { list, pageSize }: V3Query,
  query: string,
  limit: number,
  note: (text: string) => void,
): AsyncGenerator<ListEntry> {
  const seen = new Set<string>();
  let end: ListEnd | undefined;
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const before = seen.size;
    // The second pass reads without the limit, because a new item may be anywhere.
    const items = readV3List(reads.client, list, query, pass === 1 ? limit : undefined, pageSize);
    for (;;) {
      const next = await items.next();
      if (next.done) {
        end = next.value;
        break;
      }
      const id = idIn(next.value);
      if (seen.has(id)) continue;
      seen.add(id);
      yield { item: next.value };
      if (seen.size >= limit) return;
    }
    if (pass > 1 && seen.size > before) note(movedText(seen.size - before));
    if (!end.changed && !end.short) break;
  }
  if (!end) return;
  const noItem = { key: '', id: '' };
  if (end.nameless > 0) {
    const error = say().reading.notRecords({ count: end.nameless, number: numberText(end.nameless) });
    yield { problem: problemOf(noItem, 200, error, say().reading.report()) };
  } else if (end.changed || end.short) {
    const error = end.short
      ? say().reading.shortList({ total: numberText(end.total), read: numberText(end.read) })
      : say().reading.alwaysChanged();
    yield { problem: problemOf(noItem, 200, error, say().reading.readQuiet()) };
  }
}

/** Reads the parts of a split query, and yields each item once, sorted as the service sorts. */
async function* readSplit(
  reads: Reads,
  v3: V3Query,
  queries: readonly string[],
  note: (text: string) => void,
): AsyncGenerator<ListEntry> {
  const found = new Map<string, Answered>();
  for (const query of queries) {
    for await (const next of readUnchanged(reads, v3, query, Number.POSITIVE_INFINITY, note)) {
      if ('problem' in next) yield next;
      else found.set(idIn(next.item), next.item);
    }
  }
  for (const item of await inRequestedOrder(reads, v3, found, note)) yield { item };
}

async function inRequestedOrder(
  reads: Reads,
  v3: V3Query,
  found: ReadonlyMap<string, Answered>,
  note: (text: string) => void,
): Promise<readonly Answered[]> {
  const { sortBy, orderBy } = v3.params;
  const items = [...found.values()];
  const name = typeof sortBy === 'string' ? sortBy : 'createdAt';
  const key = Object.hasOwn(SORT_KEYS, name) ? SORT_KEYS[name as SortName] : undefined;
  if (key && items.every((item) => sortValue(item, name) !== undefined)) {
    return inListOrder(items, key, (orderBy ?? 'asc') as Order, (item) => ({
      id: idIn(item),
      value: sortValue(item, name),
    }));
  }
  // If no order was requested, any order is correct.
  if (sortBy === undefined && orderBy === undefined) return items;
  note(say().reading.sortWhole({ name }));
  const rest = new Map(found);
  const ordered: Answered[] = [];
  const query = buildQuery(withoutLists(v3.params));
  for await (const next of readUnchanged(reads, v3, query, Number.POSITIVE_INFINITY, note)) {
    if (rest.size === 0) break;
    const id = 'item' in next ? idIn(next.item) : '';
    const item = rest.get(id);
    if (item && rest.delete(id)) ordered.push(item);
  }
  return [...ordered, ...rest.values()];
}

const LIST_PARAMETERS: ReadonlySet<string> = new Set(
  QUERY_PARAMETERS.filter(({ value }) => /^(texts|uuids?)$/.test(value.type)).map(({ name }) => name),
);

/** The query without the filters that splitting divides. It matches more items, in the same order. */
const withoutLists = (params: QueryParams): QueryParams =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !LIST_PARAMETERS.has(name)));

/** The value by which an item is sorted; null if it has none, undefined if the record does not contain the field. */
function sortValue(item: Answered, name: string): Sortable {
  const value = listValue(item, name);
  if (value !== undefined || !isRecord(item.scoring)) return value as Sortable;
  return item.scoring[name] as Sortable;
}
