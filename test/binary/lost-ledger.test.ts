import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createsOf,
  expectEnd,
  folderWith,
  journalOf,
  mockService,
  reportIn,
  sandboxConfig,
} from '../cli/commands/harness.ts';
import { SMALL_BATCH, smallBatch } from '../cli/commands/sheets.ts';
import { runTrace, start } from './harness.ts';

/** The command line of a scheduled job: its report is written elsewhere. */
const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox', '--report', '../report.json', '--force'];
const SIZE = 8;

async function sandbox(options: Parameters<typeof mockService>[0] = {}, ...more: readonly string[]) {
  const mock = await mockService(options);
  const at = await folderWith();
  const cwd = path.join(at, 'work');
  await mkdir(cwd);
  const files = { ...smallBatch(), 'trace.config.yaml': sandboxConfig(mock.url, ...more) };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(cwd, name), text);
  const env = { XDG_STATE_HOME: path.join(at, 'home') };
  return {
    mock,
    cwd,
    at,
    env,
    state: path.join(cwd, '.trace'),
    run: (...argv: readonly string[]) => runTrace(argv, cwd, env),
  };
}

const outcomesOf = ({ records }: { records: readonly { outcome: string }[] }) => [
  ...new Set(records.map(({ outcome }) => outcome)),
];

