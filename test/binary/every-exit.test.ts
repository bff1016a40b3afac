import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { v3Records, v3Workbook } from '../../scripts/fixtures/v3.ts';
import { runReport } from '../../src/cli/view/report-schema.ts';
import { stateFiles } from '../../src/import/state/state-files.ts';
import { takeLock } from '../../src/ledger/lock.ts';
import { parseChaos } from '../../src/mock/chaos/parse.ts';
import { writeWorkbook } from '../../src/sheets/workbook-writer.ts';
import { folderWith, mockService, reportIn, sandboxConfig, sandboxFolder } from '../cli/commands/harness.ts';
import { SMALL_BATCH, smallBatch } from '../cli/commands/sheets.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { runBinary, runTrace, start } from './harness.ts';

const fixture = (name: string) => readFile(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url)));

/** Each fixture with an error in it: the files of a folder. */
const BROKEN: Readonly<Record<string, () => Promise<Record<string, string | Uint8Array>>>> = {
  batch: async () => ({ 'batch.xlsx': await fixture('broken/maison-aurore.xlsx') }),
  'batch-fr': async () => {
    const suppliers = await fixture('batch-fr/fournisseurs.csv');
    return {
      'fournisseurs.csv': suppliers.toString().replace('claire.lemoine@example.org', 'claire.lemoine'),
      'emballages.csv': await fixture('batch-fr/emballages.csv'),
      'produits.csv': await fixture('batch-fr/produits.csv'),
      'composants.csv': await fixture('batch-fr/composants.csv'),
    };
  },
  v3: async () => {
    const records = v3Records();
    const [first, ...others] = records['purchased-item'];
    const broken = { ...records, 'purchased-item': [{ ...first!, purchaseOrderDate: 'soon' }, ...others] };
    return { 'v3.xlsx': await writeWorkbook(v3Workbook(broken)) };
  },
};

/** Ways to end an import, other than by its rows. */
interface End {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly chaos?: string;
  /** Variables of the environment. */
  readonly lines?: readonly string[];
  readonly unreachable?: boolean;
  readonly locked?: boolean;
  readonly interrupted?: boolean;
  readonly breaks?: boolean;
  /** Its name in the report. */
  readonly error: string;
  /** The rows are known by then. */
  readonly rows: boolean;
}

const SKIP = ['--skip-invalid'];

const ENDS: readonly (readonly [code: number, how: string, end: End])[] = [
  [1, 'a bug', { breaks: true, error: 'bug', rows: false }],
  [2, 'a file that is not there', { flags: ['none.csv'], error: 'file-missing', rows: true }],
  [2, 'an unknown flag', { flags: ['--none'], error: 'arguments', rows: false }],
  [3, 'invalid rows', { error: 'input-invalid', rows: true }],
  [4, 'no token', { flags: SKIP, env: { SANDBOX_TOKEN: '' }, error: 'token-missing', rows: true }],
  [4, 'a refused token', { flags: SKIP, env: { SANDBOX_TOKEN: 'x' }, error: 'token-refused', rows: true }],
  [5, 'skipped rows', { flags: SKIP, error: 'rows-left', rows: true }],
  [
    6,
    'a lost response',
    { flags: SKIP, chaos: 'at=1:reset-after', lines: ['inDoubt: hold'], error: 'rows-in-doubt', rows: true },
  ],
  [7, 'an unreachable service', { flags: SKIP, unreachable: true, error: 'service-unreachable', rows: true }],
  [8, 'another run', { locked: true, error: 'run-locked', rows: false }],
  [130, 'an interrupt', { flags: ['pipe.csv'], interrupted: true, error: 'interrupted', rows: true }],
];

/** The user cannot cause exit code 1, so a module breaks the store of records. */
const BREAKS = `
  import { StatementSync } from 'node:sqlite';
  const { run } = StatementSync.prototype;
  StatementSync.prototype.run = function (...values) {
    if (this.sourceSQL.includes('insert into records(')) throw new TypeError('broken by a test');
    return run.apply(this, values);
  };
`;

