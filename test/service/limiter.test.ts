import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/service/clock.ts';
import type { RequestEnd } from '../../src/service/concurrency.ts';
import { type EndRequest, Limiter } from '../../src/service/limiter.ts';
import { FakeClock } from './fake-clock.ts';

const limited = (rate: number, clock?: FakeClock) => new Limiter({ rate, concurrency: 64 }, clock);

/** Requests `count` turns now and records when each is granted, by its number. */
function ask(limiter: Limiter, clock: FakeClock, count: number, from = 0) {
  const granted: { turn: number; at: number }[] = [];
  for (let turn = from; turn < from + count; turn++) {
    void limiter.turn().then(() => granted.push({ turn, at: clock.now() }));
  }
  return granted;
}

/** The maximum number of turns in any second, both ends included. */
function busiestSecond(times: readonly number[]): number {
  return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at <= start + 1000).length));
}

describe('the rate of a limiter', () => {
  it.each([1000, 60_000])(
    'spaces turns 2 % wider than asked, and idle time until %i ms earns no turns',
    async (from) => {
      const clock = new FakeClock();
      const limiter = limited(10, clock);
      await clock.runTo(from);
      const granted = ask(limiter, clock, 4);
      await clock.runOut();
      expect(granted.map(({ at }) => Math.round(at - from))).toEqual([0, 102, 204, 306]);
    },
  );

  it('the rate of a limiter may be 0, for no limit', async () => {
    const clock = new FakeClock();
    const granted = ask(limited(0, clock), clock, 5000);
    await clock.settle();
    expect(granted).toHaveLength(5000);
    expect(clock.sleeping).toBe(0);
  });

  it('the rate of a limiter is kept if every timer is a little late', async () => {
    const clock = new FakeClock(() => 2);
    const granted = ask(limited(100, clock), clock, 990);
    await clock.runOut();
    expect(granted.at(-1)!.at - granted[0]!.at).toBeLessThan(990 * 10.2 + 5);
  });

  it.each([Number.NaN, -1])('the rate of a limiter may not be %d', (rate) => {
    expect(() => limited(rate)).toThrow(RangeError);
  });
});

describe('a hold of a limiter', () => {
  it('delays every turn to its end and no fraction less, also without a rate', async () => {
    // Timers that fire up to a millisecond early must be waited out.
    const clock = new FakeClock(() => -0.9);
    const limiter = limited(0, clock);
    limiter.hold(120_000.5);
    const granted = ask(limiter, clock, 3);
    await clock.runTo(121_000.4);
    expect(granted).toEqual([]);
    await clock.runOut();
    expect(granted.map(({ at }) => at >= 121_000.5)).toEqual([true, true, true]);
  });

  it('delays turns that already wait, and of two holds the longer one counts', async () => {
    const clock = new FakeClock();
    const limiter = limited(10, clock);
    const granted = ask(limiter, clock, 2);
    await clock.runTo(1050);
    limiter.hold(3950);
    limiter.hold(1950);
    expect(limiter.isHeld).toBe(true);
    await clock.runOut();
    expect(granted.map(({ at }) => at)).toEqual([1000, 5000]);
    expect(limiter.isHeld).toBe(false);
  });
});

describe('a turn whose signal is aborted', () => {
  it('a turn whose signal is aborted rejects with the reason and is not used up', async () => {
    const clock = new FakeClock();
    const limiter = limited(10, clock);
    const stop = new AbortController();
    await limiter.turn();
    const left = expect(limiter.turn(stop.signal)).rejects.toThrow('enough');
    const granted = ask(limiter, clock, 1, 7);
    stop.abort(new Error('enough'));
    await left;
    await clock.runOut();
    expect(granted.map(({ turn, at }) => [turn, Math.round(at)])).toEqual([[7, 1102]]);
  });

  it('a turn whose signal is aborted rejects at once if the signal was aborted before', async () => {
    const over = AbortSignal.abort(new Error('over'));
    await expect(limited(0, new FakeClock()).turn(over)).rejects.toThrow('over');
  });

  it('a turn whose signal is aborted leaves no timer if nobody else waits, and later turns work', async () => {
    const clock = new FakeClock();
    const limiter = limited(10, clock);
    limiter.hold(3_599_000);
    const stop = new AbortController();
    const left = expect(limiter.turn(stop.signal)).rejects.toThrow();
    await clock.settle();
    expect(clock.sleeping).toBe(1);
    stop.abort();
    await left;
    await clock.settle();
    expect(clock.sleeping).toBe(0);
    const granted = ask(limiter, clock, 1);
    await clock.runOut();
    expect(granted).toEqual([{ turn: 0, at: 3_600_000 }]);
  });
});