describe('an import whose ledger is missing', () => {
  test.each([
    ['the file was removed', (state: string) => rm(path.join(state, 'ledger.db'))],
    ['the file was emptied', (state: string) => truncate(path.join(state, 'ledger.db'), 0)],
    ['the state folder was removed', (state: string) => rm(state, { recursive: true })],
    [
      'everything in the state folder was removed',
      async (state: string) => {
        for (const name of await readdir(state)) await rm(path.join(state, name), { recursive: true });
      },
    ],
  ])('stops when %s, and says how to continue', async (_, lose) => {
    const { mock, cwd, state, run } = await sandbox();
    expect((await run(...IMPORT)).code).toBe(0);
    await lose(state);
    const others = [['plan', ...SMALL_BATCH, '--env', 'sandbox'], ['runs', 'list'], ['resume'], ['resolve']];
    for (const argv of [IMPORT, ...others]) {
      const { code, stderr } = await run(...argv);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^trace: The ledger .*ledger\.db is gone/)]);
      expect(stderr).toContain('--new-ledger starts with an empty one');
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(createsOf(mock)).toBe(SIZE);
    const anew = await run(...IMPORT, '--new-ledger');
    expect(anew.stderr).toContain(`${SIZE} existing`);
    expect(anew.stderr).toContain('trace has no record of what was sent to sandbox before this run.');
    // Records sent from now on are known.
    expect((await run(...IMPORT)).code).toBe(0);
    expect(createsOf(mock)).toBe(2 * SIZE);
    expect(existsSync(path.join(cwd, '.trace', 'ledger.db'))).toBe(true);
  });

  test('an import whose ledger is missing stops if nothing but the reports in the state folder is left', async () => {
    const { mock, at, state, run } = await sandbox();
    const argv = ['import', ...SMALL_BATCH, '--env', 'sandbox'];
    expect((await run(...argv)).code).toBe(0);
    await rm(path.join(at, 'home'), { recursive: true });
    for (const name of readdirSync(state))
      if (name !== 'reports') await rm(path.join(state, name), { recursive: true });
    expectEnd(await run(...argv), 2, 'is gone, and the reports next to it show earlier runs');
    expect(createsOf(mock)).toBe(SIZE);
    expect((await run(...argv, '--new-ledger')).stderr).toContain(`${SIZE} existing`);
  });

  test('continues from the last backup with --restore-ledger, and sends nothing that the backup has', async () => {
    const { mock, state, run } = await sandbox();
    expect((await run(...IMPORT)).code).toBe(0);
    await rm(path.join(state, 'ledger.db'));
    expectEnd(
      await run(...IMPORT),
      2,
      '--restore-ledger puts it in place',
      path.join(state, 'ledger.backup.db'),
    );
    expectEnd(await run(...IMPORT, '--restore-ledger'), 0, `all ${SIZE} records are unchanged`);
    expect(createsOf(mock)).toBe(SIZE);
  });

  test('an import whose ledger is missing stops again if the state folder is removed after --restore-ledger, though nothing was sent since', async () => {
    const { mock, state, run } = await sandbox();
    expect((await run(...IMPORT)).code).toBe(0);
    await rm(path.join(state, 'ledger.db'));
    expect((await run(...IMPORT, '--restore-ledger')).code).toBe(0);
    await rm(state, { recursive: true });
    const gone = await run(...IMPORT);
    expectEnd(gone, 2, 'ledger.db is gone');
    expect(createsOf(mock)).toBe(SIZE);
  });

  test('an import whose ledger is missing rejects --new-ledger and --restore-ledger if there never was a ledger', async () => {
    const { mock, run } = await sandbox();
    for (const flag of ['--new-ledger', '--restore-ledger']) {
      expectEnd(await run(...IMPORT, flag), 2, `Remove ${flag}.`, 'there is nothing to replace');
    }
    expect(createsOf(mock)).toBe(0);
  });

  test('an import whose ledger is missing stops if an older copy of the state folder is in its place, and continues with --restore-ledger', async () => {
    const { mock, at, state, run } = await sandbox();
    expect((await run('import', 'suppliers.csv', '--env', 'sandbox')).code).toBe(0);
    await cp(state, path.join(at, 'copy'), { recursive: true });
    expect((await run(...IMPORT)).code).toBe(0);
    await rm(state, { recursive: true });
    await cp(path.join(at, 'copy'), state, { recursive: true });
    for (const argv of [IMPORT, ['runs', 'list'], ['runs', 'show'], ['resume']]) {
      const { code, stderr } = await run(...argv);
      expect([argv[0], code, stderr]).toEqual([
        argv[0],
        2,
        expect.stringMatching(/ledger\.db is an older copy/),
      ]);
    }
    expect(createsOf(mock)).toBe(SIZE);
    expectEnd(await run(...IMPORT, '--restore-ledger'), 0, '3 unchanged', '5 existing');
    expect((await run('runs', 'list')).code).toBe(0);
  });

  test('an import whose ledger is missing makes records in doubt that an older copy of the ledger shows as not sent', async () => {
    let down = true;
    const { mock, at, state, run } = await sandbox({
      before: ({ method, path: to }) =>
        down && method === 'POST' && to.includes('product') ? new Response('no', { status: 401 }) : null,
    });
    const first = await run(...IMPORT);
    expect(first.code, first.stderr).toBe(4);
    await cp(state, path.join(at, 'copy'), { recursive: true });
    down = false;
    expect((await run('resume')).code).toBe(0);
    expect((await journalOf(mock)).length).toBe(SIZE);
    const before = createsOf(mock);
    await rm(state, { recursive: true });
    await cp(path.join(at, 'copy'), state, { recursive: true });
    const resumed = await run('resume', '--env', 'sandbox', '--restore-ledger');
    expect(resumed.stderr).toMatch(/\d records that it shows as not sent are now in doubt/);
    expect((await journalOf(mock)).length).toBe(SIZE);
    expect(createsOf(mock)).toBe(before);
  });

  test('an import whose ledger is missing starts if nothing was ever sent: an import that stopped at errors leaves no marker', async () => {
    const { mock, cwd, state, env } = await sandbox();
    const argv = ['import', 'products.csv', '--env', 'sandbox'];
    expect((await runTrace(argv, cwd, env)).code).toBe(3);
    await rm(state, { recursive: true });
    expect((await runTrace(argv, cwd, env)).code).toBe(3);
    expect(createsOf(mock)).toBe(0);
  });

  test('an import whose ledger is missing starts if it is an import into the embedded mock, whose data are removed with the state folder', async () => {
    const { state, run } = await sandbox();
    const argv = ['import', ...SMALL_BATCH, '--report', '../report.json', '--force'];
    for (let time = 0; time < 2; time++) {
      expectEnd(await run(...argv), 0, `${SIZE} created`);
      await rm(state, { recursive: true });
    }
  });

  test('an import whose ledger is missing does not stop an import into another environment', async () => {
    const other = await mockService();
    const { cwd, state, run } = await sandbox();
    const config = await readFile(path.join(cwd, 'trace.config.yaml'), 'utf8');
    const more = `  other:\n    baseUrl: ${other.url}\n    tokenEnv: SANDBOX_TOKEN\n    settle: 0\nfamilies:`;
    await writeFile(path.join(cwd, 'trace.config.yaml'), config.replace('families:', more));
    expect((await run(...IMPORT)).code).toBe(0);
    await rm(state, { recursive: true });
    const OTHER = ['import', ...SMALL_BATCH, '--env', 'other', '--report', '../other.json'];
    expectEnd(await run(...OTHER), 0);
    expect((await run(...IMPORT)).code).toBe(2);
    // Continuing there does not change the other one.
    expect((await run(...IMPORT, '--new-ledger')).stderr).toContain(`${SIZE} existing`);
    const again = await run(...OTHER);
    expectEnd(again, 0, `all ${SIZE} records are unchanged`);
  });
});

