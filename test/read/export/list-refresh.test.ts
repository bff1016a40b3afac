import { expect, test } from 'vitest';
import type { Body } from '../../../src/contract/kind.ts';
import { missingAfter, type WaitSettings } from '../../../src/read/export/list-refresh.ts';
import { Limiter } from '../../../src/service/limiter.ts';
import { openReads } from '../../../src/service/reads.ts';
import { FakeClock } from '../../service/fake-clock.ts';

const MINUTE = 60_000;
const expected = (...names: string[]) =>
  names.map((name) => ({ by: 'brandProductUniqueIdentifier' as const, name }));

/** A list that shows a product from some time on, with a clock that the test moves. */
function world(appears: Readonly<Record<string, number>>, more: object = {}) {
  const clock = new FakeClock();
  const start = clock.now();
  const asked: string[] = [];
  const reads = openReads(
    {
      origin: 'far',
      async read(path) {
        asked.push(path);
        const names = new URL(path, 'http://far').searchParams.getAll('brandProductUniqueIdentifier');
        const data = names
          .filter((name) => clock.now() - start >= appears[name]! * MINUTE)
          .map((uniqueIdentifier) => ({ id: `id of ${uniqueIdentifier}`, uniqueIdentifier, ...more }));
        return { type: 'body', body: { data, offset: 0, limit: 100, total: data.length } };
      },
    },
    { limiter: new Limiter({ rate: 0, concurrency: 2 }, clock) },
  );
  const told: [missing: number, minutes: number][] = [];
  const wait = (settings: Partial<WaitSettings>) =>
    missingAfter(reads, {
      ...{ list: 'brandProducts', expected: [], limitMs: 20 * MINUTE, everyMs: MINUTE / 2, clock },
      signal: new AbortController().signal,
      onWait: (missing, leftMs) => told.push([missing.length, leftMs / MINUTE]),
      ...settings,
    });
  /** Alternates between reads and sleeps, minute by minute. */
  async function settle<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const ended = () => {
      done = true;
    };
    work.then(ended, ended);
    for (let turns = 0; !done && turns < 100_000; turns++) {
      await clock.settle();
      if (!done && clock.sleeping > 0) await clock.runTo(clock.now() + MINUTE / 2);
    }
    return work;
  }
  return { wait, settle, asked, told, clock, start };
}

test('missingAfter reads the list until it shows all products, and asks only for those still missing', async () => {
  const { wait, settle, asked, told, clock, start } = world({ A: 0, B: 7, C: 12 });
  expect(await settle(wait({ expected: expected('A', 'B', 'C') }))).toEqual([]);
  expect((clock.now() - start) / MINUTE).toBe(12);
  expect(told[0]).toEqual([2, 20]);
  expect(told.at(-1)![0]).toBe(1);
  expect(asked[0]).toContain('=A&');
  expect(asked.at(-1)).not.toContain('=A&');
});

test('missingAfter returns what the list does not show at the time limit, after a last read then', async () => {
  const { wait, settle, clock, start } = world({ A: 3, B: 21 });
  expect(await settle(wait({ expected: expected('A', 'B') }))).toEqual(expected('B'));
  expect((clock.now() - start) / MINUTE).toBe(20);
  const late = world({ A: 20 });
  expect(await late.settle(late.wait({ expected: expected('A') }))).toEqual([]);
});

test('an update counts as shown if the dates of the list item are late enough or absent', async () => {
  const at = '2026-11-21T12:00:00Z';
  const old = { createdAt: '2026-11-01T08:00:00Z', updatedAt: '2026-11-20T08:00:00Z' };
  const updated = expected('A').map((one) => ({ ...one, at }));
  for (const [more, missing] of [
    [old, 1],
    [{ ...old, updatedAt: '2026-11-21T11:58:00Z' }, 0],
    [{}, 0],
  ] as const) {
    const { wait, settle } = world({ A: 0 }, more);
    expect(await settle(wait({ expected: updated, limitMs: MINUTE }))).toHaveLength(missing);
  }
});

test('missingAfter ends when the user interrupts it', async () => {
  const stop = new AbortController();
  const { wait, clock } = world({ A: 9 });
  const waiting = wait({ expected: expected('A'), signal: stop.signal });
  waiting.catch(() => {});
  await clock.settle();
  while (clock.sleeping === 0) await new Promise((turn) => setImmediate(turn));
  stop.abort(new Error('stop'));
  await expect(waiting).rejects.toThrow('stop');
});

test.each<[string, object, object, number]>([
  ['another value of what was set', { producedQuantity: 950 }, { producedQuantity: 900 }, 1],
  ['the value that was set', { producedQuantity: 950 }, { producedQuantity: 950 }, 0],
  ['amount of a quantity', { producedQuantity: { value: 9, unit: 'PIECES' } }, { producedQuantity: 9 }, 0],
  ['a name of the filters', { productRef: 'R-2' }, { reference: 'R-1' }, 1],
  ['a list in another order', { gtins: ['1', '2'] }, { gtins: ['2', '1'] }, 0],
  ['a list that is not empty yet', { gtins: [] }, { gtins: ['1'] }, 1],
  ['an empty list', { gtins: [] }, { gtins: [] }, 0],
  ['one of two values', { productName: 'A', productRef: 'R-2' }, { name: 'A', productRef: 'R-1' }, 1],
  ['nothing of what was set', { colour: 'x' }, { updatedAt: '2026-11-01T08:00:00Z' }, 0],
])('an update counts as shown or not by its values: %s', async (_, set, more, missing) => {
  const { wait, settle } = world({ A: 0 }, more);
  const sent = expected('A').map((one) => ({ ...one, at: '2026-11-21T12:00:00Z', set: set as Body }));
  expect(await settle(wait({ expected: sent, limitMs: MINUTE }))).toHaveLength(missing);
});
