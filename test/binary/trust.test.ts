import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  createsOf,
  expectEnd,
  expectSaid,
  folderWith,
  mockService,
  sandboxConfig,
  TOKEN,
  trace,
} from '../cli/commands/harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from '../cli/commands/sheets.ts';
import { BINARY, runBinary, runTrace } from './harness.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

/** A user who has approved nothing yet, with another secret in a variable. */
async function person() {
  const home = await folderWith();
  const env = { TRACE_HOME: home, TRACE_YES_TRUST: '', GITHUB_TOKEN: TOKEN, SANDBOX_TOKEN: TOKEN };
  return { home, env, approved: path.join(home, 'approved.json') };
}

/** A user who has approved nothing yet, in a folder from a stranger. */
const stranger = async (...more: readonly string[]) => ({ ...(await person()), ...(await clone(...more)) });

/** A folder from a stranger: it names a variable of the user and an address of its own. */
async function clone(...more: readonly string[]) {
  const mock = await mockService();
  const source = more.some((line) => line.startsWith('token')) ? [] : ['tokenEnv: GITHUB_TOKEN'];
  const config = sandboxConfig(mock.url, ...source, ...more);
  const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': config });
  return { mock, cwd, config, file: path.join(cwd, 'trace.config.yaml') };
}

describe('a configuration that is not approved', () => {
  test.each([
    ['import', IMPORT],
    ['env check', ['env', 'check', 'sandbox']],
    ['products list', ['products', 'list', '--env', 'sandbox']],
    ['studies export', ['studies', 'export', '--env', 'sandbox', '--out', 'studies.xlsx']],
    ['brand-products update', ['brand-products', 'update', 'products.csv', '--env', 'sandbox']],
    ['env trust without a terminal', ['env', 'trust']],
  ])(
    'a configuration that is not approved makes trace %s exit with 2 before it sends a token',
    async (name, argv) => {
      const { env, home, mock, cwd, file } = await stranger();
      const { code, stdout, stderr } = await runTrace(argv, cwd, env);
      expect([code, stdout]).toEqual([2, '']);
      const sent = `sandbox is new: the token from the variable GITHUB_TOKEN is sent to ${mock.url}`;
      expectSaid(stderr, file, sent, 'trace env trust');
      expect(stderr).not.toContain(TOKEN);
      expect(mock.stats().requests).toBe(0);
      expect(await readdir(home)).toEqual([]);
      if (name === 'import') expect(existsSync(path.join(cwd, '.trace'))).toBe(false);
    },
  );

  test.each(['package.json', '.tracerc', 'trace.config.json'])(
    'a configuration that is not approved is refused in %s too',
    async (name) => {
      const { env } = await person();
      const mock = await mockService();
      const config = { environments: { sandbox: { baseUrl: mock.url } } };
      const text = JSON.stringify(name === 'package.json' ? { trace: config } : config);
      const cwd = await folderWith({ ...smallBatch(), [name]: text });
      const ran = await runTrace(IMPORT, cwd, { ...env, TRACE_TOKEN: TOKEN });
      expectEnd(ran, 2, `${path.join(cwd, name)} is not approved`);
      expect(mock.stats().requests).toBe(0);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'a configuration that is not approved is refused too if it is reached by a link, TRACE_CONFIG or from a subfolder',
    async () => {
      const { env, mock, cwd, config, file } = await stranger();
      const linked = await folderWith({ ...smallBatch() });
      await symlink(file, path.join(linked, 'trace.config.yaml'));
      expect((await runTrace(IMPORT, linked, env)).code).toBe(2);
      const below = path.join(cwd, 'data');
      await mkdir(below, { recursive: true });
      await Promise.all(
        Object.entries(smallBatch()).map(([name, text]) => writeFile(path.join(below, name), text)),
      );
      expect((await runTrace([...IMPORT, '--config', '../trace.config.yaml'], below, env)).code).toBe(2);
      await mkdir(path.join(cwd, 'conf'));
      await writeFile(path.join(cwd, 'conf', 'it is.yaml'), config);
      for (const argv of [IMPORT, [...IMPORT, '--config', 'conf/it is.yaml']]) {
        const { code, stderr } = await runTrace(argv, cwd, { ...env, TRACE_CONFIG: 'conf/it is.yaml' });
        expect(code).toBe(2);
        expect(stderr).toContain('approve it once: trace env trust sandbox --config "conf/it is.yaml"');
      }
      expect(mock.stats().requests).toBe(0);
    },
  );

  test('a configuration that is not approved runs no tokenCommand, until --yes-trust allows it', async () => {
    const { env } = await person();
    const script = "require('node:fs').writeFileSync('ran', '')";
    const { cwd } = await clone(
      `tokenCommand: ${JSON.stringify([process.execPath, '-e', script, '--', '--token', 'sesame', 'abcdefghij0123456789'])}`,
    );
    expect((await runBinary(IMPORT, cwd, env)).code).toBe(2);
    const asked = await trace(['env', 'trust'], { cwd, env, canAnswer: true });
    expectEnd(asked, 2, `it runs: ["`, 'writeFileSync');
    const logged = (await runBinary(['env', 'trust'], cwd, env)).stderr;
    expectSaid(logged, 'writeFileSync', '"--token","[hidden]","[hidden]"');
    expect(logged).not.toMatch(/sesame|0123456789/);
    expect(existsSync(path.join(cwd, 'ran'))).toBe(false);
    await runBinary([...IMPORT, '--yes-trust'], cwd, env);
    expect(existsSync(path.join(cwd, 'ran'))).toBe(true);
  });

  test('a configuration that is not approved is not approved by yesTrust in an interrupted export of its own state folder', async () => {
    const { env, mock, cwd } = await stranger();
    const options = { env: 'sandbox', out: path.join(cwd, 'x.xlsx'), yesTrust: true };
    const asked = { command: 'trace studies export', subject: 'studies', ids: [], options };
    const spool = path.join(cwd, '.trace', 'exports', '0123456789abcdef');
    await mkdir(spool, { recursive: true });
    const head = { version: 1, startedAt: '2026-11-21T00:00:00Z', environment: 'sandbox' };
    await writeFile(path.join(spool, 'head.json'), JSON.stringify({ ...head, asked: JSON.stringify(asked) }));
    expectEnd(await runTrace(['studies', 'export', '--resume'], cwd, env), 2, 'is not approved');
    expect(mock.stats().requests).toBe(0);
  });

  test('a configuration that is not approved cannot give mock an address outside this machine, even with --yes-trust', async () => {
    const { env } = await person();
    for (const host of ['https://evil.example.invalid', 'http://127.0.0.1.evil.invalid', 'https://0.0.0.0']) {
      const cwd = await folderWith({
        ...smallBatch(),
        'trace.config.yaml': `environments: { mock: { baseUrl: "${host}", tokenEnv: GITHUB_TOKEN } }`,
      });
      for (const argv of [
        ['import', ...SMALL_BATCH, '--yes-trust'],
        ['env', 'trust', 'mock', '--yes'],
        ['env', 'check'],
      ]) {
        expectEnd(await runTrace(argv, cwd, env), 2, 'mock always runs on this machine');
      }
    }
  });
});

test('commands that send nothing need no approval', async () => {
  const { env, home } = await person();
  const { mock, cwd } = await clone();
  const offline = [
    ['check', ...SMALL_BATCH, '--env', 'sandbox'],
    ['plan', ...SMALL_BATCH, '--env', 'sandbox'],
    ['import', ...SMALL_BATCH, '--env', 'sandbox', '--dry-run'],
    ['template', '--out', 'blank.xlsx'],
    ['env', 'list'],
    ['env', 'show', 'sandbox'],
    ['import', ...SMALL_BATCH],
    ['runs', 'list'],
  ];
  for (const argv of offline) {
    const { code, stderr } = await runTrace(argv, cwd, env);
    expect([argv[0], code, code === 0 ? '' : stderr]).toEqual([argv[0], 0, '']);
  }
  expect(mock.stats().requests).toBe(0);
  expect(await readdir(home)).toEqual([]);
});

describe('the approval of a configuration', () => {
  test.skipIf(process.platform === 'win32')(
    'the approval of a configuration is given by the command that the refusal prints, pasted into a shell',
    async () => {
      const { env, approved, mock, cwd, config } = await stranger();
      await mkdir(path.join(cwd, "it's $HOME"));
      await writeFile(path.join(cwd, "it's $HOME", 'c.yaml'), config);
      const argv = [...IMPORT, '--config', "it's $HOME/c.yaml"];
      const refused = await runTrace(argv, cwd, env);
      const command = /approve it once: (.*) \(in CI, add --yes-trust to the command that failed\)/.exec(
        refused.stderr,
      )![1]!;
      const shell = `trace() { "${process.execPath}" "${BINARY}" "$@"; }; ${command} --yes`;
      const { stdout } = await promisify(execFile)('sh', ['-c', shell], {
        cwd,
        env: { ...process.env, ...env },
      });
      expect(stdout).toContain('Approved in');
      expect((await stat(approved)).mode & 0o777).toBe(0o600);
      expect(await readFile(approved, 'utf8')).not.toContain(TOKEN);
      expect((await runTrace(argv, cwd, env)).code).toBe(0);
      expect(createsOf(mock)).toBe(SMALL_SIZE);
    },
  );

  test('lasts until an address, a token source or an account changes', async () => {
    const { env, mock, cwd, config, file } = await stranger();
    const other = await mockService();
    expect((await runTrace(['env', 'trust', '--yes'], cwd, env)).code).toBe(0);
    expect((await runTrace(IMPORT, cwd, env)).code).toBe(0);
    const same = [
      `# a comment\n${config}`,
      config.replace('rate: 1000', 'rate: 50\n    concurrency: 2\n    interface: v2'),
      config.replace(mock.url, `${mock.url.replace('http', 'HTTP')}/`),
      `${config}\nstateDir: .trace\n`,
    ];
    for (const text of same) {
      await writeFile(file, text);
      const { code, stderr } = await runTrace(['env', 'check', 'sandbox'], cwd, env);
      expect([text, code, stderr]).toEqual([text, 0, '']);
    }
    const changed = [
      [config.replace(mock.url, other.url), other.url],
      [config.replace(mock.url, `${mock.url}/prefix`), '/prefix'],
      [config.replace('GITHUB_TOKEN', 'SANDBOX_TOKEN'), 'variable SANDBOX_TOKEN'],
      [config.replace('tokenEnv: GITHUB_TOKEN', 'tokenFile: token'), 'file token'],
      [config.replace('settle: 0', 'settle: 0\n    account: other'), 'of the account other'],
    ] as const;
    for (const [text, word] of changed) {
      await writeFile(file, text);
      const before = mock.stats().requests;
      expectEnd(
        await runTrace(['env', 'check', 'sandbox'], cwd, env),
        2,
        'sandbox changed since it was approved',
        `before, the token from the variable GITHUB_TOKEN is sent to ${mock.url}; now,`,
        word,
      );
      expect(mock.stats().requests).toBe(before);
    }
    expect(other.stats().requests).toBe(0);
    await writeFile(file, config);
    expect((await runTrace(['env', 'check', 'sandbox'], cwd, env)).code).toBe(0);
  });

  test('the approval of a configuration does not apply to a copy, to an environment that was added later, or to another user', async () => {
    const { env, mock, cwd, config, file } = await stranger();
    expect((await runTrace(['env', 'trust', 'sandbox', '--yes'], cwd, env)).code).toBe(0);
    const copy = await folderWith({ ...smallBatch(), 'trace.config.yaml': config });
    expect((await runTrace(IMPORT, copy, env)).code).toBe(2);
    await writeFile(file, config.replace('  sandbox:', `  later: { baseUrl: ${mock.url} }\n  sandbox:`));
    expect((await runTrace(['env', 'check', 'later'], cwd, env)).code).toBe(2);
    expect((await runTrace(['env', 'check', 'sandbox'], cwd, env)).code).toBe(0);
    expect((await runTrace(['env', 'check', 'sandbox'], cwd, (await person()).env)).code).toBe(2);
  });

  test('the approval of a configuration is given for one run by --yes-trust or TRACE_YES_TRUST', async () => {
    const { env, home, cwd } = await stranger();
    const check = ['env', 'check', 'sandbox'];
    expect((await runTrace([...check, '--yes-trust'], cwd, env)).code).toBe(0);
    expect((await runTrace(check, cwd, { ...env, TRACE_YES_TRUST: '1' })).code).toBe(0);
    expect((await runTrace(check, cwd, { ...env, TRACE_YES_TRUST: '0' })).code).toBe(2);
    expect((await runTrace(check, cwd, { ...env, TRACE_YES: '1' })).code).toBe(2);
    expect((await runTrace(check, cwd, env)).code).toBe(2);
    expect(await readdir(home)).toEqual([]);
  });

  test('the approval of a configuration is not needed if --config names a file in another folder', async () => {
    const { env, mock, cwd, file } = await stranger();
    const elsewhere = await folderWith(smallBatch());
    const argv = [...IMPORT, '--config', file, '--state-dir', path.join(cwd, '.trace')];
    expect((await runTrace(argv, elsewhere, env)).code).toBe(0);
    expect(createsOf(mock)).toBe(SMALL_SIZE);
  });

  test('the approval of a configuration is given by typing yes, and by nothing else', async () => {
    const { env, home, cwd } = await stranger();
    for (const stdin of ['y\n', 'no\n', '\n', '']) {
      const ran = await trace(['env', 'trust'], { cwd, env, stdin, canAnswer: true });
      expectEnd(ran, 2, 'Nothing was approved');
    }
    expect(await readdir(home)).toEqual([]);
    const ran = await trace(['env', 'trust'], { cwd, env, stdin: 'yes\n', canAnswer: true });
    expectEnd(ran, 0, 'sandbox is new: the token from the variable GITHUB_TOKEN');
    expect(ran.stdout).toMatch(/^Approved in .*: sandbox \(stored in /);
    expect((await trace(['env', 'check', 'sandbox'], { cwd, env })).code).toBe(0);
    expect((await trace(['env', 'trust'], { cwd, env })).stdout).toContain('is already approved');
  });

  test('the approval of a configuration fails if the list of approvals cannot be read, or if no home folder is set', async () => {
    const { env, approved, cwd } = await stranger();
    await writeFile(approved, '{');
    const damaged = await runTrace(['env', 'check', 'sandbox'], cwd, env);
    expectEnd(damaged, 2, `${approved} (the list of approved configurations)`);
    const homeless = { ...env, TRACE_HOME: '' };
    expect((await runTrace(['env', 'check', 'sandbox'], cwd, homeless)).code).toBe(2);
    expectEnd(await runTrace(['env', 'trust', '--yes'], cwd, homeless), 2, '--yes-trust');
  });
});

describe('env trust', () => {
  test.each([
    ['sandbox', 'http://far.example.invalid', /sent unencrypted to http:\/\/far\.example\.invalid/],
    ['mock', 'https://far.example.invalid', /mock always runs on this machine/],
  ])('approves nothing if an address can never be used: %s at %s', async (name, baseUrl, why) => {
    const { env, home } = await person();
    const config = `environments: { good: { baseUrl: "https://a.example.invalid" }, ${name}: { baseUrl: "${baseUrl}" } }`;
    const cwd = await folderWith({ 'trace.config.yaml': config });
    for (const argv of [
      ['env', 'trust', '--yes'],
      ['env', 'trust', name, '--yes'],
    ]) {
      expectEnd(await runTrace(argv, cwd, env), 2, why);
    }
    expect(await readdir(home)).toEqual([]);
    expect((await runTrace(['env', 'trust', 'good', '--yes'], cwd, env)).code).toBe(0);
  });

  test('env trust for many folders at once loses no approval', async () => {
    const { env, approved } = await person();
    const clones = await Promise.all(Array.from({ length: 8 }, () => clone()));
    const ended = await Promise.all(clones.map(({ cwd }) => runBinary(['env', 'trust', '--yes'], cwd, env)));
    expect(ended.map(({ code }) => code)).toEqual(clones.map(() => 0));
    const { files } = JSON.parse(await readFile(approved, 'utf8')) as { files: object };
    expect(Object.keys(files)).toHaveLength(clones.length);
  });
});

describe('a state folder outside of the folder of the configuration', () => {
  /** The state of another folder of the user, with records that were sent from there. */
  async function withState(envName: 'sandbox' | 'mock') {
    const { env, mock, cwd, config, file } = await stranger();
    const other = path.join(await folderWith(), 'state');
    await writeFile(file, `${config}stateDir: ${JSON.stringify(other)}\n`);
    return { env, mock, cwd, config, file, other, argv: ['import', ...SMALL_BATCH, '--env', envName] };
  }

  test.each(['sandbox', 'mock'] as const)(
    'a state folder outside of the folder of the configuration is not written before it is approved (--env %s)',
    async (name) => {
      const { env, mock, cwd, argv, other } = await withState(name);
      for (const words of [
        argv,
        ['studies', 'export', '--env', name, '--out', 'x.xlsx'],
        ...(name === 'mock' ? [['mock', '--port', '0']] : []),
      ]) {
        const { code, stderr } = await runTrace(words, cwd, env);
        expect([words[0], code]).toEqual([words[0], 2]);
        expect(stderr).toContain(`the ledger and the reports are stored in ${other}`);
      }
      expect([existsSync(other), mock.stats().requests]).toEqual([false, 0]);
      expect((await runTrace(['env', 'trust', name, '--yes'], cwd, env)).code).toBe(0);
      expect((await runTrace(argv, cwd, env)).code).toBe(0);
      expect(existsSync(path.join(other, 'ledger.db'))).toBe(true);
    },
  );

  test('a state folder outside of the folder of the configuration needs a new approval when it moves, but not when --state-dir names another', async () => {
    const { env, cwd, argv, file, config, other } = await withState('sandbox');
    expect((await runTrace(['env', 'trust', '--yes'], cwd, env)).code).toBe(0);
    const mine = path.join(cwd, 'mine');
    expect((await runTrace([...argv, '--state-dir', mine], cwd, env)).code).toBe(0);
    await writeFile(file, `${config}stateDir: ${JSON.stringify(`${other}-2`)}\n`);
    const { code, stderr } = await runTrace(argv, cwd, env);
    expect([code, stderr]).toEqual([2, expect.stringContaining('sandbox changed since it was approved')]);
    expect(stderr).toContain(`stored in ${other}; now,`);
  });

  test('a state folder outside of the folder of the configuration is shown by env show, and check needs no approval for it', async () => {
    const { env, cwd, other } = await withState('sandbox');
    const { code, stdout } = await runTrace(['env', 'show', 'sandbox'], cwd, env);
    expect([code, stdout]).toEqual([0, expect.stringContaining(other)]);
    expect((await runTrace(['check', ...SMALL_BATCH, '--env', 'sandbox'], cwd, env)).code).toBe(0);
  });
});

test.skipIf(process.platform === 'win32')(
  'without a home folder, the refusal names the reason and TRACE_HOME, which solves it',
  async () => {
    const { env, home, mock, cwd } = await stranger();
    const homeless = { ...env, TRACE_HOME: '' };
    const refused = await runTrace(IMPORT, cwd, homeless);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('No home folder is set')]);
    expect(refused.stderr).toContain('set TRACE_HOME to a folder, and approve it once: trace env trust');
    expectEnd(await runTrace(['env', 'trust', '--yes'], cwd, homeless), 2, 'Set TRACE_HOME to a folder');
    const gone = path.join(home, 'gone');
    const elsewhere = await runTrace(IMPORT, cwd, { ...homeless, HOME: gone });
    expectEnd(elsewhere, 2, `looked for in ${gone}/.config/trace/approved.json, which does not exist`);
    expect(mock.stats().requests).toBe(0);
    expect((await runTrace(['env', 'trust', '--yes'], cwd, env)).code).toBe(0);
    expect((await runTrace(IMPORT, cwd, env)).code).toBe(0);
    const other = await runTrace(['env', 'check', 'sandbox'], (await clone()).cwd, env);
    expect([other.code, other.stderr]).toEqual([2, expect.not.stringContaining('looked for in')]);
  },
);

test.skipIf(process.platform === 'win32')('~ in a configuration is the home folder of the user', async () => {
  const { env } = await person();
  const home = await folderWith({ 'trace-token': `${TOKEN}\n` });
  const { cwd, config, file } = await clone('tokenFile: ~/trace-token');
  await writeFile(file, `${config}stateDir: ~/trace-state\n`);
  const atHome = { ...env, HOME: home };
  expect((await runBinary(['env', 'trust', '--yes'], cwd, atHome)).code).toBe(0);
  const { code } = await runBinary(IMPORT, cwd, atHome);
  expect([code, existsSync(path.join(home, 'trace-state', 'ledger.db'))]).toEqual([0, true]);
  expect(existsSync(path.join(cwd, '~'))).toBe(false);
});
