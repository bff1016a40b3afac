import { expect, test } from 'vitest';
import { MODE_NAMES, type Mode } from '../../scripts/torture/modes.ts';
import { summary, torture } from '../../scripts/torture.ts';
import { SLOW } from '../effort.ts';

/** Fewer records than in `npm run torture`, and more rounds at once: a round waits more than it computes. */
const RECORDS = 60;
const ROUNDS = SLOW ? 2 : 1;
const AT_ONCE = 5;
/** All but the one that waits longest. */
const SAMPLE: readonly Mode[] = MODE_NAMES.filter((name) => name !== 'long');

test('imports that are killed, at a service with faults, lose nothing and send nothing twice', {
  tags: ['sampled'],
  timeout: 300_000,
}, async () => {
  const done = await torture({
    rounds: ROUNDS,
    seed: 20_261_121,
    records: RECORDS,
    atOnce: AT_ONCE,
    modes: SAMPLE,
  });
  const { bad, rounds, totals } = done;
  expect(bad).toEqual([]);
  expect(rounds.map(({ seed }) => seed)).toEqual(rounds.map((_, at) => 20_261_121 + at));
  expect(totals).toMatchObject({ lost: 0, twice: 0, wrong: 0 });
  if (SLOW) expect(totals.kills).toBeGreaterThan(0);
  expect(totals.records).toBeGreaterThan(ROUNDS * (RECORDS - 10));
  // Held records and those that refer to them are not stored; most others are.
  expect(totals.stored).toBeGreaterThan(totals.records / 2);
  const met = Object.values(totals.byFault).filter((times) => times > 0);
  expect(met.length).toBeGreaterThan(ROUNDS / 2);
  expect(summary(done)).toMatch(
    new RegExp(`^rounds ${ROUNDS}, commands \\d+, kills \\d+, .*lost 0, twice 0, wrong 0, bad rounds 0\n`),
  );
});
