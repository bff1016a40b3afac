import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd, expectSaid } from './harness.ts';
import { linesOf, numbered, v3World } from './v3-world.ts';

const world = () => v3World([0, 1, 2].map((at) => numbered(at)));

test('fec list accepts the filters and the order of the brand-product list', async () => {
  const { run, ids } = await world();
  const all = linesOf(
    (await run('fec', 'list', '--sort-by', 'frenchEnvironmentalCost', '--order-by', 'desc')).stdout,
  );
  const costs = all.map(({ scoring }) => scoring.frenchEnvironmentalCost);
  expect(costs).toEqual([...costs].sort((a, b) => b - a));
  expect(all.map(({ type }) => type)).toEqual(['declared-fec', 'declared-fec', 'declared-fec']);
  const one = linesOf((await run('fec', 'list', '--fec', `${costs[1]}..${costs[1]}`)).stdout);
  expect(one).toEqual([all[1]]);
  const named = linesOf((await run('fec', 'list', '--collections', 'AW27')).stdout);
  expect(named.map(({ brandProductId }) => brandProductId)).toEqual([ids[1]]);
});

test('fec export writes a table whose headers have units', async () => {
  const { run, cwd, ids } = await world();
  const ran = await run('fec', 'export', '--out', 'costs.csv', '--sort-by', 'uniqueIdentifier');
  expectEnd(ran, 0, '3 declared FECs in costs.csv.');
  const [head, ...rows] = (await readFile(path.join(cwd, 'costs.csv'), 'utf8')).trim().split('\r\n');
  expect(head).toContain('publishedFrenchEnvironmentalCostPerUnitWeight (per gram)');
  expect(rows.map((row) => row.split(',')[0])).toEqual(ids);
});

test('fec show warns that the look-up is deprecated, and names what replaces it', async () => {
  const { run, ids } = await world();
  const declared = await run('fec', 'show', 'BP-001');
  expect(JSON.parse(declared.stdout)).toMatchObject({
    scoring: { frenchEnvironmentalCost: expect.any(Number) },
  });
  expect(declared.stderr).toBe(
    'This look-up is deprecated and will be removed. Use the declared-FEC list (GET /declared-french-environmental-cost) instead: trace fec list --unique-identifier BP-001 --env sandbox\n',
  );
  expect((await run('fec', 'show', ids[1]!)).stdout).toBe(declared.stdout);
  expect((await run('fec', 'show', ids[1]!)).stderr).toContain(
    `trace fec list --brand-product-id ${ids[1]} --env`,
  );
  const calculated = await run('fec', 'show', 'BP-001', '--calculated');
  expect(JSON.parse(calculated.stdout).scoring).toHaveProperty('lcaScore');
  expect(calculated.stderr).toBe(
    'This look-up is deprecated and will be removed. It will be replaced by a list of calculated FEC, announced.\n',
  );
});

test('fec show prints the error code of the service for an unknown product', async () => {
  const { run } = await world();
  for (const [name, code] of [
    ['BP-9', 'BrandProductNotFoundByUniqueIdentifier'],
    ['7b1e1d5e-3f0c-4a55-9b7e-0d9f8f3c2a11', 'BrandProductNotFoundById'],
  ] as const) {
    const ran = await run('fec', 'show', name);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expectSaid(ran.stderr, code, 'Next: trace brand-products list --env sandbox');
  }
});

test('fec show accepts any text as a unique identifier, even one that looks like an id', async () => {
  const odd = '7b1e1d5e-3f0c-4a55-9b7e-0d9f8f3c2a11';
  const { run } = await v3World([
    numbered(0, { uniqueIdentifier: odd }),
    numbered(1, { uniqueIdentifier: 'Robe d’été / 2' }),
  ]);
  for (const name of [odd, 'Robe d’été / 2']) expect((await run('fec', 'show', name)).code).toBe(0);
});
