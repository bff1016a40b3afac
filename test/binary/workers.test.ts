import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { expect, onTestFinished, test } from 'vitest';
import {
  folderWith,
  journalOf,
  mockService,
  printed,
  reportIn,
  sandboxConfig,
  trace,
} from '../cli/commands/harness.ts';
import { csvOf, packaging, packagingBody } from '../cli/commands/sheets.ts';
import { postgres } from '../postgres.ts';
import { start, type Working } from './harness.ts';

const database = postgres();
const WORKER = ['worker', '--env', 'sandbox', '--poll', '500ms'];

/** Records that the service can show, so that one in doubt is settled without a person. */
const records = (from: number, count: number) =>
  csvOf(
    packaging,
    Array.from({ length: count }, (_, at) => packagingBody(`EMB-${from + at}`)),
  );

/** A service, a memory, and machines with state folders of their own. */
async function group(...config: readonly string[]) {
  const mock = await mockService();
  const url = await database.newDatabase();
  const text = sandboxConfig(mock.url, 'memoryEnv: TRACE_TEST_MEMORY', 'timeout: 2s', ...config);
  const env = { TRACE_TEST_MEMORY: url };
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const cwd = await folderWith({ 'trace.config.yaml': text });
  const outside = { cwd, env };
  return {
    ...{ mock, url, cwd, outside, client },
    /** Starts a worker on a machine of its own. */
    async worker(more: readonly string[] = []): Promise<Working & { said: () => string }> {
      const folder = await folderWith({ 'trace.config.yaml': text });
      const working = start([...WORKER, ...more], folder, env);
      let said = '';
      working.child.stderr.on('data', (chunk: string) => {
        said += chunk;
      });
      await working.saysOnStderr('working on jobs');
      return { ...working, said: () => said };
    },
    async submit(name: string, content: string) {
      const folder = await folderWith({ 'trace.config.yaml': text, [name]: content });
      const ran = await trace(`submit ${name} --env sandbox`, { cwd: folder, env });
      expect(ran.code, ran.stderr).toBe(0);
      return ran.stdout.trim();
    },
    job: (id: string) => printed(`jobs show ${id} --env sandbox --json`, outside),
    /** Lets the time pass after which a vanished worker loses its jobs. */
    async vanish() {
      const boss = new PgBoss({
        connectionString: url,
        schema: 'trace_jobs',
        supervise: false,
        schedule: false,
      });
      boss.on('error', () => {});
      await boss.start();
      await client.query(
        "update trace_jobs.job set heartbeat_on = now() - interval '1 hour' where state = 'active'",
      );
      await client.query('update trace_jobs.queue set monitor_claim_on = null');
      await boss.supervise('import');
      await boss.stop();
    },
    /** Waits until a job has a state; attempts are repeated at once. */
    async ends(id: string, state: string) {
      await until(async () => {
        await client.query("update trace_jobs.job set start_after = now() where state = 'retry'");
        return (
          (await client.query('select state from trace_jobs.job where id = $1', [id])).rows[0].state === state
        );
      });
    },
  };
}

