import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { csv, outcomes, type Report, world } from '../cli/commands/purchases.ts';
import { runTrace } from './harness.ts';

it('brand-products update sends nothing for an unedited export, and only the edited fields of an edited one', async () => {
  const { cwd, updates } = await world({
    'brand-products-2.csv': csv(
      ['uniqueIdentifier', 'productName', 'traceabilityStartDate', 'hasCommunicationPackage'],
      ['AURORE-BP-2', 'Jupe', '2026-11-23', ''],
      ['AURORE-BP-3', 'Veste', '', 'no'],
    ),
  });
  const run = (...argv: string[]) => runTrace([...argv, '--env', 'sandbox'], cwd);
  const file = path.join(cwd, 'bp.csv');
  const update = async () => {
    const { code } = await run('brand-products', 'update', 'bp.csv', '--report', 'r.json');
    const report = JSON.parse(await readFile(path.join(cwd, 'r.json'), 'utf8')) as Report;
    return [code, outcomes(report)];
  };
  expect((await run('import', 'brand-products-2.csv')).code).toBe(0);
  expect((await run('brand-products', 'export', '--out', 'bp.csv')).code).toBe(0);
  const exported = await readFile(file, 'utf8');
  expect(exported).toMatch(/AURORE-BP-2,.*,true,http.*,2026-11-23,2027-02-01,/);
  const all = { 'AURORE-BP-1': 'unchanged', 'AURORE-BP-2': 'unchanged', 'AURORE-BP-3': 'unchanged' };
  expect(await update()).toEqual([0, all]);

  await writeFile(
    file,
    exported.replace('Robe', 'Robe longue').replace(/(AURORE-BP-2,.*,)true,/, '$1false,'),
  );
  expect(await update()).toEqual([0, { ...all, 'AURORE-BP-1': 'updated', 'AURORE-BP-2': 'updated' }]);
  expect((await updates()).slice(2).map(({ key, body }) => [key, body])).toEqual([
    ['AURORE-BP-1', { productName: 'Robe longue' }],
    ['AURORE-BP-2', { hasCommunicationPackage: false }],
  ]);
  expect((await run('brand-products', 'export', '--out', 'bp.csv')).code).toBe(2);
  expect((await run('brand-products', 'export', '--out', 'bp.csv', '--force')).code).toBe(0);
  expect(await update()).toEqual([
    0,
    // After its update, it is unknown who set the deadline.
    { ...all, 'AURORE-BP-2': 'updated' },
  ]);
  expect(await update()).toEqual([0, all]);
});