/** `npm test` has every ending of one batch, and for the others the two endings that depend on the rows; `test:slow` the rest. */
const endsOf = (batch: string) =>
  ENDS.filter(
    ([, , { error }]) => EXHAUSTIVE || (batch === 'v3' || /^(input-invalid|rows-left)$/.test(error)) !== SLOW,
  );

const TRIED = Object.entries(BROKEN).filter(([name]) => endsOf(name).length > 0);

describe.skipIf(process.platform === 'win32').each(TRIED)('an import of broken %s', (name, files) => {
  test.each(endsOf(name))(
    'a run that ends with exit code %i because of %s replaces the report of an earlier run',
    { tags: ['sampled'] },
    async (code, _how, end) => {
      const mock = await mockService(end.chaos ? { chaos: parseChaos(end.chaos) } : {});
      if (end.unreachable) await mock.close();
      const batch = await files();
      const cwd = await folderWith({
        ...batch,
        'trace.config.yaml': sandboxConfig(mock.url, 'concurrency: 1', ...(end.lines ?? [])),
        'breaks.mjs': BREAKS,
        'r.json': JSON.stringify({ schemaVersion: 1, run: 'old', exitCode: 0 }),
      });
      if (end.interrupted) expect(spawnSync('mkfifo', [path.join(cwd, 'pipe.csv')]).status).toBe(0);
      const lock = end.locked ? takeLock(stateFiles(path.join(cwd, '.trace')).lock(mock.url)) : null;
      const argv = ['import', ...Object.keys(batch), ...(end.flags ?? []), '--env', 'sandbox'];
      const env = { ...end.env, ...(end.breaks ? { NODE_OPTIONS: '--import ./breaks.mjs' } : {}) };
      const run = async () => {
        if (!end.interrupted && !end.breaks)
          return runTrace([...argv, '--report', 'r.json', '--json'], cwd, env);
        const running = start([...argv, '--report', 'r.json', '--json'], cwd, env);
        running.child.stdin.end();
        if (end.interrupted) {
          // All files before the pipe are read by then, and nobody writes to it.
          await running.saysOnStderr(
            /v3/.test(Object.keys(batch)[0]!) ? 'brand-products read' : 'components read',
          );
          running.child.kill('SIGINT');
        }
        return running.done;
      };
      const ran = await run().finally(() => lock?.[Symbol.dispose]());
      expect([ran.code, ran.stderr]).toEqual([code, expect.any(String)]);

      const report = await reportIn(cwd);
      expect([report.exitCode, report.error?.code, report.environment]).toEqual([code, end.error, 'sandbox']);
      expect(report.records.length > 0).toBe(end.rows);
      // Readers of standard output get the same.
      expect(runReport.parse(JSON.parse(ran.stdout))).toEqual({
        ...report,
        startedAt: expect.any(String),
        finishedAt: expect.any(String),
      });
    },
  );
});

/** Makes the Node of the tests look like one that trace does not support. */
const OLD_NODE = `
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
`;

