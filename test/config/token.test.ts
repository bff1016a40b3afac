import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readToken } from '../../src/config/token.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trace-token-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const node = (script: string) => ({ type: 'command', command: [process.execPath, '-e', script] }) as const;

describe('a token is read from', () => {
  test('a token is read from a variable', async () => {
    expect(await readToken({ type: 'env', name: 'A' }, { A: ' abc\n' })).toBe('abc');
  });

  test('a token is read from a file', async () => {
    const file = path.join(folder, 'token');
    await writeFile(file, 'abc\r\n', { mode: 0o600 });
    expect(await readToken({ type: 'file', path: file }, {})).toBe('abc');
  });

  test('a token is read from the output of a command, which runs without a shell and with the given variables', async () => {
    expect(await readToken(node('console.log("a$HOME;b")'), {})).toBe('a$HOME;b');
    expect(await readToken(node('console.log(process.env.A)'), { A: 'abc' })).toBe('abc');
  });
});

describe('an error about the token', () => {
  test.each([
    ['a variable that is not set', { type: 'env', name: 'A' } as const, /the variable A is empty or not set/],
    [
      'a missing file',
      { type: 'file', path: path.join(os.tmpdir(), 'none', 'token') } as const,
      /cannot be read \(ENOENT\)/,
    ],
    [
      'a missing command',
      { type: 'command', command: ['no-such-command-here'] } as const,
      /no-such-command-here failed \(ENOENT\)/,
    ],
    [
      'a command that fails',
      node('console.log("canary"); console.error("canary"); process.exit(3)'),
      /failed \(3\)/,
    ],
    [
      'a command that fails with a message, without what may be a token',
      node(
        'console.log("tok-1"); console.error("vault is sealed: tok-1 eyJhbGciOi123456789012345"); process.exit(3)',
      ),
      /failed \(3\): vault is sealed: (?!.*(tok-1|eyJ)).*/,
    ],
    ['a command that prints nothing', node(''), /printed nothing/],
  ])('is reported for %s', async (_, source, told) => {
    const error = await readToken(source, {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ exit: 'token', message: expect.stringMatching(told) });
    expect(JSON.stringify([String(error), error])).not.toContain('canary"');
    expect((error as Error).cause).toBeUndefined();
  });

  test('an error about the token is reported for an empty file', async () => {
    const file = path.join(folder, 'token');
    await writeFile(file, ' \n');
    await expect(readToken({ type: 'file', path: file }, {})).rejects.toMatchObject({ exit: 'token' });
  });
});
