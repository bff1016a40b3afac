import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { forwardingProxy, HOST, pemFile, tlsInFrontOf } from '../../service/company-network.ts';
import { closedPort } from '../../service/far-side.ts';
import {
  createsOf,
  expectEnd,
  expectSaid,
  folderWith,
  mockService,
  printed,
  reportIn,
  sandboxConfig,
  TOKEN,
  trace,
} from './harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from './sheets.ts';

/** Two records of v3. */
const SITES = 'uniqueIdentifier,siteName\nAURORE-SITE-0001,Mill\nAURORE-SITE-0002,Workshop\n';
const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox', '--report', 'r.json'];
const CA = `ca: ${pemFile('authority')}`;
const PASSWORD = 'sesame-9d41';

/**
 * A mock behind a TLS server behind a proxy, and a folder whose sandbox is the mock; `config` are further lines of that
 * environment.
 */
async function company(
  config: readonly string[] = [CA],
  {
    certificate,
    ...proxyOptions
  }: Parameters<typeof forwardingProxy>[1] & { readonly certificate?: string } = {},
) {
  const mock = await mockService();
  const tls = await tlsInFrontOf(mock.url, certificate, { requestCert: true, rejectUnauthorized: false });
  const proxy = await forwardingProxy(tls.port, proxyOptions);
  const configure = (...lines: readonly string[]) => sandboxConfig(`https://${HOST}`, ...lines);
  const cwd = await folderWith({
    ...smallBatch(),
    'sites.csv': SITES,
    'trace.config.yaml': configure(...config),
  });
  const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    trace(argv, { cwd, env });
  const reconfigure = (...lines: readonly string[]) =>
    writeFile(path.join(cwd, 'trace.config.yaml'), configure(...lines));
  return { mock, tls, proxy, cwd, run, reconfigure };
}

/** Why nothing was sent, and that no record is in doubt. */
async function expectNothingSent(cwd: string, stop: Partial<{ code: string; hint: string }>): Promise<void> {
  const { totals, error } = await reportIn(cwd);
  expect(totals).toMatchObject({ created: 0, 'in-doubt': 0 });
  expect(error).toMatchObject(stop);
}

describe('through a proxy and a private authority', () => {
  test('records of both interfaces are imported, and the token is seen by the service alone', async () => {
    const { mock, proxy, run } = await company();
    for (const [words, created] of [
      [IMPORT, SMALL_SIZE],
      [['import', 'sites.csv', '--env', 'sandbox'], 2],
    ] as const)
      expectEnd(await run(words, { HTTPS_PROXY: proxy.url }), 0, `${created} created`);
    expect(createsOf(mock)).toBe(SMALL_SIZE + 2);
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${HOST}:443`]));
    expect(proxy.seen()).toContain(`host: ${HOST}`);
    for (const secret of [TOKEN, 'authorization', 'FRN-1']) expect(proxy.seen()).not.toContain(secret);
  });

  test.each([
    ['https_proxy', 'url'],
    ['HTTP_PROXY', 'url'],
    ['HTTPS_PROXY', 'address'],
  ] as const)('%s is the proxy, also without a scheme', async (name, form) => {
    const { proxy, run } = await company();
    const ran = await run(['env', 'check', 'sandbox'], { [name]: proxy[form] });
    expect(ran.code).toBe(0);
    expectSaid(ran.stdout, `Proxy: ${proxy.url} (${name}).`, `Certificates: ${pemFile('authority')}`);
  });

  test.each([
    ['NO_PROXY', [], { NO_PROXY: '.trace.example' }],
    ['proxy: none', ['proxy: none'], {}],
  ])('nothing goes through the proxy of the variables with %s', async (_, config, env) => {
    const { proxy, run } = await company([CA, 'timeout: 500ms', ...config]);
    const ran = await run(['env', 'check', 'sandbox'], { HTTPS_PROXY: proxy.url, ...env });
    expectEnd(ran, 7, `https://${HOST} cannot be reached`);
    expect([ran.stderr.includes(proxy.url), proxy.asked]).toEqual([false, []]);
  });

  test('a document is fetched through the proxy, too', async () => {
    const { proxy, run } = await company();
    const ran = await run(['taxonomy', 'import', `https://${HOST}/openapi.json`], { HTTPS_PROXY: proxy.url });
    expectEnd(
      ran,
      7,
      `the certificate of ${HOST}`,
      `through the proxy ${proxy.url}`,
      'Set NODE_EXTRA_CA_CERTS=FILE',
    );
    expect(proxy.asked).toHaveLength(1);
  });

  test('a proxy with https is certified by the same authorities', async () => {
    const { proxy, run } = await company([CA], { tls: true });
    expect((await run(['env', 'check', 'sandbox'], { HTTPS_PROXY: proxy.url })).code).toBe(0);
    expect(proxy.seen()).not.toContain(TOKEN);
  });

  test('a client certificate identifies trace to the service', async () => {
    const { proxy, run, tls, reconfigure } = await company();
    const keys = [`clientCert: ${pemFile('client')}`, `clientKey: ${pemFile('client-key')}`];
    await reconfigure(CA, ...keys, `proxy: ${proxy.url}`);
    expect((await run(['env', 'check', 'sandbox'])).code).toBe(0);
    expect(tls.clients).toEqual(['A client of the tests']);
    await reconfigure(CA, keys[0]!);
    expectEnd(await run(['env', 'check', 'sandbox']), 2, 'clientCert needs clientKey');
    await reconfigure(CA, keys[0]!, `clientKey: ${pemFile('service-key')}`);
    expectEnd(await run(['env', 'check', 'sandbox']), 2, 'not a certificate and its key');
  });
});

