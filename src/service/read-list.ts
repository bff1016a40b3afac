import { z } from 'zod';
import { listPath } from '../contract/v2/read-paths.ts';
import { TraceError, usage } from '../errors.ts';
import { say } from '../say.ts';
import { successWords } from './error-body.ts';
import type { ReadClient } from './read-client.ts';
import { type Answered, isRecord, textAt } from './read-record.ts';

/**
 * Number of items per page. The smaller number, from the samples of the interface, is used if the service refuses
 * the larger one.
 */
const PAGE = 100;
const SMALL_PAGE = 20;
/** After this many consecutive pages without a new item, reading the list stops, because it may never end. */
const MOST_WITHOUT_ITEMS = 3;
/** A list is assumed to never end if it is longer than twice its first total plus this many items. */
const MOST_GROWTH = 1000;
/** Number of pages that are fetched ahead. */
const PAGES_AHEAD = 8;

/** Which items of a list to read, and in which order. */
export interface ListQuery {
  readonly search?: string | undefined;
  readonly sortBy?: string | undefined;
  readonly sortDesc?: boolean | undefined;
  /** Maximum number of items; by default all. */
  readonly limit?: number | undefined;
}

/** How many items a list had. */
export interface ListEnd {
  /** The total that the service reported; at least `read`. */
  readonly total: number;
  readonly read: number;
  /**
   * Whether the service returned fewer items than it reported: the list changed while it was read, or was truncated.
   */
  readonly short: boolean;
  /** Number of items without an id, whose details cannot be read. */
  readonly nameless: number;
  /** Whether pages reported different totals: items may be missing because items were removed while the list was read. */
  readonly changed?: true;
}

/** How to read a list that is not a list of v2. */
export interface ListReading {
  /** Returns the path of a page; by default as in v2. */
  readonly pathOf?: (page: { readonly limit: number; readonly offset: number }) => string;
  /** Returns the identity of an item, empty if it has none; by default its `id`. */
  readonly idOf?: (item: Answered) => string;
  /** Maximum number of items per page. */
  readonly pageSize?: number;
}

const pageShape = z.looseObject({ total: z.number().optional(), data: z.array(z.unknown()) });

type Page = { readonly total: number | undefined; readonly data: readonly unknown[] };

/**
 * Reads a list page by page, some pages ahead, and yields its items in the order of the service, each id once. Returns
 * how many there were. It ends at the total, at a page without a new item, after several pages of broken items, and far
 * beyond the total of the first page.
 *
 * @throws TraceError of the client, and `list-unreadable` if a page cannot be read
 */
export async function* readList(
  client: ReadClient,
  path: string,
  query: ListQuery = {},
  { pathOf, idOf = (item) => textAt(item, 'id'), pageSize = PAGE }: ListReading = {},
): AsyncGenerator<Answered, ListEnd> {
  const { limit = Number.POSITIVE_INFINITY, ...asked } = query;
  const seen = new Set<string>();
  const ahead = new Map<number, Promise<Page>>();
  const most = Math.min(PAGES_AHEAD, client.concurrency);
  let size = Math.min(pageSize, limit);
  let read = 0;
  let nameless = 0;
  let total = 0;
  let withoutItems = 0;
  let longest = Number.POSITIVE_INFINITY;
  const totals = new Set<number>();
  const end = (short: boolean): ListEnd => ({
    total: Math.max(total, read),
    read,
    short,
    nameless,
    ...(totals.size > 1 && { changed: true as const }),
  });
  if (limit < 1) return end(false);

  for (let offset = 0; ; ) {
    const fetched = ahead.get(offset) ?? fetchPage(offset);
    ahead.delete(offset);
    const got = await fetched;
    total = got.total ?? total;
    if (got.total !== undefined) {
      if (totals.size === 0) longest = 2 * got.total + MOST_GROWTH;
      totals.add(got.total);
    }
    const before = seen.size + nameless;
    const items: Answered[] = [];
    for (const item of got.data) {
      const id = isRecord(item) ? idOf(item) : '';
      if (!isRecord(item) || id === '') {
        nameless++;
      } else if (!seen.has(id)) {
        seen.add(id);
        items.push(item);
      }
    }
    // A service that returns smaller pages determines the page size.
    if (offset === 0 && got.data.length > 0 && got.data.length < size && got.data.length < total) {
      size = got.data.length;
    }
    offset += got.data.length;
    withoutItems = items.length === 0 ? withoutItems + 1 : 0;
    const endless = withoutItems >= MOST_WITHOUT_ITEMS || offset > longest;
    const stale = got.data.length === 0 || seen.size + nameless === before;
    const done = stale || endless || offset >= knownTotal(got);
    if (!done) {
      for (let next = offset, n = 0; n < most && next < Math.min(total, limit); next += size, n++) {
        if (!ahead.has(next)) {
          const early = fetchPage(next);
          early.catch(() => {});
          ahead.set(next, early);
        }
      }
    }
    for (const item of items) {
      yield item;
      if (++read >= limit) return end(false);
    }
    if (done) return end(endless || seen.size + nameless < total);
  }

  /** The total that a page reports. Without one, a page that is not full is the last page. */
  function knownTotal(got: Page): number {
    if (got.total !== undefined) return got.total;
    return got.data.length < size ? 0 : Number.POSITIVE_INFINITY;
  }

  async function fetchPage(offset: number): Promise<Page> {
    const page = { limit: size, offset };
    const answer = await client.read(
      pathOf ? pathOf(page) : listPath(path, { ...page, ...asked }),
      say().reading.listFrom({ path, offset: `${offset}` }),
    );
    if (answer.type === 'failed' && answer.status === 400 && offset === 0 && size > SMALL_PAGE) {
      size = SMALL_PAGE;
      return fetchPage(offset);
    }
    if (answer.type === 'body') {
      const parsed = pageShape.safeParse(answer.body);
      if (parsed.success) {
        const { total, data } = parsed.data;
        // A page without items still has offset, limit and total (interface 4.2, 4.4).
        const words = total === undefined && data.length === 0 ? successWords(answer.body) : [];
        if (words.length > 0)
          throw unreadable(say().responses.emptyPage({ words: words.slice(0, 3).join('; ') }));
        return { total, data };
      }
      throw unreadable(say().responses.notAnyList());
    }
    if (answer.type === 'absent') throw unreadable(say().responses.noList());
    const plain = answer.status === null || answer.error.startsWith('HTTP');
    const reason = plain
      ? answer.error
      : say().responses.said({ status: `${answer.status}`, words: answer.error });
    throw answer.canRetry
      ? unreadable(reason)
      : usage(
          'list-refused',
          say().responses.listRefused({ path, reason }),
          say().responses.listRefusedHow(),
        );
  }

  function unreadable(why: string): TraceError {
    const { origin } = client.source;
    return new TraceError(
      'unreachable',
      'list-unreadable',
      say().responses.listUnreadable({ path, origin, why }),
    );
  }
}
