import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd, printed, sandboxFolder, trace } from './harness.ts';
import { csvOf, supplier, supplierBody } from './sheets.ts';

const rows = (names: Readonly<Record<string, string>>) =>
  csvOf(
    supplier,
    Object.entries(names).map(([key, name]) => supplierBody(key, { name })),
  );

test('two runs differ in records, outcomes and contents, as far as the ledger still knows them', async () => {
  const { cwd } = await sandboxFolder();
  const night = async (names: Readonly<Record<string, string>>, ...more: readonly string[]) => {
    await writeFile(path.join(cwd, 'a.csv'), rows(names));
    return trace(['import', 'a.csv', '--env', 'sandbox', ...more], { cwd });
  };
  expectEnd(await night({ 'FRN-1': 'One', 'FRN-2': 'Two', 'FRN-3': 'Three' }), 0);
  expectEnd(await night({ 'FRN-1': 'One', 'FRN-2': 'Two', 'FRN-3': 'Three' }), 0);
  expectEnd(await night({ 'FRN-1': 'One', 'FRN-2': 'Other', 'FRN-4': 'Four' }), 5);
  const [c, b, a] = (await printed<{ run: string }[]>('runs list --json', { cwd })).map(({ run }) => run);
  const compare = (...of: readonly (string | undefined)[]) =>
    printed(['runs', 'compare', ...of.map(String), '--json'], { cwd });
  const counts = { equal: 0, outcome: 0, content: 0, 'only-a': 0, 'only-b': 0, 'not-comparable': 0 };
  expect(await compare(a, a)).toMatchObject({ records: [], kinds: [{ counts: { ...counts, equal: 3 } }] });
  expect((await compare(a, b)).kinds).toEqual([{ kind: 'supplier', counts: { ...counts, equal: 3 } }]);
  const { records, kinds } = await compare(b, c);
  expect(kinds[0].counts).toEqual({ ...counts, equal: 1, content: 1, 'only-a': 1, 'only-b': 1 });
  expect(records.map(({ key, result }: { key: string; result: string }) => [key, result])).toEqual([
    ['FRN-2', 'content'],
    ['FRN-3', 'only-a'],
    ['FRN-4', 'only-b'],
  ]);
  expect(records[0]).toMatchObject({
    outcomeInA: 'unchanged',
    outcomeInB: 'outdated',
    fields: [{ path: 'name', before: 'Two', after: 'Other' }],
  });
  const shown = await trace(['runs', 'compare', b!, 'latest'], { cwd });
  expectEnd(shown, 0);
  expect(shown.stdout.replaceAll(`${cwd}${path.sep}`, '')).toBe(`A is run ${b}, B is run ${c}

kind      equal  outcome  content  only in A  only in B  not comparable
supplier      1        0        1          1          1               0

content: supplier FRN-2 (a.csv › A3): unchanged → outdated
  name: "Two" → "Other"
only in A: supplier FRN-3 (a.csv › A4): unchanged
only in B: supplier FRN-4 (a.csv › A4): created
`);
  expectEnd(await trace('runs compare nothing latest', { cwd }), 2, 'trace runs list');
});
