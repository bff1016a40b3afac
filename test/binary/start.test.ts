import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { smallBatch } from '../cli/commands/sheets.ts';
import { BINARY, runBinary } from './harness.ts';

const LOADER = fileURLToPath(new URL('../../bin/load.cjs', import.meta.url));

/** What a start must not pay for: packages, and the code of other formats and of sending. */
const NOT_FOR_CSV =
  /node_modules\/(?:zod|undici|hono|@hono|yauzl|hucre|xlsx|iconv-lite|js-yaml|htmlparser2)\/|src\/(?:sheets\/(?:xlsx|ods|html|spreadsheetml|old-excel)|mock|service)\//;

/** Files of which `check` uses names or small functions. */
const SHARED = ['src/service/clock.ts', 'src/mock/created-id.ts'];

/** The modules that a command loads: the files that it reads, and the modules that the build joined in them. */
async function modulesOf(argv: readonly string[], cwd: string): Promise<string[]> {
  const hook = path.join(cwd, 'loaded.cjs');
  const list = path.join(cwd, 'loaded.json');
  await writeFile(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache))));`,
  );
  const ran = spawnSync(process.execPath, ['--require', hook, BINARY, ...argv], { cwd, env: {} });
  expect([ran.status, String(ran.stderr)]).toEqual([0, expect.any(String)]);
  const files: string[] = JSON.parse(await readFile(list, 'utf8'));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const joined = texts.flatMap((text) =>
    [...text.matchAll(/^\/\/(?:#region)? ((?:src|node_modules)\/\S+)/gm)].map(([, name]) => name!),
  );
  return [...files, ...joined];
}

/** The few functions that choose the plural form of a text, without the rules of other languages. */
const PLURALS = /\/(make-plural|@messageformat\/runtime)\//;

describe('what a command loads', () => {
  test('a check of a CSV file loads nothing for other formats, validation libraries or sending', async () => {
    const cwd = await folderWith(smallBatch());
    const modules = await modulesOf(['check', ...Object.keys(smallBatch())], cwd);
    expect(modules).toEqual(
      expect.arrayContaining(['src/sheets/csv.ts', expect.stringMatching(/^node_modules\/commander\//)]),
    );
    const needless = modules.filter((name) => NOT_FOR_CSV.test(name) && !SHARED.includes(name));
    expect(needless).toEqual([]);
  });

  test('the version loads only the start of the program', async () => {
    const modules = await modulesOf(['--version'], await folderWith({}));
    const packages = modules.filter((name) => name.startsWith('node_modules/'));
    expect(packages.filter((name) => !PLURALS.test(name))).toEqual([]);
  });

  test('the build writes ASCII, which the loader expects', async () => {
    const dist = path.join(path.dirname(BINARY), '..', 'dist');
    const files = (await readdir(dist)).filter((name) => name.endsWith('.cjs'));
    expect(files).toContain('main.cjs');
    for (const file of files) {
      const bytes = await readFile(path.join(dist, file));
      expect([file, bytes.findIndex((byte) => byte > 0x7f)]).toEqual([file, -1]);
    }
  });
});

test('a run whose work never ends fails, although nothing is left to wait for', async () => {
  const cwd = await folderWith(smallBatch());
  const hook = path.join(cwd, 'never.cjs');
  await writeFile(hook, `require('node:fs/promises').stat = () => new Promise(() => {});`);
  const argv = ['--require', hook, BINARY, 'check', ...Object.keys(smallBatch())];
  const ran = spawnSync(process.execPath, argv, { cwd, env: {} });
  expect([ran.status, String(ran.stderr)]).toEqual([13, expect.stringContaining('ended before it was done')]);
});

describe('compiled code in the cache folder of the user', () => {
  const CHECK = ['check', ...Object.keys(smallBatch())];

  async function world() {
    const cwd = await folderWith(smallBatch());
    const cache = await folderWith({});
    const own = path.join(cache, 'trace');
    const check = (argv = CHECK) => runBinary(argv, cwd, { XDG_CACHE_HOME: cache });
    const files = async () => {
      const all = await readdir(own, { recursive: true, withFileTypes: true });
      return all.filter((one) => one.isFile()).map((one) => path.join(one.parentPath, one.name));
    };
    return { cwd, cache, own, check, files };
  }

  test('is written once, for the user alone, and changes nothing that is printed', async () => {
    const { check, files, own } = await world();
    const first = await check();
    const written = await files();
    const times = () => Promise.all(written.map(async (file) => (await stat(file)).mtimeMs));
    const before = await times();
    expect(written.map((file) => path.basename(file))).toContain('check.cjs');
    expect(await check()).toEqual(first);
    expect(await times()).toEqual(before);
    if (process.platform === 'win32') return;
    for (const file of [own, ...written]) expect((await stat(file)).mode & 0o077).toBe(0);
  });

  test.each<[name: string, damage: (bytes: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (bytes) => bytes.subarray(0, bytes.length >> 1)],
    [
      'changed in one bit',
      (bytes) => Buffer.from(bytes).fill(bytes.at(-99)! ^ 1, -99 + bytes.length, -98 + bytes.length),
    ],
    ['of zeros', (bytes) => Buffer.alloc(bytes.length)],
  ])('is not used when it is %s, and written again', async (_, damage) => {
    const { check, files } = await world();
    const first = await check();
    const whole = new Map<string, number>();
    for (const file of await files()) {
      const bytes = await readFile(file);
      whole.set(file, bytes.length);
      await writeFile(file, damage(bytes));
    }
    expect(await check()).toEqual(first);
    expect(await files()).toEqual([...whole.keys()]);
    expect(await check()).toEqual(first);
  });

  test('loads packages of every kind, without a warning of Node', async () => {
    const { cwd, cache } = await world();
    const env = { XDG_CACHE_HOME: cache };
    await writeFile(path.join(cwd, 'page.html'), '<table><tr><td>a</td><td>b</td></tr></table>');
    await writeFile(path.join(cwd, 'trace.config.yaml'), 'environments: {}');
    for (const argv of [
      ['template'],
      ['template', '--force'],
      ['check', 'page.html'],
      ['mock', '--help'],
      CHECK,
    ]) {
      const { code, stderr } = await runBinary(argv, cwd, env);
      expect(stderr).not.toMatch(/Warning|bug/);
      expect([0, 3]).toContain(code);
    }
  });

  test('of several first runs at once is complete, and no draft of it remains', async () => {
    const { check, files } = await world();
    const ran = await Promise.all(Array.from({ length: 4 }, () => check()));
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect((await files()).filter((file) => !file.endsWith('.cjs'))).toEqual([]);
    expect(await check()).toEqual(ran[0]);
  });

  test('is not left by a run that did not do its work', async () => {
    const { check, files } = await world();
    expect((await check(['check', 'missing.csv'])).code).toBe(2);
    expect(await files()).toEqual([]);
  });

  test('is neither written nor used where the folder does not exist, or cannot be written', async () => {
    const { cwd, cache } = await world();
    const absent = path.join(cache, 'absent');
    for (const folder of [absent, '/proc/self'])
      expect((await runBinary(CHECK, cwd, { XDG_CACHE_HOME: folder })).code).toBe(0);
    expect(await readdir(cache)).toEqual([]);
    expect(await readdir(cwd)).not.toContain('relative');
    expect((await runBinary(CHECK, cwd, { HOME: cache })).code).toBe(0);
    expect(await readdir(cache)).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')(
    'is neither written nor used where others could write',
    async () => {
      const { check, own } = await world();
      await mkdir(own);
      await chmod(own, 0o777);
      expect((await check()).code).toBe(0);
      expect(await readdir(own)).toEqual([]);
      const linked = await world();
      await symlink(own, linked.own);
      await chmod(own, 0o700);
      expect((await linked.check()).code).toBe(0);
      expect(await readdir(own)).toEqual([]);
    },
  );

  test('of another build is not used, even if the files have the same names and lengths', async () => {
    const program = await folderWith({});
    const cache = await folderWith({});
    const run = async (word: string) => {
      await writeFile(path.join(program, 'main.cjs'), `exports.say = () => require("./part.cjs").word;`);
      await writeFile(path.join(program, 'part.cjs'), `exports.word = "${word}";`);
      const code = `console.log(require(${JSON.stringify(LOADER)}).loadCached(...${JSON.stringify([program, 'main.cjs', cache, ['check']])}).say())`;
      return (await promisify(execFile)(process.execPath, ['-e', code])).stdout.trim();
    };
    expect([await run('one'), await run('two'), await run('two'), await run('one')]).toEqual([
      ...['one', 'two', 'two', 'one'],
    ]);
  });
});
