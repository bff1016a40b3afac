import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createsOf, expectEnd, journalOf, reportIn, sandboxFolder } from '../cli/commands/harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from '../cli/commands/sheets.ts';
import { runTrace, start } from './harness.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

/** What `rm .trace/locks/*.lock` does. */
async function removeLocks(cwd: string): Promise<void> {
  const locks = path.join(cwd, '.trace', 'locks');
  const names = (await readdir(locks)).filter((name) => name.endsWith('.lock'));
  expect(names).toHaveLength(1);
  for (const name of names) await rm(path.join(locks, name));
}

test('while a run sends, a second one is refused even if the lock file was removed', async () => {
  const gate = Promise.withResolvers<null>();
  const { mock, cwd } = await sandboxFolder(smallBatch(), { before: () => gate.promise });
  const first = start([...IMPORT, '--report', 'first.json'], cwd);
  await first.saysOnStderr('wave 1');
  await removeLocks(cwd);
  expectEnd(await runTrace(IMPORT, cwd), 8, 'Another run is');
  gate.resolve(null);
  expect((await first.done).code).toBe(0);
  const keys = (await journalOf(mock)).map(({ kind, key }) => `${kind} ${key}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(createsOf(mock)).toBe(keys.length);
  const { totals } = await reportIn(cwd, 'first.json');
  expect(totals.created).toBe(keys.length);
  // What the first run left does not keep the next one away.
  expect((await runTrace(IMPORT, cwd)).code).toBe(0);
});

test('a killed run whose lock file was removed does not block the next command', async () => {
  const { cwd } = await sandboxFolder(smallBatch(), { before: () => new Promise<null>(() => {}) });
  const first = start(IMPORT, cwd);
  await first.saysOnStderr('wave 1');
  await removeLocks(cwd);
  first.child.kill('SIGKILL');
  await first.done;
  const other = await runTrace(['resolve', '--env', 'sandbox'], cwd);
  expect(other.stderr).not.toContain('Another run is');
});

test('a damaged lock file does not block the next import', async () => {
  const { cwd } = await sandboxFolder(smallBatch());
  expect((await runTrace(IMPORT, cwd)).code).toBe(0);
  const locks = path.join(cwd, '.trace', 'locks');
  for (const name of (await readdir(locks)).filter((one) => one.endsWith('.lock')))
    await writeFile(path.join(locks, name), 'no database, and longer than its head'.repeat(20));
  expectEnd(await runTrace(IMPORT, cwd), 0, 'unchanged');
});

/** Stops the process that imports it when its first record is marked, before the request leaves: for two minutes. */
const STOPPED_WHEN_MARKED = `
import { DatabaseSync } from 'node:sqlite';
const { exec } = DatabaseSync.prototype;
let isMarked = false;
DatabaseSync.prototype.exec = function (sql) {
  const result = exec.call(this, sql);
  if (sql !== 'commit' || isMarked || !this.location()?.endsWith('ledger.db')) return result;
  isMarked = this.prepare("select 1 from records where state = 'sending'").get() !== undefined;
  if (!isMarked) return result;
  process.kill(process.pid, 'SIGSTOP');
  const Now = Date;
  globalThis.Date = class extends Now {
    constructor(...of) { super(...(of.length === 0 ? [Now.now() + 120_000] : of)); }
  };
  return result;
};
`;

test.skipIf(process.platform !== 'linux')(
  'a run that was suspended while another took over sends nothing afterwards, not even its marked record',
  async () => {
    const { mock, cwd } = await sandboxFolder(
      { ...smallBatch(), 'stopped.mjs': STOPPED_WHEN_MARKED },
      { config: ['inDoubt: resend'] },
    );
    const preload = { NODE_OPTIONS: `--import ${pathToFileURL(path.join(cwd, 'stopped.mjs'))}` };
    const first = start(IMPORT, cwd, preload);
    const { pid } = first.child;
    const isStopped = async () => / T /.test(await readFile(`/proc/${pid}/stat`, 'latin1'));
    while (!(await isStopped())) await sleep(20);
    await removeLocks(cwd);
    const ledger = new DatabaseSync(path.join(cwd, '.trace', 'ledger.db'));
    // A process of another machine, which has been silent for long.
    const long = Date.now() - 10 * 60_000;
    ledger.exec(`update senders set host = 'elsewhere', seen = ${long}`);
    ledger.close();
    const second = await runTrace(IMPORT, cwd);
    expect([second.code, createsOf(mock)]).toEqual([0, SMALL_SIZE]);
    first.child.kill('SIGCONT');
    expect((await first.done).code).toBe(8);
    expect(createsOf(mock)).toBe(SMALL_SIZE);
  },
);
