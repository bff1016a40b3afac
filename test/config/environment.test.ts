import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Environment } from '../../src/config/environment.ts';
import {
  environmentNames,
  type Overrides,
  resolveEnvironment,
  stateDir,
} from '../../src/config/resolve-environment.ts';
import { configSchema } from '../../src/config/schema.ts';

const folder = path.resolve('etc');
const cwd = path.resolve('work');
const loaded = (config: unknown) => ({
  config: configSchema.parse(config),
  file: path.join(folder, 'trace.config.yaml'),
  folder,
});

const SANDBOX = { baseUrl: 'https://sandbox.example' };
const resolved = (own: object, overrides: Overrides = {}): Promise<Environment> =>
  resolveEnvironment(
    loaded({ environments: { sandbox: { ...SANDBOX, ...own } } }),
    { env: 'sandbox', ...overrides },
    cwd,
  );

describe('the default settings', () => {
  test('an environment in the configuration file has the default settings', async () => {
    expect(await resolved({})).toMatchObject({
      baseUrl: { value: 'https://sandbox.example', from: expect.stringContaining('environments.sandbox') },
      token: { value: { type: 'env', name: 'TRACE_TOKEN' }, from: 'default' },
      interface: { value: 'v2', from: 'default' },
      family: { value: null, from: 'default' },
      ...{ rate: { value: 100 }, concurrency: { value: 16 }, settleMs: { value: 4000 } },
      inDoubt: { value: 'verify' },
      timeoutMs: { value: 30_000 },
      stateDir: { value: path.join(folder, '.trace') },
    });
  });

  test('the embedded mock, the default environment, has no rate limit, no pause and a token of its own', async () => {
    const nothing = { config: {}, file: null, folder: cwd };
    expect(await resolveEnvironment(nothing, {}, cwd)).toMatchObject({
      ...{ name: 'mock', baseUrl: { value: null }, token: { value: { type: 'embedded' } } },
      ...{ rate: { value: 0 }, settleMs: { value: 0 }, stateDir: { value: path.join(cwd, '.trace') } },
    });
  });

  test('a mock with an address has the defaults of other environments, without a pause', async () => {
    const config = loaded({ environments: { mock: { baseUrl: 'http://127.0.0.1:4010' } } });
    const mock = await resolveEnvironment(config, {}, cwd);
    expect([mock.baseUrl.value, mock.token.value.type, mock.settleMs.value]).toEqual([
      'http://127.0.0.1:4010',
      'env',
      0,
    ]);
  });
});

test('a flag has priority over the configuration file, and the file over the default', async () => {
  const own = { rate: 5, concurrency: 3, settle: '2s', timeout: '1m', family: 'AGEC', interface: 'v2' };
  expect(await resolved(own)).toMatchObject({
    rate: { value: 5, from: expect.stringContaining('trace.config.yaml') },
    ...{ concurrency: { value: 3 }, settleMs: { value: 2000 }, timeoutMs: { value: 60_000 } },
    family: { value: 'AGEC' },
  });
  const flags = {
    rate: '0',
    concurrency: '64',
    settle: '500ms',
    timeout: '1.5s',
    family: 'e360',
    stateDir: 'state',
  };
  expect(await resolved(own, flags)).toMatchObject({
    rate: { value: 0, from: '--rate or TRACE_RATE' },
    concurrency: { value: 64 },
    ...{ settleMs: { value: 500 }, timeoutMs: { value: 1500 }, family: { value: 'E360' } },
    stateDir: { value: path.join(cwd, 'state'), from: '--state-dir or TRACE_STATE_DIR' },
  });
});

describe('relative paths in a configuration file', () => {
  test('start at its folder (stateDir, tokenFile), those of flags at the current folder', async () => {
    const config = loaded({
      stateDir: 'state',
      environments: { sandbox: { ...SANDBOX, tokenFile: 'secrets/token' } },
    });
    const environment = await resolveEnvironment(config, { env: 'sandbox' }, cwd);
    expect(environment.stateDir.value).toBe(path.join(folder, 'state'));
    expect(environment.token.value).toEqual({ type: 'file', path: path.join(folder, 'secrets', 'token') });
    expect(stateDir(config, { stateDir: 'other' }, cwd).value).toBe(path.join(cwd, 'other'));
  });
});

describe('the token source', () => {
  test.each([
    [{ tokenEnv: 'SANDBOX_TOKEN' }, { type: 'env', name: 'SANDBOX_TOKEN' }],
    [{ tokenCommand: 'pass show  sandbox' }, { type: 'command', command: ['pass', 'show', 'sandbox'] }],
    [{ tokenCommand: ['pass', 'show', 'a b'] }, { type: 'command', command: ['pass', 'show', 'a b'] }],
  ])('the token source for the settings %j is %j', async (own, source) => {
    expect((await resolved(own)).token.value).toEqual(source);
  });

  test('the token source is refused if both tokenEnv and tokenFile are set', async () => {
    await expect(resolved({ tokenEnv: 'A', tokenFile: 'b' })).rejects.toThrow(
      /has tokenEnv and tokenFile, but only one/,
    );
  });
});

describe('the error about an environment', () => {
  test('suggests the nearest name if the name is unknown', async () => {
    const attempt = () =>
      resolveEnvironment(loaded({ environments: { preprod: SANDBOX } }), { env: 'prepord' }, cwd);
    await expect(attempt()).rejects.toThrow(
      expect.objectContaining({
        exit: 'usage',
        code: 'environment-unknown',
        message: expect.stringContaining('Did you mean "preprod"?'),
      }),
    );
  });

  test('the error about an environment shows what to configure if there is no base address', async () => {
    const attempt = () =>
      resolveEnvironment({ config: {}, file: null, folder: cwd }, { env: 'production' }, cwd);
    await expect(attempt()).rejects.toThrow(
      expect.objectContaining({
        exit: 'usage',
        hint: expect.stringContaining('environments: { production: { baseUrl:'),
      }),
    );
  });

  test.each([
    [{ rate: 'fast' }, '--rate "fast": it must be a number of requests per second'],
    [{ rate: '' }, '--rate "": it must be a number'],
    [{ concurrency: '0' }, '--concurrency "0": it must be a whole number from 1 to 512'],
    [{ settle: '4' }, '--settle "4": it must be a time such as 4s'],
    [{ timeout: '0' }, '--timeout "0": it must be a time such as 30s'],
    [{ family: 'STANDRD' }, '--family "STANDRD": it must be one of STANDARD,'],
    [{ interface: 'v1' }, '--interface "v1": it must be one of v2, v3'],
  ])('the error for the flag %j is: %s', async (overrides, told) => {
    await expect(resolved({}, overrides)).rejects.toThrow(
      expect.objectContaining({ exit: 'usage', message: expect.stringContaining(told) }),
    );
  });
});

test('the names of environments are the three built-in ones and those of the configuration file', () => {
  expect(environmentNames(loaded({ environments: { preprod: SANDBOX, mock: {} } }))).toEqual([
    'mock',
    'sandbox',
    'production',
    'preprod',
  ]);
});
