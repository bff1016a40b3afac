import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runReport } from '../../../src/cli/view/report-schema.ts';
import { startMock } from '../../../src/mock/listen.ts';
import {
  createsOf,
  expectEnd,
  folderWith,
  journalOf,
  mockService,
  sandboxConfig,
  sandboxFolder,
  TOKEN,
  trace,
} from './harness.ts';
import {
  component,
  componentBody,
  csvOf,
  product,
  productBody,
  SMALL_BATCH,
  SMALL_SIZE,
  smallBatch,
  supplier,
  supplierBody,
} from './sheets.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

async function sandbox(url: string, files: Record<string, string> = smallBatch(), ...more: string[]) {
  return folderWith({ ...files, 'trace.config.yaml': sandboxConfig(url, ...more) });
}

/** The report that `--json` prints, parsed by its schema. */
const reportOf = (stdout: string) => runReport.parse(JSON.parse(stdout));

describe('an import', () => {
  test('creates every record once; a second run sends nothing', async () => {
    const { mock, cwd } = await sandboxFolder(smallBatch());

    const first = await trace([...IMPORT, '--json'], { cwd });
    expect(first.code).toBe(0);
    expect(reportOf(first.stdout).totals.created).toBe(SMALL_SIZE);
    expect(Object.values(mock.stats().received)).toEqual(Array(SMALL_SIZE).fill(1));
    const { requests } = mock.stats();

    const second = await trace([...IMPORT, '--json'], { cwd });
    expect(second.code).toBe(0);
    const report = reportOf(second.stdout);
    expect(report.totals.unchanged).toBe(SMALL_SIZE);
    expect(new Set(report.records.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
    expect(mock.stats().requests).toBe(requests);
    expect(second.stderr).toContain('all 8 records are unchanged; nothing was sent.');
  });

  test('into the embedded mock works without configuration, and sends nothing the second time', async () => {
    const cwd = await folderWith(smallBatch());
    const argv = ['import', ...SMALL_BATCH, '--json'];
    const first = await trace(argv, { cwd });
    expect([first.code, reportOf(first.stdout).totals.created]).toEqual([0, SMALL_SIZE]);
    const second = await trace(argv, { cwd });
    expect([second.code, reportOf(second.stdout).totals.unchanged]).toEqual([0, SMALL_SIZE]);
  });

  test.each([
    ['gone', false],
    ['replaced by that of a mock that was started since', true],
  ])('sends all records again if the data file of the embedded mock is %s', async (_, made) => {
    const cwd = await folderWith(smallBatch());
    const argv = ['import', ...SMALL_BATCH, '--json'];
    await trace(argv, { cwd });
    const dataFile = path.join(cwd, '.trace', 'mock.db');
    for (const end of ['', '-wal', '-shm']) await rm(`${dataFile}${end}`, { force: true });
    if (made) await (await startMock({ dataFile })).close();
    const plan = await trace(['plan', ...SMALL_BATCH, '--json'], { cwd });
    expect(JSON.parse(plan.stdout).waves[0].groups[0].counts).toMatchObject({ new: 3, unchanged: 0 });
    const again = await trace(argv, { cwd });
    expect([again.code, reportOf(again.stdout).totals.created]).toEqual([0, SMALL_SIZE]);
    expect(again.stderr).toContain('The data of the local mock does not match the ledger');
    const third = await trace(argv, { cwd });
    expect(reportOf(third.stdout).totals.unchanged).toBe(SMALL_SIZE);
    expect(third.stderr).not.toContain('remembers');
  });

  test('renamed files with reordered columns send nothing again', async () => {
    const { mock, cwd } = await sandboxFolder(smallBatch());
    await trace(IMPORT, { cwd });
    const { requests } = mock.stats();

    const batch = smallBatch();
    const turned = (text: string) => text.replace(/^.+$/gm, (line) => line.split(',').reverse().join(';'));
    const again = await sandbox(mock.url, {
      'a-suppliers.csv': turned(batch['suppliers.csv']!),
      'b-products.csv': turned(batch['products.csv']!),
    });
    const argv = ['import', 'b-products.csv', 'a-suppliers.csv', '--env', 'sandbox', '--json'];
    const ran = await trace([...argv, '--state-dir', path.join(cwd, '.trace')], { cwd: again });
    expect(reportOf(ran.stdout).totals.unchanged).toBe(5);
    expect(mock.stats().requests).toBe(requests);
  });

  test('sends suppliers before the records that refer to them, whatever the order of files or concurrency', async () => {
    const { mock, cwd } = await sandboxFolder(smallBatch());
    const argv = [...SMALL_BATCH.toReversed(), '--env', 'sandbox', '--concurrency', '64', '--rate', '0'];
    const ran = await trace(['import', ...argv], { cwd });
    expect(ran.code).toBe(0);
    const kinds = (await journalOf(mock)).map(({ kind }) => kind);
    const counts = { supplier: 3, product: 2, component: 3 };
    expect(kinds).toEqual(Object.entries(counts).flatMap(([kind, count]) => Array(count).fill(kind)));
  });

  test('an import has the ids and links of the responses in its report', async () => {
    const { mock, cwd } = await sandboxFolder(smallBatch());
    const { records, batches, files } = reportOf((await trace([...IMPORT, '--json'], { cwd })).stdout);
    for (const record of records) expect(record.id).toMatch(/./);
    const products = records.filter(({ kind }) => kind === 'product');
    for (const { studyId, qrCodeLink, showcaseLink } of products) {
      expect(studyId).toMatch(/./);
      expect(qrCodeLink).toContain(mock.url);
      expect(showcaseLink).toContain(mock.url);
    }
    expect(batches.map(({ importationBatch }) => importationBatch)).toEqual(['AURORE-SS27-W1-2026-11']);
    expect(files.map(({ rows }) => rows)).toEqual([3, 2, 3]);
  });

  test('blocks only the records that refer to a rejected supplier', async () => {
    const told = { statusCode: 400, message: ['name must be longer'], error: 'Bad Request' };
    const refusal = Response.json(told, { status: 400 });
    const { cwd } = await sandboxFolder(smallBatch(), {
      config: ['concurrency: 1'],
      before: ({ path: at, n }) => (at === '/v2/suppliers' && n === 3 ? refusal.clone() : null),
    });
    const ran = await trace([...IMPORT, '--json'], { cwd });
    expect(ran.code).toBe(5);
    const { records } = reportOf(ran.stdout);
    const outcomes = records.map(({ key, outcome }) => `${key.split(' / ')[0]} ${outcome}`);
    expect(outcomes).toEqual([
      ...['FRN-1 created', 'FRN-2 created', 'FRN-3 rejected', 'ROB-1 created', 'ROB-2 created'],
      ...['CMP-1 created', 'CMP-2 blocked', 'CMP-3 created'],
    ]);
    expect(records.find(({ outcome }) => outcome === 'rejected')?.messages).toEqual(['name must be longer']);
    const expected = { kind: 'supplier', key: 'FRN-3', outcome: 'rejected' };
    expect(records.find(({ outcome }) => outcome === 'blocked')?.blockedBy).toEqual(expected);
  });
});

describe('an import without a valid token', () => {
  test('an import without a valid token stops at the first response: exit 4, and all records are not-attempted', async () => {
    const { mock, cwd } = await sandboxFolder(smallBatch(), { token: 'another' });
    const ran = await trace([...IMPORT, '--json'], { cwd });
    expect(ran.code).toBe(4);
    expect(createsOf(mock)).toBe(1);
    const { totals, exitCode, verdict } = reportOf(ran.stdout);
    expect(totals['not-attempted']).toBe(SMALL_SIZE);
    expect(exitCode).toBe(4);
    expect(verdict?.next).toMatch(/^trace resume \S+$/);
    expect(ran.stderr).toContain('INVALID_SESSION');
  });

  test('exits with 4, and the next import with the right token creates all records', async () => {
    const { cwd } = await sandboxFolder(smallBatch());
    expect((await trace(IMPORT, { cwd, env: { SANDBOX_TOKEN: 'wrong' } })).code).toBe(4);
    const ran = await trace([...IMPORT, '--json'], { cwd });
    expect([ran.code, reportOf(ran.stdout).totals.created]).toEqual([0, SMALL_SIZE]);
  });

  test('exits with 4 and sends no request if the variable of the token is blank', async () => {
    const { mock, cwd } = await sandboxFolder(smallBatch());
    const ran = await trace(IMPORT, { cwd, env: { SANDBOX_TOKEN: ' ' } });
    expectEnd(ran, 4, 'the variable SANDBOX_TOKEN is empty or not set');
    expect(mock.stats().requests).toBe(0);
    const list = await trace(['runs', 'list', '--json'], { cwd });
    expect(JSON.parse(list.stdout)).toMatchObject([{ exitCode: 4, totals: { 'not-attempted': SMALL_SIZE } }]);
  });
});

describe('an import into production', () => {
  const production = (url: string) => sandboxConfig(url).replace('sandbox', 'production');
  const argv = ['import', ...SMALL_BATCH, '--env', 'production'];
  const atProduction = async () => {
    const mock = await mockService();
    return { mock, cwd: await folderWith({ ...smallBatch(), 'trace.config.yaml': production(mock.url) }) };
  };

  test('an import into production is refused without a terminal and --yes, with a message that counts what would be sent', async () => {
    const { mock, cwd } = await atProduction();
    const ran = await trace([...argv, '--json'], { cwd });
    expect(ran.code).toBe(2);
    const said =
      'This writes 8 records (3 suppliers, 2 products, 3 components) to production, which was not confirmed.';
    expect(ran.stderr).toContain(`trace: ${said} Add --yes to confirm.\n`);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      environment: 'production',
      error: { code: 'production-unconfirmed', message: said, hint: 'Add --yes to confirm.' },
      totals: { 'not-attempted': 8 },
    });
    expect(mock.stats().requests).toBe(0);

    // With nothing to send there is nothing to confirm.
    expect((await trace([...argv, '--yes'], { cwd })).code).toBe(0);
    expect((await trace(argv, { cwd })).code).toBe(0);
  });

  test.each([
    ['yes', 0, 'created'],
    ['no', 2, 'was not confirmed'],
    ['', 2, 'was not confirmed'],
  ])(
    'an import into production asks for confirmation; the answer "%s" leads to exit code %i',
    async (said, code, told) => {
      const { mock, cwd } = await atProduction();
      const ran = await trace(argv, { cwd, canAnswer: true, stdin: said === '' ? '' : `${said}\n` });
      expect(ran.stderr).toContain(
        `8 records (3 suppliers, 2 products, 3 components). Write to production at ${mock.url}? Type yes to continue: `,
      );
      expect(ran.stderr).toContain(told);
      expect(ran.code).toBe(code);
    },
  );

  test('an import into production is refused without a question with --no-input, and runs with --yes', async () => {
    const { cwd } = await atProduction();
    expect((await trace([...argv, '--no-input'], { cwd, canAnswer: true, stdin: 'yes\n' })).code).toBe(2);
    expect((await trace([...argv, '--yes'], { cwd })).code).toBe(0);
  });

  test('exits with 130 if it is interrupted at the question', async () => {
    const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': production('http://127.0.0.1:9') });
    const ran = await trace(argv, { cwd, canAnswer: true, signal: AbortSignal.abort() });
    expectEnd(ran, 130, 'Interrupted: nothing was sent.');
  });
});

