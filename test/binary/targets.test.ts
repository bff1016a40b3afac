import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { Ledger } from '../../src/ledger/ledger.ts';
import type { StartOptions } from '../../src/mock/listen.ts';
import {
  createsOf,
  expectEnd,
  folderWith,
  mockService,
  sandboxConfig,
  TOKEN,
} from '../cli/commands/harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from '../cli/commands/sheets.ts';
import { dbOf } from '../ledger/store-of.ts';
import { runTrace } from './harness.ts';

const ENV = { OTHER_TOKEN: TOKEN };
const UNCHANGED = `all ${SMALL_SIZE} records are unchanged; nothing was sent.`;

const FAMILIES = /^families:[\s\S]*/m.exec(sandboxConfig('http://unused.invalid'))![0];

/** Environments of one configuration, each with its own lines. */
const configOf = (environments: Readonly<Record<string, readonly string[]>>) =>
  [
    'environments:',
    ...Object.entries(environments).flatMap(([name, lines]) => [
      `  ${name}:`,
      ...lines.map((line) => `    ${line}`),
    ]),
    FAMILIES,
  ].join('\n');

async function world(options: Partial<StartOptions> = {}) {
  const mock = await mockService(options);
  const cwd = await folderWith(smallBatch());
  const own = (url = mock.url, token = 'tokenEnv: SANDBOX_TOKEN', ...more: readonly string[]) => [
    `baseUrl: ${JSON.stringify(url)}`,
    token,
    'settle: 0',
    ...more,
  ];
  const configure = (environments: Readonly<Record<string, readonly string[]>>) =>
    writeFile(path.join(cwd, 'trace.config.yaml'), configOf(environments));
  const send = (name: string) => runTrace(['import', ...SMALL_BATCH, '--env', name], cwd, ENV);
  const plan = (name: string) => runTrace(['plan', ...SMALL_BATCH, '--env', name], cwd, ENV);
  return { mock, cwd, own, configure, send, plan, ledger: path.join(cwd, '.trace', 'ledger.db') };
}

/** The same, after an import into `sandbox`. */
async function sentWorld(options: Partial<StartOptions> = {}) {
  const made = await world(options);
  await made.configure({ sandbox: made.own() });
  expect((await made.send('sandbox')).code).toBe(0);
  return made;
}

/** Converts a ledger to that of an older trace: targets with the names of environments, without their accounts. */
function asBefore(ledger: string, name: string, address: string): void {
  using opened = Ledger.open(ledger);
  const db = dbOf(opened);
  for (const table of ['runs', 'entries'])
    db.prepare(`update ${table} set target = ?`).run(`${name} ${address}`);
  db.exec('delete from target_uses');
}

/** Writes another name of the same address into a ledger. */
function asNamed(ledger: string, from: string, to: string): void {
  using opened = Ledger.open(ledger);
  for (const table of ['runs', 'entries', 'target_uses'])
    dbOf(opened).prepare(`update ${table} set target = ? where target = ?`).run(to, from);
}

