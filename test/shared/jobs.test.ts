import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type JobOrder, Jobs } from '../../src/shared/jobs.ts';
import { Postgres } from '../../src/shared/postgres.ts';
import { pruneShared } from '../../src/shared/shared-runs.ts';
import { contentOf, storedTexts, storeFile } from '../../src/shared/stored-files.ts';
import {
  expectEnd,
  folderWith,
  mockService,
  printed,
  sandboxConfig,
  trace,
} from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { serving, wordsOf } from '../cli/serve/harness.ts';
import { postgres } from '../postgres.ts';

const database = postgres();

const order = (target: string, priority = 0): JobOrder => ({
  ...{
    environment: 'sandbox',
    target,
    files: [],
    maps: [],
    flags: [],
    priority,
    host: 'test',
    schedule: null,
  },
});

/** A machine whose environment has a memory. */
async function machine(files: Readonly<Record<string, string>>, given?: string) {
  const mock = await mockService();
  const url = given ?? (await database.newDatabase());
  const config = sandboxConfig(mock.url, 'memoryEnv: TRACE_TEST_MEMORY');
  const cwd = await folderWith({ 'trace.config.yaml': config, ...files });
  const outside = { cwd, env: { TRACE_TEST_MEMORY: url } };
  const run = (words: string) => trace(`${words} --env sandbox`.split(' '), outside);
  return { url, cwd, outside, run, mock };
}

/** An open memory of a database. */
async function opened(url: string): Promise<Postgres> {
  const memory = await Postgres.open({ url, source: 'test', authorities: async () => undefined });
  onTestFinished(() => memory.close());
  return memory;
}

const SUPPLIERS = csvOf(supplier, [supplierBody('FRN-0001')]);

describe('the queue of imports', () => {
  it('lets targets take turns, and higher priorities go first', async () => {
    const memory = await opened(await database.newDatabase());
    const jobs = await Jobs.open(memory);
    const sent = [order('a'), order('a'), order('a'), order('b'), order('c'), order('a', 1)];
    for (const one of sent) await jobs.submit(one, 1);
    const next = 'select singleton_key as target from trace_jobs.job order by priority desc, created_on';
    const targets = async () => (await memory.rows<{ target: string }>(next, [])).map(({ target }) => target);
    expect((await targets()).join('')).toBe('aabcaa');
    // A target that submits later does not wait for what others still have.
    await memory.rows("update turn set started = 3 where target = 'a'", []);
    await jobs.submit(order('d'), 1);
    expect((await targets()).at(-1)).toBe('d');
    await jobs.submit(order('b'), 1);
    await jobs.submit(order('a'), 1);
    expect((await targets()).slice(-3).join('')).toBe('dba');
    await jobs.stop();
  });

  it('keeps the content of a file once, and removes it when nothing uses it', async () => {
    const memory = await opened(await database.newDatabase());
    const jobs = await Jobs.open(memory);
    const text = `${'Zürich,1234\n'.repeat(200_000)}end`;
    const folder = await folderWith({ 'a.csv': text, 'b.csv': text, 'c.csv': 'other' });
    const [a, b, c] = await Promise.all(
      ['a', 'b', 'c'].map((name) => storeFile(memory, path.join(folder, `${name}.csv`))),
    );
    expect(a).toEqual(b);
    expect(a).toEqual(await contentOf(path.join(folder, 'a.csv')));
    expect((await Array.fromAsync(storedTexts(memory, a!.hash))).join('')).toBe(text);
    await jobs.submit({ ...order('a'), files: [{ ...c!, name: 'c.csv', in: 'database' }] }, 1);
    const hashes = async () =>
      (await memory.rows<{ hash: string }>('select hash from file', [])).map((row) => row.hash);
    await pruneShared(memory, new Date(), 1);
    expect((await hashes()).length).toBe(2);
    await memory.rows("update file set at = at - interval '2 days'", []);
    expect([...(await pruneShared(memory, new Date(), 1))]).toEqual([c!.hash]);
    expect(await hashes()).toEqual([c!.hash]);
    await jobs.stop();
  });
});

