import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventLine } from '../../../src/cli/view/event-schema.ts';
import { errorDocument, runReport } from '../../../src/cli/view/report-schema.ts';
import { stateFiles } from '../../../src/import/state/state-files.ts';
import { takeLock } from '../../../src/ledger/lock.ts';
import { folderWith, mockService, reportIn, sandboxConfig, sandboxFolder, trace } from './harness.ts';
import { csvOf, product, productBody, SMALL_BATCH, smallBatch, supplier, supplierBody } from './sheets.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

const sandbox = async (files: Readonly<Record<string, string>> = smallBatch()) =>
  (await sandboxFolder(files)).cwd;

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('an error in the input', () => {
  test('an error in the input is in the messages of its record, with the address of the cell', async () => {
    const files = {
      'suppliers.csv': csvOf(supplier, [supplierBody('FRN-1')]),
      'products.csv': csvOf(product, [productBody('ROB-1', 'NOBODY', { category: 'No such thing' })]),
    };
    const argv = ['import', ...Object.keys(files), '--env', 'sandbox', '--json'];
    const cwd = await sandbox(files);
    const ran = await trace(argv, { cwd });
    expect(ran.code).toBe(3);
    const { records, findings } = runReport.parse(JSON.parse(ran.stdout));
    const wrong = findings.filter(({ severity }) => severity === 'error');
    expect(wrong.length).toBeGreaterThan(1);
    expect(records.map(({ outcome, messages }) => [outcome, messages.length])).toEqual([
      ['not-attempted', 0],
      ['invalid', wrong.length],
    ]);
    for (const [at, { origin, message }] of wrong.entries()) {
      expect(records[1]!.messages[at]).toContain(message);
      expect(records[1]!.messages[at]).toContain(`${origin.column}${origin.row}: `);
    }

    const shown = await trace(['runs', 'show'], { cwd });
    expect(shown.stdout).toMatch(/^invalid +product +ROB-1 .+category.+; .+NOBODY/m);
  });

  test('an error of a whole sheet is in the messages of each of its records', async () => {
    const text = csvOf(product, [productBody('ROB-1', 'FRN-1'), productBody('ROB-2', 'FRN-1')]);
    const cwd = await sandbox({
      'products.csv': text.replace('category', 'odd').replace('projectType', 'x'),
    });
    await trace(['import', 'products.csv', '--env', 'sandbox'], { cwd });
    const shown = await trace(['runs', 'show', '--json'], { cwd });
    const records = linesOf(shown.stdout).filter(({ type }) => type === 'record');
    expect(records.length).toBeGreaterThan(0);
    // The origin of a field that all rows lack is the sheet, not its first column.
    const lacking = [/products\.csv.+category/, /products\.csv: the family of the row is unknown/];
    for (const { outcome, messages } of records) {
      expect(outcome).toBe('invalid');
      expect(messages).toEqual(expect.arrayContaining(lacking.map((said) => expect.stringMatching(said))));
    }
  });

  test('an error in the input is printed by runs show even if the file has no record', async () => {
    const cwd = await sandbox({ 'odd.csv': 'One,Two\n1,2\n' });
    expect((await trace(['import', 'odd.csv', '--env', 'sandbox'], { cwd })).code).toBe(3);
    const shown = await trace(['runs', 'show'], { cwd });
    expect(shown.stdout).toMatch(/^error +.*odd\.csv/m);
    const [line] = linesOf((await trace(['runs', 'show', '--json'], { cwd })).stdout);
    expect(line).toMatchObject({ type: 'finding', severity: 'error', code: 'sheet-unknown' });
  });
});

test('runs show --json has the id of a record in its own property, and no message for a created record', async () => {
  const cwd = await sandbox();
  expect((await trace(IMPORT, { cwd })).code).toBe(0);
  const { stdout } = await trace(['runs', 'show', '--json'], { cwd });
  for (const { id, messages } of linesOf(stdout)) {
    expect(id).toEqual(expect.stringMatching(/./));
    expect(messages).toEqual([]);
  }
  const [first] = linesOf(stdout);
  expect((await trace(['runs', 'show'], { cwd })).stdout).toContain(String(first!.id));
});