describe('an environment', () => {
  test('a renamed environment sends nothing again', async () => {
    const { mock, own, configure, send, cwd, plan } = await sentWorld();
    await configure({ staging: own() });
    expectEnd(await plan('staging'), 0, '0 records would be sent to staging');
    expectEnd(await send('staging'), 0, UNCHANGED);
    expect(createsOf(mock)).toBe(SMALL_SIZE);
    const list = 'products list --env staging --run latest --json'.split(' ');
    const since = await runTrace(list, cwd, ENV);
    expect([since.code, since.stderr]).toEqual([0, '']);
  });

  test('an environment is the same at any name of this machine (localhost, 127.1), also in an older ledger', async () => {
    const { mock, own, configure, send, ledger, plan } = await sentWorld();
    const { port } = new URL(mock.url);
    asNamed(ledger, mock.url, `http://localhost:${port}`);
    for (const host of ['LOCALHOST', 'localhost.', '[::1]', '127.1']) {
      await configure({ sandbox: own(`http://${host}:${port}`) });
      expectEnd(await plan('sandbox'), 0, '0 records would be sent');
    }
    await configure({ sandbox: own(mock.url, 'tokenEnv: SANDBOX_TOKEN', 'account: A') });
    expect((await send('sandbox')).stderr).toContain(UNCHANGED);
    expect(createsOf(mock)).toBe(SMALL_SIZE);
  });

  test('an environment with a new address gets all records, and trace reports that the old address already has them', async () => {
    const { own, configure, send, mock, plan } = await world();
    const other = await mockService();
    await configure({ sandbox: own() });
    expect((await send('sandbox')).stderr).not.toContain('same content');
    await configure({ sandbox: own(other.url) });
    const words = `${SMALL_SIZE} of these records were sent with the same content to ${mock.url}, an earlier address`;
    expectEnd(await plan('sandbox'), 0, words);
    expectEnd(await send('sandbox'), 0, words);
    expect((await send('sandbox')).stderr).not.toContain('same content');
    expect([createsOf(mock), createsOf(other)]).toEqual([SMALL_SIZE, SMALL_SIZE]);
  });

  test('an environment with the address of another one shares its sent records, and exits with 8 while that one sends', async () => {
    const gate = Promise.withResolvers<null>();
    const arrived = Promise.withResolvers<void>();
    const { mock, own, configure, send } = await world({
      before: () => {
        arrived.resolve();
        return gate.promise;
      },
    });
    await configure({ one: own(), two: own(`${mock.url}/`) });
    const first = send('one');
    await arrived.promise;
    expectEnd(await send('two'), 8, /^trace: Another run is pushing/m);
    gate.resolve(null);
    expect((await first).code).toBe(0);
    expect((await send('two')).stderr).toContain(UNCHANGED);
    expect(createsOf(mock)).toBe(SMALL_SIZE);
  });

  test('an environment that is renamed after a run stopped resumes it under the new name', async () => {
    let served = 0;
    let most = 3;
    const refusal = () => Response.json({ statusCode: 401, message: ['INVALID_SESSION'] }, { status: 401 });
    const { mock, own, configure, send, cwd } = await world({
      before: () => (++served > most ? refusal() : null),
    });
    await configure({ sandbox: own() });
    expect((await send('sandbox')).code).toBe(4);
    most = Number.POSITIVE_INFINITY;
    await configure({ staging: own() });
    expectEnd(await runTrace(['resume'], cwd, ENV), 0, `${SMALL_SIZE} created`);
    expect(Object.values(mock.stats().received)).toEqual(Array.from({ length: SMALL_SIZE }, () => 1));
  });
});

