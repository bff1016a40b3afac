import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkDocument, runReport } from '../../src/cli/view/report-schema.ts';
import { folderWith, sandboxConfig, sandboxFolder } from '../cli/commands/harness.ts';
import { csvOf, SMALL_BATCH, smallBatch, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { runBinary, runTo, start } from './harness.ts';

const BATCH = fileURLToPath(new URL('../../fixtures/batch/maison-aurore.xlsx', import.meta.url));
const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

const sandbox = () => sandboxFolder(smallBatch());

/** Many rows, each with an error: more output than a pipe can contain. */
const manyErrors = () => {
  const rows = Array.from({ length: 400 }, (_, at) =>
    supplierBody(`FRN-${at}`, { category: `Weaver ${at}` }),
  );
  return { 'suppliers.csv': csvOf(supplier, rows) };
};

describe('the first command of the README', () => {
  test('imports the batch into the embedded mock, and sends nothing the second time', async () => {
    const cwd = await folderWith();
    const first = await runBinary(['import', BATCH, '--env', 'mock'], cwd);
    expect(first.code).toBe(0);
    expect(first.stderr.trim().split('\n').at(-1)).toContain('572 created.');
    const second = await runBinary(['import', BATCH, '--env', 'mock', '--json'], cwd);
    expect(second.code).toBe(0);
    const { records, totals } = runReport.parse(JSON.parse(second.stdout));
    expect([records.length, totals.unchanged]).toEqual([572, 572]);
    expect(records.every(({ attempts }) => attempts === 0)).toBe(true);
  });
});

describe('without a terminal', () => {
  test('import prints no control characters, and FORCE_COLOR adds colours unless NO_COLOR is set', async () => {
    const { cwd } = await sandbox();
    const { stdout, stderr } = await runBinary(IMPORT, cwd);
    expect(stdout).toBe('');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect((await runBinary(['check', 'suppliers.csv'], cwd, { FORCE_COLOR: '1' })).stdout).toContain(
      '\u001b[',
    );
    expect(
      (await runBinary(['check', 'suppliers.csv'], cwd, { FORCE_COLOR: '1', NO_COLOR: '1' })).stdout,
    ).not.toContain('\u001b');
  });
});

describe('a reader that closes the output early', () => {
  test.each([
    ['check --json', ['check', 'suppliers.csv', '--json'], 3],
    ['check', ['check', 'suppliers.csv', '--strict'], 3],
    ['import --json', ['import', 'suppliers.csv', '--json'], 3],
    ['taxonomy', ['taxonomy', 'list', 'product.category'], 0],
  ] as const)(
    'a reader that closes the output early does not change the exit code of %s',
    async (_, argv, code) => {
      const cwd = await folderWith(manyErrors());
      const { child, done } = start(argv, cwd);
      await once(child.stdout, 'data');
      child.stdout.destroy();
      const ended = await done;
      expect([ended.code, ended.signal]).toEqual([code, null]);
      expect(ended.stderr).not.toMatch(/EPIPE|bug in trace|^\s+at /m);
    },
  );

  test.skipIf(!existsSync('/dev/full')).each([
    ['the exit code 3 of findings is kept', manyErrors(), 3],
    ['the exit code 2 replaces 0', smallBatch(), 2],
  ])('differs from a full disk, which is an error: %s', async (_, files, exit) => {
    const cwd = await folderWith(files);
    const { code, stderr } = await runTo('/dev/full', 1, ['check', 'suppliers.csv', '--json'], cwd);
    expect(stderr).toMatch(/trace: The output cannot be written \(ENOSPC\)\.\n$/);
    expect(code).toBe(exit);
  });
});

describe('standard input', () => {
  test('standard input is read as a file if the input is -', async () => {
    const cwd = await folderWith();
    const text = smallBatch()['suppliers.csv'];
    const { code, stdout } = await runBinary(['check', '-', '--sheet', '-=suppliers'], cwd, {}, text);
    expect(stdout).toContain('3 records: no errors');
    expect(code).toBe(0);
  });

  test('standard input that stays open does not block a command that does not read it', async () => {
    const { code } = await start(['env', 'list'], await folderWith()).done;
    expect(code).toBe(0);
  });

  test('standard input that contains records is never read as the answer to a question', async () => {
    const { mock, cwd } = await sandbox();
    const production = sandboxConfig(mock.url).replace('sandbox', 'production');
    const folder = await folderWith({ 'trace.config.yaml': production });
    const ran = await runBinary(
      ['import', '-', '--sheet', '-=suppliers', '--env', 'production'],
      folder,
      {},
      smallBatch()['suppliers.csv'],
    );
    expect([ran.code, cwd === folder]).toEqual([2, false]);
    expect(ran.stderr).toContain('Add --yes');
    expect(mock.stats().requests).toBe(0);
  });
});

test('check reports a file by the name that was typed', async () => {
  const { cwd } = await sandbox();
  const { stdout } = await runBinary(['check', path.join('.', 'suppliers.csv'), '--json'], cwd);
  expect(checkDocument.parse(JSON.parse(stdout)).files[0]!.path).toBe(path.join('.', 'suppliers.csv'));
});