describe('the password of a proxy', () => {
  test('comes from the variable of the proxy or from a source of the configuration, and is never printed', async () => {
    const { proxy, cwd, run, reconfigure } = await company([CA], { password: `night@job:${PASSWORD}` });
    const withPassword = (password: string) => proxy.url.replace('//', `//night%40job:${password}@`);
    const check = ['env', 'check', 'sandbox'];
    const right = await run(check, { HTTPS_PROXY: withPassword(PASSWORD) });
    expect(right.code).toBe(0);
    await reconfigure(CA, `proxy: ${proxy.url}`, 'proxyAuthEnv: PROXY_LOGIN');
    const configured = await run(check, { PROXY_LOGIN: `night@job:${PASSWORD}` });
    expect(configured.code).toBe(0);
    const missing = await run(check);
    expectEnd(missing, 2, 'cannot be read from the variable PROXY_LOGIN', 'NAME:PASSWORD');
    const wrong = await run([...IMPORT], { PROXY_LOGIN: `night@job:${PASSWORD}x` });
    expectEnd(wrong, 2, 'rejects the user name or the password (HTTP 407)');
    await expectNothingSent(cwd, {
      code: 'proxy-auth',
      hint: expect.stringContaining('Check the variable PROXY_LOGIN'),
    });
    await reconfigure(CA, `proxy: ${proxy.url}`);
    const none = await run(check);
    expectEnd(none, 2, 'proxyAuthFile: FILE', 'trace env trust sandbox');
    await reconfigure(CA, `proxy: ${proxy.url}`, 'proxyAuthEnv: PROXY_LOGIN');
    const colon = await run(check, { PROXY_LOGIN: PASSWORD });
    expectEnd(colon, 2, 'variable PROXY_LOGIN: it has no colon');
    const shown = await run(['env', 'show', 'sandbox', '--json'], { PROXY_LOGIN: `night@job:${PASSWORD}` });
    expect(JSON.parse(shown.stdout).proxyAuth.value).toBe('proxyAuthEnv PROXY_LOGIN');
    await reconfigure(CA, `proxy: ${withPassword(PASSWORD)}`);
    const written = await run(check);
    expectEnd(written, 2, 'proxy must not contain a user name or a password');
    for (const { stdout, stderr } of [right, configured, missing, wrong, colon, none, shown, written])
      expect(stdout + stderr).not.toContain(PASSWORD);
  });

  test('is requested once: the run stops at once, and can be resumed with it', async () => {
    const { mock, proxy, cwd, run } = await company([CA, 'concurrency: 1'], { password: `u:${PASSWORD}` });
    const stopped = await run(IMPORT, { HTTPS_PROXY: proxy.url });
    expectEnd(stopped, 2, `the proxy ${proxy.url} (from HTTPS_PROXY) requires a user name and a password`);
    expect(proxy.asked).toHaveLength(1);
    await expectNothingSent(cwd, {
      code: 'proxy-auth',
      hint: expect.stringContaining('HTTPS_PROXY as http://'),
    });
    const env = { HTTPS_PROXY: proxy.url.replace('//', `//u:${PASSWORD}@`) };
    expectEnd(await run(['resume', '--env', 'sandbox'], env), 0, `${SMALL_SIZE} created`);
    expect(createsOf(mock)).toBe(SMALL_SIZE);
    const reading = await run(['products', 'list', '--env', 'sandbox'], { HTTPS_PROXY: proxy.url });
    expectEnd(reading, 2, 'HTTP 407', 'HTTPS_PROXY as http://');
  });
});

