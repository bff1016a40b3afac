import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bindToken, trustOf } from '../../src/config/trust.ts';
import { folderWith, sandboxConfig, TOKEN, trace } from '../cli/commands/harness.ts';
import { smallBatch } from '../cli/commands/sheets.ts';

const HERE = 'https://api.example.invalid';
const THERE = 'https://evil.example.invalid';
const use = (origin: string, token = TOKEN, source = 'variable SANDBOX_TOKEN') => ({
  environment: 'sandbox',
  token,
  source,
  origin,
});
const refused = { exit: 'usage', code: 'token-other-origin' };

async function home() {
  const folder = await folderWith();
  return { folder, file: path.join(folder, 'trust.json'), env: { TRACE_HOME: folder } };
}

describe('a token', () => {
  test('a token is bound to the first address where the service accepted it, and is then sent nowhere else', async () => {
    const { file, env } = await home();
    const first = await trustOf(use(HERE), env);
    expect(first.warning).toBeUndefined();
    await expect(trustOf(use(THERE), env)).resolves.toBeDefined();
    await first.confirm();
    await trustOf(use(HERE), env);
    await expect(trustOf(use(THERE), env)).rejects.toMatchObject({
      ...refused,
      message: `The token of sandbox is bound to ${HERE} and would be sent to ${THERE}. Nothing was sent.`,
      hint: expect.stringContaining('trace env trust sandbox'),
    });
    await expect(trustOf(use('https://api.example.invalid:8443'), env)).rejects.toMatchObject(refused);
    await trustOf(use(THERE, 'another'), env);
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain(TOKEN);
    expect(text).toContain(HERE);
  });

  test('a token can be approved for two addresses', async () => {
    const { env } = await home();
    await bindToken(use(HERE), env);
    await bindToken(use(THERE), env);
    await trustOf(use(HERE), env);
    await trustOf(use(THERE), env);
    await expect(trustOf(use('https://third.example.invalid'), env)).rejects.toMatchObject(refused);
  });

  test('a token is also bound to its source, unless the user approved another one', async () => {
    const { env } = await home();
    await (await trustOf(use(HERE), env)).confirm();
    const other = use(HERE, TOKEN, 'file /run/secrets/token');
    await expect(trustOf(other, env)).rejects.toMatchObject({
      exit: 'usage',
      code: 'token-other-source',
      message: expect.stringContaining('variable SANDBOX_TOKEN, not file /run/secrets/token'),
    });
    await expect(trustOf({ ...other, origin: THERE, approved: true }, env)).rejects.toMatchObject(refused);
    await (await trustOf({ ...other, approved: true }, env)).confirm();
    expect(await trustOf(other, env)).not.toHaveProperty('warning');
    await trustOf(use(HERE), env);
  });

  test('a token that an older version bound only to an address is bound to the source of its next use', async () => {
    const { file, env } = await home();
    await bindToken(use(HERE), env);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(`${HERE} variable SANDBOX_TOKEN`, HERE));
    expect(await readFile(file, 'utf8')).not.toContain('variable');
    await (await trustOf(use(HERE, TOKEN, 'variable NEXT'), env)).confirm();
    await expect(trustOf(use(HERE), env)).rejects.toMatchObject({ code: 'token-other-source' });
    await expect(trustOf(use(THERE), env)).rejects.toMatchObject(refused);
  });

  test('a token is not bound to addresses on this machine', async () => {
    const { folder, env } = await home();
    await bindToken(use(HERE), env);
    for (const origin of ['http://127.0.0.1:4010', 'http://localhost:1', 'http://[::1]:1']) {
      await (await trustOf(use(origin), env)).confirm();
    }
    expect(await readFile(path.join(folder, 'trust.json'), 'utf8')).not.toContain('127.0.0.1');
  });

  test('a token is bound only to TRACE_TOKEN_ORIGIN if that is set', async () => {
    const { env } = await home();
    await bindToken(use(HERE), env);
    const said = { ...env, TRACE_TOKEN_ORIGIN: `${THERE}/prefix, https://x.example.invalid` };
    await trustOf(use(THERE), said);
    await expect(trustOf(use(HERE), said)).rejects.toMatchObject({
      ...refused,
      hint: expect.stringContaining('TRACE_TOKEN_ORIGIN'),
    });
    await expect(trustOf(use(HERE), { TRACE_TOKEN_ORIGIN: 'nonsense' })).rejects.toMatchObject(refused);
  });

  test('a token is sent with a warning if its binding cannot be saved', async () => {
    const none = await trustOf(use(HERE), {});
    expect(none.warning).toContain(`TRACE_TOKEN_ORIGIN=${HERE}`);
    await none.confirm();
    const { folder } = await home();
    await writeFile(path.join(folder, 'file'), '');
    const odd = await trustOf(use(HERE), { TRACE_HOME: path.join(folder, 'file', 'x') });
    expect(odd.warning).toMatch(/cannot be (read|written) \(ENOTDIR\)/);
    await odd.confirm();
    await expect(bindToken(use(HERE), { TRACE_HOME: path.join(folder, 'file', 'x') })).rejects.toMatchObject({
      code: 'trust-unwritable',
    });
    await expect(bindToken(use(HERE), {})).rejects.toMatchObject({ code: 'trust-unwritable' });
  });
});