describe('jobs of a machine', () => {
  it('submits, lists, shows, cancels and queues again', async () => {
    const { run, outside, url } = await machine({ 'suppliers.csv': SUPPLIERS });
    const submitted = await run('submit suppliers.csv --batch SS27 --priority 2');
    expectEnd(submitted, 0, /trace jobs show [0-9a-f]{8} --env sandbox/);
    const id = submitted.stdout.trim();
    const [listed] = await printed('jobs list --env sandbox --json', outside);
    expect(listed).toMatchObject({
      ...{ job: id, state: 'waiting', files: ['suppliers.csv'], flags: ['--batch', 'SS27'], priority: 2 },
      attempts: [],
    });
    expect((await run('jobs list')).stdout).toContain(`${id.slice(0, 8)}  waiting`);
    expect((await run(`jobs show ${id.slice(0, 8)}`)).stdout).toContain('--batch SS27');
    expectEnd(await run(`jobs retry ${id}`), 2, 'is waiting: it cannot be repeated');
    expectEnd(await run(`jobs cancel ${id}`), 0, 'is cancelled');
    expectEnd(await run(`jobs cancel ${id}`), 2, 'there is nothing to cancel');
    expect((await run(`jobs show ${id}`)).stderr).toContain(`trace jobs retry ${id.slice(0, 8)}`);
    expectEnd(await run(`jobs retry ${id}`), 0, 'is queued again');
    expect(await printed(`jobs show ${id} --env sandbox --json`, outside)).toMatchObject({
      state: 'waiting',
    });
    expectEnd(await run('jobs show ffff'), 2, 'There is no job ffff', 'trace jobs list --env sandbox');
    const memory = await opened(url);
    const [file] = await memory.rows<{ hash: string }>('select hash from file', []);
    expect((await Array.fromAsync(storedTexts(memory, file!.hash))).join('')).toBe(SUPPLIERS);
  });

  let same: string | undefined;
  it.each([
    ['submit none.csv', 'There is no file none.csv'],
    ['submit -', 'A job has no standard input'],
    ['submit suppliers.csv --priority 99', 'from -20 to 20'],
    ['submit suppliers.csv --interface v9', 'v9'],
    ['schedule add nightly suppliers.csv', '--cron'],
    ['schedule add nightly suppliers.csv --cron x', 'does not have five fields'],
    ['schedule add nightly suppliers.csv --cron @never', 'is not a schedule'],
    ['schedule add été suppliers.csv --cron @daily', 'letters without accents'],
    ['schedule remove nightly', 'There is no schedule nightly'],
    ['worker --poll 1ms', 'at least 500ms'],
    ['worker --health-port x', 'from 0 to 65535'],
  ])('refuses %s', async (words, text) => {
    same ??= await database.newDatabase();
    const { run } = await machine({ 'suppliers.csv': SUPPLIERS }, same);
    expectEnd(await run(words), 2, text);
  });

  it('names what is missing in an environment without a memory', async () => {
    const { outside } = await machine({ 'suppliers.csv': SUPPLIERS });
    const ran = await trace('submit suppliers.csv', outside);
    expectEnd(ran, 2, 'The environment mock has no shared memory', 'trace env show mock');
  });

  it('has a memory that trace doctor tries, with the rights of its role', async () => {
    const { run, url, cwd } = await machine({});
    expectEnd(await run('jobs list'), 0);
    expect((await run('doctor')).stdout).toMatch(/ok +shared memory +\S+ can be read and written/);
    const client = new pg.Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("create role doctor_reader login password 'canary-reader'");
    await client.query('grant usage on schema trace to doctor_reader');
    await client.query('grant select on all tables in schema trace to doctor_reader');
    for (const [password, text] of [
      ['canary-reader', 'can be read, but not written'],
      ['canary-wrong', 'password authentication failed'],
    ] as const) {
      const memory = Object.assign(new URL(url), { username: 'doctor_reader', password }).href;
      const ran = await trace('doctor --env sandbox', { cwd, env: { TRACE_TEST_MEMORY: memory } });
      expect(ran.code).toBe(2);
      expect(ran.stdout).toContain(text);
      expect(ran.stdout).not.toContain(password);
    }
  });

  it('is a page of trace serve, which is live', async () => {
    const { run, outside, cwd } = await machine({ 'suppliers.csv': SUPPLIERS });
    const site = await serving(cwd, '--env sandbox', outside.env);
    expect(wordsOf(await site.page('jobs'))).toContain('No jobs.');
    expectEnd(await run('submit suppliers.csv'), 0);
    const events = (await site.get('live/jobs')).body!.pipeThrough(new TextDecoderStream());
    const { value } = await events[Symbol.asyncIterator]().next();
    expect(wordsOf(value!)).toMatch(/waiting sandbox .* suppliers\.csv/);
  });

  it.each(['0 2 * *', '30 0 2 * * *'])(
    'refuses the schedule "%s", whose fields would be read as others',
    async (cron) => {
      const { outside } = await machine({ 'suppliers.csv': SUPPLIERS });
      const words = ['schedule', 'add', 'nightly', 'suppliers.csv', '--cron', cron, '--env', 'sandbox'];
      expectEnd(await trace(words, outside), 2, `--cron "${cron}" does not have five fields`);
    },
  );

  it('leaves the schedule of another account, and says which one is replaced', async () => {
    const one = await machine({ 'suppliers.csv': SUPPLIERS });
    const other = await machine({ 'others.csv': SUPPLIERS }, one.url);
    const add = 'schedule add nightly';
    expectEnd(await one.run(`${add} suppliers.csv --cron @daily`), 0);
    const taken = `The schedule nightly imports into the environment sandbox (${one.mock.url})`;
    expectEnd(await other.run(`${add} others.csv --cron @weekly`), 2, taken, 'trace schedule list');
    expectEnd(await other.run('schedule remove nightly'), 2, taken);
    const replaced = /It replaces the one of "@daily" \(.+\) with \S+suppliers\.csv/;
    expectEnd(await one.run(`${add} suppliers.csv --cron @weekly`), 0, replaced);
    expectEnd(await one.run('schedule remove nightly'), 0, 'is removed');
  });

  it('adds, lists and removes schedules', async () => {
    const { run, outside, cwd } = await machine({ 'suppliers.csv': SUPPLIERS });
    const added = await trace(
      [
        'schedule',
        'add',
        'nightly',
        'suppliers.csv',
        '--cron',
        '30 2 * * *',
        '--time-zone',
        'Europe/Paris',
        '--env',
        'sandbox',
      ],
      outside,
    );
    expectEnd(added, 0, 'Next import: ');
    expect(await printed('schedule list --env sandbox --json', outside)).toEqual([
      {
        ...{ name: 'nightly', cron: '30 2 * * *', timeZone: 'Europe/Paris', environment: 'sandbox' },
        ...{ files: [path.join(cwd, 'suppliers.csv')], flags: [], priority: 0 },
      },
    ]);
    expect((await run('schedule list')).stdout).toContain('nightly');
    expectEnd(await run('schedule remove nightly'), 0);
    expect((await run('schedule list')).stdout).toBe('No schedules.\n');
  });

  it('shows the runs of all machines', async () => {
    const { run, outside, cwd } = await machine({ 'suppliers.csv': SUPPLIERS });
    expectEnd(await run('import suppliers.csv --report r.json'), 0);
    const other = {
      ...outside,
      cwd: await folderWith({ 'trace.config.yaml': await readFile(path.join(cwd, 'trace.config.yaml')) }),
    };
    const [listed] = await printed('runs list --all-machines --env sandbox --json', other);
    expect(listed).toMatchObject({ exitCode: 0, totals: { created: 1 }, host: expect.any(String) });
    const { run: id } = JSON.parse(await readFile(path.join(cwd, 'r.json'), 'utf8'));
    expect(listed.run).toBe(id);
    expect((await trace('runs list --all-machines --env sandbox', other)).stdout).toContain(listed.host);
    expect((await trace('runs show latest --all-machines --env sandbox', other)).stdout).toContain(
      'FRN-0001',
    );
    const report = await trace('runs report latest --all-machines --env sandbox', other);
    expect(report.stdout.trim()).toBe((await readFile(path.join(cwd, 'r.json'), 'utf8')).trim());
    expectEnd(await trace('runs show 1999 --all-machines --env sandbox', other), 2, '1999');
  });

  it('needs only rights to read and write once the tables are there', async () => {
    const { url, run, outside } = await machine({ 'suppliers.csv': SUPPLIERS });
    expectEnd(await run('jobs list'), 0);
    const owner = new pg.Client(url);
    await owner.connect();
    const name = `least_${new URL(url).pathname.slice(1)}`;
    const sql = /```sql worker\n([^`]*)```/.exec(await readFile('docs/postgres.md', 'utf8'))![1]!;
    await owner.query(sql.replaceAll('trace_worker', name).replace("'PASSWORD'", "'p'"));
    await owner.end();
    const address = new URL(url);
    [address.username, address.password] = [name, 'p'];
    const env = { TRACE_TEST_MEMORY: address.href };
    expectEnd(await trace('submit suppliers.csv --env sandbox', { ...outside, env }), 0);
    expectEnd(await trace('import suppliers.csv --env sandbox', { ...outside, env }), 0);
    const client = new pg.Client(address.href);
    await client.connect();
    await expect(client.query('drop table trace.claim')).rejects.toThrow('must be owner');
    await client.end();
  });
});