describe('the file that --report names', () => {
  const sandbox = async (files: Record<string, string> = {}) => {
    const { cwd } = await sandboxFolder({ ...smallBatch(), ...files });
    const old = () => writeFile(path.join(cwd, 'r.json'), '{"schemaVersion":1,"exitCode":99}');
    const report = () => reportIn(cwd);
    await old();
    return { cwd, old, report, run: (...argv: readonly string[]) => runTrace(argv, cwd) };
  };
  const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

  test.each([
    ['a broken configuration', ['--config', 'broken.yaml'], 'config-unreadable'],
    ['an unknown environment', ['--env', 'nowhere'], 'environment-unknown'],
    ['an invalid value of a flag', ['--rate', 'fast'], 'flag-value'],
    ['an unknown flag before --report', ['--none'], 'arguments'],
  ])('the file of --report is replaced by a new report when %s ends the import', async (_, flags, code) => {
    const { run, report } = await sandbox({ 'broken.yaml': 'environments: [' });
    const { code: exit } = await run(...IMPORT, ...flags, '--report=r.json');
    expect([exit, await report()]).toEqual([2, expect.objectContaining({ exitCode: 2, run: null })]);
    expect((await report()).error?.code).toMatch(code);
  });

  test.each([
    ['a command that is misspelled', ['imprt'], {}, 'arguments'],
    ['a Node that is too old', ['import'], { NODE_OPTIONS: '--import ./old.mjs' }, 'node-too-old'],
  ])(
    'the file of --report is replaced by a new report after %s, unless it is not a report',
    async (_, command, env, code) => {
      const { cwd, report, old } = await sandbox({ 'own.json': '{"mine":1}', 'old.mjs': OLD_NODE });
      const argv = [...command, ...SMALL_BATCH, '--env', 'sandbox'];
      expect((await runBinary([...argv, '--report', 'r.json'], cwd, env)).code).toBe(2);
      expect(await report()).toMatchObject({ exitCode: 2, run: null, error: { code } });
      await old();
      expect((await runBinary(argv, cwd, { ...env, TRACE_REPORT: 'r.json' })).code).toBe(2);
      expect((await report()).error?.code).toBe(code);
      await runBinary([...argv, '--report=own.json'], cwd, env);
      expect(await readFile(path.join(cwd, 'own.json'), 'utf8')).toBe('{"mine":1}');
      const french = await runBinary(['--lang', 'fr', ...argv, '--report', 'new.json'], cwd, env);
      expect(french.stderr).toMatch(/trace demande Node 24|commande inconnue/);
      expect((await reportIn(cwd, 'new.json')).exitCode).toBe(2);
    },
  );

  test('the file of --report is written by import, resume and resolve, also if there is no ledger or nothing to do', async () => {
    const { run, report, old } = await sandbox();
    const ended: unknown[] = [];
    for (const argv of [['resume'], ['resolve'], ['resolve', '--sent'], IMPORT, ['resume'], ['resolve']]) {
      await old();
      const { code } = await run(...argv, '--report', 'r.json');
      const { exitCode, error } = await report();
      ended.push([argv[0], code === exitCode, exitCode, error?.code ?? null]);
    }
    expect(ended).toEqual([
      ...['resume', 'resolve', 'resolve'].map((name) => [name, true, 2, 'ledger-missing']),
      ...['import', 'resume', 'resolve'].map((name) => [name, true, 0, null]),
    ]);
  });

  test('the file of --report is written by a resolve without a ledger, which prints only the error', async () => {
    const { run, report } = await sandbox();
    const ran = await run('resolve', '--json', '--report', 'r.json');
    const { error } = await report();
    expect(JSON.parse(ran.stdout)).toEqual({ schemaVersion: 1, exitCode: 2, error });
    expect(error?.code).toBe('ledger-missing');
  });

  test('the file of --report is removed when the next run begins, so that a killed run leaves no old report', async () => {
    const { cwd, run } = await sandbox();
    expect(spawnSync('mkfifo', [path.join(cwd, 'pipe.csv')]).status).toBe(0);
    const running = start(
      ['import', 'suppliers.csv', 'pipe.csv', '--env', 'sandbox', '--report', 'r.json'],
      cwd,
    );
    await running.saysOnStderr('suppliers read');
    running.child.kill('SIGKILL');
    await running.done;
    await expect(readFile(path.join(cwd, 'r.json'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await run('runs', 'report')).code).toBe(0);
  });

  test('the file of --report is neither replaced nor removed if it is not a report', async () => {
    const { cwd, run } = await sandbox();
    await writeFile(path.join(cwd, 'r.json'), '{"mine":1}');
    for (const more of [[], ['none.csv'], ['--none']])
      expect((await run(...IMPORT, ...more, '--report', 'r.json')).code).toBe(2);
    expect(await readFile(path.join(cwd, 'r.json'), 'utf8')).toBe('{"mine":1}');
  });
});
