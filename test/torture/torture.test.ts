import { expect, test } from 'vitest';
import { torture } from '../../scripts/torture.ts';

test('an import that is killed under faults loses nothing and sends nothing twice', async () => {
  const { bad, lost, twice, kills, requests } = await torture({ rounds: 20, seed: 20_261_121 });
  expect(bad).toEqual([]);
  expect({ lost, twice }).toEqual({ lost: 0, twice: 0 });
  expect(kills).toBeGreaterThan(0);
  // Each round creates at least the packaging, of which nothing is held.
  expect(requests).toBeGreaterThan(5 * 5);
}, 300_000);
