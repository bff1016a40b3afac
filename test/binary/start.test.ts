import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { smallBatch } from '../cli/commands/sheets.ts';
import { BINARY } from './harness.ts';

/** Packages, and code of other formats and of sending, that a check of a CSV file must not load. */
const NOT_FOR_CSV =
  /node_modules\/(?:zod|cosmiconfig|listr2|undici|hono|@hono|yauzl|hucre|hyparquet|hyparquet-writer|xlsx|iconv-lite|js-yaml|yaml|htmlparser2|csv-parse)\/|src\/(?:sheets\/(?:xlsx|ods|html|spreadsheetml|old-excel)|mock|service)\//;

/** Files of which `check` uses names or small functions. */
const SHARED = ['src/service/clock.ts', 'src/mock/created-id.ts'];

/** The modules that a command loads: the files that it reads, and the modules that the build joined in them. */
async function modulesOf(argv: readonly string[], cwd: string, status = 0): Promise<string[]> {
  const hook = path.join(cwd, 'loaded.cjs');
  const list = path.join(cwd, 'loaded.json');
  await writeFile(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache))));`,
  );
  const ran = spawnSync(process.execPath, ['--require', hook, BINARY, ...argv], { cwd, env: {} });
  expect([ran.status, String(ran.stderr)]).toEqual([status, expect.any(String)]);
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

  test('a check that advises trace map proposes from the first rows, and surveys no file', async () => {
    const cwd = await folderWith({
      'export.csv': 'Style Code,Colour Code,Season,Content\nS1,C1,SS27,100% COTTON\n',
    });
    const modules = await modulesOf(['check', 'export.csv'], cwd, 3);
    expect(modules).toEqual(expect.arrayContaining(['src/cli/map/understood.ts', 'src/map/propose.ts']));
    expect(modules).not.toContain('src/cli/map/survey.ts');
  });

  test('trace --version loads no package except for plural forms', async () => {
    const modules = await modulesOf(['--version'], await folderWith({}));
    const packages = modules.filter((name) => name.startsWith('node_modules/'));
    expect(packages.filter((name) => !PLURALS.test(name))).toEqual([]);
  });

  test('the files of the build contain only ASCII', async () => {
    const dist = path.join(path.dirname(BINARY), '..', 'dist');
    const files = (await readdir(dist)).filter((name) => name.endsWith('.cjs'));
    expect(files).toContain('main.cjs');
    for (const file of files) {
      const bytes = await readFile(path.join(dist, file));
      expect([file, bytes.findIndex((byte) => byte > 0x7f)]).toEqual([file, -1]);
    }
  });
});

test('a command whose work never ends exits with 13 when nothing is left to wait for', async () => {
  const cwd = await folderWith(smallBatch());
  const hook = path.join(cwd, 'never.cjs');
  await writeFile(hook, `require('node:fs/promises').stat = () => new Promise(() => {});`);
  const argv = ['--require', hook, BINARY, 'check', ...Object.keys(smallBatch())];
  const ran = spawnSync(process.execPath, argv, { cwd, env: {} });
  expect([ran.status, String(ran.stderr)]).toEqual([13, expect.stringContaining('ended before it was done')]);
});
