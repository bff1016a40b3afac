import { expect, test } from 'vitest';
import { sandboxFolder } from '../cli/commands/harness.ts';
import { SMALL_BATCH, smallBatch } from '../cli/commands/sheets.ts';
import { httpSide } from '../service/far-side.ts';
import { runTrace } from './harness.ts';

test('HTTP_PROXY and ALL_PROXY are not used, so that no proxy gets the token', async () => {
  const proxy = await httpSide((response) => response.end('{}'));
  const { cwd } = await sandboxFolder(smallBatch());
  const env = { HTTP_PROXY: proxy.baseUrl, http_proxy: proxy.baseUrl, ALL_PROXY: proxy.baseUrl };
  expect((await runTrace(['import', ...SMALL_BATCH, '--env', 'sandbox'], cwd, env)).code).toBe(0);
  expect(proxy.seen).toEqual([]);
});
