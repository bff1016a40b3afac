import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createsOf, expectEnd, folderWith, reportIn, sandboxFolder } from '../cli/commands/harness.ts';
import {
  csvOf,
  SMALL_BATCH,
  SMALL_SIZE,
  smallBatch,
  supplier,
  supplierBody,
} from '../cli/commands/sheets.ts';
import { runTo, runTrace, start } from './harness.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox', '--report', 'r.json'];

const sandbox = () => sandboxFolder(smallBatch());

/** A report without the parts that differ between any two runs. */
async function lastingParts(cwd: string): Promise<unknown> {
  const { run, startedAt, finishedAt, records, verdict, ...rest } = await reportIn(cwd);
  return { ...rest, records: records.map(({ key, outcome, attempts }) => [key, outcome, attempts]) };
}

describe('the report and the exit code stay the same', () => {
  test.each([
    ['--json', 'stdout'],
    ['--json-lines', 'stdout'],
    ['--json', 'stderr'],
    ['--json-lines', 'stderr'],
  ] as const)(
    'the report and the exit code of import %s stay the same if the reader of %s has gone away',
    async (flag, stream) => {
      const told = await sandbox();
      const whole = await runTrace([...IMPORT, flag], told.cwd);
      const { cwd, mock } = await sandbox();
      const { child, done } = start([...IMPORT, flag], cwd);
      child[stream].destroy();
      const { code } = await done;
      expect(code).toBe(whole.code);
      expect(await lastingParts(cwd)).toEqual(await lastingParts(told.cwd));
      expect(createsOf(mock)).toBe(SMALL_SIZE);
    },
  );

  test('the report and the exit code of a check stay the same if the reader of its stdout or stderr has gone away', async () => {
    const rows = Array.from({ length: 1500 }, (_, at) => supplierBody(`F-${at}`, { category: `x${at}` }));
    const cwd = await folderWith({ 'suppliers.csv': csvOf(supplier, rows) });
    const whole = await runTrace(['check', 'suppliers.csv', '--json'], cwd);
    for (const stream of ['stdout', 'stderr'] as const) {
      const { child, done } = start(['check', 'suppliers.csv', '--json'], cwd);
      child[stream].destroy();
      const { code, stdout } = await done;
      expect(code).toBe(whole.code);
      if (stream === 'stderr') expect(stdout).toBe(whole.stdout);
    }
  });
});

describe.skipIf(!existsSync('/dev/full'))('on a full disk', () => {
  test('an import whose stderr cannot be written sends every row and exits with 0', async () => {
    const { cwd, mock } = await sandbox();
    expect((await runTo('/dev/full', 2, IMPORT, cwd)).code).toBe(0);
    expect(createsOf(mock)).toBe(SMALL_SIZE);
    expect(await reportIn(cwd)).toMatchObject({ exitCode: 0 });
    expect((await runTo('/dev/full', 2, ['check', 'none.csv'], cwd)).code).toBe(2);
  });

  test.each(['--json', '--json-lines'])(
    'an import whose %s output cannot be written sends every row, writes its report and exits with 2',
    async (flag) => {
      const { cwd, mock } = await sandbox();
      const { code, stderr } = await runTo('/dev/full', 1, [...IMPORT, flag], cwd);
      expect(stderr).toMatch(/The output cannot be written \(ENOSPC\)/);
      expect(stderr.trim().split('\n').at(-1)).toContain(`${SMALL_SIZE} created`);
      expect(code).toBe(2);
      expect(createsOf(mock)).toBe(SMALL_SIZE);
      expect(await reportIn(cwd)).toMatchObject({ exitCode: 2, error: { code: 'output-unwritable' } });
      // The ledger has the same exit code and error.
      const [listed] = JSON.parse((await runTrace(['runs', 'list', '--json'], cwd)).stdout);
      const again = JSON.parse((await runTrace(['runs', 'report'], cwd)).stdout);
      expect([listed.exitCode, again.exitCode, again.error.code]).toEqual([2, 2, 'output-unwritable']);
    },
  );

  test.each(['--json', '--json-lines'])(
    'a dry run whose %s output cannot be written exits with 2, also in its report',
    async (flag) => {
      const { cwd } = await sandbox();
      const { code, stderr } = await runTo('/dev/full', 1, [...IMPORT, '--dry-run', flag], cwd);
      expect([code, stderr]).toEqual([2, expect.stringContaining('The output cannot be written (ENOSPC)')]);
      expect(await reportIn(cwd)).toMatchObject({ exitCode: 2, error: { code: 'output-unwritable' } });
    },
  );

  test('an import that should write its report to a device exits with 2 and sends no request', async () => {
    const { cwd, mock } = await sandbox();
    expectEnd(await runTrace(IMPORT.with(-1, '/dev/full'), cwd), 2, 'not a regular file');
    expect(mock.stats().requests).toBe(0);
  });
});