describe('an import with an invalid row', () => {
  const broken = () => ({
    'suppliers.csv': csvOf(supplier, [supplierBody('FRN-1'), supplierBody('FRN-2', { category: 'Weaver' })]),
    'products.csv': csvOf(product, [productBody('ROB-1', 'FRN-1'), productBody('ROB-2', 'FRN-2')]),
    'components.csv': csvOf(component, [
      componentBody('CMP-1', 'ROB-1', 'FRN-1'),
      componentBody('CMP-2', 'ROB-2', 'FRN-1'),
    ]),
  });

  test('sends nothing and exits with 3', async () => {
    const mock = await mockService();
    const ran = await trace([...IMPORT, '--json'], { cwd: await sandbox(mock.url, broken()) });
    expect(ran.code).toBe(3);
    expect(mock.stats().requests).toBe(0);
    const { totals, findings } = reportOf(ran.stdout);
    expect([totals.invalid, totals.blocked, totals['not-attempted']]).toEqual([1, 2, 3]);
    expect(findings.map(({ code, origin }) => [code, origin.sheet, origin.row])).toEqual([
      ['not-in-list', 'suppliers', 3],
      ['collections', null, null],
    ]);
  });

  test('--skip-invalid sends the valid rows, blocks what refers to the invalid one, and exits with 5', async () => {
    const mock = await mockService();
    const ran = await trace([...IMPORT, '--json', '--skip-invalid'], {
      cwd: await sandbox(mock.url, broken()),
    });
    expect(ran.code).toBe(5);
    const { records, totals } = reportOf(ran.stdout);
    expect([totals.created, totals.invalid, totals.blocked]).toEqual([3, 1, 2]);
    const blocked = records.filter(({ outcome }) => outcome === 'blocked');
    const cause = { kind: 'supplier', key: 'FRN-2', outcome: 'invalid' };
    expect(blocked.map(({ kind, blockedBy }) => [kind, blockedBy])).toEqual([
      ['product', cause],
      ['component', cause],
    ]);
    expect(Object.keys(mock.stats().received).toSorted()).toHaveLength(3);
  });
});

