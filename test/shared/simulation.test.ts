import { expect, it } from 'vitest';
import { full, SLOW } from '../effort.ts';
import { simulateGroup, type Tally } from './simulation/group.ts';

/** `TRACE_SIM_SEED` runs one seed and prints what happened in it; `TRACE_SIM_SEEDS` is the number of seeds, from `TRACE_SIM_FROM`. */
const one = process.env.TRACE_SIM_SEED;
const seeds = Number(process.env.TRACE_SIM_SEEDS ?? (SLOW ? full(200) : 10));
/** The slow tests leave the first seeds to `npm test`. */
const FIRST = Number(process.env.TRACE_SIM_FROM ?? (SLOW && !process.env.TRACE_SIM_SEEDS ? 11 : 1));

/** Number of failures that are reported before it stops. */
const MOST_BROKEN = 10;

it.runIf(one)('the simulation of TRACE_SIM_SEED has no fault', { tags: ['sampled'] }, async () => {
  await simulateGroup(Number(one));
});

it.skipIf(one)(
  `in ${seeds} simulations of machines with one memory, no record is lost and none is sent twice`,
  { tags: ['sampled'], timeout: 0 },
  async () => {
    const tallies: Tally[] = [];
    const broken: string[] = [];
    for (let seed = FIRST; seed < FIRST + seeds && broken.length < MOST_BROKEN; seed++) {
      await simulateGroup(seed).then(
        (tally) => tallies.push(tally),
        (error: Error) => broken.push(error.message),
      );
    }
    expect(broken).toEqual([]);

    if (seeds < 150) return;
    // The simulations were difficult: connections to the store failed in every way, and so did machines.
    expect(new Set(tallies.flatMap(({ failures }) => [...failures]))).toEqual(
      new Set(['before', 'after', 'later', 'down']),
    );
    const groupsWith = (count: (tally: Tally) => number) =>
      tallies.filter((tally) => count(tally) > 0).length;
    expect(groupsWith(({ deaths }) => deaths)).toBeGreaterThan(seeds / 2);
    expect(groupsWith(({ pauses }) => pauses)).toBeGreaterThan(seeds / 3);
    expect(groupsWith(({ late }) => late)).toBeGreaterThan(seeds / 10);
    expect(groupsWith(({ empty }) => empty)).toBeGreaterThan(seeds / 10);
  },
);
