import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { takeLock } from '../../../src/ledger/lock.ts';
import { parseChaos } from '../../../src/mock/chaos/parse.ts';
import { createsOf, expectEnd, expectSaid, printed, sandboxFolder, trace } from './harness.ts';
import { csvOf, SMALL_BATCH, SMALL_SIZE, smallBatch, supplier, supplierBody } from './sheets.ts';

const DAY_MS = 86_400_000;
const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];
const FIRST = Date.parse('2026-03-01T02:00:00Z');
/** The clock of a night. */
const night = (day: number) => ({ now: () => new Date(FIRST + day * DAY_MS) });
const suppliers = (...refs: readonly string[]) =>
  csvOf(
    supplier,
    refs.map((ref) => supplierBody(ref)),
  );

const reportsIn = async (cwd: string) => (await readdir(path.join(cwd, '.trace', 'reports'))).length;
const runsIn = (cwd: string) => printed<{ run: string }[]>('runs list --last 100 --json', { cwd });

/** Appends settings to the configuration of a folder. */
async function configure(cwd: string, settings: string): Promise<void> {
  const file = path.join(cwd, 'trace.config.yaml');
  await writeFile(file, `${await readFile(file, 'utf8')}${settings}\n`);
}

test('each night removes what is older than the retention, and sends only what is new', async () => {
  const { mock, cwd } = await sandboxFolder(smallBatch());
  await configure(cwd, 'retention: { keep: 3d, keepLast: 2, reports: 1d }');
  const pages: number[] = [];
  for (let day = 0; day < 9; day++) {
    const refs = ['FRN-1', 'FRN-2', 'FRN-3', `NEW-${day}`];
    await writeFile(path.join(cwd, 'suppliers.csv'), suppliers(...refs));
    const ran = await trace(IMPORT, { cwd, ...night(day) });
    expectEnd(ran, 0);
    using db = new DatabaseSync(path.join(cwd, '.trace', 'ledger.db'), { readOnly: true });
    pages.push(Number(db.prepare('pragma page_count').get()!.page_count));
  }
  expect(await runsIn(cwd)).toHaveLength(4);
  expect(await reportsIn(cwd)).toBe(2);
  expect(createsOf(mock)).toBe(SMALL_SIZE + 9);
  // Each run uses the space of a removed one.
  expect(new Set(pages.slice(5)).size).toBe(1);
  await writeFile(path.join(cwd, 'suppliers.csv'), suppliers('FRN-1', 'NEW-0', 'NEW-4', 'NEW-8'));
  expectEnd(
    await trace(['import', 'suppliers.csv', '--env', 'sandbox'], { cwd, ...night(9) }),
    0,
    '4 records',
  );
  expect(createsOf(mock)).toBe(SMALL_SIZE + 9);
});

