import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { URL_LIMIT } from '../../../src/contract/v3/brand-product-query.ts';
import { type V3Query, v3Items } from '../../../src/read/export/v3-list.ts';
import { Limiter } from '../../../src/service/limiter.ts';
import { openReads } from '../../../src/service/reads.ts';
import { gtinOf, numbered } from '../../cli/commands/v3-world.ts';
import { mockInProcess } from '../../mock/harness.ts';
import { FakeClock } from '../../service/fake-clock.ts';

interface Page {
  readonly data: unknown[];
  readonly total: number;
}

/** Reads from a server that returns pages; returns the requests, the records, the problems and the notes. */
async function read(
  selection: Partial<V3Query>,
  answer: (query: URLSearchParams, n: number) => Page | Promise<Page>,
) {
  const asked: string[] = [];
  const reads = openReads(
    {
      origin: 'far',
      async read(path) {
        asked.push(path);
        const page = await answer(new URL(path, 'http://far').searchParams, asked.length);
        return { type: 'body', body: { offset: 0, limit: 100, ...page } };
      },
    },
    { limiter: new Limiter({ rate: 0, concurrency: 4 }, new FakeClock()) },
  );
  const notes: string[] = [];
  const found: unknown[] = [];
  const problems: string[] = [];
  const asks: V3Query = { list: 'brandProducts', params: {}, ...selection };
  for await (const next of v3Items(reads, asks, (text) => notes.push(text))) {
    if ('problem' in next) problems.push(next.problem.error);
    else found.push(next.item.id);
  }
  return { asked, found, problems, notes };
}

const pageOf = (ids: readonly string[], query: URLSearchParams): Page => {
  const [offset, limit] = ['offset', 'limit'].map((name) => Number(query.get(name))) as [number, number];
  return { data: ids.slice(offset, offset + limit).map((id) => ({ id })), total: ids.length };
};

describe('a list that changes while it is read', () => {
  const ids = Array.from({ length: 10 }, (_, at) => `p${at}`);

  test('a list that changes is read again, so that items that moved to an earlier page are not lost', async () => {
    let removed = false;
    const { found, problems, notes } = await read({ pageSize: 4 }, (query) => {
      const now = removed ? ids.slice(1) : ids;
      removed = true;
      return pageOf(now, query);
    });
    expect([...found].sort()).toEqual(ids);
    expect(found.at(-1)).toBe('p4');
    expect(problems).toEqual([]);
    expect(notes).toEqual(['The list changed while it was read: 1 item that moved is at the end.']);
  });

  test('a list that changes at every reading is reported as a problem', async () => {
    const { asked, problems } = await read({ pageSize: 4 }, (query, n) => ({
      ...pageOf(ids, query),
      total: 10 + (n % 2),
    }));
    expect(asked.length).toBeLessThan(20);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/list changed each time/);
  });

  test('a list that changes is read once if only the first items are needed', async () => {
    const { asked, found } = await read({ limit: 3 }, (query) => pageOf(ids, query));
    expect([asked.length, found]).toEqual([1, ['p0', 'p1', 'p2']]);
    expect(asked[0]).toMatch(/limit=3$/);
  });
});

test('items without an id are distinguished by their content', async () => {
  const { found } = await read({ list: 'declaredFecs' }, () => ({
    data: [{ a: 1 }, { a: 1 }, { a: 2 }, { brandProductId: 'x' }],
    total: 3,
  }));
  expect(found).toHaveLength(3);
});

test('a query that is split over several URLs gives the items of the whole query in its order', async () => {
  const mock = mockInProcess();
  for (let at = 0; at < 40; at++)
    await mock.post('/brand-products', numbered(at, { gtins: [gtinOf(at), gtinOf(at + 40)] }));
  const page = async (query: URLSearchParams): Promise<Page> => {
    const reply = await mock.get(`/brand-products?${query}`);
    expect(reply.status).toBe(200);
    return reply.json;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(Array.from({ length: 80 }, (_, at) => gtinOf(at))),
      fc.constantFrom('name', 'producedQuantity', 'colorCode', 'createdAt', 'collection'),
      fc.constantFrom('asc', 'desc'),
      fc.integer({ min: 0, max: 5 }),
      async (gtins, sortBy, orderBy, offset) => {
        const filler = Array.from({ length: 700 }, (_, at) => `not-there-${at}`);
        const params = { sortBy, orderBy, gtins: [...gtins, ...filler] };
        const divided = await read({ params, offset }, page);
        expect(divided.asked.length).toBeGreaterThan(1);
        for (const path of divided.asked) expect(path.length).toBeLessThan(URL_LIMIT);
        const whole = await read({ params: { ...params, gtins: [...gtins, 'x'] }, offset }, page);
        expect(divided.found).toEqual(whole.found);
      },
    ),
    { numRuns: 25, seed: 11 },
  );
  mock.store.close();
});
