import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runReport } from '../../src/cli/view/report-schema.ts';
import { parseChaos } from '../../src/mock/chaos/parse.ts';
import { expectEnd, folderWith, journalOf, mockService, sandboxConfig } from '../cli/commands/harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from '../cli/commands/sheets.ts';
import { runTrace, start } from './harness.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox', '--json'];

/** An import that is killed while its `nth` create is open; `stored`: whether the service stores it anyway. */
async function killed(nth: number, stored: boolean) {
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const handled = Promise.withResolvers<void>();
  let creates = 0;
  const service = { breaks: false };
  const mock = await mockService({
    before: async ({ method }) => {
      if (method !== 'POST') return null;
      if (service.breaks) return new Response('', { status: 502 });
      if (++creates !== nth) return null;
      arrived.resolve();
      await gate.promise;
      setImmediate(handled.resolve);
      return stored ? null : new Response('', { status: 502 });
    },
  });
  const config = sandboxConfig(mock.url, 'concurrency: 1');
  const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': config });
  const running = start(IMPORT, cwd);
  await arrived.promise;
  running.child.kill('SIGKILL');
  await running.done;
  gate.resolve();
  await handled.promise;
  const doubtful = async () => {
    const { stdout } = await runTrace(['runs', 'show', '--json', '--outcome', 'in-doubt'], cwd);
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { key: string }).key);
  };
  return { mock, cwd, doubtful, service };
}

test('after a kill, runs list, show and report and plan show the record that was being sent as in doubt', async () => {
  const { cwd, doubtful } = await killed(2, true);
  expect(await doubtful()).toEqual(['FRN-2']);
  const report = runReport.parse(JSON.parse((await runTrace(['runs', 'report'], cwd)).stdout));
  expect(report.totals).toMatchObject({ created: 1, 'in-doubt': 1, 'not-attempted': SMALL_SIZE - 2 });
  expect(report.verdict).toEqual({
    text: 'the run was killed while it was sending.',
    next: `trace resume ${report.run}`,
  });
  const record = report.records.find(({ key }) => key === 'FRN-2');
  expect(record?.messages).toEqual(['the run was killed while this record was being sent']);
  const shown = await runTrace(['runs', 'show'], cwd);
  expect(shown.stdout).toMatch(/^in-doubt {2,}supplier {2,}FRN-2 /m);
  expect(shown.stderr).toContain(`Next: trace resume ${report.run}`);
  const listed = await runTrace(['runs', 'list', '--json'], cwd);
  expect(JSON.parse(listed.stdout)[0].totals).toMatchObject({ 'in-doubt': 1 });
  // The list and the report agree. The end time is that of the last known event, even after the run is settled.
  expect([JSON.parse(listed.stdout)[0].exitCode, report.exitCode]).toEqual([130, 130]);
  expect(report.finishedAt > report.startedAt).toBe(true);
  const plan = await runTrace(['plan', ...SMALL_BATCH, '--env', 'sandbox', '--json'], cwd);
  expect(plan.stdout).toMatch(/"in-?[dD]oubt":\s*1/);
  const settling = await runTrace(['import', ...SMALL_BATCH, '--env', 'sandbox', '--json'], cwd);
  const later = JSON.parse(settling.stdout);
  const settled = JSON.parse((await runTrace(['runs', 'report', report.run!], cwd)).stdout);
  expect(settled.exitCode).toBe(130);
  expect(settled.finishedAt < later.startedAt).toBe(true);
});

test('resolve --sent or --resend only lists a record that was never listed, and settles it the next time', async () => {
  for (const way of ['--sent', '--resend']) {
    const { cwd, mock, doubtful } = await killed(2, way === '--resend');
    const stored = (await journalOf(mock)).length;
    const first = await runTrace(['resolve', way], cwd);
    expectEnd(first, 6, '1 record in doubt was not settled', /supplier {2}FRN-2 /);
    expect(await doubtful()).toEqual(['FRN-2']);
    expect(await journalOf(mock)).toHaveLength(stored);
    // It has been listed now, so the same command applies to what the user saw.
    const second = await runTrace(['resolve', way], cwd);
    expect([second.code, await doubtful()]).toEqual([5, []]);
  }
});

