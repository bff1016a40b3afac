import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/index.ts';
import { checkDocument } from '../../../src/cli/view/report-schema.ts';
import { kindsOf, listsOf } from '../../../src/contract/registry.ts';
import { EXIT_CODES, type Exit } from '../../../src/errors.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { say } from '../../../src/say.ts';
import { VERSION } from '../../../src/version.ts';
import { allDeclared } from './declared.ts';
import { expectEnd, folderWith, mockService, sandboxConfig, sandboxFolder, TOKEN, trace } from './harness.ts';
import { csvOf, SMALL_BATCH, SMALL_SIZE, smallBatch, supplier, supplierBody } from './sheets.ts';

const here = () => folderWith();

describe('trace', () => {
  test('trace prints its version', async () => {
    for (const flag of ['--version', '-V']) {
      expect(await trace([flag], { cwd: await here() })).toEqual({
        code: 0,
        stdout: `${VERSION}\n`,
        stderr: '',
      });
    }
  });

  test('trace lists every command in its help, with examples and exit codes', async () => {
    const { code, stdout } = await trace(['--help'], { cwd: await here() });
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS)
      expect(stdout).toMatch(
        new RegExp(`^ +${name}\\b.*${summary.slice(0, 20).replace(/[^\w ]/g, '.')}`, 'm'),
      );
    expectTail(stdout, '');
  });
});

/** Commands whose help lists the exit codes. The help of the others refers to `trace --help`. */
const LIST_EXIT_CODES = /^(|(\S+ )?update|import|plan|check|compare|watch|resume|resolve)$/;

function expectTail(help: string, path: string): void {
  expect(help).toMatch(/\nExamples:\n( {2}\$ trace .+\n| {2}\$ cat .+\n)+\nExit codes:/);
  if (!LIST_EXIT_CODES.test(path)) {
    expect(help).toContain('\nExit codes: trace --help\n');
    return;
  }
  for (const [name, { code }] of Object.entries(EXIT_CODES))
    expect(help.split('\n')).toContain(`  ${String(code).padStart(3)}  ${say().exitCodes[name as Exit]()}`);
}

const paths = (await allDeclared()).map(({ words }) => words);

describe('the help of every command has usage, examples and exit codes', () => {
  test.each(paths.map((argv) => [argv.join(' '), argv] as const))(
    'the help of trace %s has usage, examples and exit codes',
    async (_, argv) => {
      const { code, stdout, stderr } = await trace([...argv, '--help'], { cwd: await here() });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(new RegExp(`^Usage: trace ${argv.join(' ')}`));
      expectTail(stdout, argv.join(' '));
    },
  );
});

describe('trace check', () => {
  const WEAVERS = csvOf(
    supplier,
    ['FRN-1', 'FRN-2'].map((ref) => supplierBody(ref, { category: 'Weaver' })),
  );

  test('trace check prints the findings by cause and the verdict to stdout, and the progress to stderr', async () => {
    const cwd = await folderWith({ 'suppliers.csv': WEAVERS });
    const { code, stdout, stderr } = await trace(['check', 'suppliers.csv'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /^error +C2:C3 \(2 rows\) category \[not-in-list\]\n +"Weaver" is not in supplier\.category; /m,
    );
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^2 errors .*Next: /);
    expect(stderr).toContain('comma-separated, UTF-8');
  });

  test('trace check works without a token or a reachable service, and creates no ledger', async () => {
    const cwd = await folderWith({
      ...smallBatch(),
      'trace.config.yaml': sandboxConfig('http://127.0.0.1:9'),
    });
    const ran = await trace(['check', ...SMALL_BATCH, '--env', 'sandbox'], {
      cwd,
      env: { SANDBOX_TOKEN: '' },
    });
    expect(ran.code).toBe(0);
    await expect(readFile(path.join(cwd, '.trace', 'ledger.db'))).rejects.toThrow();
  });
});

