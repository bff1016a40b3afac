import { expect, test } from 'vitest';
import { numbered, v3World } from './v3-world.ts';

test('lca show prints the response of the service, and warns that the look-up is deprecated', async () => {
  const { run, ids } = await v3World([numbered(0)]);
  const ran = await run('lca', 'show', ids[0]!);
  expect(JSON.parse(ran.stdout)).toMatchObject({ brandProductId: ids[0] });
  expect([ran.code, ran.stderr]).toEqual([
    0,
    'This look-up is deprecated and will be removed. It will be replaced by a list of life-cycle assessments, announced.\n',
  ]);
  expect((await run('lca', 'show', 'BP-9')).stderr).toContain('BrandProductNotFoundByUniqueIdentifier');
});
