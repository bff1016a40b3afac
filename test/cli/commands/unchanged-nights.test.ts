import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createsOf, expectEnd, sandboxFolder, trace } from './harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from './sheets.ts';

test('of an earlier unchanged run, the ledger keeps only the places of its rows, and its report stays the same', async () => {
  const { mock, cwd } = await sandboxFolder(smallBatch());
  const argv = ['import', ...SMALL_BATCH, '--env', 'sandbox'];
  const ledger = path.join(cwd, '.trace', 'ledger.db');
  const rowsOf = (table: string) => {
    using db = new DatabaseSync(ledger, { readOnly: true });
    const rows = table === 'folded' ? 'sum(count)' : 'count(*)';
    return db.prepare(`select run, ${rows} as rows from ${table} group by run order by run`).all();
  };
  const reportOf = async (...which: string[]) => {
    const { code, stdout, stderr } = await trace(['runs', ...which, '--json'], { cwd });
    expect(code, stderr).toBe(0);
    return stdout;
  };
  expect((await trace(argv, { cwd })).code).toBe(0);
  expect((await trace(argv, { cwd })).code).toBe(0);
  const [, night] = rowsOf('records');
  expect([night, rowsOf('folded')]).toEqual([{ run: 2, rows: SMALL_SIZE }, []]);
  const { run } = JSON.parse((await trace(['runs', 'report'], { cwd })).stdout) as { run: string };
  const before = [(await trace(['runs', 'report', run], { cwd })).stdout, await reportOf('show', run)];
  const listed = JSON.parse(await reportOf('list')) as object[];

  expect((await trace(argv, { cwd })).code).toBe(0);
  expect(rowsOf('records')).toEqual([
    { run: 1, rows: SMALL_SIZE },
    { run: 3, rows: SMALL_SIZE },
  ]);
  expect(rowsOf('refs').map((row) => row.run)).toEqual([1, 3]);
  expect(rowsOf('folded')).toEqual([{ run: 2, rows: SMALL_SIZE }]);
  const after = [(await trace(['runs', 'report', run], { cwd })).stdout, await reportOf('show', run)];
  expect(after).toEqual(before);
  expect((JSON.parse(await reportOf('list')) as object[]).slice(1)).toEqual(listed);
  expect(createsOf(mock)).toBe(SMALL_SIZE);

  using db = new DatabaseSync(ledger);
  db.exec("update folded set rows = x'00'");
  expectEnd(await trace(['runs', 'report', run], { cwd }), 2, 'damaged');
});
