import { expect, test } from 'vitest';
import { journalOf } from '../cli/commands/harness.ts';
import { SIZE } from './batch.ts';
import { makePlace } from './place.ts';
import { type Started, startTrace } from './process.ts';
import { IMPORT, settle } from './settle.ts';

/** Processes that start at the same moment. */
const RACERS = 4;

/** Starts all of them, and gives what the others ended with when all but one have. */
function race(cwd: string): { racers: Started[]; othersEnded: Promise<void> } {
  const racers = Array.from({ length: RACERS }, () => startTrace(IMPORT, cwd));
  let running = racers.length;
  const othersEnded = new Promise<void>((resolve) => {
    for (const { ended } of racers) void ended.then(() => void (--running === 1 && resolve()));
  });
  return { racers, othersEnded };
}

test('of imports that start at the same moment one pushes, and the others say that it does', async () => {
  let othersEnded = Promise.resolve();
  const place = await makePlace({
    // The one that pushes is held until the others have found the lock taken.
    before: async ({ method }) => {
      if (method === 'POST') await othersEnded;
      return null;
    },
  });
  const started = race(place.cwd);
  ({ othersEnded } = started);
  const ends = await Promise.all(started.racers.map(({ ended }) => ended));
  expect(ends.map(({ code }) => code).sort()).toEqual([0, 8, 8, 8]);
  for (const { stderr } of ends.filter(({ code }) => code === 8)) {
    expect(stderr).toMatch(/^trace: Another run is pushing to this environment.*Wait until it ends/m);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }
  expect(Object.values(place.mock.stats().received)).toEqual(Array.from({ length: SIZE }, () => 1));
  expect(await settle(place, 0, 'import')).toBe(0);
});

test('a lock whose holder was killed blocks nobody, and what the holder sent goes to nobody twice', async () => {
  let holder: Started | undefined;
  let others: ReturnType<typeof race> | undefined;
  const place = await makePlace({
    before: async ({ method }) => {
      if (method !== 'POST') return null;
      if (others !== undefined) {
        await others.othersEnded;
        return null;
      }
      // The first record is out: its sender dies, and those that wait for the lock come at once.
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
  // The record that was out is in doubt: a supplier cannot be read back.
  expect(codes.sort()).toEqual([6, 8, 8, 8]);
  expect(await settle(place, 1, 'resume')).toBe(1);
  expect(await journalOf(place.mock)).toHaveLength(SIZE);
});
