import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { dbOf } from '../../ledger/store-of.ts';
import {
  ANSWERS,
  comeBackIn,
  type Given,
  type Pushed,
  product,
  pushed,
  type Script,
  seeded,
  supplier,
  VirtualClock,
} from './harness.ts';

const suppliers = (count: number): Given[] =>
  Array.from({ length: count }, (_, index) => supplier(`S${index + 1}`));

const allCreated = (run: Pushed) =>
  Object.values(run.outcomes).every((outcome) => outcome === 'created') && run.stop === null;

/** The most calls that started in any window of a second. */
function mostInASecond(run: Pushed): number {
  const starts = run.service.calls.map(({ startedAt }) => startedAt);
  return Math.max(...starts.map((from) => starts.filter((at) => at >= from && at < from + 1000).length));
}

/** Times at which a call started although the service had asked to wait longer. */
function early(run: Pushed): number[] {
  const { calls } = run.service;
  const pauses: { from: number; until: number }[] = [];
  for (const { startedAt, answer } of calls) {
    if (answer?.type !== 'throttled' || answer.retryAfterMs === null) continue;
    pauses.push({ from: startedAt + LATENCY, until: startedAt + LATENCY + answer.retryAfterMs });
  }
  return calls
    .map(({ startedAt }) => startedAt)
    .filter((at) => pauses.some(({ from, until }) => at >= from && at < until));
}

const LATENCY = 50;

describe('the request rate', () => {
  it('a rate of 50 per second is never exceeded, nor wasted, at a concurrency of 64', async () => {
    const run = await pushed(suppliers(400), { rate: 50, concurrency: 64, latencyMs: () => 400 });
    expect(allCreated(run)).toBe(true);
    expect(mostInASecond(run)).toBeLessThanOrEqual(50);
    // Nor is the rate wasted: at most the two per cent of margin, and the start with one at a time.
    expect(run.clock.now()).toBeLessThan((400 / 50) * 1000 * 1.02 + 4000);
  });

  it('the request rate is not exceeded if another program locks the ledger between the turn of a record and its request', async () => {
    const clock = new VirtualClock();
    const ledger = Ledger.temporary(null);
    const exec = dbOf(ledger).exec.bind(dbOf(ledger));
    let begun = 0;
    dbOf(ledger).exec = (sql) => {
      if (sql === 'begin immediate' && ++begun > 50 && begun % 20 > 9) {
        clock.stall(150);
        throw Object.assign(new Error('database is locked'), { errcode: 5 });
      }
      exec(sql);
    };
    const run = await pushed(suppliers(150), { rate: 10, clock, ledger, latencyMs: () => 700 });
    expect(allCreated(run)).toBe(true);
    expect(mostInASecond(run)).toBeLessThanOrEqual(10);
  });

  it('a rate of 0 means no limit', async () => {
    const run = await pushed(suppliers(200), { rate: 0, concurrency: 64, latencyMs: () => 10 });
    expect(mostInASecond(run)).toBe(200);
  });
});

describe('concurrent requests', () => {
  it.each([1, 3, 64])(
    'concurrent requests are never more than the concurrency of %i',
    async (concurrency) => {
      const random = seeded(7);
      const run = await pushed(suppliers(300), { concurrency, latencyMs: () => Math.floor(random() * 90) });
      expect(allCreated(run)).toBe(true);
      expect(run.service.mostOut).toBeLessThanOrEqual(concurrency);
      if (concurrency < 64) expect(run.service.mostOut).toBe(concurrency);
      else expect(run.service.mostOut).toBeGreaterThan(10);
    },
  );

  it('concurrent requests are limited to half as many after a 429', async () => {
    const run = await pushed(suppliers(300), {
      concurrency: 16,
      script: ({ key, attempt }) => (key === 'S200' && attempt === 1 ? ANSWERS.putOff : ANSWERS.accepted),
    });
    expect(allCreated(run)).toBe(true);
    expect(run.events.find(({ type }) => type === 'throttled')).toMatchObject({ concurrency: 8 });
  });
});

