import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from '../../src/service/concurrency.ts';
import { seeded } from '../import/push/harness.ts';
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
  it.each(SEEDS)('is used to 0.9 of the best fixed limit (seed %i)', (seed) => {
    const { share, found } = shareOfBest(make, seed);
    expect(share).toBeGreaterThanOrEqual(0.9);
    expect(found?.because ?? null).toBe(because);
    expect(found?.concurrency ?? CAP).toBeGreaterThanOrEqual(least);
    expect(found?.concurrency ?? CAP).toBeLessThanOrEqual(most);
  });
});
