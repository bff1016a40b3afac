import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runReport } from '../../../src/cli/view/report-schema.ts';
import { reportIn, sandboxFolder, trace } from './harness.ts';
import { csvOf, SMALL_BATCH, SMALL_SIZE, smallBatch, supplier, supplierBody } from './sheets.ts';

const DRY = ['import', ...SMALL_BATCH, '--env', 'sandbox', '--dry-run'];

/** A folder with a batch and an address, from which nothing is imported yet. */
async function world(more: Readonly<Record<string, string>> = {}) {
  const { mock, cwd } = await sandboxFolder({ ...smallBatch(), ...more });
  return { mock, cwd, run: (...argv: readonly string[]) => trace(argv, { cwd }) };
}

describe('import --dry-run', () => {
  test('--json prints only the report of the run to standard output', async () => {
    const { run, mock } = await world();
    const { code, stdout, stderr } = await run(...DRY, '--json');
    const report = runReport.parse(JSON.parse(stdout));
    expect([code, report.exitCode, report.totals['not-attempted']]).toEqual([0, 0, SMALL_SIZE]);
    expect(report.records.map(({ outcome }) => outcome)).toEqual(Array(SMALL_SIZE).fill('not-attempted'));
    expect(report.verdict!.text).toContain('8 records would be sent to sandbox; nothing was sent.');
    expect(stderr).toContain('8 records would be sent to sandbox');
    expect(mock.stats().requests).toBe(0);
  });

  test('--json-lines prints only events, among them the plan, and the report last', async () => {
    const { run } = await world();
    const { code, stdout } = await run(...DRY, '--json-lines');
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; exitCode?: number });
    const types = events.map(({ type }) => type);
    const expected = ['run-started', true, false];
    expect([types[0], types.includes('planned'), types.includes('wave-started')]).toEqual(expected);
    expect([code, events.at(-1)]).toEqual([0, expect.objectContaining({ type: 'finished', exitCode: 0 })]);
  });

  test('--report of a dry run replaces the report of an earlier run', async () => {
    const { run, cwd } = await world();
    await run(...DRY.slice(0, -1), '--report', 'r.json');
    const { code, stdout } = await run(...DRY, '--report', 'r.json');
    const report = await reportIn(cwd);
    expect([code, report.totals.unchanged]).toEqual([0, SMALL_SIZE]);
    expect(report.verdict!.text).toContain('0 records would be sent');
    // The plan is printed for people here, and stays on standard output.
    expect(stdout).toContain('wave');
  });

  test('a dry run of an invalid input has the exit code and the totals of the import that would send', async () => {
    const { run } = await world({
      'suppliers.csv': csvOf(supplier, [supplierBody('BAD-1', { projectType: 'NONE-SUCH' })]),
    });
    for (const more of [[], ['--dry-run']]) {
      const { code, stdout } = await run('import', 'suppliers.csv', '--env', 'sandbox', '--json', ...more);
      const report = runReport.parse(JSON.parse(stdout));
      expect([code, report.exitCode, report.totals.invalid]).toEqual([3, 3, 1]);
    }
  });

  test('a dry run also works for an update, whose --json is a report', async () => {
    const { run } = await world({ 'changes.csv': 'uniqueIdentifier,purchaseOrder\nP-1,PO-2\n' });
    const argv = ['purchased-items', 'update', 'changes.csv', '--env', 'sandbox', '--dry-run', '--json'];
    const { stdout } = await run(...argv);
    expect(runReport.parse(JSON.parse(stdout)).interface).toBe('v3');
  });

  test('rejects --json together with --json-lines, and a report over an input file', async () => {
    const { run, cwd } = await world();
    const both = await run(...DRY, '--json', '--json-lines');
    expect([both.code, JSON.parse(both.stdout).error.code]).toEqual([2, 'flags-exclude']);
    const over = await run(...DRY, '--report', 'suppliers.csv', '--force');
    expect(over.code).toBe(2);
    expect(await readFile(path.join(cwd, 'suppliers.csv'), 'utf8')).toBe(smallBatch()['suppliers.csv']);
  });
});