describe('two token sources at one address', () => {
  test('two token sources at one address are refused until their accounts are named; different accounts have separate records', async () => {
    const { mock, own, configure, send, cwd } = await world({ token: null });
    await configure({ a: own(), b: own(mock.url, 'tokenEnv: OTHER_TOKEN') });
    expect((await send('a')).code).toBe(0);
    for (const argv of [
      ['import', ...SMALL_BATCH],
      ['plan', ...SMALL_BATCH],
      ['products', 'list', '--since', '2026-01-01'],
    ]) {
      const { code, stderr } = await runTrace([...argv, '--env', 'b'], cwd, ENV);
      expect([argv[0], code, stderr]).toEqual([
        argv[0],
        2,
        expect.stringContaining(`b and a have the same address, ${mock.url}`),
      ]);
      expect(stderr).toContain('variable OTHER_TOKEN and the variable SANDBOX_TOKEN');
      expect(stderr).toContain('Add "account: NAME" to both');
      expect(stderr).not.toContain(TOKEN);
    }
    expect((await send('a')).stderr).toContain(UNCHANGED);
    const [ofA, ofB] = [
      own(mock.url, 'tokenEnv: SANDBOX_TOKEN', 'account: A'),
      own(mock.url, 'tokenEnv: OTHER_TOKEN', 'account: B'),
    ];
    await configure({ a: own(), b: ofB });
    expectEnd(await send('b'), 2, 'add "account: NAME" to a');
    await configure({ a: ofA, b: ofB });
    const sent = await send('b');
    expect([sent.code, sent.stderr]).toEqual([0, expect.not.stringContaining('unchanged')]);
    expect(createsOf(mock)).toBe(2 * SMALL_SIZE);
    expect((await send('a')).stderr).toContain(UNCHANGED);
  });

  test('share the sent records if they have the same account', async () => {
    const { mock, own, configure, send } = await world();
    await configure({ a: own(), b: own(mock.url, 'tokenEnv: OTHER_TOKEN') });
    expect((await send('a')).code).toBe(0);
    expect((await send('b')).code).toBe(2);
    await configure({
      a: own(mock.url, 'tokenEnv: SANDBOX_TOKEN', 'account: Maison Aurore'),
      b: own(mock.url, 'tokenEnv: OTHER_TOKEN', 'account: Maison Aurore'),
    });
    expect((await send('b')).stderr).toContain(UNCHANGED);
    expect((await send('a')).stderr).toContain(UNCHANGED);
    expect(createsOf(mock)).toBe(SMALL_SIZE);
    await configure({ a: own() });
    expectEnd(await send('a'), 2, 'by account (Maison Aurore), but a has no account');
  });

  test('two token sources that one environment uses after each other are refused until env adopt confirms the account', async () => {
    const { mock, own, configure, send, cwd } = await sentWorld();
    await configure({ sandbox: own(mock.url, 'tokenEnv: OTHER_TOKEN') });
    expectEnd(await send('sandbox'), 2, 'If it is the same account: trace env adopt sandbox');
    expectEnd(await runTrace(['env', 'adopt', 'sandbox'], cwd, ENV), 2, 'Add --yes to confirm');
    expect((await send('sandbox')).code).toBe(2);
    expect((await runTrace(['env', 'adopt', 'sandbox', '--yes'], cwd, ENV)).code).toBe(0);
    expect((await send('sandbox')).stderr).toContain(UNCHANGED);
    expect((await runTrace(['env', 'adopt', 'sandbox', '--yes'], cwd, ENV)).stdout).toContain(
      'Nothing to adopt',
    );
    expect(createsOf(mock)).toBe(SMALL_SIZE);
  });

  test('two token sources of different accounts are refused until env adopt names the account of the earlier records', async () => {
    const { mock, own, configure, send, cwd, ledger } = await sentWorld({ token: null });
    await configure({ sandbox: own(mock.url, 'tokenEnv: OTHER_TOKEN', 'account: new') });
    expectEnd(await send('sandbox'), 2, 'trace env adopt sandbox --account OTHER');
    const adopted = await runTrace(['env', 'adopt', 'sandbox', '--account', 'old', '--yes'], cwd, ENV);
    expect([adopted.code, adopted.stdout]).toEqual([
      0,
      expect.stringContaining('now belong to the account old'),
    ]);
    const sent = await send('sandbox');
    expect([sent.code, sent.stderr]).toEqual([0, expect.not.stringContaining('unchanged')]);
    expect(createsOf(mock)).toBe(2 * SMALL_SIZE);
    using db = new DatabaseSync(ledger, { readOnly: true });
    const targets = db.prepare('select distinct target from entries order by target').all();
    expect(targets.map(({ target }) => target)).toEqual([
      `${mock.url} account=new`,
      `${mock.url} account=old`,
    ]);
  });
});

describe('a ledger of an older version, whose targets are names of environments', () => {
  test('a ledger of an older version still has the sent records when the environment is renamed, and plan does not change it', async () => {
    const { mock, own, configure, send, cwd, ledger, plan } = await sentWorld();
    asBefore(ledger, 'sandbox', `${mock.url}/`.replace(/\/$/, ''));
    await configure({ staging: own() });
    const before = await readFile(ledger);
    expectEnd(await plan('staging'), 0, '0 records would be sent');
    expect((await readFile(ledger)).equals(before)).toBe(true);
    const again = await send('staging');
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining(UNCHANGED)]);
    expect(again.stderr).toContain(
      `What was sent to sandbox ${mock.url} now counts for staging (${mock.url}).`,
    );
    expect((await send('staging')).stderr).not.toContain('counts for');
    expect(createsOf(mock)).toBe(SMALL_SIZE);
    expect((await runTrace(['runs', 'list'], cwd, ENV)).stdout).toContain('sandbox');
  });

  test('a ledger of an older version still has the records that were sent to the embedded mock', async () => {
    const { cwd, ledger } = await world();
    const argv = ['import', ...SMALL_BATCH, '--config', 'families.yaml'];
    await writeFile(path.join(cwd, 'families.yaml'), sandboxConfig('http://unused.invalid'));
    expect((await runTrace(argv, cwd)).code).toBe(0);
    asBefore(ledger, 'mock', 'embedded');
    const plan = await runTrace(['plan', ...argv.slice(1)], cwd);
    expect(plan.stderr).toContain('0 records would be sent');
    expect((await runTrace(argv, cwd)).stderr).toContain(UNCHANGED);
    await rm(path.join(cwd, '.trace', 'mock.db'));
    expect((await runTrace(argv, cwd)).stderr).toContain(`${SMALL_SIZE} created`);
  });
});
