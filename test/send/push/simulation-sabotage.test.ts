import { expect, it } from 'vitest';
import { SABOTAGES } from './simulation/sabotage.ts';
import { simulate } from './simulation/simulate.ts';

/** Simulations within which a broken engine must be detected. */
const WITHIN = 500;

it.each(SABOTAGES)('simulations detect this fault: $name', async ({ sabotage, found, from = 1 }) => {
  const messages: string[] = [];
  for (let seed = from; seed < from + WITHIN && messages.length === 0; seed++) {
    await simulate(seed, sabotage).catch((error: Error) => messages.push(error.message));
  }
  expect(messages).toEqual([expect.stringMatching(found)]);
});
