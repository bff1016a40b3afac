import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningMock, startMock } from '../../../src/mock/listen.ts';
import { shellWords } from '../../advice/shells.ts';
import { dataOf } from '../../data.ts';
import { STAND_IN } from '../../mock/sound-body.ts';
import { folderWith, type Ran, sandboxConfig, TOKEN, trace } from './harness.ts';
import { component, componentBody, csvOf, product, productBody, supplier, supplierBody } from './sheets.ts';
import { numbered } from './v3-world.ts';

/**
 * Characters that no output for people may contain: control characters other than line ends, and characters that
 * reverse or hide text.
 */
const UNSAFE = /[^\P{Cc}\n]|[\p{Cf}\u2028\u2029]/u;

/** Clears the screen, rewinds the line, begins another, reverses the text, and clears the screen in one byte. */
const UNSEEN = 'a\u001b[2J\rb\nc\u202ed\u009b31m\u200be';
/** Names that shells interpret, each with another character; a shell parses the collected advice of all tests. */
const ACTIVE = `$(touch x) \`touch x\` it's "q" !! %PATH% ;a&b|c`;

/** Windows does not allow such names. */
describe.skipIf(process.platform === 'win32').each([
  ['with control characters', UNSEEN],
  ['with special characters of shells', ACTIVE],
  ['that look like a flag', '-rf'],
  ['that begin with a tilde', '~'],
])('names of folders and files %s', (_, name) => {
  const file = (extension: string) => `${name}.${extension}`;
  const place = ['--env', 'sandbox', '--config', file('yaml'), '--state-dir', name];
  const config = ['--config', file('yaml')];
  const state = [...config, '--state-dir', name];
  let base: string;
  let cwd: string;
  let mock: RunningMock;

  beforeAll(async () => {
    mock = await startMock({ dataFile: null, token: TOKEN, projectTypes: STAND_IN });
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const body = JSON.stringify(numbered(1, { uniqueIdentifier: name, name }));
    await fetch(`${mock.url}/brand-products`, { method: 'POST', headers, body });
    base = await mkdtemp(path.join(os.tmpdir(), 'trace-names-'));
    cwd = path.join(base, `in ${name}`);
    await mkdir(cwd);
    const bad = [supplierBody('FRN-9', { projectType: 'NONE-SUCH', name })];
    const files = {
      // a name with control characters is damaged text, and is used unchanged here
      [file('yaml')]: `${sandboxConfig(mock.url)}severity: { text-damaged: warning }\n`,
      [file('csv')]: csvOf(supplier, [supplierBody('FRN-1', { name }), supplierBody(`FRN-${name}`)]),
      [`products ${name}.csv`]: csvOf(product, [productBody('ROB-1', 'FRN-1')]),
      [`components ${name}.csv`]: csvOf(component, [componentBody('CMP-1', 'ROB-1', 'FRN-1')]),
      [`bad ${name}.csv`]: csvOf(supplier, [supplierBody('FRN-8'), ...bad]),
      [`unknown ${name}.csv`]: 'a,b,c\n1,2,3\n',
      [`v3 ${name}.csv`]: 'purchaseOrderNumber,productUniqueIdentifier\nPO-1,BP-1\n',
      [`empty ${name}.csv`]: '',
      [`values ${name}.txt`]: 'NEW-VALUE\n',
      [`damaged ${name}.xlsx`]: 'PK no workbook',
      [`contract ${name}.json`]: '{}',
      [`wrong ${name}.yaml`]: 'environments: { a: { nonsense: 1 } }\n',
      'trace.config.yaml': sandboxConfig(mock.url),
    };
    await Promise.all(Object.entries(files).map(([called, text]) => writeFile(path.join(cwd, called), text)));
  });

  afterAll(async () => {
    await mock.close();
    await rm(base, { recursive: true, force: true });
  });

  /** The lines run one after the other: each uses the files of the previous one. */
  const LINES = dataOf<[code: number, ...argv: string[]][]>(import.meta.dirname, 'foreign-names.yaml');
  const flags = new Map([
    ['PLACE', place],
    ['CONFIG', config],
    ['STATE', state],
  ]);

  test('reach neither the terminal nor a shell without escapes or quotes', async () => {
    const ran: (Ran & { line: string; wanted: number })[] = [];
    for (const [wanted, ...words] of LINES) {
      const argv = words.flatMap((word) => flags.get(word) ?? [word.replaceAll('NAME', () => name)]);
      ran.push({ ...(await trace(argv, { cwd })), line: argv.join(' '), wanted });
    }
    const served = ['mock', '--data', `mock ${name}.db`, '--port', '0', ...config];
    const ended = await trace(served, { cwd, signal: AbortSignal.abort() });
    ran.push({ ...ended, line: served.join(' '), wanted: 0 });
    for (const { line, stdout, stderr } of ran) {
      expect(UNSAFE.exec(stdout), line).toBeNull();
      expect(UNSAFE.exec(stderr), line).toBeNull();
    }
    expect(ran.map(({ code, line }) => `${code} ${line}`)).toEqual(
      ran.map(({ wanted, line }) => `${wanted} ${line}`),
    );
    // Checks that the names were printed; otherwise the test would prove nothing.
    const said = ran.filter(({ stderr, stdout }) =>
      `${stdout}${stderr}`.includes(name === UNSEEN ? '\\x1b[2J' : name),
    );
    expect(said.length).toBeGreaterThan(LINES.length / 2);
    expect(await readdir(cwd)).not.toContain('x');
  });
});

describe.skipIf(process.platform === 'win32')('a command to paste', () => {
  test('a command to paste has all names of 40 files with long names', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `${'a long name '.repeat(4)}${at}.csv`);
    const cwd = await folderWith(
      Object.fromEntries(names.map((name, at) => [name, csvOf(supplier, [supplierBody(`FRN-${at}`)])])),
    );
    const { stdout } = await trace(['check', ...names], { cwd });
    const next = /Next: (.*)$/m.exec(stdout)![1]!;
    expect(next.length).toBeGreaterThan(2000);
    expect(shellWords('sh', [next])).toEqual([['plan', ...names, '--env', 'mock']]);
  });

  test('a command to paste has the word FILES for 110 files, and an explanation of it', async () => {
    const names = Array.from({ length: 110 }, (_, at) => `${'long '.repeat(8)}${at}.csv`);
    const cwd = await folderWith(
      Object.fromEntries(names.map((name, at) => [name, csvOf(supplier, [supplierBody(`FRN-${at}`)])])),
    );
    const { stdout } = await trace(['check', ...names], { cwd });
    expect(stdout).toMatch(/Next: trace plan FILES --env mock, with the same 110 files for FILES$/m);
  });

  test('a command to paste has the whole name of a sheet, however long', async () => {
    const name = `${'a long name of '.repeat(15)}$(touch x)`;
    const cwd = await folderWith({ [`${name}.csv`]: 'a,b,c\n1,2,3\n' });
    const { stdout } = await trace(['check', `${name}.csv`], { cwd });
    const skip = / or (--sheet .*=skip'?); /.exec(stdout)![1]!;
    expect(shellWords('sh', [`trace ${skip}`])).toEqual([['--sheet', `${name}=skip`]]);
  });
});
