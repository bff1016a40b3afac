import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createsOf, folderWith, journalOf, mockService, sandboxConfig } from '../cli/commands/harness.ts';
import { SMALL_BATCH, smallBatch } from '../cli/commands/sheets.ts';
import { runBinary, start } from './harness.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

/** What `rm .trace/locks/*.lock` does. */
async function removeLocks(cwd: string): Promise<void> {
  const locks = path.join(cwd, '.trace', 'locks');
  const names = (await readdir(locks)).filter((name) => name.endsWith('.lock'));
  expect(names).toHaveLength(1);
  for (const name of names) await rm(path.join(locks, name));
}

test('without its lock file, a run that sends is still known: a second one sends nothing, and the first reports what it sent', async () => {
  const gate = Promise.withResolvers<null>();
  const mock = await mockService({ before: () => gate.promise });
  const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': sandboxConfig(mock.url) });
  const first = start([...IMPORT, '--report', 'first.json'], cwd);
  await first.saysOnStderr('wave 1');
  await removeLocks(cwd);
  const second = await runBinary(IMPORT, cwd);
  expect([second.code, second.stderr]).toEqual([8, expect.stringContaining('Another run is')]);
  gate.resolve(null);
  expect((await first.done).code).toBe(0);
  const keys = (await journalOf(mock)).map(({ kind, key }) => `${kind} ${key}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(createsOf(mock)).toBe(keys.length);
  const { totals } = JSON.parse(await readFile(path.join(cwd, 'first.json'), 'utf8'));
  expect(totals.created).toBe(keys.length);
  // What the first run left does not keep the next one away.
  expect((await runBinary(IMPORT, cwd)).code).toBe(0);
});

test('a run that was killed without its lock file does not keep the next one away', async () => {
  const mock = await mockService({ before: () => new Promise<null>(() => {}) });
  const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': sandboxConfig(mock.url) });
  const first = start(IMPORT, cwd);
  await first.saysOnStderr('wave 1');
  await removeLocks(cwd);
  first.child.kill('SIGKILL');
  await first.done;
  const other = await runBinary(['resolve', '--env', 'sandbox'], cwd);
  expect(other.stderr).not.toContain('Another run is');
});

test('a lock file that is damaged has no data: no person has to remove it', async () => {
  const mock = await mockService();
  const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': sandboxConfig(mock.url) });
  expect((await runBinary(IMPORT, cwd)).code).toBe(0);
  const locks = path.join(cwd, '.trace', 'locks');
  for (const name of (await readdir(locks)).filter((one) => one.endsWith('.lock')))
    await writeFile(path.join(locks, name), 'no database, and longer than its head'.repeat(20));
  const again = await runBinary(IMPORT, cwd);
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('unchanged')]);
});