describe('the file with the bound tokens', () => {
  test.each([
    [{ XDG_CONFIG_HOME: 'xdg' }, 'xdg/trace/trust.json'],
    [{ APPDATA: 'roaming' }, 'roaming/trace/trust.json'],
    [{ HOME: 'home' }, 'home/.config/trace/trust.json'],
    [{ TRACE_HOME: 'own', XDG_CONFIG_HOME: 'xdg', HOME: 'home' }, 'own/trust.json'],
  ])(
    'the file of bound tokens is in the folder of the system for settings, with the variables %j',
    async (given, expected) => {
      const folder = await folderWith();
      const env = Object.fromEntries(
        Object.entries(given).map(([name, at]) => [name, path.join(folder, at!)]),
      );
      expect(await bindToken(use(HERE), env)).toBe(path.join(folder, ...expected.split('/')));
    },
  );

  test.skipIf(process.platform === 'win32')(
    'the file of bound tokens can be read only by its owner, as can its folder',
    async () => {
      const folder = await folderWith();
      await chmod(folder, 0o755);
      const env = { TRACE_HOME: path.join(folder, 'new', 'deep') };
      const file = await bindToken(use(HERE), env);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
      expect(await readdir(path.dirname(file))).toEqual(['trust.json', 'trust.json.lock']);
    },
  );

  test.each(['', '{', '[]', '{"version":2}', '{"version":1,"salt":"x","tokens":{}}'])(
    'a damaged file of bound tokens is reported and never overwritten: %j',
    async (text) => {
      const { file, env } = await home();
      await writeFile(file, text);
      await expect(trustOf(use(HERE), env)).rejects.toMatchObject({ code: 'trust-damaged' });
      await expect(bindToken(use(HERE), env)).rejects.toMatchObject({ code: 'trust-damaged' });
      expect(await readFile(file, 'utf8')).toBe(text);
    },
  );
});

describe('trace env trust', () => {
  test('trace env trust is needed before commands send the token to the address of another configuration file', async () => {
    const { env } = await home();
    const mine = await folderWith({ ...smallBatch(), 'trace.config.yaml': sandboxConfig(HERE) });
    const trusted = await trace(['env', 'trust', 'sandbox', '--yes'], { cwd: mine, env });
    expect(trusted).toMatchObject({ code: 0 });
    expect(trusted.stdout).toContain(`The token of sandbox may now be sent to ${HERE}`);

    const theirs = await folderWith({ ...smallBatch(), 'trace.config.yaml': sandboxConfig(THERE) });
    for (const argv of [
      ['import', 'suppliers.csv', '--env', 'sandbox'],
      ['env', 'check', 'sandbox'],
    ]) {
      const { code, stderr } = await trace(argv, { cwd: theirs, env });
      expect(code).toBe(2);
      expect(stderr).toContain(`is bound to ${HERE} and would be sent to ${THERE}. Nothing was sent.`);
      expect(stderr).not.toContain(TOKEN);
    }
    expect((await trace(['env', 'trust', 'sandbox', '--yes'], { cwd: theirs, env })).code).toBe(0);
    const reached = await trace(['env', 'check', 'sandbox', '--timeout', '2s'], { cwd: theirs, env });
    expect(reached.code).toBe(7);
  });

  test('trace env trust is not needed for the embedded mock', async () => {
    const { env } = await home();
    const { code, stdout } = await trace(['env', 'trust', 'mock'], { cwd: await folderWith(), env });
    expect(code).toBe(0);
    expect(stdout).toContain('mock is the embedded mock');
  });
});
