import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { judge } from '../../scripts/torture/judge.ts';
import { runReport } from '../../src/cli/view/report-schema.ts';
import { folderWith, journalOf, mockService, sandboxConfig } from '../cli/commands/harness.ts';
import { csvOf, packaging, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { soundBody } from '../mock/sound-body.ts';
import { runTrace, start, wordsOf } from './harness.ts';

const ROWS = 40;
/** The request at which the ledger starts to fail, and how many are open then. */
const AT = 20;
const OUT = 4;

const SUPPLIERS = Array.from({ length: ROWS }, (_, at) => supplierBody(`FRN-${at}`));
const PACKAGING = Array.from({ length: ROWS }, (_, at) =>
  soundBody(packaging, 'STANDARD', { fill: 'required', with: { packagingRef: `EMB-${at}` } }),
);

const hasLimits = spawnSync('prlimit', ['--version']).status === 0;

/**
 * An import whose ledger cannot grow from the moment at which four requests are open; their responses come later.
 * `limit` is set on the process itself, like a quota.
 */
async function importUntil(files: Readonly<Record<string, string>>, more: readonly string[] = []) {
  const gate = Promise.withResolvers<void>();
  const out = Promise.withResolvers<void>();
  const mock = await mockService({
    before: async ({ method, n }) => {
      if (method !== 'POST' || n <= AT) return null;
      if (n === AT + OUT) out.resolve();
      await gate.promise;
      return null;
    },
  });
  const config = sandboxConfig(mock.url, 'rate: 0', `concurrency: ${OUT}`);
  const cwd = await folderWith({ ...files, 'trace.config.yaml': config });
  const names = Object.keys(files);
  const running = start(['import', ...names, '--env', 'sandbox', '--json', ...more], cwd);
  await out.promise;
  const { size } = await stat(path.join(cwd, '.trace', 'ledger.db-wal'));
  const limited = spawnSync('prlimit', ['--pid', String(running.child.pid), `--fsize=${size}:unlimited`]);
  expect(limited.status, limited.stderr.toString()).toBe(0);
  gate.resolve();
  return { mock, cwd, ran: await running.done };
}

describe.skipIf(!hasLimits)('a ledger that fails while records are sent', () => {
  test.each([
    ['in the state folder', []],
    ['at the path of --report', ['--report', 'own.json']],
  ])('leaves a report %s with the outcome of every row, and resume sends nothing twice', async (_, more) => {
    const files = { 'suppliers.csv': csvOf(supplier, SUPPLIERS) };
    const { mock, cwd, ran } = await importUntil(files, more);
    expect([ran.code, ran.signal]).toEqual([2, null]);
    expect(ran.stderr).toMatch(
      /^trace: The disk failed while reading or writing .*ledger\.db.* Check the disk, then run again/m,
    );

    const report = runReport.parse(JSON.parse(ran.stdout));
    const reports = path.join(cwd, '.trace', 'reports');
    const written =
      more.length > 0 ? path.join(cwd, 'own.json') : path.join(reports, (await readdir(reports))[0]!);
    expect(runReport.parse(JSON.parse(await readFile(written, 'utf8')))).toEqual(report);

    // The responses are known although they could not be stored; nothing was sent after them.
    expect(report.totals).toMatchObject({ created: AT + OUT, 'not-attempted': ROWS - AT - OUT });
    const truth = {
      size: ROWS,
      records: report.records,
      journal: await journalOf(mock),
      stats: mock.stats(),
    };
    expect(judge(truth).lost).toEqual([]);
    const unstored = report.records.filter(({ messages }) =>
      messages.some((text) => text.startsWith('the ledger could not store this')),
    );
    expect(unstored).toHaveLength(OUT);
    expect(unstored.every(({ id }) => id !== null)).toBe(true);

    // The advice as printed: what the ledger does not know stays in doubt, and nothing is sent twice.
    expect([report.exitCode, report.verdict!.next]).toEqual([2, `trace resume ${report.run}`]);
    expect(ran.stderr.trim().split('\n').at(-1)).toContain(`Next: ${report.verdict!.next}`);
    const again = await runTrace([...wordsOf(report.verdict!.next!), '--json'], cwd);
    const { totals, records } = runReport.parse(JSON.parse(again.stdout));
    expect([again.code, totals.created, totals['in-doubt']]).toEqual([6, ROWS - OUT, OUT]);
    expect(judge({ ...truth, records, journal: await journalOf(mock), stats: mock.stats() })).toMatchObject({
      lost: [],
      twice: [],
    });
    expect(Object.values(mock.stats().received).every((times) => times === 1)).toBe(true);
  });

  test('a ledger that fails leads to a resume command that reads the stored packaging back and sends the rest', async () => {
    const { mock, cwd, ran } = await importUntil({ 'packaging.csv': csvOf(packaging, PACKAGING) });
    const { verdict, totals } = runReport.parse(JSON.parse(ran.stdout));
    expect([ran.code, totals.created]).toEqual([2, AT + OUT]);
    const again = await runTrace([...wordsOf(verdict!.next!), '--json'], cwd);
    expect([again.code, runReport.parse(JSON.parse(again.stdout)).totals.created]).toEqual([0, ROWS]);
    expect(Object.values(mock.stats().received).every((times) => times === 1)).toBe(true);
  });
});
