import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from '../../src/service/concurrency.ts';
import { seeded } from '../send/push/harness.ts';
import { queueing, refusing, type Server, steady, thrashing, timeOf } from './simulated-servers.ts';

const COUNT = 5000;
const LEVELS = [2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 50, 64];
/** Fixed limits are compared on fewer requests: their rate does not change. */
const FEW = 500;
const CAP = 64;
const SEEDS = [1, 2, 3];

type MakeServer = (random: () => number) => Server;

/** The rate with the adaptive limit, as a share of the rate with the best fixed limit. */
function shareOfBest(make: MakeServer, seed: number) {
  const limit = new ConcurrencyLimit(CAP);
  const adaptive = timeOf(make(seeded(seed)), COUNT, limit);
  const fixed = LEVELS.map((level) => timeOf(make(seeded(seed)), FEW, level));
  return { share: (Math.min(...fixed) * (COUNT / FEW)) / adaptive, found: limit.found };
}

describe.each<[string, MakeServer, { least: number; most: number; because: string | null }]>([
  ['responds as fast to many requests', steady, { least: CAP, most: CAP, because: null }],
  ['queues beyond 20', (random) => queueing(random, 20), { least: 18, most: 40, because: 'slower' }],
  ['queues beyond 3', (random) => queueing(random, 3), { least: 3, most: 6, because: 'slower' }],
  ['thrashes beyond 20', (random) => thrashing(random, 20), { least: 18, most: 25, because: 'slower' }],
  ['thrashes beyond 6', (random) => thrashing(random, 6), { least: 5, most: 8, because: 'slower' }],
  ['refuses beyond 20', (random) => refusing(random, 20), { least: 17, most: 20, because: 'throttled' }],
  ['refuses beyond 50', (random) => refusing(random, 50), { least: 45, most: 50, because: 'throttled' }],
])('a service that %s', (_, make, { least, most, because }) => {
  it.each(SEEDS)('gets at least 0.9 of the rate with the best fixed concurrency (seed %i)', (seed) => {
    const { share, found } = shareOfBest(make, seed);
    expect(share).toBeGreaterThanOrEqual(0.9);
    expect(found?.because ?? null).toBe(because);
    expect(found?.concurrency ?? CAP).toBeGreaterThanOrEqual(least);
    expect(found?.concurrency ?? CAP).toBeLessThanOrEqual(most);
  });
});

function fill(limit: ConcurrencyLimit): void {
  while (limit.openRequests < limit.limit) limit.begin();
}

describe('the limit of open requests', () => {
  it.each([
    [1, 1],
    [3, 3],
    [4, 4],
    [64, 4],
  ])('the limit of open requests with a cap of %i starts at %i', (cap, start) => {
    expect(new ConcurrencyLimit(cap).limit).toBe(start);
  });

  it('doubles in each round until the service first slows it down', () => {
    const limit = new ConcurrencyLimit(20);
    const seen: number[] = [];
    for (let round = 0; round < 4; round++) {
      fill(limit);
      while (limit.openRequests > 0) limit.end('clean');
      seen.push(limit.limit);
    }
    expect(seen).toEqual([8, 16, 20, 20]);
  });

  it('grows from the last good limit after it was halved, with more clean rounds for each step', () => {
    const limit = new ConcurrencyLimit(6);
    const seen: number[] = [];
    limit.begin();
    limit.end('throttled');
    for (let i = 0; i < 40; i++) {
      limit.begin();
      limit.end('clean');
      seen.push(limit.limit);
    }
    const rounds = [2, 3, 3, 4, 4, 5, 5].map((limit, at) => [limit, seen[[0, 1, 4, 5, 9, 10, 15][at]!]]);
    for (const [limit, at] of rounds) expect(at).toBe(limit);
    expect(seen.slice(16)).toEqual(Array.from({ length: 24 }, () => 6));
  });

  it('the limit of open requests is halved once for all requests that were open when the service slowed it down', () => {
    const limit = new ConcurrencyLimit(64);
    while (limit.limit < 16) {
      limit.begin();
      limit.end('clean');
    }
    fill(limit);
    for (let i = 0; i < 16; i++) limit.end('throttled');
    expect(limit.limit).toBe(8);
    fill(limit);
    for (let i = 0; i < 8; i++) limit.end('throttled');
    expect(limit.limit).toBe(4);
  });

  it('the limit of open requests never goes below one', () => {
    const limit = new ConcurrencyLimit(4);
    for (let i = 0; i < 10; i++) {
      limit.begin();
      limit.end('throttled');
    }
    expect(limit.limit).toBe(1);
  });

  it('the limit of open requests counts clean responses from the start again after an error', () => {
    const limit = new ConcurrencyLimit(10);
    for (const result of ['throttled', 'clean', 'error', 'clean'] as const) {
      limit.begin();
      limit.end(result);
    }
    expect(limit.limit).toBe(2);
    limit.begin();
    limit.end('clean');
    expect(limit.limit).toBe(3);
  });

  it.each([0, -1, 1.5, Number.NaN])('throws a RangeError for the cap %d', (cap) => {
    expect(() => new ConcurrencyLimit(cap)).toThrow(RangeError);
  });
});
