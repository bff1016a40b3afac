import { expect, test } from 'vitest';
import { expectEnd, trace } from './harness.ts';
import { IN_SANDBOX, imported, linesOf, onScreen, textIn } from './reads-world.ts';

test('packaging list accepts --search and --limit', async () => {
  const { cwd } = await imported();
  const lines = await linesOf(['packaging', 'list'], cwd);
  expect(lines).toMatchObject([
    { type: 'packaging', packagingRef: 'EMB/1 é', packagingType: expect.any(String) },
    { type: 'packaging', packagingRef: 'EMB-2' },
  ]);
  expect(await linesOf(['packaging', 'list', '--search', 'EMB-2'], cwd)).toHaveLength(1);
  expect(await linesOf(['packaging', 'list', '--limit', '1'], cwd)).toHaveLength(1);
  expect((await onScreen(['packaging', 'list'], cwd)).stdout).toMatch(/^id +packaging reference +type\n/);
});

test('packaging show accepts the id of the service and the packaging reference', async () => {
  const { cwd } = await imported();
  const [first] = await linesOf(['packaging', 'list', '--limit', '1'], cwd);
  const [byId] = await linesOf(['packaging', 'show', String(first!.id)], cwd);
  expect(byId).toMatchObject({ packagingRef: 'EMB/1 é' });
  expect(await linesOf(['packaging', 'show', 'EMB/1 é'], cwd)).toEqual([byId]);
  expect((await onScreen(['packaging', 'show', 'EMB-2'], cwd)).stdout).toMatch(/^packagingRef +EMB-2$/m);
  const { code, stderr } = await trace(['packaging', 'show', 'EMB', ...IN_SANDBOX], { cwd });
  expectEnd({ code, stderr }, 2, 'Next: trace packaging list');
});

test('packaging export writes CSV and NDJSON', async () => {
  const { cwd } = await imported();
  const csv = await trace(['packaging', 'export', '--out', '-', ...IN_SANDBOX], { cwd });
  expect([csv.code, csv.stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(/^id,packagingRef,type/)]);
  expect(csv.stdout).toContain('EMB/1 é');
  await trace(['packaging', 'export', '--out', 'p.ndjson', ...IN_SANDBOX], { cwd });
  expect((await textIn(cwd, 'p.ndjson')).trim().split('\n')).toHaveLength(2);
});