describe('a failure names the proxy and the cure', () => {
  test.each([403, 502])('a proxy that responds to CONNECT with %d', async (status) => {
    const { cwd, proxy, run } = await company([CA], { status });
    expectEnd(
      await run(IMPORT, { HTTPS_PROXY: proxy.url }),
      7,
      `the proxy ${proxy.url} (from HTTPS_PROXY) does not connect to ${HOST} (HTTP ${status})`,
    );
    await expectNothingSent(cwd, { hint: expect.stringContaining(`NO_PROXY=${HOST}`) });
  });

  test('a proxy that is down', async () => {
    const { cwd, run, reconfigure } = await company();
    const down = `http://127.0.0.1:${await closedPort()}`;
    await reconfigure(CA, `proxy: ${down}`);
    const said = `the proxy ${down} (from environments.sandbox.proxy) cannot be reached: connection refused`;
    expectEnd(await run(IMPORT), 7, said);
    await expectNothingSent(cwd, { hint: expect.stringContaining('proxy: none') });
    expectEnd(await run(['env', 'check', 'sandbox']), 7, said, 'proxy: none');
  });

  test.each([
    [
      'no authority',
      [],
      'service',
      'by an authority that this machine does not know',
      /Add the line ca: FILE to the environment sandbox in .*trace\.config\.yaml/,
    ],
    [
      'another authority',
      [`ca: ${pemFile('service')}`],
      'service',
      'by an authority that',
      /service\.pem \(ca in the/,
    ],
    ['an expired certificate', [CA], 'expired', 'is not valid at this time', /clock/],
  ] as const)('%s', async (_, config, certificate, said, cure) => {
    const { cwd, proxy, run } = await company(config, { certificate });
    const env = { HTTPS_PROXY: proxy.url };
    expectEnd(
      await run(IMPORT, env),
      7,
      `the certificate of ${HOST}`,
      said,
      `through the proxy ${proxy.url}`,
    );
    await expectNothingSent(cwd, { hint: expect.stringMatching(cure) });
    expectEnd(await run(['env', 'check', 'sandbox'], env), 7, said, cure);
    expect(proxy.seen()).not.toContain(TOKEN);
  });

  test.each([
    ['a file that is missing', 'ca: gone.pem', 'ENOENT'],
    ['a file without a certificate', 'ca: trace.config.yaml', 'contains no certificate'],
    ['a password without a proxy', 'proxyAuthEnv: X', 'proxyAuth needs proxy'],
    ['no address of a proxy', 'proxy: proxy.example.com', 'proxy must be none or the address of a proxy'],
  ])('%s', async (_, line, said) => {
    const { run } = await company([line]);
    expectEnd(await run(['env', 'check', 'sandbox']), 2, said);
  });

  test('a variable that is not the address of a proxy, without its value', async () => {
    const { run } = await company();
    const ran = await run(['env', 'check', 'sandbox'], { HTTPS_PROXY: `socks5://u:${PASSWORD}@proxy:1080` });
    expectEnd(ran, 2, 'HTTPS_PROXY is not the address of a proxy');
    expect(ran.stderr).not.toContain(PASSWORD);
  });
});

test('env show has the route and the files of certificates, and where each comes from', async () => {
  const { run, reconfigure } = await company([]);
  const show = async (env: Readonly<Record<string, string>>) => {
    const { proxy, ca, NODE_EXTRA_CA_CERTS } = JSON.parse(
      (await run(['env', 'show', 'sandbox', '--json'], env)).stdout,
    );
    return { proxy, ca, extra: NODE_EXTRA_CA_CERTS };
  };
  const ofFile = expect.stringContaining('environments.sandbox');
  const HTTPS_PROXY = `http://u:${PASSWORD}@proxy.example:8080`;
  expect(await show({})).toEqual({
    proxy: { value: null, from: 'default' },
    ca: { value: null, from: 'default' },
  });
  expect(await show({ HTTPS_PROXY, NODE_EXTRA_CA_CERTS: '/etc/own.pem' })).toEqual({
    proxy: { value: 'http://proxy.example:8080', from: 'HTTPS_PROXY' },
    extra: { value: '/etc/own.pem', from: 'NODE_EXTRA_CA_CERTS' },
  });
  expect((await show({ HTTPS_PROXY, NO_PROXY: 'trace.example' })).proxy.from).toBe('NO_PROXY');
  await reconfigure('proxy: none', 'ca: own.pem');
  expect(await show({ HTTPS_PROXY })).toEqual({
    proxy: { value: null, from: ofFile },
    ca: { value: expect.stringMatching(/own\.pem$/), from: ofFile },
  });
  expect(
    (await printed(['env', 'show', '--json'], { cwd: await folderWith(), env: { HTTPS_PROXY } })).proxy,
  ).toEqual({
    value: null,
    from: 'default',
  });
});

describe('an approval', () => {
  test('covers the proxy, the authority and the client certificate, and shows them', async () => {
    const { cwd, reconfigure } = await company([]);
    const env = { TRACE_HOME: await folderWith(), TRACE_YES_TRUST: '' };
    const run = (...argv: string[]) => trace(argv, { cwd, env });
    const isApproved = async () => {
      const { stderr } = await run('env', 'check', 'sandbox');
      return !stderr.includes('is not approved');
    };
    const trust = () => run('env', 'trust', 'sandbox', '--yes');
    const down = `proxy: http://127.0.0.1:${await closedPort()}`;
    const pem = await readFile(pemFile('authority'));
    await writeFile(path.join(cwd, 'own.pem'), pem);
    await reconfigure(down);
    expectSaid((await trust()).stderr, `(${down})`);
    expect(await isApproved()).toBe(true);
    for (const lines of [
      ['proxy: none'],
      [down, 'ca: own.pem'],
      [down, 'ca: own.pem', 'proxyAuthEnv: NIGHT'],
      [down, 'ca: own.pem', 'clientCert: own.pem', 'clientKey: own.pem'],
    ]) {
      await reconfigure(...lines);
      expect([lines, await isApproved()]).toEqual([lines, false]);
      expectSaid((await trust()).stderr, `${lines.at(-1)}`.replace('proxyAuthEnv: ', 'proxyAuth: variable '));
      expect([lines, await isApproved()]).toEqual([lines, true]);
    }
    await writeFile(path.join(cwd, 'own.pem'), Buffer.concat([pem, pem]));
    expect(await isApproved()).toBe(false);
  });

  test('is not needed for a proxy of the variables', async () => {
    const { proxy, cwd } = await company();
    const env = { TRACE_HOME: await folderWith(), TRACE_YES_TRUST: '' };
    await trace(['env', 'trust', 'sandbox', '--yes'], { cwd, env });
    const ran = await trace(['env', 'check', 'sandbox'], { cwd, env: { ...env, HTTPS_PROXY: proxy.url } });
    expect([ran.code, proxy.asked.length]).toEqual([0, 1]);
  });
});
