import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd, sandboxFolder, trace } from './harness.ts';
import { csvOf, product, productBody, supplier, supplierBody } from './sheets.ts';

test('unchanged rows with a new importation batch are reported with the batch with which they were sent', async () => {
  const { cwd } = await sandboxFolder();
  const files = ['suppliers.csv', 'products.csv'];
  const put = async (importationBatch: string, ...more: string[]) => {
    const refs = ['FRN-1', ...more];
    const suppliers = refs.map((ref) => supplierBody(ref, { importationBatch }));
    await writeFile(path.join(cwd, files[0]!), csvOf(supplier, suppliers));
    const body = productBody('ROB-1', 'FRN-1', { importationBatch });
    await writeFile(path.join(cwd, files[1]!), csvOf(product, [body]));
  };
  const run = (...argv: string[]) => trace([...argv, '--env', 'sandbox'], { cwd });
  await put('MONDAY');
  expect((await run('import', ...files)).code).toBe(0);

  for (const argv of [['plan'], ['import', '--dry-run']]) {
    const { stderr } = await run(...argv, ...files);
    expect(stderr).toMatch(/0 records would be sent to sandbox; nothing was sent\.$/m);
    expect(stderr).not.toContain('Next:');
  }
  await put('TUESDAY', 'FRN-2');
  const said =
    '2 unchanged records were sent with another importation batch before (MONDAY): the service keeps that batch.';
  expect((await run('plan', ...files)).stderr).toContain(said);
  const ran = await run('import', ...files, '--json');
  expectEnd(ran, 0, said);
  const { batches, records } = JSON.parse(ran.stdout);
  expect(batches).toMatchObject([
    { importationBatch: 'MONDAY', totals: { unchanged: 2, created: 0 } },
    { importationBatch: 'TUESDAY', totals: { unchanged: 0, created: 1 } },
  ]);
  const [first, second] = records;
  expect(first).toMatchObject({ key: 'FRN-1', outcome: 'unchanged', importationBatch: 'MONDAY' });
  expect(first.messages).toEqual([
    'sent with the importation batch MONDAY, which the service keeps; the row has TUESDAY',
  ]);
  expect(second).toMatchObject({ key: 'FRN-2', importationBatch: 'TUESDAY', messages: [] });

  expect((await run('studies', 'list', '--batch', 'MONDAY', '--json')).stdout).toContain('ROB-1');
  expectEnd(await run('studies', 'list', '--batch', 'TUESDAY'), 2, 'No product was sent to sandbox');
});
