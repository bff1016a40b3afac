import { expect, test } from 'vitest';
import { runReport } from '../../../src/cli/view/report-schema.ts';
import { folderWith, mockService, sandboxConfig, trace } from './harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from './sheets.ts';

interface Burst {
  /** Numbers of the requests, from 1, that get a Retry-After. */
  readonly putOff: readonly number[];
  readonly status: number;
  /** The header of a response sent at `now` (milliseconds of the day). */
  readonly retryAfter: (now: number) => string;
}

const ALL = ['import', ...SMALL_BATCH, '--env', 'sandbox', '--json'];

/**
 * Imports the small batch into a mock that asks to retry later, and records retries that come too early. With several
 * concurrent requests, some are already open: those are not early.
 */
async function importThrough({ putOff, status, retryAfter }: Burst, concurrency = 1) {
  const early: string[] = [];
  let until = 0;
  const mock = await mockService({
    before: ({ n, path }) => {
      if (Date.now() < until) early.push(`${n} ${path}: ${until - Date.now()} ms too early`);
      if (!putOff.includes(n)) return null;
      const header = retryAfter(Date.now());
      const told = /^\d+$/.test(header) ? Date.now() + 1000 * Number(header) : Date.parse(header);
      until = Math.max(until, told);
      return Response.json(
        { statusCode: status, message: ['slow down'] },
        { status, headers: { 'retry-after': header } },
      );
    },
  });
  const cwd = await folderWith({
    ...smallBatch(),
    'trace.config.yaml': sandboxConfig(mock.url, `concurrency: ${concurrency}`),
  });
  const ran = await trace(ALL, { cwd });
  return { ran, early, received: mock.stats().received, report: runReport.parse(JSON.parse(ran.stdout)) };
}

const inSeconds = (seconds: number) => () => String(seconds);
/** HTTP dates have whole seconds: the next one in the future. */
const nextSecond = (now: number) => new Date(1000 * Math.ceil((now + 1) / 1000)).toUTCString();

test.each<[string, Burst]>([
  ['429 with seconds at the first request', { putOff: [1], status: 429, retryAfter: inSeconds(1) }],
  ['a burst of 429 with seconds', { putOff: [2, 3, 4], status: 429, retryAfter: inSeconds(1) }],
  ['429 with a date', { putOff: [2, 5], status: 429, retryAfter: nextSecond }],
  ['503 with seconds', { putOff: [3, 4], status: 503, retryAfter: inSeconds(1) }],
  ['503 with a date', { putOff: [1, 4], status: 503, retryAfter: nextSecond }],
  ['429 with nothing to wait for', { putOff: [1, 2, 3, 5, 6], status: 429, retryAfter: inSeconds(0) }],
])('%s: every row is created once, no request comes earlier than told', async (_, burst) => {
  const { ran, early, received, report } = await importThrough(burst);
  expect(ran.code).toBe(0);
  expect(report.totals.created).toBe(SMALL_SIZE);
  expect(Object.values(received)).toEqual(Array(SMALL_SIZE).fill(1));
  expect(early).toEqual([]);
  expect(report.records.reduce((sum, { attempts }) => sum + attempts, 0)).toBeGreaterThan(SMALL_SIZE);
});

test('with many requests on their way every row is still created once', async () => {
  const burst = { putOff: [1, 3, 4, 6, 7, 8], status: 429, retryAfter: inSeconds(0) };
  const { ran, received } = await importThrough(burst, 64);
  expect(ran.code).toBe(0);
  expect(Object.values(received)).toEqual(Array(SMALL_SIZE).fill(1));
});

test('a service that asks for more than an hour ends the run: exit 7, the rest not attempted', async () => {
  const { ran, report } = await importThrough({ putOff: [1], status: 429, retryAfter: inSeconds(7200) });
  expect(ran.code).toBe(7);
  expect(report.totals).toMatchObject({ failed: 1, 'not-attempted': SMALL_SIZE - 1 });
});
