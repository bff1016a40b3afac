import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { TraceError } from '../../src/errors.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trace-config-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, text: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

async function fault(name: string, text: string | Uint8Array): Promise<TraceError> {
  await put(name, text);
  const error = await loadConfig(folder, undefined).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TraceError);
  return error as TraceError;
}

describe('the configuration file', () => {
  test.each([
    ['trace.config.yaml', 'stateDir: there'],
    ['trace.config.yml', 'stateDir: there'],
    ['trace.config.json', '{"stateDir":"there"}'],
    ['.tracerc', 'stateDir: there'],
    ['.tracerc.json', '{"stateDir":"there"}'],
    ['package.json', '{"name":"x","trace":{"stateDir":"there"}}'],
  ])('the configuration file is found in the current folder under the name %s', async (name, text) => {
    const file = await put(name, text);
    expect(await loadConfig(folder, undefined)).toEqual({ config: { stateDir: 'there' }, file, folder });
  });

  test('the configuration file is the first that is found; empty files and a package.json without a trace key are skipped', async () => {
    await put('package.json', '{"name":"x"}');
    expect((await loadConfig(folder, undefined)).file).toBeNull();
    await put('.tracerc', 'stateDir: second');
    await put('trace.config.yaml', '# nothing yet\n');
    expect((await loadConfig(folder, undefined)).config.stateDir).toBe('second');
    await put('trace.config.yaml', 'stateDir: first');
    expect((await loadConfig(folder, undefined)).config.stateDir).toBe('first');
  });

  test('the configuration file is not looked for above the current folder', async () => {
    await put('trace.config.yaml', 'stateDir: above');
    const below = path.join(folder, 'below');
    await mkdir(below);
    expect(await loadConfig(below, undefined)).toEqual({ config: {}, file: null, folder: below });
  });

  test('the configuration file can be named with --config, from the current folder; its own folder is then the base of its paths', async () => {
    const file = await put(path.join('etc', 'paris.yaml'), 'stateDir: there');
    expect(await loadConfig(folder, path.join('etc', 'paris.yaml'))).toEqual({
      ...{ config: { stateDir: 'there' }, file, folder: path.dirname(file) },
      named: path.join('etc', 'paris.yaml'),
      approved: false,
    });
    await expect(loadConfig(folder, 'none.yaml')).rejects.toMatchObject({
      exit: 'usage',
      code: 'config-missing',
    });
  });

  test('the configuration file needs no approval if --config names it, unless its folder or the current one contains the other', async () => {
    const file = await put(path.join('repo', 'conf', 'trace.yaml'), 'stateDir: there');
    const chosen = async (cwd: string, named = file) => (await loadConfig(cwd, named)).approved;
    const at = (...steps: string[]) => path.join(folder, ...steps);
    await mkdir(at('elsewhere'));
    await mkdir(at('repo', 'conf', 'below'));
    expect(await chosen(at('elsewhere'))).toBe(true);
    for (const cwd of [at('repo'), at('repo', 'conf'), at('repo', 'conf', 'below'), folder])
      expect([cwd, await chosen(cwd)]).toEqual([cwd, false]);
    expect(await chosen(at('repo', 'conf', 'below'), '../trace.yaml')).toBe(false);
    if (process.platform === 'win32') return;
    await symlink(at('repo'), at('elsewhere', 'repo'));
    await symlink(file, at('elsewhere', 'trace.yaml'));
    expect(await chosen(at('repo'), at('elsewhere', 'repo', 'conf', 'trace.yaml'))).toBe(false);
    expect(await chosen(at('repo'), at('elsewhere', 'trace.yaml'))).toBe(false);
    expect(await chosen(at('elsewhere'), at('elsewhere', 'trace.yaml'))).toBe(false);
  });

  test('the configuration file may have a byte order mark or be in UTF-16, as Windows tools write it', async () => {
    await put('trace.config.json', '\ufeff{"stateDir":"there"}');
    expect((await loadConfig(folder, undefined)).config.stateDir).toBe('there');
    const utf16 = Buffer.from('\ufeff{"stateDir":"là"}', 'utf16le');
    for (const text of [utf16, Buffer.from(utf16).swap16()]) {
      await put('trace.config.json', text);
      expect((await loadConfig(folder, undefined)).config.stateDir).toBe('là');
    }
  });
});

describe('loading a configuration executes no code', () => {
  const marker = () => path.join(folder, 'EXECUTED');
  const script = () =>
    `require('node:fs').writeFileSync(${JSON.stringify(marker())}, ''); module.exports = { stateDir: 'evil' };`;

  test.each([
    ['trace.config.js', undefined],
    ['trace.config.cjs', undefined],
    ['trace.config.ts', undefined],
    ['.tracerc.js', undefined],
    ['.config/config.js', undefined],
    ['.config/config.cjs', undefined],
    ['.config/config.mjs', undefined],
    ['evil.js', ['package.json', '{"cosmiconfig":{"searchPlaces":["evil.js"]}}']],
    ['evil.js', ['trace.config.yaml', '$import: ./evil.js']],
    ['evil.js', ['trace.config.json', '{"$import":["./evil.js"]}']],
    ['evil.js', ['trace.config.yaml', 'stateDir: !!js/function "() => 1"']],
  ] as const)(
    'loading the configuration of %s executes no code, with this file beside it: %j',
    async (name, other) => {
      await put(name, script());
      if (other) await put(other[0], other[1]);
      const before = process.cwd();
      process.chdir(folder);
      try {
        const loaded = await loadConfig(folder, undefined).catch((error: unknown) => error);
        if (!(loaded instanceof TraceError)) expect(loaded).toMatchObject({ config: {} });
      } finally {
        process.chdir(before);
      }
      expect(await readdir(folder)).not.toContain('EXECUTED');
    },
  );

  test('loading a JavaScript file that --config names executes no code', async () => {
    await put('trace.config.js', script());
    await expect(loadConfig(folder, 'trace.config.js')).rejects.toMatchObject({ code: 'config-format' });
    expect(await readdir(folder)).not.toContain('EXECUTED');
  });
});

