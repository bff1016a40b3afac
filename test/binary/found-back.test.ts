import { expect, test } from 'vitest';
import { parseChaos } from '../../src/mock/chaos/parse.ts';
import { reportIn, sandboxFolder } from '../cli/commands/harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';

test('a create that is found by reading back names what was not compared', async () => {
  const { cwd } = await sandboxFolder(smallBatch(), {
    chaos: parseChaos('reset-after=100%,kinds=product+packaging+component'),
  });
  const argv = ['import', ...SMALL_BATCH, '--env', 'sandbox', '--settle', '0', '--report', 'r.json'];
  const { code } = await runTrace(argv, cwd);
  const { totals, records } = await reportIn(cwd);
  expect([code, totals]).toEqual([0, expect.objectContaining({ created: SMALL_SIZE })]);
  const found = records.filter(({ messages }) => messages[0]?.endsWith('; found by reading back'));
  expect(new Map(found.map(({ kind, messages }) => [kind, messages.slice(1)]))).toEqual(
    new Map([
      ['product', ['not compared when read back: projectType, supplierRef']],
      ['component', ['not compared when read back: composition, supplierRef']],
    ]),
  );
});
