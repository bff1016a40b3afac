import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderWith, mockService, TOKEN } from '../cli/commands/harness.ts';
import { smallBatch } from '../cli/commands/sheets.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** A folder in which the packed package is installed, with the packages of this one. */
async function installed(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await folderWith({ 'package.json': '{ "type": "module" }', ...files });
  const run = promisify(execFile);
  // The build is that of the tests.
  const pack = ['pack', ROOT, '--ignore-scripts', '--json', '--pack-destination', cwd];
  const { stdout } = await run('npm', pack, { cwd, shell: process.platform === 'win32' });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  const modules = path.join(cwd, 'node_modules');
  await mkdir(modules);
  await run('tar', ['-xzf', path.join('..', filename)], { cwd: modules });
  const link = (target: string, at: string) =>
    symlink(path.join(ROOT, 'node_modules', target), path.join(modules, at), 'junction');
  await Promise.all([link('@types', '@types'), link('.', 'package/node_modules')]);
  await symlink(path.join(modules, 'package'), path.join(modules, 'supply-trace'), 'junction');
  return cwd;
}

const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
    ...{ module: 'NodeNext', target: 'ES2024', types: ['node'], skipLibCheck: false, noEmit: true },
    allowImportingTsExtensions: true,
  },
};

/** A program that calls the example: an import, an import that is aborted at its first record, and a wrong option. */
const PROGRAM = `
import { writeFileSync } from 'node:fs';
import { check, TraceError } from 'supply-trace';
import { importBatch } from './import-batch.ts';

const state = (): unknown[] => [
  process.eventNames().map((name) => [name, process.listenerCount(name)]),
  process.cwd(), process.exitCode, { ...process.env }, Reflect.ownKeys(globalThis).map(String),
  Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1')) === dispatcher,
];
void [fetch, Request, Response];
const dispatcher: unknown = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'));
const before = JSON.stringify(state());
const [file = '', baseUrl = '', token = ''] = process.argv.slice(2);
const config = (account: string) => ({
  environments: { sandbox: { baseUrl, account, settle: 0, absence: 0, concurrency: 1 } },
});
const problems: string[] = [];
const problem = (text: string): void => void problems.push(text);
const done = await importBatch(
  file, { config: config('ONE'), token, signal: new AbortController().signal }, { problem, row() {} },
);
const controller = new AbortController();
const stopped = await importBatch(
  file, { config: config('TWO'), token, signal: controller.signal }, { problem, row: () => controller.abort() },
);
// @ts-expect-error an option that does not exist
const wrong: unknown = await check({ files: [file], skipInvalidRows: true }).catch((error: unknown) => error);
writeFileSync('result.json', JSON.stringify({
  problems,
  done: done && [done.exitCode, done.totals.created, done.records.length],
  stopped: stopped && [stopped.exitCode, stopped.error?.code, stopped.totals['not-attempted'] > 0],
  wrong: wrong instanceof TraceError && [wrong.code, wrong.exit],
  isUnchanged: JSON.stringify(state()) === before,
}));
`;

test('the example of docs/library.md runs with the packed package: typed, silent, and stopped by its signal', async () => {
  const page = await readFile(path.join(ROOT, 'docs/library.md'), 'utf8');
  const [, example] = /```ts\n([\s\S]*?)```/.exec(page)!;
  const mock = await mockService();
  const [[name, rows]] = Object.entries(smallBatch()) as [[string, string]];
  const cwd = await installed({
    ...{ 'import-batch.ts': example!, 'main.ts': PROGRAM, 'tsconfig.json': JSON.stringify(TSCONFIG) },
    [name]: rows,
  });
  const run = promisify(execFile);
  await run(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', cwd]).catch(
    ({ stdout }) => expect.fail(stdout),
  );
  const ran = await run(process.execPath, ['main.ts', name, mock.url, TOKEN], { cwd });
  expect(ran).toEqual({ stdout: '', stderr: '' });
  const created = rows.trim().split('\n').length - 1;
  expect(JSON.parse(await readFile(path.join(cwd, 'result.json'), 'utf8'))).toEqual({
    problems: [],
    done: [0, created, created],
    stopped: [130, 'interrupted', true],
    wrong: ['option-unknown', 'usage'],
    isUnchanged: true,
  });
});

test('the package shows its manifest to programs, and no file of its own', async () => {
  const { exports } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  expect(Object.keys(exports)).toEqual(['.', './package.json']);
  for (const file of Object.values<string>(exports['.']))
    await expect(readFile(path.join(ROOT, file), 'utf8')).resolves.toContain('importFiles');
});
