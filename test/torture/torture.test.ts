import { expect, test } from 'vitest';
import { torture } from '../../scripts/torture.ts';

/** A third of what a round of `npm run torture` has, and more rounds at once: a round waits more than it works. */
const RECORDS = 80;
const AT_ONCE = 4;

test('an import that is killed under faults loses nothing and sends nothing twice', async () => {
  const done = await torture({ rounds: 20, seed: 20_261_121, records: RECORDS, atOnce: AT_ONCE });
  const { bad, lost, twice, kills, records, stored, inDoubt } = done;
  expect(bad).toEqual([]);
  expect({ lost, twice }).toEqual({ lost: 0, twice: 0 });
  expect(kills).toBeGreaterThan(0);
  expect(records).toBeGreaterThan(20 * (RECORDS - 10));
  // What is held and what names it stays out, in every second round; most gets in all the same.
  expect(stored).toBeGreaterThan(records / 2);
  expect(done.told).toBeLessThanOrEqual(inDoubt);
  for (const fault of ['hang', 'restart', 'expired', 'reset-after', 'truncate', 'slow', '429-date'])
    expect(done.faults[fault], fault).toBeGreaterThan(0);
}, 300_000);