describe('the places of a limiter', () => {
  it('the places of a limiter stay free if the waiter of one is aborted', async () => {
    const limiter = new Limiter({ rate: 0, concurrency: 1 });
    const end = await limiter.place();
    const stop = new AbortController();
    const left = expect(limiter.place(stop.signal)).rejects.toThrow('enough');
    const next = limiter.place();
    stop.abort(new Error('enough'));
    await left;
    end('clean');
    await next;
    await expect(limiter.place(stop.signal)).rejects.toThrow('enough');
  });

  it('the places of a limiter are freed once by each request, however often its end is reported', async () => {
    const limiter = new Limiter({ rate: 0, concurrency: 1 });
    const end = await limiter.place();
    end('clean');
    end('throttled');
    await limiter.place();
    const third = vi.fn();
    void limiter.place().then(third);
    await new Promise((resolve) => setImmediate(resolve));
    expect(third).not.toHaveBeenCalled();
  });

  it('the places of a limiter are never more than the limit, are given in order, and to everyone', async () => {
    const end = fc.constantFrom<RequestEnd>('clean', 'clean', 'clean', 'throttled', 'error');
    const ends = fc.array(end, { minLength: 1, maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), ends, async (concurrency, given) => {
        const limiter = new Limiter({ rate: 0, concurrency });
        const served: number[] = [];
        const open: EndRequest[] = [];
        const waiting = given.map((_, at) =>
          limiter.place().then((end) => {
            served.push(at);
            open.push(end);
            expect(open.length).toBeLessThanOrEqual(concurrency);
          }),
        );
        for (const end of given) {
          await new Promise((resolve) => setImmediate(resolve));
          expect(open.length).toBeGreaterThan(0);
          open.shift()!(end);
          expect(limiter.limit).toBeGreaterThanOrEqual(1);
          expect(limiter.limit).toBeLessThanOrEqual(concurrency);
        }
        await Promise.all(waiting);
        expect(served).toEqual(given.map((_, at) => at));
      }),
    );
  });
});

describe('turns of a limiter', () => {
  const step = fc.record({
    afterMs: fc.integer({ min: 0, max: 1500 }),
    turns: fc.integer({ min: 0, max: 12 }),
    pauseMs: fc.option(fc.integer({ min: 0, max: 2500 }), { nil: null }),
  });

  it('turns of a limiter are never above the rate in any second, never during a hold, in order, and for everyone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.array(step, { maxLength: 12 }),
        fc.array(fc.double({ min: -1, max: 40, noNaN: true }), { minLength: 1, maxLength: 20 }),
        async (rate, steps, skews) => {
          let timers = 0;
          const clock = new FakeClock(() => skews[timers++ % skews.length]!);
          const limiter = limited(rate, clock);
          const granted: { turn: number; at: number; isHeld: boolean }[] = [];
          let turns = 0;
          for (const { afterMs, turns: more, pauseMs } of steps) {
            await clock.runTo(clock.now() + afterMs);
            if (pauseMs !== null) limiter.hold(pauseMs);
            for (let i = 0; i < more; i++) {
              const turn = turns++;
              const grant = () => granted.push({ turn, at: clock.now(), isHeld: limiter.isHeld });
              void limiter.turn().then(grant);
            }
            await clock.settle();
          }
          await clock.runOut();
          expect(granted.map(({ turn }) => turn)).toEqual(Array.from({ length: turns }, (_, i) => i));
          expect(busiestSecond(granted.map(({ at }) => at))).toBeLessThanOrEqual(rate);
          expect(granted.filter(({ isHeld }) => isHeld)).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the system clock', () => {
  it('sleeps about as long as it is asked to, and wakes when its signal is aborted', async () => {
    const from = systemClock.now();
    await systemClock.sleep(20);
    expect(systemClock.now() - from).toBeGreaterThan(18);
    const stop = new AbortController();
    const asleep = expect(systemClock.sleep(2 ** 40, stop.signal)).rejects.toThrow('up');
    stop.abort(new Error('up'));
    await asleep;
    await expect(systemClock.sleep(0, stop.signal)).rejects.toThrow('up');
  });

  it('the system clock gives the turns of a limiter in order', async () => {
    const limiter = limited(1000);
    const order: number[] = [];
    await Promise.all(Array.from({ length: 20 }, (_, i) => limiter.turn().then(() => order.push(i))));
    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });
});
