import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type Clock, systemClock } from '../../src/service/clock.ts';

import { Limiter, type RequestLimits } from '../../src/service/limiter.ts';
import type { Reading } from '../../src/service/read-back/reading.ts';
import type { ReadEvent, ReadSettings } from '../../src/service/read-client.ts';
import type { ListEnd, ListQuery } from '../../src/service/read-list.ts';
import type { Answered } from '../../src/service/read-record.ts';
import { openReads } from '../../src/service/reads.ts';
import type { Answer } from '../../src/service/service.ts';
import { holdAsAsked } from '../send/push/responses.ts';
import { FakeClock } from './fake-clock.ts';
import { httpSide, serviceAt } from './far-side.ts';

const ALL = ['fr', 'en', 'es', 'it'] as const;

const body = (value: unknown): Reading => ({ type: 'body', body: value });
const failed = (answer: Answer): Reading => ({ type: 'failed', answer });
const lost = (status?: number): Reading =>
  failed({ type: 'unknown', ...(status !== undefined && { status }), error: `lost ${status ?? ''}` });
const refused = (status: number, message: string): Reading =>
  failed({ type: 'refused', status, messages: [message], unknownReference: false });

/** Reads one product again and again, until that fails. */
async function readOn(reads: ReturnType<typeof openReads>, given = () => {}): Promise<never> {
  for (;;) {
    await reads.product('a');
    given();
  }
}

const product = (id: string) => ({ id, ref: [id], name: '', category: '', studies: [] });

/** More requests than any test here sends. */
const MOST_ASKED = 10_000;

interface Given extends Partial<Omit<ReadSettings, 'limiter'>>, Partial<RequestLimits> {
  readonly clock?: Clock;
}

/** Reads from a function, with a clock that skips every pause. */
function readsOf(
  answer: (path: string, nth: number) => Reading,
  { concurrency = 4, rate = 0, clock, ...settings }: Given = {},
) {
  const asked: string[] = [];
  const told: ReadEvent[] = [];
  const pauses: number[] = [];
  let now = 0;
  const sleep = async (ms: number) => {
    pauses.push(ms);
    now += ms;
  };
  const skipping: Clock = { now: () => now, moment: () => ({ boot: 'test', ms: now }), sleep };
  const limiter = new Limiter({ rate, concurrency }, clock ?? skipping);
  const reads = openReads(
    {
      origin: 'http://far.test',
      read: async (path) => {
        // A loop without a wait would never let a test time out.
        if (asked.length > MOST_ASKED) throw new Error('it does not end');
        const reading = answer(path, asked.push(path));
        if (reading.type === 'failed') holdAsAsked(limiter, reading.answer);
        return reading;
      },
    },
    { limiter, random: () => 0.5, onEvent: (event) => told.push(event), ...settings },
  );
  return { reads, asked, told, pauses };
}

async function all(list: AsyncGenerator<Answered, ListEnd>): Promise<{ ids: unknown[]; end: ListEnd }> {
  const ids: unknown[] = [];
  for (;;) {
    const next = await list.next();
    if (next.done) return { ids, end: next.value };
    ids.push(next.value.id);
  }
}

const numbersOf = (path: string) => {
  const { searchParams } = new URL(path, 'http://far.test');
  return { limit: Number(searchParams.get('limit')), offset: Number(searchParams.get('offset')) };
};

/** A list of `total` products, with at most `most` per page. */
function listOf(total: number, most = 1000) {
  const data = Array.from({ length: total }, (_, at) => product(`p${at}`));
  return (path: string): Reading => {
    const { limit, offset } = numbersOf(path);
    return body({ offset, limit, total, data: data.slice(offset, offset + Math.min(limit, most)) });
  };
}

