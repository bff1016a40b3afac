import { rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DoctorCheck } from '../../../src/cli/view/document-schema.ts';
import { expectSaid, folderWith, mockService, sandboxConfig, TOKEN, trace } from './harness.ts';
import { smallBatch } from './sheets.ts';

/** The address of a server that answers every request alike. */
async function server(answer: RequestListener): Promise<string> {
  const listening = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void listening.close());
  await new Promise((done) => listening.once('listening', done));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

interface SetUp {
  readonly cwd: string;
  /** The address of a mock that works. */
  readonly url: string;
  configure(text: string): Promise<void>;
}

/** An empty list, with which the service answers a read. */
const LIST = JSON.stringify({ data: [], total: 0 });

/** Breaks a set-up. May return variables for the command. */
type Break = (setUp: SetUp) => Promise<unknown>;

const APPROVE = { TRACE_YES_TRUST: '' };

/** Each set-up, the check with the problem, the exit code, a part of what it says, and what breaks it. */
const BROKEN: readonly (readonly [string, DoctorCheck['check'], number, string | RegExp, Break])[] = [
  [
    'invalid YAML',
    'configuration',
    2,
    'invalid YAML in line',
    ({ configure }) => configure('environments: [\n'),
  ],
  [
    'an unknown key',
    'configuration',
    2,
    'tokenEnv',
    ({ configure }) => configure('environments: { sandbox: { tokenEnvv: A } }\n'),
  ],
  ['no such environment', 'environment', 2, 'Unknown environment', async () => ({ TRACE_ENV: 'sandbx' })],
  ['no address', 'environment', 2, 'no base address', ({ configure }) => configure('map: m.yaml\n')],
  [
    'two token sources',
    'environment',
    2,
    'only one token source',
    ({ configure, url }) => configure(sandboxConfig(url, 'tokenEnv: A', 'tokenFile: b')),
  ],
  [
    'an address without encryption',
    'environment',
    2,
    'unencrypted',
    ({ configure }) => configure(sandboxConfig('http://api.example.com')),
  ],
  ['no approval', 'approval', 2, 'trace env trust', async () => APPROVE],
  [
    'a change since the approval',
    'approval',
    2,
    'changed since it was approved',
    async ({ cwd, url, configure }) => {
      const env = { ...APPROVE, TRACE_HOME: path.join(cwd, 'home') };
      await trace('env trust --yes', { cwd, env });
      await configure(sandboxConfig(`${url}/other`));
      return env;
    },
  ],
  [
    'a missing file of certificates',
    'certificates',
    2,
    'NODE_EXTRA_CA_CERTS',
    async () => ({ NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' }),
  ],
  [
    'a variable that is not the address of a proxy',
    'proxy',
    2,
    'HTTPS_PROXY is not the address of a proxy',
    async ({ configure }) => {
      await configure(sandboxConfig('https://api.example.com'));
      return { HTTPS_PROXY: 'http://' };
    },
  ],
  [
    'a certificate that is gone, before it says that the configuration is not approved',
    'approval',
    2,
    'gone.pem cannot be used: the file or its folder does not exist',
    async ({ configure }) => {
      await configure(sandboxConfig('https://api.example.com', 'ca: gone.pem'));
      return APPROVE;
    },
  ],
  [
    'an address that ends with the version',
    'address',
    2,
    'Remove /v2 from the end of baseUrl',
    ({ configure, url }) => configure(sandboxConfig(`${url}/v2/`)),
  ],
  [
    'a missing file with the login of the proxy',
    'proxy',
    2,
    'the file or its folder does not exist',
    ({ configure }) =>
      configure(
        sandboxConfig('https://api.example.com', 'proxy: http://p.example.com', 'proxyAuthFile: gone'),
      ),
  ],
  [
    'certificates that are not checked',
    'certificates',
    2,
    'NODE_TLS_REJECT_UNAUTHORIZED',
    async ({ configure }) => {
      await configure(sandboxConfig('https://api.example.com'));
      return { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    },
  ],
  ['no token', 'token', 4, 'SANDBOX_TOKEN is empty', async () => ({ SANDBOX_TOKEN: '' })],
  [
    'a token file that is gone',
    'token',
    4,
    'cannot be read',
    ({ configure, url }) => configure(sandboxConfig(url, 'tokenFile: gone')),
  ],
  [
    'a token command that fails',
    'token',
    4,
    'The token command',
    ({ configure, url }) => configure(sandboxConfig(url, 'tokenCommand: [node, -e, "process.exit(3)"]')),
  ],
  ['a token with a line break', 'token', 4, /space|line/, async () => ({ SANDBOX_TOKEN: `${TOKEN}\nx` })],
  [
    'a closed port',
    'address',
    7,
    'ECONNREFUSED',
    ({ configure }) => configure(sandboxConfig('http://127.0.0.1:1')),
  ],
  [
    'another web page',
    'address',
    2,
    'does not respond like the service',
    async ({ configure }) =>
      configure(
        sandboxConfig(await server((_, to) => void to.setHeader('content-type', 'text/html').end('<p>'))),
      ),
  ],
  [
    'the other interface',
    'address',
    2,
    'has the interface v3',
    async ({ configure }) =>
      configure(
        sandboxConfig(
          await server(
            ({ url }, to) => void to.writeHead(url?.startsWith('/brand-products') ? 200 : 404).end(LIST),
          ),
        ),
      ),
  ],
  ['a refused token', 'access', 4, 'rejects the token', async () => ({ SANDBOX_TOKEN: 'another' })],
  [
    'a file where the state folder is',
    'state',
    2,
    'ENOTDIR',
    ({ cwd }) => writeFile(path.join(cwd, '.trace'), ''),
  ],
  [
    'a damaged ledger',
    'ledger',
    2,
    'damaged',
    async ({ cwd }) => {
      await trace('import suppliers.csv --env sandbox', { cwd });
      await writeFile(path.join(cwd, '.trace', 'ledger.db'), `SQLite format 3\0${'x'.repeat(5000)}`);
    },
  ],
  [
    'a lost ledger',
    'ledger',
    2,
    '--restore-ledger',
    async ({ cwd }) => {
      await trace('import suppliers.csv --env sandbox', { cwd });
      for (const end of ['', '-wal', '-shm'])
        await rm(path.join(cwd, '.trace', `ledger.db${end}`), { force: true });
    },
  ],
];

/** A set-up that works: `sandbox` is a mock. */
async function setUp(): Promise<SetUp> {
  const mock = await mockService();
  const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': sandboxConfig(mock.url) });
  return { cwd, url: mock.url, configure: (text) => writeFile(path.join(cwd, 'trace.config.yaml'), text) };
}

async function checksIn({ cwd }: SetUp, env: Readonly<Record<string, string>> = {}) {
  const ran = await trace('doctor --json', { cwd, env: { TRACE_ENV: 'sandbox', ...env } });
  return { ...ran, checks: JSON.parse(ran.stdout).checks as DoctorCheck[] };
}

const statesOf = (checks: readonly DoctorCheck[], state: string) =>
  checks.filter((one) => one.state === state).map(({ check }) => check);

describe('trace doctor', () => {
  test.each(BROKEN)('names the one cause: %s', async (_, check, exit, said, breakIt) => {
    const place = await setUp();
    const { code, checks, stdout } = await checksIn(place, { ...((await breakIt(place)) as object) });
    expect([statesOf(checks, 'problem'), code]).toEqual([[check], exit]);
    const { text, next } = checks.find((one) => one.state === 'problem')!;
    expectSaid(`${text} ${next}`, said);
    // Whatever was not checked has this cause.
    expect(new Set(checks.flatMap(({ cause }) => cause ?? []))).toEqual(
      new Set(checks.some(({ state }) => state === 'skipped') ? [check] : []),
    );
    expect(stdout).not.toContain(TOKEN);
  });

  test('finds nothing in a set-up that works, before and after an import', async () => {
    const place = await setUp();
    for (const ledger of ['none yet', '1 run since']) {
      const { code, checks } = await checksIn(place);
      expect([code, statesOf(checks, 'ok').length]).toEqual([0, checks.length]);
      expect(checks.find(({ check }) => check === 'ledger')!.text).toContain(ledger);
      await trace('import suppliers.csv --env sandbox', { cwd: place.cwd });
    }
    expect((await trace('doctor', { cwd: place.cwd })).code).toBe(0);
  });

  test('warns of a clock that differs, and of rows in doubt, with the next command', async () => {
    const place = await setUp();
    const late = await server(
      (_, to) => void to.setHeader('date', 'Thu, 01 Jan 2026 00:00:00 GMT').end(LIST),
    );
    await place.configure(sandboxConfig(late));
    const { code, checks } = await checksIn(place);
    expect([code, statesOf(checks, 'warning')]).toEqual([0, ['clock']]);
    expect(checks.find(({ check }) => check === 'clock')!.text).toMatch(/[\d,]+ seconds ahead/);

    const hanging = await server((_, to) => void to.destroy());
    await place.configure(sandboxConfig(hanging, 'inDoubt: hold'));
    await trace('import suppliers.csv --env sandbox', { cwd: place.cwd });
    const { next } = (await checksIn(place)).checks.find(({ check }) => check === 'ledger')!;
    expect(next).toMatch(/^trace resolve \d{8}-\d+/);
  });

  test('warns of an unfinished run, until a later run has sent its rows', async () => {
    const place = await setUp();
    const send = (env = {}) => trace('import suppliers.csv --env sandbox', { cwd: place.cwd, env });
    await send({ SANDBOX_TOKEN: 'another' });
    const ledgerOf = async () => (await checksIn(place)).checks.find(({ check }) => check === 'ledger')!;
    expect((await ledgerOf()).next).toMatch(/^trace resume \d{8}-\d+/);
    await send();
    expect(await ledgerOf()).toMatchObject({ state: 'ok', next: null });
  });

  test('prints neither the password of a proxy nor the name in the folder of the user', async () => {
    const { cwd, configure } = await setUp();
    await configure(sandboxConfig('https://api.example.com'));
    const env = {
      HTTPS_PROXY: 'http://me:geheim@proxy.example:3128',
      NO_PROXY: 'localhost',
      NODE_EXTRA_CA_CERTS: path.join(homedir(), 'ca.pem'),
    };
    const { stdout } = await trace('doctor --env sandbox --lang fr', { cwd, env });
    expectSaid(stdout, 'http://proxy.example:3128 (HTTPS_PROXY)', '~');
    expect(stdout).not.toMatch(new RegExp(`geheim|${homedir()}`));
  });
});