describe('a sound ledger', () => {
  test.each(['--new-ledger', '--restore-ledger'])(
    'a sound ledger is not replaced by a %s that stayed in a scheduled command',
    async (flag) => {
      const { mock, run } = await sandbox();
      expect((await run(...IMPORT)).code).toBe(0);
      const { code, stderr } = await run(...IMPORT, flag);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(`is not damaged: ${flag} would discard the record of what was sent`),
      ]);
      expect(createsOf(mock)).toBe(SIZE);
      expect((await run(...IMPORT)).code).toBe(0);
    },
  );

  test('a sound ledger is not replaced if both flags are given', async () => {
    const { run } = await sandbox();
    expectEnd(await run(...IMPORT, '--new-ledger', '--restore-ledger'), 2, 'exclude each other');
  });
});

describe.skipIf(process.platform === 'win32')('a state folder that is lost while a run writes to it', () => {
  test.each([
    ['is removed', (state: string) => rmSync(state, { recursive: true })],
    ['is moved', (state: string) => renameSync(state, `${state}-moved`)],
    ['loses the ledger', (state: string) => rmSync(path.join(state, 'ledger.db'))],
  ])(
    'a state folder that is lost (%s) stops the run: nothing more is sent, and the report has every known outcome',
    async (_, lose) => {
      let creates = 0;
      const { mock, at, state, run } = await sandbox(
        {
          before: ({ method }) => {
            if (method === 'POST' && ++creates === 3) lose(state);
            return null;
          },
        },
        'concurrency: 1',
      );
      const { code, stderr } = await run(...IMPORT);
      expect(code, stderr).toBe(2);
      expect(stderr).toMatch(/was removed or replaced while the run was writing it: nothing more was sent/);
      expect(createsOf(mock)).toBe(3);
      const report = await reportIn(at, 'report.json');
      expect(report.error?.code).toBe('ledger-gone');
      const stored = new Set((await journalOf(mock)).map(({ key }) => key));
      for (const { key, outcome } of report.records)
        expect([key, outcome === 'created']).toEqual([key, stored.has(key!)]);
      expect(outcomesOf(report)).toEqual(expect.arrayContaining(['created', 'not-attempted']));
      // The next run reports that it is missing.
      const next = await run(...IMPORT);
      expect(next.code, next.stderr).toBe(2);
      expect(createsOf(mock)).toBe(3);
    },
  );

  test('a state folder that is lost after the last request ends the run with exit code 2 and a report', async () => {
    let creates = 0;
    const { mock, at, state, run } = await sandbox(
      {
        before: ({ method }) => {
          if (method === 'POST' && ++creates === SIZE) rmSync(state, { recursive: true });
          return null;
        },
      },
      'concurrency: 1',
    );
    const { code, stderr } = await run(...IMPORT);
    expect(code, stderr).toBe(2);
    const report = await reportIn(at, 'report.json');
    expect([outcomesOf(report), report.error?.code]).toEqual([['created'], 'ledger-gone']);
    expect(createsOf(mock)).toBe(SIZE);
  });
});

test('after a kill both markers are there and equal, and a ledger that lost its log is refused', async () => {
  const { mock, cwd, at, env, state } = await sandbox({
    before: async ({ method }) => {
      if (method !== 'POST' || createsOf(mock) < 4) return null;
      running.child.kill('SIGKILL');
      await running.done;
      return new Response('gone', { status: 500 });
    },
  });
  const running = start(IMPORT, cwd, env);
  await running.done;
  const marks = readdirSync(path.join(state, 'locks')).filter((name) => name.endsWith('.mark'));
  const home = readdirSync(path.join(at, 'home', 'trace', 'ledgers'));
  expect([marks.length, home.length]).toEqual([1, 1]);
  const read = (folder: string, [name]: readonly string[]) => readFile(path.join(folder, name!), 'utf8');
  const [one, other] = [
    await read(path.join(state, 'locks'), marks),
    await read(path.join(at, 'home', 'trace', 'ledgers'), home),
  ];
  expect(one).toBe(other);
  expect(one).toMatch(/^trace-mark-1 [0-9a-f]{32} [0-9a-f]{32} 0{10,}[1-9]\d* [0-9a-f]{8}\n$/);
  await rm(path.join(state, 'ledger.db-wal'));
  expectEnd(await runTrace(IMPORT, cwd, env), 2, /ledger\.db is (an older copy|gone)/);
});
