import { expect, test } from 'vitest';
import { httpSide, json } from '../../service/far-side.ts';
import { expectEnd, folderWith, sandboxConfig, trace } from './harness.ts';
import { csv, world } from './purchases.ts';

/** A service whose list has the names of the filters (interface 4.4), and accepts any key of sortBy. */
async function service() {
  const { baseUrl, seen } = await httpSide((response, { path }) => {
    const { searchParams } = new URL(path, 'http://far');
    const names = searchParams.getAll('brandProductUniqueIdentifier');
    const data = ['BP-2', 'BP-1']
      .filter((name) => names.length === 0 || names.includes(name))
      .map((name) => ({
        brandProductId: `id of ${name}`,
        brandProductUniqueIdentifier: name,
        productRef: `REF-${name}`,
        productName: `Robe ${name}`,
        gtins: [],
        producedQuantity: 5,
        hasCommunicationPackage: true,
        links: { qrCode: `https://example.com/${name}`, web: null },
      }));
    json(response, 200, { data, offset: 0, limit: 100, total: data.length });
  });
  return { cwd: await folderWith({ 'trace.config.yaml': sandboxConfig(baseUrl) }), seen };
}

test('if the service names fields as in its filters, an export has them in the usual columns', async () => {
  const { cwd } = await service();
  const argv = ['brand-products', 'export', '--format', 'csv', '--out', '-', '--env', 'sandbox'];
  const { code, stdout } = await trace(argv, { cwd });
  const [heads = [], ...rows] = stdout
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.replace(/^\ufeff/, '').split(','));
  const cell = (row: readonly string[], name: string) => row[heads.indexOf(name)];
  expect(code).toBe(0);
  expect(
    rows.map((row) =>
      ['id', 'uniqueIdentifier', 'reference', 'name', 'other'].map((name) => cell(row, name)),
    ),
  ).toEqual(['BP-2', 'BP-1'].map((name) => [`id of ${name}`, name, `REF-${name}`, `Robe ${name}`, '']));
});

test('if the service names fields as in its filters, show --wait and qrcodes find a product', async () => {
  const { cwd } = await service();
  const run = (...argv: string[]) => trace([...argv, '--env', 'sandbox'], { cwd });
  const shown = await run('brand-products', 'show', 'BP-1', '--wait', '--wait-limit', '1s');
  expect([shown.code, JSON.parse(shown.stdout)]).toMatchObject([0, { productRef: 'REF-BP-1' }]);
  const codes = await run('brand-products', 'qrcodes', '--out', 'labels.xlsx');
  expect(codes.code).toBe(0);
});

test('--sort-by sends an unknown key, with a warning that names the nearest known one', async () => {
  const { cwd, seen } = await service();
  const run = (key: string) =>
    trace(['brand-products', 'list', '--sort-by', key, '--env', 'sandbox'], { cwd });
  expectEnd(await run('createdat'), 0, /--sort-by "createdat" is not a key that trace knows: .*createdAt/);
  expect(seen.at(-1)!.path).toContain('sortBy=createdat');
  expect((await run('weight')).stdout.match(/BP-\d/g)?.[0]).toBe('BP-2');
  expect((await run('createdAt')).stderr).not.toContain('no key');
});

test('--wait after an update waits until the list has the sent values, whatever the clock of the service', async () => {
  let moment = Date.parse('2020-01-01T00:10:00Z');
  const { cwd, run } = await world(
    { 'changes.csv': csv(['uniqueIdentifier', 'producedQuantity'], ['AURORE-BP-1', 950]) },
    { mock: { refreshMs: 20 * 60_000, now: () => new Date(moment) } },
  );
  const list = async () => {
    const argv = [
      ...['brand-products', 'list', '--wait', '--wait-limit', '1s', '--wait-every', '1s', '--env'],
      'sandbox',
    ];
    const { code, stdout } = await trace(argv, { cwd });
    return [code, stdout.match(/"producedQuantity":(\d+)/)?.[1]];
  };
  moment += 20 * 60_000;
  // Created products are awaited by name: the clock of the service is years behind.
  expect(await list()).toEqual([0, '900']);
  expect((await run('brand-products', 'update', 'changes.csv')).report.totals.updated).toBe(1);
  expect(await list()).toEqual([5, '900']);
  moment += 20 * 60_000;
  expect(await list()).toEqual([0, '950']);
});