describe('a Retry-After', () => {
  it('a Retry-After of 120 s delays all requests until it is over', async () => {
    const run = await pushed(suppliers(100), {
      latencyMs: () => LATENCY,
      script: ({ key, attempt }) => (key === 'S30' && attempt === 1 ? comeBackIn(120_000) : ANSWERS.accepted),
    });
    expect(allCreated(run)).toBe(true);
    expect(early(run)).toEqual([]);
    expect(run.clock.now()).toBeGreaterThan(120_000);
    expect(run.service.calls).toHaveLength(101);
  });

  it('among random 429 responses: all records are created once, not too early, and within the rate', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.integer({ min: 1, max: 64 }),
        fc.constantFrom(0, 5, 50),
        async (seed, concurrency, rate) => {
          const random = seeded(seed);
          const script: Script = ({ attempt }) => {
            const luck = random();
            if (attempt > 3 || luck < 0.7) return ANSWERS.accepted;
            return luck < 0.85 ? ANSWERS.putOff : comeBackIn(Math.floor(random() * 30_000));
          };
          const run = await pushed(suppliers(60), {
            seed,
            concurrency,
            rate,
            script,
            latencyMs: () => LATENCY,
          });
          expect(allCreated(run)).toBe(true);
          expect(early(run)).toEqual([]);
          if (rate > 0) expect(mostInASecond(run)).toBeLessThanOrEqual(rate);
          const accepted = run.service.calls.filter(({ answer }) => answer?.type === 'accepted');
          expect(new Set(accepted.map(({ key }) => key)).size).toBe(60);
          expect(accepted).toHaveLength(60);
          run.ledger.close();
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the retry budget', () => {
  const dead = {
    'refused connections': ANSWERS.unsent,
    '503 with Retry-After': comeBackIn(1000),
    '429 without Retry-After': ANSWERS.putOff,
  };

  it.each(Object.entries(dead))('limits requests to a dead service (%s)', async (_, answer) => {
    const run = await pushed(suppliers(1000), { script: () => answer });
    expect(run.stop).toMatchObject({ exit: 'unreachable' });
    expect(run.service.calls.length).toBeLessThanOrEqual(1 + 100);
    expect(Object.values(run.outcomes).filter((outcome) => outcome === 'not-attempted')).toHaveLength(999);
  });

  it.each(Object.entries(dead))('limits retries if the service dies (%s)', async (_, answer) => {
    const alive = 900;
    const run = await pushed(suppliers(1900), {
      concurrency: 64,
      script: (_, service) => (service.calls.length <= alive ? ANSWERS.accepted : answer),
    });
    const records = new Set(run.service.calls.slice(alive).map(({ key }) => key));
    expect(run.stop).toMatchObject({ exit: 'unreachable' });
    expect(run.service.calls.length - alive - records.size).toBeLessThanOrEqual(100);
    const outcomes = Object.values(run.outcomes);
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(alive);
    expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['created', 'failed', 'not-attempted']));
  });

  it('the retry budget gets nothing back from an attempt that used no retry', async () => {
    // An attempt after the settle pause uses no retry, so it must not earn one. 90 retries are used up, then 40
    // products succeed on such an attempt and each gives back a fifth of one; the last one uses what is left.
    const products = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, at) => product(`${prefix}${at}/C/RED`, { supplierRef: 'S' }));
    const run = await pushed(
      [supplier('S'), ...products('P', 90), ...products('Q', 40), ...products('R', 1)],
      {
        concurrency: 1,
        script: ({ key, attempt }) => {
          if (key.startsWith('P')) return attempt === 1 ? ANSWERS.putOff : ANSWERS.unknown;
          if (key.startsWith('Q')) return attempt === 1 ? ANSWERS.unknownReference : ANSWERS.accepted;
          return key.startsWith('R') ? ANSWERS.putOff : ANSWERS.accepted;
        },
      },
    );
    expect(run.outcomes['R0 / C / RED']).toBe('failed');
    expect(run.service.callsOf('R0 / C / RED')).toHaveLength(1 + (100 - 90) + 40 / 5);
  });
});