describe('trace plan', () => {
  test('trace plan shows waves and counts, sends nothing, and agrees with the import that follows', async () => {
    const { mock, cwd } = await sandboxFolder(smallBatch());
    const { code, stdout } = await trace(['plan', ...SMALL_BATCH, '--env', 'sandbox', '--json'], { cwd });
    expect(code).toBe(0);
    const plan = JSON.parse(stdout);
    expect(
      plan.waves.map(({ kinds, toSend }: { kinds: string[]; toSend: number }) => [kinds, toSend]),
    ).toEqual([
      [['suppliers'], 3],
      [['products'], 2],
      [['components'], 3],
    ]);
    expect(mock.stats().requests).toBe(0);
    await trace(['import', ...SMALL_BATCH, '--env', 'sandbox'], { cwd });
    const after = JSON.parse(
      (await trace(['plan', ...SMALL_BATCH, '--env', 'sandbox', '--json'], { cwd })).stdout,
    );
    expect(after.waves.map(({ toSend }: { toSend: number }) => toSend)).toEqual([0, 0, 0]);
  });

  test('trace plan exits with 3 on errors, and with 0 if --skip-invalid is given', async () => {
    const cwd = await folderWith({
      'suppliers.csv': csvOf(supplier, [supplierBody('FRN-1', { category: 'Weaver' })]),
    });
    expect((await trace(['plan', 'suppliers.csv'], { cwd })).code).toBe(3);
    expect((await trace(['plan', 'suppliers.csv', '--skip-invalid'], { cwd })).code).toBe(0);
  });
});

