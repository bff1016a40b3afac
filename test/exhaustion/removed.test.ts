import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, trace } from '../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { FILES, SIZE } from './batch.ts';
import { leave, makePlace } from './place.ts';
import { IMPORT } from './settle.ts';
import { watchSteps } from './steps.ts';

const FIRST = ['import', FILES[0]!, '--env', 'sandbox'];
const DOUBTS = ['resolve'];
/** Moments that are all tested: until the ledger is opened for writing. */
const BEGINNING = SLOW ? 24 : 1;
/** After them, one in so many is tested. */
const PACE = EXHAUSTIVE ? 1 : SLOW ? 29 : 108;

/** Removes the state folder at the n-th file operation. Returns whether that operation happened. */
async function removeAt(n: number, argv: readonly string[]): Promise<boolean> {
  const place = await makePlace();
  const outside = { cwd: place.cwd, env: { XDG_STATE_HOME: await folderWith() } };
  expect((await trace(FIRST, outside)).code).toBe(0);
  let steps = 0;
  const restore = await watchSteps(place.cwd, {
    before({ area }) {
      if (area !== 'socket' && ++steps === n)
        rmSync(path.join(place.cwd, '.trace'), { recursive: true, force: true });
      return undefined;
    },
  });
  const { code, stderr } = await trace(argv, outside).finally(restore);
  const said = `${argv[0]}, removed at step ${n}: ${code}\n${stderr}`;
  expect(stderr, said).not.toMatch(/bug in trace|^\s+at /m);
  expect([0, 2, 8], said).toContain(code);
  if (steps < n) expect(code, said).toBe(0);
  const again = await trace(IMPORT, outside);
  const received = Object.values(place.mock.stats().received);
  expect(Math.max(...received), `${said}\n${again.stderr}`).toBe(1);
  await leave(place);
  return steps >= n;
}

test.each([
  ['an import', IMPORT],
  ['a list of records in doubt', DOUBTS],
])(
  'if the state folder is removed at any moment of %s, nothing is sent twice',
  { tags: ['sampled'], timeout: 600_000 },
  async (_, argv) => {
    let n = 1;
    while (await removeAt(n, argv)) n += n < BEGINNING ? 1 : PACE;
    expect(n).toBeGreaterThan(argv === DOUBTS ? 3 : SIZE * 10);
  },
);
