import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd, reportIn, sandboxFolder } from '../cli/commands/harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from '../cli/commands/sheets.ts';
import { runBinary } from './harness.ts';

test('~ in a file name, a flag or a variable is the home folder; no folder named ~ is created', async () => {
  const { cwd } = await sandboxFolder();
  const home = path.join(cwd, 'home');
  await mkdir(home);
  for (const [name, text] of Object.entries(smallBatch())) await writeFile(path.join(home, name), text);
  const argv = ['import', ...SMALL_BATCH.map((file) => `~/${file}`), '--env', 'sandbox', '--report=~/r.json'];
  const env = { HOME: home, USERPROFILE: home };
  expectEnd(await runBinary(argv, cwd, { ...env, TRACE_STATE_DIR: '~/st' }), 0, `${SMALL_SIZE} created`);
  expectEnd(await runBinary([...argv, '--state-dir=~/st'], cwd, env), 0, `${SMALL_SIZE} unchanged`);
  expect((await reportIn(home)).exitCode).toBe(0);
  const misspelled = await runBinary(['imprt', ...argv.slice(1)], cwd, env);
  expect(misspelled.code).toBe(2);
  expect((await reportIn(home)).exitCode).toBe(2);
  expect(await readdir(cwd)).not.toContain('~');
});