describe('trace runs', () => {
  test('trace runs lists the runs, shows the records of one run, and writes its report again', async () => {
    const cwd = await folderWith(smallBatch());
    await trace(['import', ...SMALL_BATCH], { cwd });
    await trace(['import', ...SMALL_BATCH], { cwd });
    const list = JSON.parse((await trace(['runs', 'list', '--json'], { cwd })).stdout);
    expect(
      list.map(({ totals }: { totals: Record<string, number> }) => [totals.unchanged, totals.created]),
    ).toEqual([
      [SMALL_SIZE, 0],
      [0, SMALL_SIZE],
    ]);
    expect((await trace(['runs', 'list', '--last', '1', '--json'], { cwd })).stdout).toBe(
      `${JSON.stringify(list.slice(0, 1))}\n`,
    );
    const table = (await trace(['runs', 'list'], { cwd })).stdout;
    for (const { run } of list) expect(table).toContain(run);

    const first = list[1].run as string;
    const shown = await trace(['runs', 'show', first], { cwd });
    expect(shown.stdout.match(/^created /gm)).toHaveLength(SMALL_SIZE);
    expect(shown.stdout).toMatch(/supplier +FRN-1 .*suppliers\.csv › A2/);
    const lines = (await trace(['runs', 'show', first, '--json', '--outcome', 'created'], { cwd })).stdout
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(Array(SMALL_SIZE).fill('record'));
    expect((await trace(['runs', 'show', first, '--outcome', 'rejected', '--json'], { cwd })).stdout).toBe(
      '',
    );

    const report = await trace(['runs', 'report', first, '--out', 'again.json'], { cwd });
    expect([report.code, report.stdout]).toEqual([0, '']);
    expect(JSON.parse(await readFile(path.join(cwd, 'again.json'), 'utf8')).run).toBe(first);
  });

  test('advises to import first if the ledger has no run yet', async () => {
    const cwd = await here();
    Ledger.open(path.join(cwd, '.trace', 'ledger.db')).close();
    const { code, stderr } = await trace(['runs', 'report'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'There are no runs yet: nothing was imported with this state folder. Import first (trace import FILE',
    );
  });

  test('advises to import first if there is no ledger', async () => {
    const { code, stderr } = await trace(['runs', 'list'], { cwd: await here() });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^trace: There is no ledger in .*\.trace: nothing was imported from here\. Import first \(trace import FILE/,
    );
  });
});

describe('trace env', () => {
  const config = (url: string) => sandboxConfig(url, 'rate: 50');

  test('list prints the environments with their addresses', async () => {
    const cwd = await folderWith({ 'trace.config.yaml': config('https://sandbox.example') });
    expect(JSON.parse((await trace(['env', 'list', '--json'], { cwd })).stdout)).toEqual([
      { name: 'mock', baseUrl: 'embedded' },
      { name: 'sandbox', baseUrl: 'https://sandbox.example' },
      { name: 'production', baseUrl: null },
    ]);
    expect((await trace(['env', 'list'], { cwd })).stdout).toContain('environments.production.baseUrl');
  });

  test('env show prints every setting and its source', async () => {
    const cwd = await folderWith({ 'trace.config.yaml': config('https://sandbox.example') });
    const env = { TRACE_STATE_DIR: 'state', TRACE_TIMEOUT: '5s' };
    const shown = JSON.parse((await trace(['env', 'show', 'sandbox', '--json'], { cwd, env })).stdout);
    const file = `${path.join(cwd, 'trace.config.yaml')} (environments.sandbox)`;
    expect(shown).toMatchObject({
      baseUrl: { value: 'https://sandbox.example', from: file },
      token: { value: 'tokenEnv SANDBOX_TOKEN', from: file },
      rate: { value: 50, from: file },
      settle: { value: '0', from: file },
      timeout: { value: '5s', from: '--timeout or TRACE_TIMEOUT' },
      concurrency: { value: 16, from: 'default' },
      stateDir: { value: path.join(cwd, 'state'), from: '--state-dir or TRACE_STATE_DIR' },
    });
    const text = (await trace(['env', 'show', 'sandbox'], { cwd })).stdout;
    expect(text).toMatch(
      /^rate +50 requests\/s +environments\.sandbox$[\s\S]*^configuration: .*trace\.config\.yaml/m,
    );
    expect(text).not.toContain(TOKEN);
  });

  test('env show uses TRACE_ENV if no name is given, else the mock', async () => {
    const cwd = await folderWith({ 'trace.config.yaml': config('https://sandbox.example') });
    const named = await trace(['env', 'show', '--json'], { cwd, env: { TRACE_ENV: 'sandbox' } });
    expect(JSON.parse(named.stdout).baseUrl.value).toBe('https://sandbox.example');
    expect(JSON.parse((await trace(['env', 'show', '--json'], { cwd })).stdout).baseUrl.value).toBe(null);
  });

  test('check exits with 4 for a wrong token, with 7 if nothing responds, with 2 if it is not the service', async () => {
    const mock = await mockService();
    const cwd = await folderWith({ 'trace.config.yaml': config(mock.url) });
    const good = await trace(['env', 'check', 'sandbox'], { cwd });
    expect(good).toEqual({
      code: 0,
      stdout: `sandbox is reachable at ${mock.url} and accepts the token.\n`,
      stderr: '',
    });
    const wrong = await trace(['env', 'check', 'sandbox'], { cwd, env: { SANDBOX_TOKEN: 'wrong' } });
    expect([wrong.code, wrong.stdout]).toEqual([4, '']);
    expect(wrong.stderr).toContain('rejects the token (HTTP 400): INVALID_SESSION');
    expect((await trace(['env', 'check', 'sandbox'], { cwd, env: { SANDBOX_TOKEN: '' } })).code).toBe(4);
    await writeFile(path.join(cwd, 'trace.config.yaml'), config(`${mock.url}/elsewhere`));
    expect((await trace(['env', 'check', 'sandbox'], { cwd })).code).toBe(2);
    expect(mock.stats().answers.supplier).toBeUndefined();
    await mock.close();
    const gone = await trace(['env', 'check', 'sandbox'], { cwd });
    expect([gone.code, gone.stdout]).toEqual([7, '']);
    expect(gone.stderr).toContain('cannot be reached');
  });

  test('check of the embedded mock succeeds and creates no file', async () => {
    const cwd = await here();
    expect((await trace(['env', 'check'], { cwd })).code).toBe(0);
    expect(await readdir(cwd)).toEqual([]);
  });

  test.each(['show', 'check'])('%s of an unknown environment suggests the nearest one', async (command) => {
    const { code, stderr } = await trace(['env', command, 'sandbx'], { cwd: await here() });
    expectEnd({ code, stderr }, 2, 'Unknown environment "sandbx". Did you mean "sandbox"?');
  });
});

describe('trace taxonomy', () => {
  test('list prints the names of all lists, or the exact values of one', async () => {
    const all = JSON.parse((await trace(['taxonomy', 'list', '--json'], { cwd: await here() })).stdout);
    expect(all.map(({ name }: { name: string }) => name)).toEqual(listsOf('v2').map(({ name }) => name));
    for (const list of listsOf('v2')) {
      const { code, stdout } = await trace(['taxonomy', 'list', list.name.toUpperCase()], {
        cwd: await here(),
      });
      expect([code, stdout]).toEqual([0, `${list.values.join('\n')}\n`]);
    }
  });

  test('list suggests the nearest list for an unknown name', async () => {
    const { code, stdout, stderr } = await trace('taxonomy list component.categry', {
      cwd: await here(),
    });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Unknown list "component.categry". Did you mean "component.category"?');
  });

  test('search looks in all lists, ignores case and finds similar values', async () => {
    const search = async (...words: string[]) =>
      JSON.parse((await trace(['taxonomy', 'search', ...words, '--json'], { cwd: await here() })).stdout);
    const expected = { list: 'component.category', value: 'CORD STOPERS' };
    expect(await search('cord', 'stopers')).toContainEqual(expected);
    expect(await search('coton')).toContainEqual({ list: expect.any(String), value: 'COTTON' });
    expect(await search('zzzzzzzz')).toEqual([]);
    const none = await trace(['taxonomy', 'search', 'zzzzzzzz'], { cwd: await here() });
    expect(none).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No value contains this text or is similar to it.\n',
    });
  });
});

