import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createsOf, reportIn, sandboxFolder } from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { runTrace, start, wordsOf } from './harness.ts';

const IMPORT = ['import', 'suppliers.csv', '--env', 'sandbox', '--report', 'r.json'];

/** The command that the last line suggests. */
const nextOf = (stderr: string): string[] => wordsOf(/Next: (trace .*)$/m.exec(stderr)![1]!);

it('a job that imports a changed sheet each night ends with 5 until a person keeps it, and sends nothing', async () => {
  const { mock, cwd } = await sandboxFolder();
  const put = (...names: readonly string[]) => {
    const bodies = names.map((name, at) => supplierBody(`FRN-${at}`, { name }));
    return writeFile(path.join(cwd, 'suppliers.csv'), csvOf(supplier, bodies));
  };
  const report = async () => await reportIn(cwd);
  await put('a', 'b');
  expect((await runTrace(IMPORT, cwd)).code).toBe(0);
  await put('a', 'B');
  for (let night = 0; night < 2; night++) {
    const ran = await runTrace(IMPORT, cwd);
    expect(ran.stderr).toContain(
      '1 outdated, 1 unchanged. 1 record changed; the service has no update for it.',
    );
    const { exitCode, totals, records } = await report();
    expect([ran.code, exitCode, totals.outdated, records[1]!.messages[1]]).toEqual([
      5,
      5,
      1,
      'name: "b" → "B"',
    ]);
  }
  const night = await runTrace(IMPORT, cwd);
  const listed = await runTrace(nextOf(night.stderr), cwd);
  expect([listed.code, listed.stdout]).toEqual([
    5,
    expect.stringContaining('outdated: supplier FRN-1 (suppliers.csv › A3): name: "b" → "B"'),
  ]);
  const keep = /^ {2}(trace resolve \S+ --keep)/m.exec(listed.stdout)![1]!;
  expect((await runTrace(wordsOf(keep), cwd)).code).toBe(0);
  const { exitCode, totals } = await report();
  expect([exitCode, totals]).toMatchObject([0, { outdated: 0, unchanged: 2 }]);
  expect((await runTrace(IMPORT, cwd)).code).toBe(0);
  expect(createsOf(mock)).toBe(2);
});

it('a run that is killed with outdated records is resumed, and sends none of them', async () => {
  let hold = false;
  const { mock, cwd } = await sandboxFolder(
    {},
    {
      before: () => (hold ? new Promise<never>(() => {}) : null),
    },
  );
  const put = (names: readonly string[]) =>
    writeFile(
      path.join(cwd, 'suppliers.csv'),
      csvOf(
        supplier,
        names.map((name, at) => supplierBody(`FRN-${at}`, { name })),
      ),
    );
  await put(['a', 'b']);
  expect((await runTrace(IMPORT, cwd)).code).toBe(0);
  await put(['A', 'b', 'c']);
  hold = true;
  const running = start(IMPORT, cwd);
  await running.saysOnStderr('wave 1');
  running.child.kill('SIGKILL');
  await running.done;
  hold = false;
  const resumed = await runTrace(['resume', '--env', 'sandbox'], cwd);
  expect(resumed.stderr).toContain('outdated: supplier FRN-0 (suppliers.csv › A2): name: "a" → "A"');
  expect([5, 6]).toContain(resumed.code);
  expect(Object.keys(mock.stats().received).filter((name) => name.endsWith('FRN-0'))).toHaveLength(1);
  expect(mock.stats().received).toMatchObject({ 'supplier|STANDARD|FRN-0': 1 });
});
