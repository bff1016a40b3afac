import { z } from 'zod';
import { listPath } from '../contract/routes.ts';
import { TraceError } from '../errors.ts';
import type { ReadClient } from './read-client.ts';
import { type Answered, isRecord, textAt } from './read-record.ts';
import { wordsBeside } from './success.ts';

/** Items asked for at once; and where a service takes no more, as many as the interface's own sample asks for. */
const PAGE = 100;
const SMALL_PAGE = 20;
/** Pages in a row without an item that has a name, after which a list is given up: it may never end. */
const MOST_BARREN = 3;
/** A list that is longer by so many items, and twice as long, than its first page said never ends. */
const MOST_GROWTH = 1000;
/** Pages that are fetched ahead of the one that is handed on. */
const AHEAD = 8;

/** What of a list is asked for. */
export interface ListQuestion {
  readonly search?: string | undefined;
  readonly sortBy?: string | undefined;
  readonly sortDesc?: boolean | undefined;
  /** Items after which it stops; all of them when left out. */
  readonly limit?: number | undefined;
}

/** How much a list came to. */
export interface ListEnd {
  /** What the service said how many there are; less than `read` never. */
  readonly total: number;
  readonly read: number;
  /** Items were missing at the end, though nobody asked for fewer: the list changed, or the service cuts it. */
  readonly short: boolean;
  /** Items that have no id, so that nothing can be asked about them. */
  readonly nameless: number;
  /** Pages told of different totals: what was removed meanwhile may have moved others past the reading. */
  readonly changed?: true;
}

/** How a list is read that is not one of v2. */
export interface ListReading {
  /** The path of a page; as in v2 when left out. */
  readonly pathOf?: (page: { readonly limit: number; readonly offset: number }) => string;
  /** What names an item; its `id` when left out. Empty: it has no name. */
  readonly idOf?: (item: Answered) => string;
  /** Items asked for at once, at most. */
  readonly pageSize?: number;
}

const pageShape = z.looseObject({ total: z.number().optional(), data: z.array(z.unknown()) });

type Page = { readonly total: number | undefined; readonly data: readonly unknown[] };

/**
 * Reads a list path page by page, some pages ahead, and hands its items on in the order of the service, each id once.
 * Returns how much it came to. It ends when the total is reached, at an empty page, at one that brings nothing new, and
 * where a list never would: at pages of broken items, and far beyond the total of its first page.
 * @throws TraceError of the client, and `list-unreadable` when a page cannot be had.
 */
export async function* readList(
  client: ReadClient,
  path: string,
  question: ListQuestion = {},
  { pathOf, idOf = (item) => textAt(item, 'id'), pageSize = PAGE }: ListReading = {},
): AsyncGenerator<Answered, ListEnd> {
  const { limit = Number.POSITIVE_INFINITY, ...asked } = question;
  const seen = new Set<string>();
  const ahead = new Map<number, Promise<Page>>();
  const most = Math.min(AHEAD, client.concurrency);
  let size = Math.min(pageSize, limit);
  let read = 0;
  let nameless = 0;
  let total = 0;
  let barren = 0;
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
    const held = ahead.get(offset) ?? fetchPage(offset);
    ahead.delete(offset);
    const got = await held;
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
    // A service that gives smaller pages than asked for sets the step.
    if (offset === 0 && got.data.length > 0 && got.data.length < size && got.data.length < total) {
      size = got.data.length;
    }
    offset += got.data.length;
    barren = items.length === 0 ? barren + 1 : 0;
    const endless = barren >= MOST_BARREN || offset > longest;
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

  /** Without a total, a page that is not full is the last one. */
  function knownTotal(got: Page): number {
    if (got.total !== undefined) return got.total;
    return got.data.length < size ? 0 : Number.POSITIVE_INFINITY;
  }

  async function fetchPage(offset: number): Promise<Page> {
    const page = { limit: size, offset };
    const answer = await client.read(
      pathOf ? pathOf(page) : listPath(path, { ...page, ...asked }),
      `${path} from ${offset}`,
    );
    if (answer.type === 'failed' && answer.status === 400 && offset === 0 && size > SMALL_PAGE) {
      size = SMALL_PAGE;
      return fetchPage(offset);
    }
    if (answer.type === 'body') {
      const parsed = pageShape.safeParse(answer.body);
      if (parsed.success) {
        const { total, data } = parsed.data;
        // An empty page says that it is one: offset, limit, total (interface 4.2, 4.4).
        const words = total === undefined && data.length === 0 ? wordsBeside(answer.body) : [];
        if (words.length > 0)
          throw unreadable(`its page has no items and no total, and says: ${words.slice(0, 3).join('; ')}`);
        return { total, data };
      }
      throw unreadable('the answer does not look like a list');
    }
    if (answer.type === 'absent') throw unreadable('HTTP 404 for a list');
    const plain = answer.status === null || answer.error.startsWith('HTTP');
    const said = plain ? answer.error : `HTTP ${answer.status}: ${answer.error}`;
    throw answer.refused
      ? new TraceError(
          'usage',
          'list-refused',
          `The list ${path} was refused (${said}).`,
          'Look at what was asked for: the filters, and how it is sorted.',
        )
      : unreadable(said);
  }

  function unreadable(why: string): TraceError {
    const { origin } = client.source;
    return new TraceError(
      'unreachable',
      'list-unreadable',
      `The list ${path} of ${origin} cannot be read: ${why}.`,
    );
  }
}
