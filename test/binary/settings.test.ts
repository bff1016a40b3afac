import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, sandboxFolder, TOKEN } from '../cli/commands/harness.ts';
import { csvOf, SMALL_BATCH, smallBatch, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { runTrace, start } from './harness.ts';

/** A file with one supplier. */
const one = (key: string): string => csvOf(supplier, [supplierBody(key)]);

/** The names of the files that were read, from the events. */
const filesIn = (stdout: string): string[] =>
  [...stdout.matchAll(/"type":"file-opened",[^}]*?"file":"([^"]+)"/g)].map(([, file]) => file!);

const READ = ['--dry-run', '--json-lines'];

describe('a pattern that the shell did not expand', () => {
  test.each<[pattern: string[], files: string[]]>([
    [['suppliers-*.csv'], ['suppliers-1.csv', 'suppliers-2.csv']],
    [['suppliers-?.csv'], ['suppliers-1.csv', 'suppliers-2.csv']],
    [['suppliers-[2-9].csv'], ['suppliers-2.csv']],
    [['**/suppliers-*.csv'], ['sub/suppliers-3.csv', 'suppliers-1.csv', 'suppliers-2.csv']],
    [
      ['suppliers-2.csv', 'suppliers-*.csv'],
      ['suppliers-2.csv', 'suppliers-1.csv'],
    ],
    // An existing file with that name takes precedence over the pattern.
    [['suppliers[1].csv'], ['suppliers[1].csv']],
  ])('stands for the matching files in order: %j is read as %j', async (pattern, files) => {
    const cwd = await folderWith({
      'suppliers-2.csv': one('B'),
      'suppliers-1.csv': one('A'),
      'suppliers[1].csv': one('D'),
      '~$suppliers-1.csv': 'what Excel leaves beside an open file',
    });
    await mkdir(path.join(cwd, 'sub'));
    await mkdir(path.join(cwd, 'suppliers-9.csv'));
    await writeFile(path.join(cwd, 'sub', 'suppliers-3.csv'), one('C'));
    const { code, stdout, stderr } = await runTrace(['import', ...pattern, ...READ], cwd);
    expect([code, filesIn(stdout)]).toEqual([0, files]);
    expect(stderr).toContain(
      `Next: trace import ${files.map((name) => (/\[/.test(name) ? `"${name}"` : name)).join(' ')} `,
    );
  });

  test.each(['check', 'plan', 'import'])(
    'a pattern that the shell did not expand is an error of trace %s if no file matches it',
    async (command) => {
      const cwd = await folderWith({ 'a.csv': one('A') });
      const { code, stderr } = await runTrace([command, 'a.csv', 'none-*.csv'], cwd);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`No file matches "none-*.csv" in ${cwd}`)]);
    },
  );
});

describe('check with --env', () => {
  test.each([
    ['no address', 'environments: { sandbox: { family: STANDARD } }', 'sandbox'],
    ['no configuration at all', '', 'production'],
    ['no token', 'environments: { sandbox: { baseUrl: https://a.example.com, tokenFile: none } }', 'sandbox'],
    ['no approval', 'environments: { sandbox: { baseUrl: https://a.example.com } }', 'sandbox'],
  ])('check --env works with %s, while import exits with 2', async (_, config, name) => {
    const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': config });
    const env = { TRACE_YES_TRUST: '', TRACE_HOME: await folderWith() };
    const argv = [...SMALL_BATCH, '--env', name, '--family', 'STANDARD'];
    const check = await runTrace(['check', ...argv], cwd, env);
    expect([check.code, check.stdout]).toEqual([0, expect.stringContaining('the input is valid')]);
    expect((await runTrace(['import', ...argv, '--yes'], cwd, env)).code).toBe(2);
  });

  test('check --env uses the settings of the environment, and rejects invalid ones', async () => {
    const config = 'environments: { sandbox: { family: NONE-SUCH } }';
    const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': config });
    const { code, stderr } = await runTrace(['check', ...SMALL_BATCH, '--env', 'sandbox'], cwd);
    expect([code, stderr]).toEqual([2, expect.stringContaining('environments.sandbox.family')]);
  });
});

test('trace mock accepts any token, even if TRACE_TOKEN is set', async () => {
  const cwd = await folderWith();
  const { child, done } = start(['mock', '--port', '0'], cwd, { TRACE_TOKEN: TOKEN });
  const [url] = (await once(child.stdout, 'data')) as [string];
  const headers = { Authorization: 'Bearer another' };
  const { status } = await fetch(`${url.trim()}/brand-products?limit=1`, { headers });
  child.kill('SIGTERM');
  await done;
  expect(status).toBe(200);
});

test('TRACE_LIMIT applies to lists and TRACE_FILE_LIMIT to input files, also if both are set', async () => {
  const { cwd } = await sandboxFolder(smallBatch());
  const env = {
    TRACE_ENV: 'sandbox',
    TRACE_LIMIT: '1',
    TRACE_FILE_LIMIT: 'rows=100',
    TRACE_COLLECTION: 'SS27',
  };
  expect((await runTrace(['import', ...SMALL_BATCH], cwd, env)).code).toBe(0);
  const few = { ...env, TRACE_FILE_LIMIT: 'rows=1' };
  expect((await runTrace(['check', ...SMALL_BATCH], cwd, few)).code).toBe(3);
  const list = await runTrace(['packaging', 'list', '--json'], cwd, env);
  expect([list.code, list.stdout.trimEnd().split('\n').length]).toEqual([0, 1]);
});