describe('the path of a read', () => {
  test.each<[name: string, ask: (reads: ReturnType<typeof openReads>) => Promise<unknown>, path: string]>([
    ['product', (reads) => reads.product('ROB/20 é'), '/v2/products/ROB%2F20%20%C3%A9'],
    ['packaging', (reads) => reads.packaging('a?b'), '/v2/packaging/a%3Fb'],
    ['study', (reads) => reads.study('s1', ['fr', 'it']), '/v2/studies/s1/details?lang=fr&lang=it'],
    ['showcase', (reads) => reads.showcase('s1', []), '/v2/studies/s1/showcase'],
    [
      'study by its three references',
      (reads) => reads.studyOf({ collectionRef: 'Été 27', productRef: 'a&b', colorCode: '..' }, ['en']),
      '/v2/studies?collectionRef=%C3%89t%C3%A9%2027&productRef=a%26b&colorCode=..&lang=en',
    ],
  ])('is built for a %s', async (_, ask, path) => {
    const { reads, asked } = readsOf(() => ({ type: 'absent' }));
    expect(await ask(reads)).toEqual({ type: 'absent' });
    expect(asked).toEqual([path]);
  });

  test('the path of a read is built for a list with search and order', async () => {
    const { reads, asked } = readsOf(listOf(1));
    await all(reads.packagings({ search: 'é&', sortBy: 'name', sortDesc: true }));
    expect(asked).toEqual(['/v2/packaging?limit=100&offset=0&search=%C3%A9%26&sortBy=name&sortDesc=true']);
  });

  test.each(['', '.', '..', '\ud800'])(
    'the path of a read cannot contain "%s": no request is sent',
    async (id) => {
      const { reads, asked } = readsOf(() => body({}));
      const error = expect.stringContaining('cannot be part of a URL');
      for (const found of [await reads.product(id), await reads.study(id, ALL), await reads.packaging(id)])
        expect(found).toMatchObject({ type: 'failed', status: null, error });
      expect(asked).toEqual([]);
    },
  );
});

