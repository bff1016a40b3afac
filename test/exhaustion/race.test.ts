import { expect, test } from 'vitest';
import { journalOf } from '../cli/commands/harness.ts';
import { SIZE } from './batch.ts';
import { makePlace } from './place.ts';
import { type Started, startTrace } from './process.ts';
import { IMPORT, settle } from './settle.ts';

/** Processes that start at the same moment. */
const RACERS = 3;

/** Starts all of them; returns the exits of all but one when they have ended. */
function race(cwd: string): { racers: Started[]; othersEnded: Promise<void> } {
  const racers = Array.from({ length: RACERS }, () => startTrace(IMPORT, cwd));
  let running = racers.length;
  const othersEnded = new Promise<void>((resolve) => {
    for (const { ended } of racers) void ended.then(() => void (--running === 1 && resolve()));
  });
  return { racers, othersEnded };
}

test('of three imports that start at the same time, one sends and the others end with code 8', async () => {
  let othersEnded = Promise.resolve();
  const place = await makePlace({
    // The sending process waits until the others have found the lock.
    before: async ({ method }) => {
      if (method === 'POST') await othersEnded;
      return null;
    },
  });
  const started = race(place.cwd);
  ({ othersEnded } = started);
  const ends = await Promise.all(started.racers.map(({ ended }) => ended));
  expect(ends.map(({ code }) => code).sort()).toEqual([0, 8, 8]);
  for (const { stderr } of ends.filter(({ code }) => code === 8)) {
    expect(stderr).toMatch(/^trace: Another run is pushing to this environment.*Wait until it ends/m);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }
  expect(Object.values(place.mock.stats().received)).toEqual(Array.from({ length: SIZE }, () => 1));
  expect(await settle(place, 0, 'import')).toBe(0);
});

test('the lock of a killed process does not block others, and nothing is sent twice', async () => {
  let holder: Started | undefined;
  let others: ReturnType<typeof race> | undefined;
  const place = await makePlace({
    before: async ({ method }) => {
      if (method !== 'POST') return null;
      if (others !== undefined) {
        await others.othersEnded;
        return null;
      }
      // The first request is open: its sender is killed, and the waiting processes take the lock at once.
      holder!.child.kill('SIGKILL');
      await holder!.ended;
      others = race(place.cwd);
      return null;
    },
  });
  holder = startTrace(IMPORT, place.cwd);
  expect((await holder.ended).code).not.toBe(0);
  await expect.poll(() => others, { timeout: 10_000 }).toBeDefined();
  const codes = (await Promise.all(others!.racers.map(({ ended }) => ended))).map(({ code }) => code);
  // The open record is in doubt: a supplier cannot be read back.
  expect(codes.sort()).toEqual([6, 8, 8]);
  expect(await settle(place, 1, 'resume')).toBe(1);
  expect(await journalOf(place.mock)).toHaveLength(SIZE);
});
