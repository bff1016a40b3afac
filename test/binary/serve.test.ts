import { once } from 'node:events';
import { expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { csvOf, smallBatch, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { runBinary, start } from './harness.ts';

test('trace serve shows a run, checks a file, and ends at Ctrl-C although a page follows it', async () => {
  const cwd = await folderWith(smallBatch());
  await runBinary(['import', ...Object.keys(smallBatch()), '--env', 'mock'], cwd);
  const { child, done } = start(['serve', '--lang', 'de'], cwd);
  const [link] = await once(child.stdout, 'data');
  const opened = await fetch(link.trim(), { redirect: 'manual' });
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
  const { origin } = new URL(link);
  const home = `${origin}${opened.headers.get('location')}`;
  const list = await (await fetch(home, { headers: { cookie } })).text();
  expect(list).toMatch(/<h1>Läufe<\/h1>.*angelegt/s);
  const body = new FormData();
  body.append('files', new Blob([csvOf(supplier, [supplierBody('A', { category: 'WEAVNG' })])]), 'batch.csv');
  const checked = await fetch(`${home}check`, {
    method: 'POST',
    body,
    headers: { cookie, origin },
    redirect: 'manual',
  });
  const page = await fetch(`${origin}${checked.headers.get('location')}`, { headers: { cookie } });
  expect(await page.text()).toContain('batch.csv › C2');
  const live = await fetch(`${home}live/runs`, { headers: { cookie } });
  const reader = live.body!.getReader();
  await reader.read();
  child.kill('SIGINT');
  expect(await done).toMatchObject({ code: 0, stdout: link });
  await reader.cancel();
});