describe('the read of a list', () => {
  test('the read of a list gives all items in order, whatever the page size of the service', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 1, max: 150 }),
        async (total, most) => {
          const { reads } = readsOf(listOf(total, most));
          const { ids, end } = await all(reads.products());
          expect(ids).toEqual(Array.from({ length: total }, (_, at) => `p${at}`));
          expect(end).toEqual({ total, read: total, short: false, nameless: 0 });
        },
      ),
      { numRuns: 40 },
    );
  });

  test('fetches each page once', async () => {
    const { reads, asked } = readsOf(listOf(950));
    await all(reads.products());
    expect(asked.map((path) => numbersOf(path).offset).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, at) => 100 * at),
    );
  });

  test.each<[limit: number, requests: number]>([
    [1, 1],
    [100, 1],
    [101, 2],
    [250, 3],
  ])('the read of a list stops after %i items, with %i requests', async (limit, requests) => {
    const { reads, asked } = readsOf(listOf(1000));
    const { ids, end } = await all(reads.products({ limit }));
    expect(ids).toHaveLength(limit);
    expect(end.short).toBe(false);
    expect(asked).toHaveLength(requests);
  });

  test('the read of a list gives no item twice if the list grew while it was read', async () => {
    let total = 150;
    const { reads } = readsOf(
      (path) => {
        const { limit, offset } = numbersOf(path);
        const data = Array.from({ length: total }, (_, at) => product(`p${total - 1 - at}`));
        const page = body({ offset, limit, total, data: data.slice(offset, offset + limit) });
        if (offset === 0) total += 7;
        return page;
      },
      { concurrency: 1 },
    );
    const { ids } = await all(reads.products());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(150);
  });

  test.each([350, 1_000_000_000, undefined])(
    'the read of a list ends before its total if the service returns the same page for ever, with the total %s',
    async (total) => {
      const data = Array.from({ length: 100 }, (_, at) => product(`p${at}`));
      const { reads, asked } = readsOf(() => body({ offset: 0, limit: 100, total, data }));
      const { ids, end } = await all(reads.products());
      expect(ids).toHaveLength(100);
      expect(end).toEqual({ total: total ?? 100, read: 100, short: total !== undefined, nameless: 0 });
      expect(asked.length).toBeLessThan(10);
    },
  );

  test('the read of a list ends at an empty page if the list is shorter than its total', async () => {
    const { reads } = readsOf((path) => {
      const { limit, offset } = numbersOf(path);
      const data = Array.from({ length: 120 }, (_, at) => product(`p${at}`)).slice(offset, offset + limit);
      return body({ offset, limit, total: 300, data });
    });
    expect((await all(reads.products())).end).toMatchObject({ read: 120, total: 300, short: true });
  });

  test('the read of a list ends at the first page that is not full if the service gives no total', async () => {
    const { reads } = readsOf((path) => {
      const { offset } = numbersOf(path);
      const length = offset < 200 ? 100 : 3;
      return body({ data: Array.from({ length }, (_, at) => product(`p${offset + at}`)) });
    });
    expect((await all(reads.products())).ids).toHaveLength(203);
  });

  test('the read of a list counts items without an id', async () => {
    const data = [product('a'), { ref: ['b'] }, null, { id: 7 }];
    const { reads } = readsOf(() => body({ total: 4, data }));
    const { ids, end } = await all(reads.products());
    expect(ids).toEqual(['a']);
    expect(end).toEqual({ total: 4, read: 1, short: false, nameless: 3 });
  });

  test.each<[what: string, items: (offset: number) => unknown[], total: (offset: number) => number]>([
    ['nothing but broken items', () => Array(100).fill({ ref: [] }), () => 1e9],
    ['nothing but broken items, and always a next page', () => Array(100).fill(null), (at) => at + 101],
    [
      'always a next page',
      (at) =>
        Array.from({ length: 100 }, (_, n) => ({ ...product(''), id: n % 50 === 0 ? `p${at + n}` : '' })),
      (at) => at + 101,
    ],
  ])(
    'the read of a list ends if the service returns %s, whatever limit was asked for',
    async (_, items, total) => {
      const { reads, asked } = readsOf((path) => {
        const { offset } = numbersOf(path);
        return body({ total: total(offset), data: items(offset) });
      });
      const { end } = await all(reads.products({ limit: 1000 }));
      expect(end.short).toBe(true);
      expect(end.nameless).toBeGreaterThan(100);
      expect(asked.length).toBeLessThan(40);
    },
  );

  test('the read of a list asks for smaller pages if the service refuses the first size', async () => {
    const list = listOf(45);
    const { reads, asked } = readsOf((path) =>
      numbersOf(path).limit > 20 ? refused(400, 'limit must be 20 at most') : list(path),
    );
    expect((await all(reads.products())).ids).toHaveLength(45);
    expect(asked).toHaveLength(4);
  });

  test.each<[answer: Reading, exit: string, text: RegExp]>([
    [body({ nothing: true }), 'unreachable', /is not a list/],
    [{ type: 'absent' }, 'unreachable', /HTTP 404 for a list/],
    [lost(500), 'unreachable', /HTTP 500/],
    [refused(422, 'sortBy is wrong'), 'usage', /sortBy is wrong/],
  ])('the read of a list rejects if the list is unreadable: %j', async (answer, exit, text) => {
    const { reads } = readsOf(() => answer);
    const question: ListQuery = { sortBy: 'x' };
    const message = expect.stringMatching(text);
    await expect(all(reads.products(question))).rejects.toMatchObject({ exit, message });
  });
});

describe('the read of one product', () => {
  test.each([
    ['fields that nobody knows', { ...product('a'), carbonBudget: { of: 2030 } }],
    ['missing fields, and others of another type', { id: 'a', ref: 'not a list', studies: null }],
  ])('the read of one product accepts a record with %s', async (_, record) => {
    const { reads } = readsOf(() => body(record));
    expect(await reads.product('a')).toEqual({ type: 'found', record });
  });

  test.each([null, 'text', [], { error: 'x' }, { id: 'a' }, [product('a')]])(
    'fails if the response is not a product: %j',
    async (answer) => {
      const { reads } = readsOf(() => body(answer));
      expect(await reads.product('a')).toMatchObject({ type: 'failed', status: 200 });
    },
  );
});

