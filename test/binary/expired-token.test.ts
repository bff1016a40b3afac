import { expect, test } from 'vitest';
import { expectEnd, sandboxFolder } from '../cli/commands/harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from '../cli/commands/sheets.ts';
import { runBinary } from './harness.ts';

test('an import whose token expires ends with the command that continues it', async () => {
  let served = 0;
  const token = { isValid: true };
  const { mock, cwd } = await sandboxFolder(smallBatch(), {
    before: () => {
      if (++served === 3) token.isValid = false;
      return token.isValid
        ? null
        : Response.json({ statusCode: 401, message: ['INVALID_SESSION'] }, { status: 401 });
    },
  });
  const { code, stderr } = await runBinary(['import', ...SMALL_BATCH, '--env', 'sandbox'], cwd);
  expect([code, stderr]).toEqual([4, expect.stringMatching(/Next: trace resume \S+\n$/)]);
  token.isValid = true;
  const [, run] = /Next: trace resume (\S+)\n$/.exec(stderr)!;
  expectEnd(await runBinary(['resume', run!], cwd), 0, `${SMALL_SIZE} created`);
  expect(Object.values(mock.stats().received)).toEqual(Array.from({ length: SMALL_SIZE }, () => 1));
});