test('after the record in doubt of a killed run is settled, resume sends the rest of the run', async () => {
  const { cwd, mock } = await killed(2, true);
  await runTrace(['resolve'], cwd);
  expectEnd(await runTrace(['resolve', '--sent'], cwd), 5, /Next: trace resume \S+\n$/);
  const resumed = await runTrace(['resume'], cwd);
  expect(resumed.code).toBe(0);
  const keys = (await journalOf(mock)).map(({ key }) => key);
  expect([keys.length, new Set(keys).size]).toEqual([SMALL_SIZE, SMALL_SIZE]);
});

test('resume continues the run that was sending, not a later one that was killed while it read its input', async () => {
  const { cwd } = await killed(2, true);
  const [first] = JSON.parse((await runTrace(['runs', 'list', '--json'], cwd)).stdout) as { run: string }[];
  const running = start(['import', '-', '--sheet', '-=suppliers', '--env', 'sandbox'], cwd);
  await running.saysOnStderr('import into sandbox');
  running.child.kill('SIGKILL');
  await running.done;
  expectEnd(await runTrace(['resume'], cwd), 6, `run ${first!.run}`);
});

test('resolve --sent does not settle a record that was tried again after it was listed', async () => {
  const { cwd, doubtful, service } = await killed(2, true);
  expect((await runTrace(['resolve'], cwd)).code).toBe(6);
  service.breaks = true;
  const path = join(cwd, 'trace.config.yaml');
  const config = await readFile(path, 'utf8');
  await writeFile(path, config.replace('concurrency: 1', 'concurrency: 1\n    inDoubt: resend'));
  expect((await runTrace(['resume'], cwd)).code).toBe(6);
  const settled = await runTrace(['resolve', '--sent', '--key', 'FRN-2'], cwd);
  expect([settled.code, await doubtful()]).toEqual([6, expect.arrayContaining(['FRN-2'])]);
  expect(settled.stderr).toContain('1 record in doubt was not settled');
});

test('resolve --resend refuses a record before its absence counts; --sent settles it at any time', async () => {
  const { cwd, doubtful, mock } = await killed(2, true);
  const path = join(cwd, 'trace.config.yaml');
  await writeFile(path, (await readFile(path, 'utf8')).replace('absence: 0', 'absence: 10m'));
  const listed = await runTrace(['resolve'], cwd);
  expect(listed.stdout).toMatch(/absent from/);
  const [record] = JSON.parse((await runTrace(['resolve', '--json'], cwd)).stdout).records;
  const aheadMs = Date.parse(record.absenceCountsFrom) - Date.now();
  expect([aheadMs > 9 * 60_000, aheadMs <= 10 * 60_000]).toEqual([true, true]);
  const resent = await runTrace(['resolve', '--resend'], cwd);
  expect([resent.code, await doubtful()]).toEqual([6, ['FRN-2']]);
  expect(resent.stderr).toContain('1 record in doubt was not sent again');
  expect((await journalOf(mock)).filter(({ key }) => key === 'FRN-2')).toHaveLength(1);
  // A user who saw it in the service can be certain at any time.
  expect((await runTrace(['resolve', '--sent'], cwd)).code).toBe(5);
});

test('the resolve command in a message has the --config and the --state-dir of the run', async () => {
  const mock = await mockService({ chaos: parseChaos('at=2:reset-after') });
  const cwd = await folderWith(smallBatch());
  const elsewhere = await folderWith({ 'c x.yaml': sandboxConfig(mock.url, 'concurrency: 1') });
  const place = ['--config', join(elsewhere, 'c x.yaml'), '--state-dir', 's x'];
  for (const argv of [IMPORT, IMPORT]) {
    const ran = await runTrace([...argv, ...place], cwd);
    const { run, records } = runReport.parse(JSON.parse(ran.stdout));
    const { messages } = records.find(({ outcome }) => outcome === 'in-doubt')!;
    expect(messages.at(-1)).toContain(
      `trace resolve ${run} --config "${join(elsewhere, 'c x.yaml')}" --state-dir "s x"`,
    );
  }
});