test('what was accepted, what is in doubt and what is unfinished stays when all else is removed', async () => {
  const { mock, cwd } = await sandboxFolder(
    { ...smallBatch(), 'doubt.csv': suppliers('DOUBT-1'), 'late.csv': suppliers('LATE-1') },
    { chaos: parseChaos(`at=${SMALL_SIZE + 1}:reset-after`) },
  );
  const importing = (file: string, day: number, env = {}) =>
    trace(['import', file, '--env', 'sandbox'], { cwd, env, ...night(day) });
  expectEnd(await trace(IMPORT, { cwd, ...night(0) }), 0);
  expectEnd(await importing('doubt.csv', 1), 6);
  expectEnd(await importing('late.csv', 2, { SANDBOX_TOKEN: 'another' }), 4);
  for (const day of [3, 4]) expectEnd(await trace(IMPORT, { cwd, ...night(day) }), 0);
  const before = await runsIn(cwd);
  const [last, , late, doubt] = before.map(({ run }) => run);

  const prune = ['runs', 'prune', '--keep', '1d', '--keep-last', '1', '--keep-reports', '1d'];
  const shown = await trace([...prune, '--dry-run'], { cwd, ...night(200) });
  expectEnd(shown, 0);
  const stays = `2 old runs stay: they have records that are not settled (${doubt}, ${late})`;
  expectSaid(shown.stdout, /^would remove 2 runs$/m, /^would remove 2 reports: /m, stays);
  expect([await runsIn(cwd), await reportsIn(cwd)]).toEqual([before, 5]);

  const pruned = await printed([...prune, '--json'], { cwd, ...night(200) });
  expect(pruned).toMatchObject({ dryRun: false, open: [doubt, late], ledgers: [] });
  expect([pruned.runs.length, pruned.reports.length]).toEqual([2, 2]);
  expect((await runsIn(cwd)).map(({ run }) => run)).toEqual([last, late, doubt]);
  expect(await reportsIn(cwd)).toBe(3);

  const creates = createsOf(mock);
  expectEnd(await trace(IMPORT, { cwd, ...night(201) }), 0, `all ${SMALL_SIZE} records are unchanged`);
  expectEnd(await importing('doubt.csv', 201), 6);
  expect(createsOf(mock)).toBe(creates);
  expect((await trace(['resolve', doubt!], { cwd, ...night(201) })).stdout).toMatch(/^supplier {2}DOUBT-1 /m);
  expectEnd(await trace(['resolve', doubt!, '--sent'], { cwd, ...night(201) }), 0);
  expectEnd(await trace(['resume', late!], { cwd, ...night(201) }), 0, '1 created');
  expect(createsOf(mock)).toBe(creates + 1);
});

test('without retention nothing is removed; a wrong time and a run that sends are errors', async () => {
  const { cwd } = await sandboxFolder(smallBatch());
  await configure(cwd, 'retention: off');
  for (const day of [0, 100, 200]) expectEnd(await trace(IMPORT, { cwd, ...night(day) }), 0);
  expect([(await runsIn(cwd)).length, await reportsIn(cwd)]).toEqual([3, 3]);
  expectEnd(await trace(['runs', 'prune', '--keep', '90'], { cwd }), 2, '--keep', 'from 1, such as 90d');
  const locks = path.join(cwd, '.trace', 'locks');
  const [name] = (await readdir(locks)).filter((one) => one.endsWith('.lock'));
  using _run = takeLock(path.join(locks, name!));
  expectEnd(await trace(['runs', 'prune'], { cwd }), 8);
});

test('an export finds the products of a batch whose run was removed', async () => {
  const { cwd } = await sandboxFolder(smallBatch());
  expectEnd(await trace(IMPORT, { cwd, ...night(0) }), 0);
  await writeFile(path.join(cwd, 'suppliers.csv'), suppliers('FRN-1'));
  expectEnd(await trace(['import', 'suppliers.csv', '--env', 'sandbox'], { cwd, ...night(200) }), 0);
  const argv = ['studies', 'list', '--since', '2026-01-01', '--env', 'sandbox', '--json'];
  const before = (await trace(argv, { cwd })).stdout;
  expectEnd(await trace(['runs', 'prune', '--keep-last', '1'], { cwd, ...night(200) }), 0);
  expect(await runsIn(cwd)).toHaveLength(1);
  expect((await trace(argv, { cwd })).stdout).toBe(before);
  expect(before.split('\n')).toHaveLength(3);
});

test('annotated copies beside a report of the user are removed when they are old; other files stay', async () => {
  const { cwd } = await sandboxFolder(smallBatch());
  const [old, several, fresh, other] = [
    ...['last-20260301-020000-0a1b.xlsx', 'last-20260301-020000-0a1b-suppliers.ods'],
    ...['last-20260329-020000-0a1b.xlsx', 'last-20260301.xlsx'],
  ];
  for (const name of [old, several, fresh, other]) await writeFile(path.join(cwd, name!), '');
  expectEnd(await trace([...IMPORT, '--report', 'last.json'], { cwd, ...night(30) }), 0);
  const left = (await readdir(cwd)).filter((name) => name.startsWith('last'));
  expect(left.sort()).toEqual([other, fresh, 'last.json']);
});
