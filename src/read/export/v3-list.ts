import {
  type Order,
  QUERY_PARAMETERS,
  SORT_KEYS,
  type SortName,
} from '../../contract/v3/brand-product-query.ts';
import { listValue } from '../../contract/v3/list-names.ts';
import { inListOrder, type Sortable } from '../../contract/v3/list-order.ts';
import { buildQuery, QUERY_BYTES, type QueryParams, splitQuery } from '../../contract/v3/query-text.ts';
import type { ListEnd } from '../../service/read-list.ts';
import { type Answered, isRecord } from '../../service/read-record.ts';
import type { Reads } from '../../service/reads.ts';
import { idIn, readV3List, type V3List } from '../../service/v3-reads.ts';
import type { Listed } from './listed.ts';
import { problemOf } from './problem.ts';

/** Which items of a v3 list are meant (interface 4.4). */
export interface V3Question {
  readonly list: V3List;
  /** Filters and sorting, without `offset` and `limit`. */
  readonly params: QueryParams;
  /** Matches that are passed over. */
  readonly offset?: number | undefined;
  /** Items after which it stops; all when left out. */
  readonly limit?: number | undefined;
  /** Items asked for at once, at most. */
  readonly pageSize?: number | undefined;
}

/** A list that changes while it is read is read again, so often at most. */
const MOST_PASSES = 3;
/** What `limit` and `offset` add to a query. */
const PAGE_BYTES = 40;

/**
 * The items of a v3 list, each once, in the order asked for. A query that is too long for an address is asked in pieces,
 * and their answers are sorted as the service sorts. A list that changes meanwhile is read again: what came in between
 * stands at the end of it, and `note` is told.
 */
export async function* v3Items(
  reads: Reads,
  question: V3Question,
  note: (text: string) => void = () => {},
): AsyncGenerator<Listed> {
  const { params, offset = 0, limit = Number.POSITIVE_INFINITY } = question;
  const queries = splitQuery(params, QUERY_BYTES - PAGE_BYTES);
  const source =
    queries.length === 1
      ? settled(reads, question, queries[0]!, offset + limit, note)
      : joined(reads, question, queries, note);
  let passed = 0;
  for await (const next of source) {
    if ('problem' in next) yield next;
    else if (passed++ < offset) continue;
    else yield next;
    if (passed >= offset + limit) return;
  }
  if (offset > 0 && passed <= offset) note(pastEnd(offset, passed));
}

const pastEnd = (offset: number, count: number): string =>
  `The offset ${offset} is past the end of the list, which has ${count} ${count === 1 ? 'item' : 'items'} that fit.`;

/** One query, read until it stood still from its first page to its last. */
async function* settled(
  reads: Reads,
  { list, pageSize }: V3Question,
  query: string,
  limit: number,
  note: (text: string) => void,
): AsyncGenerator<Listed> {
  const seen = new Set<string>();
  let end: ListEnd | undefined;
  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    const before = seen.size;
    // What was given already does not count: what is new may stand anywhere.
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
    if (pass > 1 && seen.size > before)
      note(
        `The list changed while it was read: ${seen.size - before} that had moved stand at the end of it.`,
      );
    if (!end.changed && !end.short) break;
  }
  if (!end) return;
  const nobody = { key: '', id: '' };
  if (end.nameless > 0) {
    const error = `${end.nameless} items of the list are no records`;
    yield { problem: problemOf(nobody, 200, error, 'report it to the operator of the service') };
  } else if (end.changed || end.short) {
    const error = `the list told of ${end.total} and gave ${end.read}: it changes while it is read, or is cut`;
    yield { problem: problemOf(nobody, 200, error, 'read it again when nobody imports') };
  }
}

/** Several queries as one: each item once, sorted as the service would have. */
async function* joined(
  reads: Reads,
  question: V3Question,
  queries: readonly string[],
  note: (text: string) => void,
): AsyncGenerator<Listed> {
  const found = new Map<string, Answered>();
  for (const query of queries) {
    for await (const next of settled(reads, question, query, Number.POSITIVE_INFINITY, note)) {
      if ('problem' in next) yield next;
      else found.set(idIn(next.item), next.item);
    }
  }
  for (const item of await sorted(reads, question, found, note)) yield { item };
}

async function sorted(
  reads: Reads,
  question: V3Question,
  found: ReadonlyMap<string, Answered>,
  note: (text: string) => void,
): Promise<readonly Answered[]> {
  const { sortBy, orderBy } = question.params;
  const items = [...found.values()];
  const name = typeof sortBy === 'string' ? sortBy : 'createdAt';
  const key = Object.hasOwn(SORT_KEYS, name) ? SORT_KEYS[name as SortName] : undefined;
  if (key && items.every((item) => heldIn(item, name) !== undefined)) {
    return inListOrder(items, key, (orderBy ?? 'asc') as Order, (item) => ({
      id: idIn(item),
      held: heldIn(item, name),
    }));
  }
  // Nobody asked for an order, and the answers do not show that of the service.
  if (sortBy === undefined && orderBy === undefined) return items;
  note(`The answers do not show ${name}: the whole list is read for its order.`);
  const rest = new Map(found);
  const ordered: Answered[] = [];
  const query = buildQuery(withoutLists(question.params));
  for await (const next of settled(reads, question, query, Number.POSITIVE_INFINITY, note)) {
    if (rest.size === 0) break;
    const id = 'item' in next ? idIn(next.item) : '';
    const item = rest.get(id);
    if (item && rest.delete(id)) ordered.push(item);
  }
  return [...ordered, ...rest.values()];
}

const LISTS: ReadonlySet<string> = new Set(
  QUERY_PARAMETERS.filter(({ value }) => /^(texts|uuids?)$/.test(value.type)).map(({ name }) => name),
);

/** The query without what may have been divided: it matches more, in the same order. */
const withoutLists = (params: QueryParams): QueryParams =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !LISTS.has(name)));

/** What an item is sorted by; null when it has none, undefined when the answer does not show it. */
function heldIn(item: Answered, name: string): Sortable {
  const held = listValue(item, name);
  if (held !== undefined || !isRecord(item.scoring)) return held as Sortable;
  return item.scoring[name] as Sortable;
}