/** Waits until a condition holds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(50);
}

test('imports what was submitted exactly once, with workers that are killed', async () => {
  const { mock, submit, worker, job, vanish, ends } = await group('rate: 40');
  const ids = [await submit('one.csv', records(0, 60)), await submit('two.csv', records(40, 60))];
  const accepted = async () => (await journalOf(mock)).length;
  for (const many of [15, 60]) {
    const [first] = await Promise.all([worker(), worker()]);
    await until(async () => (await accepted()) >= many);
    // The one that has the job, or the one that has none.
    first!.child.kill('SIGKILL');
    await first!.done;
    await vanish();
  }
  for (const id of ids) await ends(id, 'completed');
  const keys = (await journalOf(mock)).map(({ key }) => key);
  expect(new Set(keys).size).toBe(100);
  expect(keys.length).toBe(100);
  expect(await Promise.all(ids.map(async (id) => (await job(id)).attempts.at(-1).exitCode))).toEqual([0, 0]);
});

test('keeps a job that cannot be imported, with its report, until a person repeats it', async () => {
  const { submit, worker, job, outside, cwd, client, ends, mock } = await group();
  const working = await worker(['--health-port', '0']);
  await working.saysOnStderr('health:');
  const port = /localhost:(\d+)/.exec(working.said())![1];
  const health = async (name: string) => (await fetch(`http://127.0.0.1:${port}/${name}`)).text();
  expect(JSON.parse(await health('health'))).toEqual({ status: 'ok', active: 0 });
  const bad = await submit('bad.csv', records(0, 3).replace('EMB-1', ''));
  await ends(bad, 'failed');
  expect((await job(bad)).attempts).toMatchObject([{ number: 1, exitCode: 3, report: expect.any(String) }]);
  expect(await health('metrics')).toContain('trace_jobs{state="dead-letter"} 1\n');
  expect(await health('metrics')).toContain('trace_worker_attempts_total{result="deadletter"} 1\n');
  await trace(`jobs show ${bad} --out r.json --env sandbox`, outside);
  expect((await reportIn(cwd)).findings).toMatchObject([{ code: 'required', origin: { file: 'bad.csv' } }]);
  // The service is gone: an attempt follows, until none is left.
  await mock.close();
  const poisoned = await submit('poison.csv', records(10, 3));
  await client.query("update trace_jobs.job set retry_limit = 1 where state < 'completed'");
  await ends(poisoned, 'failed');
  const { attempts } = await job(poisoned);
  expect(attempts).toMatchObject([{ exitCode: 7 }, { exitCode: 7, report: expect.any(String) }]);
  expect((await trace('jobs list --env sandbox', outside)).stdout).toContain('dead letter');
  expect((await trace(`jobs show ${bad} --env sandbox`, outside)).stderr).toContain(
    'Submit a corrected file',
  );
  expect((await trace(`jobs retry ${poisoned} --env sandbox`, outside)).code).toBe(0);
  await until(async () => (await job(poisoned)).attempts.length === 3);
  working.child.kill('SIGTERM');
  expect((await working.done).code).toBe(0);
});

test('stops when it is told to, and another worker goes on', async () => {
  const { mock, submit, worker, job, ends } = await group('rate: 30');
  const id = await submit('packaging.csv', records(0, 60));
  const first = await worker();
  await until(async () => (await journalOf(mock)).length > 10);
  first.child.kill('SIGTERM');
  expect((await first.done).code).toBe(0);
  expect(await job(id)).toMatchObject({ state: 'retry', attempts: [{ exitCode: 130 }] });
  await worker();
  await ends(id, 'completed');
  expect((await journalOf(mock)).length).toBe(60);
});

test('ends if its port is taken, or if its role may not use the queue', async () => {
  const { url, client, cwd, worker } = await group();
  const first = await worker(['--health-port', '0']);
  await first.saysOnStderr('health:');
  const port = /localhost:(\d+)/.exec(first.said())![1]!;
  const second = await start([...WORKER, '--health-port', port], cwd, { TRACE_TEST_MEMORY: url }).done;
  expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining(`Port ${port} cannot be used`) });
  expect(second.stderr).toContain('--health-port');
  await client.query("create role trace_reader login password 'reader'");
  await client.query('grant usage on schema trace, trace_jobs to trace_reader');
  await client.query('grant select on all tables in schema trace to trace_reader');
  const reader = Object.assign(new URL(url), { username: 'trace_reader', password: 'reader' }).href;
  const third = await start(WORKER, cwd, { TRACE_TEST_MEMORY: reader }).done;
  expect(third).toMatchObject({ code: 2, stderr: expect.stringContaining('permission denied') });
});

test('says once why the queue cannot be used, not at each look for a job', async () => {
  const { url, client, worker } = await group();
  const working = await worker();
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client(Object.assign(new URL(url), { pathname: '/postgres' }).href);
  await admin.connect();
  onTestFinished(() => admin.end());
  client.on('error', () => {});
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await working.saysOnStderr('The queue cannot be used now');
  await pause(3000);
  const faults = working.said().match(/^The queue cannot be used now.*$/gm)!;
  expect(faults.length).toBe(new Set(faults).size);
  expect(faults.join()).not.toContain('Queue:');
});
