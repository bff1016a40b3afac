import { expect, it } from 'vitest';
import { EXHAUSTIVE, full, SLOW } from '../../effort.ts';
import { simulate, type Tally } from './simulation/simulate.ts';
import { FAULTS } from './simulation/weather.ts';

/** `TRACE_SIM_SEED` runs one seed and prints what happened in it; `TRACE_SIM_SEEDS` is the number of seeds. */
const one = process.env.TRACE_SIM_SEED;
const seeds = Number(process.env.TRACE_SIM_SEEDS ?? (SLOW ? full(200) : 100));
/** The slow tests leave the first seeds to `npm test`. */
const FIRST = SLOW && process.env.TRACE_SIM_SEEDS === undefined ? 101 : 1;

/** Number of failures that are reported before it stops. */
const MOST_BROKEN = 10;

it.runIf(one)('the simulation of TRACE_SIM_SEED has no fault', { tags: ['sampled'] }, async () => {
  await simulate(Number(one));
});

it.skipIf(one)(
  `in ${seeds} simulated days with faults, no record is lost and none is sent twice`,
  { tags: ['sampled'], timeout: 0 },
  async () => {
    const tallies: Tally[] = [];
    const broken: string[] = [];
    for (let seed = FIRST; seed < FIRST + seeds && broken.length < MOST_BROKEN; seed++) {
      await simulate(seed).then(
        (tally) => tallies.push(tally),
        (error: Error) => broken.push(error.message),
      );
    }
    expect(broken).toEqual([]);

    if (seeds < 600) return;
    // The simulations were difficult: every fault occurred, and every way to end.
    expect(new Set(tallies.flatMap(({ faults }) => [...faults]))).toEqual(new Set(FAULTS));
    expect(new Set(tallies.flatMap(({ outcomes }) => [...outcomes]))).toEqual(
      new Set(['created', 'existing', 'outdated', 'unchanged', 'rejected', 'blocked', 'invalid', 'in-doubt']),
    );
    const daysWith = (count: (tally: Tally) => number) => tallies.filter((tally) => count(tally) > 0).length;
    expect(daysWith(({ deaths }) => deaths)).toBeGreaterThan(seeds / 5);
    expect(daysWith(({ late }) => late)).toBeGreaterThan(seeds / 10);
    expect(daysWith(({ onDisk }) => Number(onDisk))).toBeGreaterThan(seeds / 4);
    expect(daysWith(({ torn }) => torn)).toBeGreaterThan(seeds / 20);
    expect(daysWith(({ looks }) => looks)).toBeGreaterThan(seeds / 2);
    expect(daysWith(({ settled }) => settled)).toBeGreaterThan(seeds / 20);
    expect(daysWith(({ kept }) => kept)).toBeGreaterThan(seeds / 50);
  },
);

it.skipIf(one)('simulating the same seed twice gives the same result', { tags: ['sampled'] }, async () => {
  for (let seed = SLOW && !EXHAUSTIVE ? 6 : 1; seed <= (SLOW ? 40 : 5); seed++)
    expect(await simulate(seed)).toEqual(await simulate(seed));
});