describe('the report of an import', () => {
  test('the report of an import is written to the state folder if --report is not given', async () => {
    const cwd = await folderWith(smallBatch());
    const ran = await trace(['import', ...SMALL_BATCH], { cwd });
    const file = /^report: (.+)$/m.exec(ran.stderr)?.[1];
    expect(file).toContain(path.join('.trace', 'reports'));
    expect(reportOf(await readFile(file!, 'utf8')).totals.created).toBe(SMALL_SIZE);
  });
});

describe('--dry-run', () => {
  test('a dry run for production prints the plan, sends nothing and needs no --yes', async () => {
    const mock = await mockService();
    const config = sandboxConfig(mock.url).replace('sandbox', 'production');
    const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': config });
    const ran = await trace(['import', ...SMALL_BATCH, '--env', 'production', '--dry-run'], { cwd });
    expectEnd(ran, 0, '8 records would be sent to production; nothing was sent.');
    expect(mock.stats().requests).toBe(0);
  });
});

test('a token file that others can read is reported', async () => {
  const { cwd } = await sandboxFolder(
    { ...smallBatch(), token: `${TOKEN}\n` },
    { config: ['tokenFile: token'] },
  );
  const ran = await trace(IMPORT, { cwd });
  expect(ran.code).toBe(0);
  if (process.platform !== 'win32') expect(ran.stderr).toContain('is readable by other users');
});