describe('retries of reads', () => {
  test.each([500, 502, 504, 200, undefined])('repeat a read that was lost with status %s', async (status) => {
    const { reads, asked, told } = readsOf((_, nth) => (nth < 3 ? lost(status) : body(product('a'))));
    expect(await reads.product('a')).toMatchObject({ type: 'found' });
    expect(asked).toHaveLength(3);
    const first = { type: 'retry', what: 'product a', attempt: 1 };
    expect(told).toMatchObject([first, { type: 'retry', attempt: 2 }]);
  });

  test('retries of reads are limited to three, and the failure is reported with its status', async () => {
    const { reads, asked } = readsOf(() => lost(502));
    expect(await reads.product('a')).toEqual({
      type: 'failed',
      status: 502,
      error: 'lost 502',
      canRetry: true,
    });
    expect(asked).toHaveLength(4);
  });

  test('retries of reads are not made for a read that the service refuses', async () => {
    const { reads, asked } = readsOf(() => refused(400, 'no'));
    expect(await reads.product('a')).toEqual({ type: 'failed', status: 400, error: 'no', canRetry: false });
    expect(asked).toHaveLength(1);
  });

  test('wait as long as Retry-After says', async () => {
    const { reads, pauses, told } = readsOf((_, nth) =>
      nth === 1 ? failed({ type: 'throttled', status: 429, retryAfterMs: 7000 }) : body(product('a')),
    );
    await reads.product('a');
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(7000);
    expect(told).toMatchObject([{ type: 'throttled', status: 429, waitMs: 7000, concurrency: 2 }]);
  });

  test('retries of reads end the work if Retry-After is longer than an hour', async () => {
    const { reads } = readsOf(() => failed({ type: 'throttled', status: 503, retryAfterMs: 4e6 }));
    await expect(reads.product('a')).rejects.toMatchObject({ exit: 'unreachable' });
  });

  test('retries of reads end the work after a fixed number of requests if every read fails', async () => {
    const { reads, asked } = readsOf(() => lost(500));
    const message = expect.stringContaining('consecutive reads failed');
    const given = vi.fn();
    await expect(readOn(reads, given)).rejects.toMatchObject({ exit: 'unreachable', message });
    expect(given).toHaveBeenCalledTimes(99);
    expect(asked.length).toBeLessThanOrEqual(200);
  });

  test('retries of reads end the work after 40 requests if the service never responds', async () => {
    const { reads, asked } = readsOf(() => lost());
    await expect(readOn(reads)).rejects.toMatchObject({ exit: 'unreachable' });
    expect(asked).toHaveLength(40);
  });
});

describe('reads end with an error', () => {
  const token = failed({ type: 'token', status: 401, messages: ['INVALID_SESSION'] });

  test('reads end with an error if the token is refused: no request follows', async () => {
    const settings = { concurrency: 1 };
    const { reads, asked } = readsOf((_, nth) => (nth === 3 ? token : body(product('a'))), settings);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => reads.product('a')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(asked).toHaveLength(3);
    for (const result of results.slice(2)) expect(result).toMatchObject({ reason: { exit: 'token' } });
  });

  test('reads end with an error if the service redirects, or another service is at the address', async () => {
    const moved = failed({ type: 'misdirected', status: 307, error: 'redirected' });
    await expect(readsOf(() => moved).reads.product('a')).rejects.toMatchObject({ exit: 'usage' });
    const nowhere = failed({ type: 'misdirected', status: 404, error: 'Cannot GET' });
    await expect(readsOf(() => nowhere).reads.product('a')).rejects.toMatchObject({ code: 'wrong-address' });
  });

  test('reads do not end if one path is missing after other reads succeeded: only that read fails', async () => {
    const { reads } = readsOf((_, nth) =>
      nth === 1 ? body(product('a')) : failed({ type: 'misdirected', status: 404, error: 'a page' }),
    );
    await reads.product('a');
    expect(await reads.product('b')).toEqual({
      type: 'failed',
      status: 404,
      error: 'a page',
      canRetry: false,
    });
  });

  test('reads end with an error if the service cannot be reached', async () => {
    const { reads, asked } = readsOf(() => failed({ type: 'unsent', error: 'connection refused' }));
    const message = expect.stringContaining('connection refused');
    await expect(reads.product('a')).rejects.toMatchObject({ exit: 'unreachable', message });
    expect(asked).toHaveLength(5);
  });

  test('reads end with an error if the user interrupts them', async () => {
    const stop = new AbortController();
    const { reads } = readsOf(
      () => {
        stop.abort();
        return failed({ type: 'unknown', error: 'stopped' });
      },
      { signal: stop.signal },
    );
    await expect(reads.product('a')).rejects.toMatchObject({ exit: 'interrupted' });
    await expect(reads.product('b')).rejects.toMatchObject({ exit: 'interrupted' });
  });
});

