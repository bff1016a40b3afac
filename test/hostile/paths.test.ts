import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runBinary } from '../binary/harness.ts';
import { folderWith } from '../cli/commands/harness.ts';
import {
  escaped,
  relation,
  relationships,
  textRow,
  workbook,
  worksheet,
} from '../sheets/workbook-builder.ts';

const HEADERS = ['supplierRef', 'name', 'category', 'country'];
const ROWS = textRow(HEADERS) + textRow(['FRN-OUTSIDE', 'a', 'b', 'FR']);

/** All files below a folder, with their content. */
const treeOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

test('parts of a workbook with paths as names are never written to disk', async () => {
  const top = await folderWith();
  const cwd = path.join(top, 'a', 'b', 'c');
  await mkdir(cwd, { recursive: true });
  const names = [
    '../evil.xml',
    '../../evil.xml',
    path.join(top, 'evil'),
    '..\\other.xml',
    'C:\\evil',
    'evil.csv',
    '__proto__',
  ];
  const parts = names.map((name) => ({ name, content: 'x' }));
  await writeFile(path.join(cwd, 'batch.xlsx'), workbook({ rows: ROWS, parts }));
  const before = await treeOf(top);
  const { code, stdout } = await runBinary(['check', 'batch.xlsx', '--json'], cwd, { TMPDIR: cwd });
  expect([code, JSON.parse(stdout).files]).toEqual([3, [expect.objectContaining({ rows: 1 })]]);
  expect(await treeOf(top)).toEqual(before);
});

test.each([
  ['a path', (file: string) => relation('rId1', 'worksheet', escaped(path.relative('/xl', file)))],
  ['a full path', (file: string) => relation('rId1', 'worksheet', escaped(file))],
  ['an address', (file: string) => relation('rId1', 'worksheet', escaped(`file://${file}`))],
  [
    'an external link with the name of a part',
    () => relation('rId1', 'worksheet', 'worksheets/sheet1.xml').replace('/>', ' TargetMode="External"/>'),
  ],
])('a sheet that refers to cells outside of its workbook by %s is reported as missing', async (_, to) => {
  const cwd = await folderWith({ 'outside.xml': worksheet(ROWS) });
  const rels = relationships(to(path.join(cwd, 'outside.xml')));
  const file = workbook({
    rows: { Suppliers: ROWS },
    parts: [{ name: 'xl/_rels/workbook.xml.rels', content: rels }],
  });
  await writeFile(path.join(cwd, 'batch.xlsx'), file);
  const { code, stdout } = await runBinary(['check', 'batch.xlsx', '--json'], cwd);
  const { findings } = JSON.parse(stdout);
  expect([code, findings.map(({ message }: { message: string }) => message)]).toEqual([
    3,
    [expect.stringContaining('does not contain it')],
  ]);
  expect(stdout).not.toContain('FRN-OUTSIDE');
});
