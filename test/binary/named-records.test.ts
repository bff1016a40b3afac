import { expect, it } from 'vitest';
import { linesOf, numbered, v3World } from '../cli/commands/v3-world.ts';
import { runTrace } from './harness.ts';

it('a list names each requested identifier that is missing, and has the same exit code as its export', async () => {
  const { cwd, ids } = await v3World([numbered(0), numbered(1)]);
  const named = ['--unique-identifier', 'NOPE,BP-001', '--env', 'sandbox'];
  const list = await runTrace(['brand-products', 'list', ...named], cwd);
  const file = await runTrace(['brand-products', 'export', ...named, '--out', 'b.csv'], cwd);
  expect([list.code, linesOf(list.stdout).map(({ uniqueIdentifier }) => uniqueIdentifier)]).toEqual([
    file.code,
    ['BP-001'],
  ]);
  expect(list.code).toBe(5);
  expect(list.stderr).toContain('the list has no item with the unique identifier NOPE');
  expect(list.stderr).not.toContain('BP-001');

  const costs = await runTrace(['fec', 'list', ...named], cwd);
  expect([costs.code, linesOf(costs.stdout)]).toEqual([
    5,
    [expect.objectContaining({ uniqueIdentifier: 'BP-001' })],
  ]);
  expect(costs.stderr).toContain('the list has no item with the unique identifier NOPE');

  const known = ['--brand-product-id', ids[0]!.toUpperCase(), '--unique-identifier', 'BP-000'];
  const found = await runTrace(['brand-products', 'list', ...known, '--env', 'sandbox'], cwd);
  expect([found.code, found.stderr]).toEqual([0, '']);
});