describe('the load of reads', () => {
  test('the load of reads is at most the rate', async () => {
    const clock = new FakeClock();
    const left: number[] = [];
    const { reads } = readsOf(
      () => {
        left.push(clock.now());
        return body(product('a'));
      },
      { rate: 10, concurrency: 50, clock },
    );
    const done = Promise.all(Array.from({ length: 30 }, () => reads.product('a')));
    await clock.runOut();
    await done;
    for (const from of left)
      expect(left.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(10);
    expect(left.at(-1)! - left[0]!).toBeLessThan(3100);
  });

  test('the load of reads is at most the concurrency, and a request may leave before the previous response is parsed', async () => {
    let out = 0;
    let most = 0;
    const parsed: (() => void)[] = [];
    const reads = openReads(
      {
        origin: 'http://far.test',
        async read(path, _, onResponse) {
          most = Math.max(most, ++out);
          await Promise.resolve();
          out--;
          onResponse?.();
          await new Promise<void>((resolve) => parsed.push(resolve));
          return path.endsWith('2') ? { type: 'absent' } : body(product(path));
        },
      },
      { limiter: new Limiter({ rate: 0, concurrency: 2 }) },
    );
    const found = Promise.all(Array.from({ length: 6 }, (_, at) => reads.product(String(at))));
    await expect.poll(() => parsed.length).toBe(6);
    expect(most).toBe(2);
    const parse = setInterval(() => parsed.splice(0).forEach((resolve) => void resolve()));
    const types = (await found).map(({ type }) => type);
    clearInterval(parse);
    expect(types).toEqual(['found', 'found', 'absent', 'found', 'found', 'found']);
  });

  const whole = JSON.stringify(product('a'));
  const asJson = { 'content-type': 'application/json' };
  test.each<[string, boolean, (response: ServerResponse) => void]>([
    ['a whole body', true, (response) => response.writeHead(200, asJson).end(`${whole}\n`)],
    ['a page', false, (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(whole)],
    ['a page that is called JSON', false, (response) => response.writeHead(200, asJson).end('<html>{}')],
    ['half a body', false, (response) => response.writeHead(200, asJson).end(whole.slice(0, -1))],
    ['nothing', false, (response) => response.writeHead(200, asJson).end()],
    [
      'a body with a broken connection',
      false,
      (response) => {
        response.writeHead(200, { ...asJson, 'content-length': 100 });
        response.write('{"data":{}', () => response.destroy());
      },
    ],
  ])('grows, or not, after status 200 with %s: %s', async (_, more, answer) => {
    let out = 0;
    let most = 0;
    // Long enough that the next requests arrive meanwhile, also on a busy machine.
    const delayMs = more ? 50 : 2;
    const side = await httpSide((response) => {
      most = Math.max(most, ++out);
      setTimeout(() => {
        out--;
        answer(response);
      }, delayMs);
    });
    const clock = { ...systemClock, sleep: async () => {} };
    const limiter = new Limiter({ rate: 0, concurrency: 32 }, clock);
    const reads = openReads(serviceAt(side.baseUrl, { limiter }), { limiter });
    const found = await Promise.all(Array.from({ length: 40 }, () => reads.product('a')));
    expect(found[0]).toMatchObject({ type: more ? 'found' : 'failed' });
    if (more) expect(most).toBeGreaterThan(4);
    else expect(most).toBeLessThanOrEqual(4);
  });

  test('the load of reads is at most the concurrency, before and after a 429', async () => {
    let out = 0;
    let most = 0;
    let after = 0;
    let throttled = false;
    const reads = openReads(
      {
        origin: 'http://far.test',
        async read() {
          out++;
          most = Math.max(most, out);
          if (throttled) after = Math.max(after, out);
          for (let turn = 0; turn < 5; turn++) await Promise.resolve();
          out--;
          if (most < 8 || throttled) return body(product('a'));
          throttled = true;
          return failed({ type: 'throttled', status: 429, retryAfterMs: 0 });
        },
      },
      { limiter: new Limiter({ rate: 0, concurrency: 8 }) },
    );
    await Promise.all(Array.from({ length: 300 }, () => reads.product('a')));
    expect(most).toBe(8);
    expect(throttled).toBe(true);
    expect(after).toBeLessThanOrEqual(8);
  });
});
