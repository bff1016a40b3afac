import { readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Prompts } from '../../../src/cli/map/prompts.ts';
import { askAnswers, askNetwork } from '../../../src/cli/setup/questions.ts';
import { expectEnd, expectSaid, folderWith, mockService, TOKEN, trace } from './harness.ts';
import { smallBatch } from './sheets.ts';

/** Runs `trace init` as a person without TRACE_YES_TRUST does, with settings of its own. */
async function init(cwd: string, words: string, env: Readonly<Record<string, string>> = {}) {
  return trace(`init ${words}`, {
    cwd,
    env: { TRACE_YES_TRUST: '', TRACE_HOME: path.join(cwd, 'home'), ...env },
  });
}

const fileIn = (cwd: string, name = 'trace.config.yaml') => readFile(path.join(cwd, name), 'utf8');
const PLAIN = '--env sandbox --url https://api.example.com --token-env SOME_TOKEN --yes';

describe('trace init', () => {
  test('writes a configuration that an import can use at once, with its schema in the first line', async () => {
    const mock = await mockService();
    const cwd = await folderWith(smallBatch());
    const ran = await init(
      cwd,
      `--env sandbox --url ${mock.url} --token-env SANDBOX_TOKEN --family standard --batch 0123 --yes`,
    );
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expectSaid(ran.stdout, 'with the environment sandbox', 'accepts the token', 'trace doctor --env sandbox');
    const [first, ...lines] = (await fileIn(cwd)).split('\n');
    expect(first).toBe('# yaml-language-server: $schema=./trace.config.schema.json');
    expect(lines.join('\n')).toContain("family: STANDARD\n    batch: '0123'\n");
    expect(await fileIn(cwd, 'trace.config.schema.json')).toBe(
      await readFile('docs/config.schema.json', 'utf8'),
    );
    const env = { TRACE_YES_TRUST: '', TRACE_HOME: path.join(cwd, 'home') };
    const checked = await trace('env check sandbox', { cwd, env });
    expect([checked.code, checked.stderr]).toEqual([0, '']);
  });

  test('writes the proxy and the authority, and reads the service with them', async () => {
    const cwd = await folderWith();
    const words = `${PLAIN} --proxy http://127.0.0.1:1 --proxy-auth-file /gone.txt --ca /gone.pem`;
    const ran = await init(cwd, words, { SOME_TOKEN: TOKEN });
    expect(await fileIn(cwd)).toContain(
      'proxy: http://127.0.0.1:1\n    proxyAuthFile: /gone.txt\n    ca: /gone.pem\n',
    );
    expectSaid(ran.stdout, 'The file is complete', '/gone.txt');
  });

  test('adds an environment to a file, through a link, and changes nothing else', async () => {
    const cwd = await folderWith({
      'real.yaml': '# ours\nenvironments:\n  a: # first\n    baseUrl: https://a.example.com\n',
    });
    await symlink('real.yaml', path.join(cwd, 'trace.config.yaml'));
    const ran = await init(cwd, PLAIN);
    expect(ran.code).toBe(0);
    const text = await fileIn(cwd, 'real.yaml');
    expectSaid(text, '# ours', '# first', 'https://a.example.com', 'tokenEnv: SOME_TOKEN');
    expect(await readdir(cwd)).not.toContain('trace.config.schema.json');
    // The environment that was not answered is not approved.
    const env = { TRACE_YES_TRUST: '', TRACE_HOME: path.join(cwd, 'home') };
    expectEnd(await trace('env check a', { cwd, env }), 2, 'is not approved');
  });

  test('a read that fails is reported, and the file is complete', async () => {
    const mock = await mockService();
    const cwd = await folderWith();
    const words = `--env sandbox --url ${mock.url} --token-env SANDBOX_TOKEN --yes`;
    const ran = await init(cwd, words, { SANDBOX_TOKEN: 'another' });
    expect(ran.code).toBe(0);
    expectSaid(ran.stdout, 'The file is complete', 'rejects the token', 'trace env show sandbox');
    expect(await fileIn(cwd)).toContain(mock.url);
  });

  test('a state folder elsewhere is not approved with the answers', async () => {
    const cwd = await folderWith({ 'trace.config.yaml': 'stateDir: /elsewhere/state\n' });
    const ran = await init(cwd, PLAIN, { SOME_TOKEN: TOKEN });
    expectSaid(ran.stdout, 'is not approved', 'trace env trust sandbox');
  });

  test.each([
    ['a name that the file has', `--env a ${PLAIN.slice(14)}`, 'must be a new name'],
    ['the embedded mock', `--env mock ${PLAIN.slice(14)}`, 'must not be mock'],
    ['an invalid address', '--env b --url api --token-env T --yes', '--url: it must be a web address'],
    ['an address without encryption', '--env b --url http://x.example --token-env T --yes', 'with https'],
    [
      'a pasted token as variable',
      `--env b --url https://x.example --token-env ${TOKEN} --yes`,
      'not the token',
    ],
    [
      'a pasted token as file',
      `--env b --url https://x.example --token-file ${TOKEN} --yes`,
      'a file that exists',
    ],
    [
      'a token in the address',
      `--env b --url https://x.example/${TOKEN} --token-env SANDBOX_TOKEN --yes`,
      'the token itself',
    ],
    [
      'two token sources',
      '--env b --url https://x.example --token-env T --token-file /t --yes',
      'only one token source',
    ],
    ['an unknown family', '--env b --url https://x.example --token-env T --family STANDRD --yes', 'STANDARD'],
    ['missing flags', '--env b', 'Missing: --url, --token-env'],
    ['no confirmation', '--env b --url https://x.example --token-env T', 'Add --yes'],
    ['JSON', `${PLAIN} --config other.json`, 'is not YAML'],
  ])('%s: nothing is written', async (_, words, said) => {
    const config = 'environments: { a: { baseUrl: "https://a.example.com" } }\n';
    const cwd = await folderWith({ 'trace.config.yaml': config, 'other.json': '{}' });
    const ran = await init(cwd, words);
    expectEnd(ran, 2, said);
    expect(ran.stdout + ran.stderr).not.toContain(TOKEN);
    expect([await fileIn(cwd), (await readdir(cwd)).length]).toEqual([config, 2]);
  });

  test('a file with comments only keeps them', async () => {
    const cwd = await folderWith({ 'trace.config.yaml': '# to do\n' });
    expect((await init(cwd, PLAIN)).code).toBe(0);
    expect(await fileIn(cwd)).toMatch(/^# to do\n[\s\S]*tokenEnv: SOME_TOKEN\n$/);
  });
});

describe('the questions of trace init', () => {
  const place = { file: '/x/trace.config.yaml', names: ['production'], env: {} };

  /** Answers questions in order: a label to choose, or a text to type. */
  function person(...answers: readonly string[]): Prompts {
    const left = [...answers];
    return {
      select: async (_: string, choices: readonly { label: string; value: unknown }[]) =>
        choices.find(({ label }) => label.startsWith(left[0]!) && left.shift())!.value,
      text: async (_: string, faultOf: (text: string) => string | undefined) => {
        while (faultOf(left[0]!) !== undefined) left.shift();
        return left.shift()!;
      },
    } as unknown as Prompts;
  }

  test('ask for the proxy and the authority if the service was not reached, and change nothing without an answer', async () => {
    const answers = { env: 'qa', url: 'https://x.example', tokenEnv: 'T' };
    expect(await askNetwork(answers, place, person('', ''), ['proxy', 'ca'])).toBe(answers);
    const typed = person('not a proxy', 'http://proxy.example:3128', 'gone.pem', '/etc/ca.pem');
    expect(await askNetwork(answers, place, typed, ['proxy', 'ca'])).toEqual({
      ...answers,
      ...{ proxy: 'http://proxy.example:3128', ca: '/etc/ca.pem' },
    });
    const login = await askNetwork(answers, place, person('gone', '/etc/login'), ['proxyAuthFile']);
    expect(login).toEqual({ ...answers, proxyAuthFile: '/etc/login' });
  });

  test('ask what the flags do not say, and again after a fault', async () => {
    const answers = person(
      'another',
      'production',
      'qa',
      'http://x.example',
      'https://x.example',
      'in a file',
      '/run/t',
      'v2',
      'none',
      '',
    );
    expect(await askAnswers({}, place, answers)).toEqual({
      ...{ env: 'qa', url: 'https://x.example', tokenFile: '/run/t', family: '', batch: '' },
      interface: undefined,
    });
    const given = { env: 'qa', tokenCommand: 'pass trace', batch: 'B' };
    expect(await askAnswers(given, place, person('https://x.example', 'v3'))).toEqual({
      ...given,
      ...{ url: 'https://x.example', interface: 'v3', family: undefined },
    });
  });
});