describe('--json-lines', () => {
  test('--json-lines ends with the same report as --report, and each line has a time', async () => {
    const cwd = await sandbox();
    const { stdout } = await trace([...IMPORT, '--json-lines', '--report', 'r.json'], { cwd });
    const events = linesOf(stdout).map((line) => eventLine.parse(line));
    const times = events.map(({ time }) => time);
    expect(times).toEqual([...times].sort());
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['verdict', 'finished']);
    const report = await reportIn(cwd);
    expect(events.at(-1)).toMatchObject({ exitCode: 0, report });
    expect(report.records).toHaveLength(8);
  });

  test.each([
    ['before a run exists', ['none.csv', '--rate', 'fast'], 'flag-value', 1],
    ['after a run has begun', [...SMALL_BATCH, 'none.csv'], 'file-missing', 10],
  ])(
    '--json-lines ends with a report too if an error stops the command %s',
    async (_, files, code, least) => {
      const argv = ['import', ...files, '--env', 'sandbox', '--json-lines'];
      const { stdout } = await trace(argv, { cwd: await sandbox() });
      const lines = linesOf(stdout);
      expect(lines.length).toBeGreaterThanOrEqual(least);
      expect(lines.at(-1)).toMatchObject({ type: 'finished', exitCode: 2, report: { error: { code } } });
    },
  );
});

test.each([
  ['check', ['none.csv'], 'file-missing'],
  ['plan', ['none.csv'], 'file-missing'],
  ['plan', ['--none'], 'arguments'],
])('%s --json prints an error as JSON if it cannot do its work: %j', async (command, words, code) => {
  const { stdout } = await trace([command, ...words, '--json'], { cwd: await folderWith() });
  expect(errorDocument.parse(JSON.parse(stdout))).toMatchObject({ exitCode: 2, error: { code } });
});

describe('the file of --report', () => {
  test.each([
    ['an import', []],
    ['a dry run', ['--dry-run']],
    ['an unknown flag', ['--none']],
    ['a missing file', ['none.csv']],
    ['--json and --json-lines', ['--json', '--json-lines']],
    ['an unknown environment', ['--env', 'none']],
  ])('the file of --report never replaces an input, even with --force: %s', async (_, more) => {
    const cwd = await sandbox();
    const input = path.join(cwd, SMALL_BATCH[0]!);
    const before = await readFile(input, 'utf8');
    const ran = await trace([...IMPORT, ...more, '--report', SMALL_BATCH[0]!, '--force'], { cwd });
    expect(ran.code).toBe(2);
    expect(await readFile(input, 'utf8')).toBe(before);
  });

  test('a file of --report that cannot be written at the end is an error in every output, with exit code 2', async () => {
    const cwd = await folderWith(smallBatch());
    const out = path.join(cwd, 'out');
    await mkdir(out);
    const mock = await mockService({
      before: () => rm(out, { recursive: true, force: true }).then(() => null),
    });
    await writeFile(path.join(cwd, 'trace.config.yaml'), sandboxConfig(mock.url));
    for (const flag of ['--json', '--json-lines']) {
      await mkdir(out, { recursive: true });
      await rm(path.join(cwd, '.trace'), { recursive: true, force: true });
      const ran = await trace([...IMPORT, '--report', 'out/r.json', flag], { cwd });
      expect(ran.code).toBe(2);
      const last = linesOf(flag === '--json' ? ran.stdout.replaceAll('\n', '') : ran.stdout).at(-1)!;
      const expected = { exitCode: 2, error: { code: 'report-folder' } };
      expect(flag === '--json' ? last : last.report).toMatchObject(expected);
    }
  });

  test('the file of --report is not changed by a resume that is refused because another run is active', async () => {
    const { mock, cwd } = await sandboxFolder(smallBatch());
    await mock.close();
    expect((await trace([...IMPORT, '--report', 'r.json'], { cwd })).code).toBe(7);
    const before = await readFile(path.join(cwd, 'r.json'), 'utf8');
    const lock = takeLock(stateFiles(path.join(cwd, '.trace')).lock(mock.url));
    const resumed = await trace(['resume', '--json'], { cwd });
    lock[Symbol.dispose]();
    expect(resumed.code).toBe(8);
    expect(await readFile(path.join(cwd, 'r.json'), 'utf8')).toBe(before);
  });
});