describe('trace template', () => {
  test.each([
    [[], kindsOf('v2').length],
    [['suppliers', 'Product', 'supplier'], 2],
    [['suppliers', '--kinds', 'products, components', '--lang', 'FR'], 3],
    [['components', '--family', 'module360_agec'], 1],
    [['--interface', 'v3'], kindsOf('v3').length],
  ])('%j writes a workbook with %i sheets that check reports as not filled in', async (argv, sheets) => {
    const cwd = await here();
    const made = await trace(['template', ...argv, '--out', 'blank.xlsx'], { cwd });
    expectEnd(made, 0, new RegExp(`: ${sheets} (sheet|feuille)`));
    const checked = await trace('check blank.xlsx --json --family MODULE360_AGEC --external-refs', { cwd });
    const { files, findings } = checkDocument.parse(JSON.parse(checked.stdout));
    const errors = findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    expect([checked.code, errors, files[0]!.rows]).toEqual([3, ['file-empty'], 0]);
    const empty = findings.find(({ code }) => code === 'file-empty')!;
    expect(empty.message).toBe('nothing is filled in: the file has only the example rows of the template');
  });

  test('trace template replaces an existing file only with --force', async () => {
    const cwd = await folderWith({ 'blank.xlsx': 'mine' });
    const refused = await trace(['template', '--out', 'blank.xlsx'], { cwd });
    expect([refused.code, await readFile(path.join(cwd, 'blank.xlsx'), 'utf8')]).toEqual([2, 'mine']);
    expect((await trace(['template', '--out', 'blank.xlsx', '--force'], { cwd })).code).toBe(0);
  });
});

test('the next command that check, plan and --dry-run print repeats the files and flags', async () => {
  const cwd = await folderWith(smallBatch());
  const argv = [...SMALL_BATCH, '--batch', 'AURORE W1', '--sheet', 'products=products', '--strict'];
  const next =
    ' suppliers.csv products.csv components.csv --batch "AURORE W1" --sheet products=products --strict --env mock\n';
  const check = await trace(['check', ...argv, '--env', 'mock'], { cwd });
  expect(check.stdout).toContain(`Next: trace plan${next}`);
  const plan = await trace(['plan', ...argv], { cwd });
  expect(plan.stderr).toContain(`Next: trace import${next}`);
  const dry = await trace(['import', ...argv, '--dry-run', '--yes'], { cwd });
  expect(dry.stderr).toContain(`Next: trace import${next}`);
});
