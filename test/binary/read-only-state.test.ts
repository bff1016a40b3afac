import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createsOf, folderWith, sandboxFolder } from '../cli/commands/harness.ts';
import { SMALL_BATCH, smallBatch } from '../cli/commands/sheets.ts';
import { soundOutputs } from '../outputs.ts';
import { BINARY, ENV, start, type Working } from './harness.ts';

/** File permissions do not apply to root, so the test runs as another user. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const asOther = (argv: readonly string[], cwd: string, temp: string) =>
  spawnSync(process.execPath, [BINARY, ...argv], {
    ...NOBODY,
    cwd,
    encoding: 'utf8',
    env: { ...ENV, TMPDIR: temp },
  });

const canRun = process.platform !== 'win32' && asOther(['--version'], '/', '/tmp').status === 0;

/** Nobody can write there; earlier reports can still be read. */
function makeReadOnly(folder: string): void {
  const all = [
    folder,
    ...readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name))),
  ];
  if (NOBODY.uid !== undefined) for (const name of all) chownSync(name, NOBODY.uid, NOBODY.gid);
  for (const name of all) chmodSync(name, 0o500);
  onTestFinished(() => {
    for (const name of all) if (existsSync(name)) chmodSync(name, 0o700);
  });
}

async function place(kill: boolean) {
  const { mock, cwd } = await sandboxFolder(smallBatch(), {
    config: ['concurrency: 1'],
    before: async ({ method }) => {
      if (!kill || method !== 'POST' || createsOf(mock) < 5) return null;
      running.child.kill('SIGKILL');
      await running.done;
      return new Response('gone', { status: 500 });
    },
  });
  const running: Working = start(['import', ...SMALL_BATCH, '--env', 'sandbox'], cwd);
  expect((await running.done).code).toBe(kill ? null : 0);
  const temp = await folderWith();
  if (NOBODY.uid !== undefined) chownSync(temp, NOBODY.uid, NOBODY.gid);
  return { mock, cwd, temp };
}

test.skipIf(!canRun).each([
  ['an import that ended', false, 8, true],
  ['an import that was killed, whose last commits are in the log', true, 5, true],
  // As left by a backup program that does not copy shared memory.
  ['an import that was killed, without the index of its log', true, 5, false],
])('a read-only state folder is read, but not written, after %s', async (_, kill, known, indexed) => {
  const { mock, cwd, temp } = await place(kill);
  expect(existsSync(path.join(cwd, '.trace', 'ledger.db-wal'))).toBe(kill);
  if (!indexed) await rm(path.join(cwd, '.trace', 'ledger.db-shm'));
  makeReadOnly(cwd);
  const files = () => readdirSync(path.join(cwd, '.trace'), { recursive: true }).map(String).sort();
  const before = files();
  const bytes = await readFile(path.join(cwd, '.trace', 'ledger.db'));
  const run = async (...argv: readonly string[]) => {
    const ran = asOther(argv, cwd, temp);
    return soundOutputs({ ...ran, argv, cwd, code: ran.status });
  };

  const list = await run('runs', 'list', '--json');
  expect([list.status, list.stderr]).toEqual([0, '']);
  const [first] = JSON.parse(list.stdout) as { totals: { created: number } }[];
  expect(first?.totals.created).toBe(known);
  const report = await run('runs', 'report');
  expect(report.status, report.stderr).toBe(0);
  const { records } = JSON.parse(report.stdout) as { records: { outcome: string }[] };
  expect(records.filter(({ outcome }) => outcome === 'created')).toHaveLength(known);
  // All of them open the ledger in one way: one state folder is enough for each.
  const others = kill && indexed ? [['runs', 'show'], ['check', ...SMALL_BATCH], ['resolve']] : [];
  for (const argv of others) {
    const ran = await run(...argv);
    expect([argv, ran.status === 0 || ran.status === 6, ran.stderr]).toEqual([
      argv,
      true,
      expect.any(String),
    ]);
    expect(ran.stderr).not.toMatch(/cannot be written|bug in trace/);
  }
  const plan = await run('plan', ...SMALL_BATCH, '--env', 'sandbox', '--json');
  expect(plan.status, plan.stderr).toBe(0);
  const { waves } = JSON.parse(plan.stdout) as { waves: { toSend: number }[] };
  // The request that was open when the import was killed is in doubt.
  expect(waves.reduce((sum, { toSend }) => sum + toSend, 0)).toBe(8 - known - (kill ? 1 : 0));

  const sent = createsOf(mock);
  for (const argv of [['import', ...SMALL_BATCH, '--env', 'sandbox'], ...(kill ? [['resume']] : [])]) {
    const ran = await run(...argv);
    expect([ran.status, ran.stderr]).toEqual([
      2,
      expect.stringMatching(/^trace: .*\.trace.* cannot be written: .* --state-dir\.$/m),
    ]);
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
  }
  expect(createsOf(mock)).toBe(sent);
  expect(files()).toEqual(before);
  expect((await readFile(path.join(cwd, '.trace', 'ledger.db'))).equals(bytes)).toBe(true);
  // No copy of the log remains.
  expect(readdirSync(temp).filter((name) => name.startsWith('trace-ledger-'))).toEqual([]);
  await rm(temp, { recursive: true, force: true });
});

test.skipIf(!canRun)(
  'a folder of reports that belongs to another user is named, with the command that gives it to this one',
  async () => {
    const temp = await folderWith();
    const cwd = await folderWith(smallBatch());
    const reports = path.join(cwd, '.trace', 'reports');
    const isOther = NOBODY.uid !== undefined;
    if (isOther) for (const name of [temp, cwd]) chownSync(name, NOBODY.uid, NOBODY.gid);
    const job = ['import', SMALL_BATCH[0]!, '--report', 'last.json'];
    expect(asOther(['import', SMALL_BATCH[0]!], cwd, temp).status).toBe(0);
    if (isOther) chownSync(reports, 0, 0);
    chmodSync(reports, isOther ? 0o700 : 0);
    onTestFinished(() => chmodSync(reports, 0o700));
    const how = isOther ? `sudo chown -R ${NOBODY.uid} ${reports}` : `chmod u+rwx ${reports}`;
    const ran = asOther(job, cwd, temp);
    expect(ran.stderr.replace(/\s+/g, ' ')).toContain(
      `may not change ${reports} (EACCES). To be allowed to: ${how}`,
    );
    const doctor = asOther(['doctor', '--json'], cwd, temp);
    expect(doctor.status).toBe(2);
    expect(JSON.parse(doctor.stdout).checks).toContainEqual(
      expect.objectContaining({ check: 'state', state: 'problem', next: `To be allowed to: ${how}` }),
    );
  },
);
