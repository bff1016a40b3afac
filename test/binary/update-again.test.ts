import { expect, test } from 'vitest';
import { expectEnd } from '../cli/commands/harness.ts';
import { csv, world } from '../cli/commands/purchases.ts';
import { runTrace } from './harness.ts';

test('a repeated update is unchanged "since trace last sent it"; with a new ledger it is sent again', async () => {
  const { cwd, updates } = await world({
    'u.csv': csv(['uniqueIdentifier', 'purchaseOrder'], ['P-1', 'PO-9']),
    'more.csv': csv(['uniqueIdentifier', 'purchaseOrder'], ['P-1', 'PO-9'], ['P-2', 'PO-8']),
  });
  const run = (...argv: string[]) => runTrace([...argv, '--env', 'sandbox'], cwd);
  const update = (file: string, ...more: string[]) => run('purchased-items', 'update', file, ...more);
  expect((await update('u.csv')).code).toBe(0);
  for (const again of [await update('u.csv'), await run('import', 'u.csv', '--update')])
    expectEnd(
      again,
      0,
      'the only record is unchanged since trace last sent it (the service was not read); nothing was sent.',
    );
  expect((await update('more.csv')).stderr).toContain(
    '1 updated, 1 unchanged (since trace last sent it; the service was not read)',
  );
  expect((await updates()).map(({ key }) => key)).toEqual(['P-1', 'P-2']);
  expectEnd(await update('u.csv', '--state-dir', 'other'), 0, '1 updated');
  expect((await updates()).at(-1)).toMatchObject({ key: 'P-1', body: { purchaseOrder: 'PO-9' } });
});
