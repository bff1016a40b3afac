import { expect, it } from 'vitest';
import { simulateGroup } from './simulation/group.ts';
import { SABOTAGES } from './simulation/sabotage.ts';

/** Simulations within which a broken protocol must be detected. */
const WITHIN = 500;

it.each(SABOTAGES)('simulations detect this fault: $name', async ({ sabotage, found, from = 1 }) => {
  const messages: string[] = [];
  for (let seed = from; seed < from + WITHIN && messages.length === 0; seed++) {
    await simulateGroup(seed, sabotage).catch((error: Error) => messages.push(error.message));
  }
  expect(messages).toEqual([expect.stringMatching(found)]);
});
