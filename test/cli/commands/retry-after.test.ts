import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runReport } from '../../../src/cli/view/report-schema.ts';
import { parseChaos } from '../../../src/mock/chaos/parse.ts';
import { soundBody } from '../../mock/sound-body.ts';
import { sandboxFolder, trace } from './harness.ts';
import { csvOf, packaging, SMALL_BATCH, SMALL_SIZE, smallBatch } from './sheets.ts';

/** A request as undici starts to write it. Times are those of the process, in milliseconds. */
interface Departure {
  readonly method: string;
  readonly at: number;
}

/** A response with a Retry-After, from the moment at which its headers were read. */
interface Hold extends Departure {
  readonly status: number;
  readonly until: number;
}

/** What undici sent and received: the moments at which bytes are written, which no server can know. */
const journal = { departures: [] as Departure[], holds: [] as Hold[] };

interface Sent {
  readonly request: { readonly method: string };
}
interface Received extends Sent {
  readonly response: { readonly statusCode: number; readonly headers: readonly Buffer[] };
}

const onSent = (message: unknown) => {
  const { method } = (message as Sent).request;
  journal.departures.push({ method, at: performance.now() });
};

const onReceived = (message: unknown) => {
  const { request, response } = message as Received;
  const { statusCode: status, headers } = response;
  const index = headers.findIndex((name) => name.toString().toLowerCase() === 'retry-after');
  if (index < 0) return;
  const value = headers[index + 1]!.toString();
  const waitMs = /^\d+$/.test(value) ? 1000 * Number(value) : Date.parse(value) - Date.now();
  const at = performance.now();
  journal.holds.push({ method: request.method, status, at, until: at + waitMs });
};

beforeAll(() => {
  subscribe('undici:client:sendHeaders', onSent);
  subscribe('undici:request:headers', onReceived);
});

afterAll(() => {
  unsubscribe('undici:client:sendHeaders', onSent);
  unsubscribe('undici:request:headers', onReceived);
});

/** Requests that left within a Retry-After. */
function early(): string[] {
  const { departures, holds } = journal;
  return holds.flatMap(({ method, status, at, until }) =>
    departures
      .filter((left) => left.at > at && left.at < until)
      .map(
        (left) => `${left.method} left ${left.at - at} ms after a ${status} of a ${method}: ${until - at}`,
      ),
  );
}

const COUNT = 60;
const REFS = Array.from({ length: COUNT }, (_, at) => `EMB-${at}`);
const BODIES = REFS.map((packagingRef) => soundBody(packaging, 'STANDARD', { with: { packagingRef } }));

/** Which requests of each method get a Retry-After: the first ones while records are read back. */
const HELD: Readonly<Record<string, readonly number[]>> = { POST: [12], GET: [2] };

const inSeconds = () => '1';
/** HTTP dates have whole seconds: the next one in the future. */
const asDate = () => new Date(1000 * Math.ceil((Date.now() + 1) / 1000)).toUTCString();

/** Creates, records that are read back, and an export, 8 requests at a time. */
test.each([
  ['429 with seconds', 429, inSeconds],
  ['503 with a date', 503, asDate],
])('during a Retry-After (%s) no request leaves, and all records are created', async (_, status, header) => {
  journal.departures.length = 0;
  journal.holds.length = 0;
  const seen: Record<string, number> = {};
  const { mock, cwd } = await sandboxFolder(
    { 'packaging.csv': csvOf(packaging, BODIES) },
    {
      config: ['concurrency: 8', 'rate: 0'],
      chaos: parseChaos('seed=3,latency=1-40,reset-after=15%'),
      before: ({ method }) => {
        seen[method] = (seen[method] ?? 0) + 1;
        if (!HELD[method]?.includes(seen[method])) return null;
        return Response.json({ statusCode: status }, { status, headers: { 'retry-after': header() } });
      },
    },
  );
  const ran = await trace(['import', 'packaging.csv', '--env', 'sandbox', '--json'], { cwd });
  expect([runReport.parse(JSON.parse(ran.stdout)).totals.created, ran.code]).toEqual([COUNT, 0]);
  const readBack = journal.holds.filter(({ method }) => method === 'GET').length;
  const read = await trace(['packaging', 'export', '--out', '-', '--env', 'sandbox'], { cwd });
  expect(read.code).toBe(0);
  expect(read.stdout.trim().split('\n')).toHaveLength(COUNT + 1);
  expect(early()).toEqual([]);
  expect(Object.values(mock.stats().received)).toEqual(Array(COUNT).fill(1));
  expect(readBack).toBeGreaterThan(0);
  expect(journal.holds.map(({ method }) => method).sort()).toEqual(['GET', 'POST']);
});

/** Imports the small batch into a mock that responds to some requests, by their numbers, with a Retry-After. */
async function importThrough(held: readonly number[], seconds: number, concurrency: number) {
  const headers = { 'retry-after': `${seconds}` };
  const { mock, cwd } = await sandboxFolder(smallBatch(), {
    config: [`concurrency: ${concurrency}`],
    before: ({ n }) =>
      held.includes(n) ? Response.json({ statusCode: 429 }, { status: 429, headers }) : null,
  });
  const ran = await trace(['import', ...SMALL_BATCH, '--env', 'sandbox', '--json'], { cwd });
  const { totals } = runReport.parse(JSON.parse(ran.stdout));
  return { code: ran.code, totals, received: mock.stats().received };
}

test.each([1, 64])('Retry-After: 0 with concurrency %i creates each record once', async (concurrency) => {
  const { code, totals, received } = await importThrough([1, 2, 3, 5, 6], 0, concurrency);
  expect([code, totals.created]).toEqual([0, SMALL_SIZE]);
  expect(Object.values(received)).toEqual(Array(SMALL_SIZE).fill(1));
});

test('a Retry-After of more than an hour ends the run: exit 7, and the rest is not-attempted', async () => {
  const { code, totals } = await importThrough([1], 7200, 1);
  expect(code).toBe(7);
  expect(totals).toMatchObject({ failed: 1, 'not-attempted': SMALL_SIZE - 1 });
});
