import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd, printed, sandboxFolder, trace } from './harness.ts';
import { csvOf, supplier, supplierBody } from './sheets.ts';

test('trace shows by key each run that sent a record, the latest first, without the nights in between', async () => {
  const { cwd, mock } = await sandboxFolder({
    'a.csv': csvOf(supplier, [supplierBody('S-1', { name: ' Tissage ' })]),
  });
  const importing = () => trace('import a.csv --env sandbox', { cwd });
  expectEnd(await importing(), 0);
  expectEnd(await importing(), 0);
  const { records } = await printed('trace S-1 --json', { cwd });
  expect(records).toMatchObject([
    {
      kind: 'supplier',
      key: 'S-1',
      outcome: 'created',
      environment: 'sandbox',
      target: mock.url,
      tries: [{ status: 201 }],
    },
  ]);
  const name = records[0].fields.find(({ field }: { field: string }) => field === 'name');
  expect(name).toMatchObject({ value: 'Tissage', from: 'cell', header: 'name', mapLine: null });
  expect(name.repairs).toMatchObject([{ code: 'text-trimmed' }]);
  await writeFile(path.join(cwd, 'a.csv'), csvOf(supplier, [supplierBody('S-1', { name: 'Other' })]));
  expectEnd(await importing(), 5);
  const shown = await trace('trace S-1 --kind suppliers', { cwd });
  expect(shown.stdout).toMatch(
    /^supplier S-1: outdated in run \S+, sandbox \(\S+\), \S+; no request was sent\n/,
  );
  expect(shown.stdout).toMatch(/\n {2}supplierRef +S-1 {2}B2 "supplierRef"\n/);
});

test('a key that no run has, or of another kind, is an error with the next command', async () => {
  const { cwd } = await sandboxFolder({ 'a.csv': csvOf(supplier, [supplierBody('S-1')]) });
  expectEnd(await trace('import a.csv --env sandbox', { cwd }), 0);
  expectEnd(await trace('trace S', { cwd }), 2, 'trace runs list');
  expectEnd(await trace('trace S-1 --kind product', { cwd }), 2, 'trace runs list');
  expectEnd(await trace('trace S-1 --kind nothing', { cwd }), 2, '--kind');
});
