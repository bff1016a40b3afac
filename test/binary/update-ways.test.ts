import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { expectEnd } from '../cli/commands/harness.ts';
import { by, csv, outcomes, type Report, world } from '../cli/commands/purchases.ts';
import { runTrace } from './harness.ts';

const SHARE = ['uniqueIdentifier', 'transports.1.usagePercentage'];

it('import --update sends changed fields like purchased-items update, and rejects an unknown record', async () => {
  const { cwd, updates } = await world({
    'u.csv': csv(['uniqueIdentifier', 'purchaseOrderDate'], ['P-1', '15/06/2026'], ['P-2', '2026-04-15']),
    'second.csv': csv(
      [...SHARE, 'transports.2.name', 'transports.2.usagePercentage'],
      ['P-3', 60, 'TRAIN', 40],
    ),
    'third.csv': csv(['uniqueIdentifier', 'transports.2.usagePercentage'], ['P-3', 39.9]),
    'new.csv': csv(['uniqueIdentifier', 'purchaseOrderDate'], ['P-9', '2026-06-15']),
  });
  const run = (...argv: string[]) => runTrace([...argv, '--env', 'sandbox'], cwd);
  const report = async () => JSON.parse(await readFile(path.join(cwd, 'r.json'), 'utf8')) as Report;
  const plan = await run('plan', 'u.csv', '--update');
  expect([plan.code, plan.stdout]).toEqual([
    0,
    expect.stringContaining('purchased-item P-1: purchaseOrderDate: "2026-04-15" → "2026-06-15"'),
  ]);
  expect((await run('import', 'u.csv', '--update', '--report', 'r.json')).code).toBe(0);
  expect(outcomes(await report())).toEqual({ 'P-1': 'updated', 'P-2': 'unchanged' });
  for (const file of ['second.csv', 'third.csv'])
    expect([file, (await run('import', file, '--update')).code]).toEqual([file, 0]);
  expect((await updates()).map(({ key, body }) => [key, body])).toEqual([
    ['P-1', { purchaseOrderDate: '2026-06-15' }],
    ['P-3', { transports: [by('BARGE', 60), by('TRAIN', 40)] }],
    ['P-3', { transports: [by('BARGE', 60), by('TRAIN', 39.9)] }],
  ]);
  expectEnd(await run('import', 'new.csv', '--update'), 3, 'has no identifier');
  expect((await run('import', 'u.csv')).code).toBe(3);
});

it.each([
  ['purchased-items update', 'trace purchased-items update u.csv --env sandbox --dry-run'],
  ['import --update', 'trace import u.csv --update --env sandbox --dry-run'],
])('trace %s prints the command that shows each converted value', async (words, next) => {
  const { cwd } = await world({
    'u.csv': csv(['uniqueIdentifier', 'purchaseOrderDate'], ['P-1', '15/06/2026']),
  });
  const [command, ...more] = words.split(' ');
  const argv = command === 'import' ? ['import', 'u.csv', ...more] : [command!, ...more, 'u.csv'];
  expectEnd(await runTrace([...argv, '--env', 'sandbox'], cwd), 0, `; ${next} shows each change`);
  const shown = await runTrace(next.split(' ').slice(1), cwd);
  expectEnd(shown, 0, 'B2 purchaseOrderDate [date-converted]\n        "15/06/2026" → 2026-06-15');
});
