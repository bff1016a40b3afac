import { copyFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { runBinary } from './harness.ts';

const BATCH = fileURLToPath(new URL('../../fixtures/batch/maison-aurore.xlsx', import.meta.url));

test('template --onto writes a copy that checks like the original, and nothing else', async () => {
  const cwd = await folderWith();
  await copyFile(BATCH, path.join(cwd, 'mine.xlsx'));
  const made = await runBinary(['template', '--onto', 'mine.xlsx', '--out', 'out.xlsx'], cwd);
  expect([made.code, made.stdout]).toEqual([0, '']);
  expect(made.stderr).toMatch(/^mine\.xlsx › Suppliers: suppliers, \d+ notes, \d+ dropdowns$/m);
  expect(made.stderr).toMatch(/Fill it in, then: trace check out\.xlsx$/m);
  expect((await readdir(cwd)).sort()).toEqual(['mine.xlsx', 'out.xlsx']);
  expect(await readFile(path.join(cwd, 'mine.xlsx'))).toEqual(await readFile(BATCH));
  const { code, stdout } = await runBinary(['check', 'out.xlsx'], cwd);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/572 records: no errors/)]);
});