describe('an invalid configuration', () => {
  /** Settings of an environment, and the reported problem. */
  const sandbox = (text: string, told: string) =>
    [`environments: { sandbox: { ${text} } }`, `environments.sandbox.${told}`] as const;
  test.each<readonly [text: string, told: string]>([
    ['$import: ./other.yaml', '$import is not a key (known: '],
    [`stateDir: ${'['.repeat(200)}`, 'cannot be read: invalid YAML in line 1'],
    ['stateDri: x', 'stateDri is not a key, did you mean "stateDir"?'],
    sandbox('baseURL: "https://a.example"', 'baseURL is not a key, did you mean "baseUrl"?'),
    sandbox('token: abc', 'token is not a key (known: baseUrl, tokenEnv,'),
    sandbox('ratr: 5, setle: 4s', 'setle is not a key, did you mean "settle"?'),
    ['environments: { "a b": {} }', 'environments.a b: names may only contain letters, digits, - and _'],
    sandbox('baseUrl: api.example', 'baseUrl must be a web address'),
    sandbox('baseUrl: "https://u:p@a.example"', 'baseUrl must not contain a user name or a password'),
    sandbox('interface: v4', 'interface must be one of v2, v3'),
    ['environments: { sandbox: { family: STANDRD } }', 'did you mean "STANDARD"?'],
    ['environments: { sandbox: { inDoubt: resent } }', 'did you mean "resend"?'],
    ...['', '""', '-1', '.inf', 'true'].map((rate) =>
      sandbox(`rate: ${rate}`, 'rate must be a number of requests per second'),
    ),
    sandbox('concurrency: 0', 'concurrency must be a whole number from 1 to 512'),
    sandbox('concurrency: 1.5', 'concurrency must be a whole number from 1 to 512'),
    sandbox('settle: 4', 'settle must be a time such as 4s, 500ms or 0'),
    sandbox('settle: 4h', 'settle must be a time such as 4s, 500ms or 0'),
    sandbox('settle: 60000m', 'settle must be at most a day'),
    sandbox('timeout: 0', 'timeout must be a time such as 30s, more than 0'),
    sandbox('tokenCommand: []', 'tokenCommand must be a command'),
    ['environments: [sandbox]', 'environments must consist of keys with values'],
    ['families: { AGECC: { projectType: X } }', 'families.AGECC is not a family, did you mean "AGEC"?'],
    [
      'families: { E360: { projecttype: X } }',
      'families.E360.projecttype is not a key, did you mean "projectType"?',
    ],
    ['families: { E360: X }', 'families.E360 must consist of keys with values'],
    ['just a text', 'a configuration must consist of keys with values'],
    ['- a\n- b', 'a configuration must consist of keys with values'],
  ])('is reported with its file and the problem: %j', async (text, told) => {
    const error = await fault('trace.config.yaml', text);
    expect(error.exit).toBe('usage');
    expect(error.message).toContain(path.join(folder, 'trace.config.yaml'));
    expect(error.message).toContain(told);
    expect(error.message).not.toContain('?.');
  });

  test('an invalid configuration is reported if package.json imports settings from another file', async () => {
    await put('other.yaml', 'stateDir: there');
    const error = await fault('package.json', '{"trace":{"$import":"./other.yaml"}}');
    expect(error.message).toContain('$import is not a key');
  });

  test.skipIf(process.getuid?.() === 0)('is reported if its file is not readable', async () => {
    await put('trace.config.json', '{"stateDir":"there"}');
    await chmod(await put('trace.config.yaml', 'stateDir: first'), 0);
    await expect(loadConfig(folder, undefined)).rejects.toMatchObject({ code: 'config-unreadable' });
  });

  test('an invalid configuration is reported with all its problems at once, without values', async () => {
    const error = await fault(
      'trace.config.yaml',
      'a: canary\nenvironments:\n  x: { token: canary, rate: canary }\n',
    );
    expect(error.message.match(/[.?](?= |$)/g)).toHaveLength(3);
    expect(error.message).not.toContain('canary');
  });

  test.each([
    ['trace.config.yaml', 'a: b\nc: [canary\n', 'invalid YAML in line 3'],
    ['trace.config.json', '{"token": canary}', 'invalid JSON'],
    ['trace.config.json', '{\n"stateDir": "x",\n"token": "canary" "y"}', 'invalid JSON in line 3'],
  ])(
    'an invalid configuration is reported without its content if %s cannot be parsed: $2',
    async (name, text, told) => {
      const error = await fault(name, text);
      expect(error.message).toBe(`The configuration ${path.join(folder, name)} cannot be read: ${told}.`);
      expect(error.message).not.toContain('canary');
    },
  );
});
