import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectEnd, folderWith } from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { numbered, v3World } from '../cli/commands/v3-world.ts';
import { start } from './harness.ts';

/** Runs trace where no file may grow beyond a number of blocks of 512 bytes. */
const runWithin = (blocks: number | 'unlimited', argv: readonly string[], cwd: string) =>
  start(argv, cwd, { TMPDIR: cwd }, blocks).done;

const drafts = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.tmp'));

describe.skipIf(process.platform === 'win32')('a failed write leaves only the old file', () => {
  const OLD = 'the old one\n'.repeat(300);

  test('a failed write leaves only the old template, also with --force', async () => {
    const cwd = await folderWith({ 'blank.xlsx': OLD });
    const argv = ['template', '--out', 'blank.xlsx', '--force'];
    for (const blocks of [0, 1, 8]) {
      expectEnd(await runWithin(blocks, argv, cwd), 2, /blank\.xlsx cannot be written \(EFBIG\)/);
      expect(await readFile(path.join(cwd, 'blank.xlsx'), 'utf8')).toBe(OLD);
      expect(await drafts(cwd)).toEqual([]);
    }
    expect((await runWithin('unlimited', argv, cwd)).code).toBe(0);
    expect((await readFile(path.join(cwd, 'blank.xlsx'))).subarray(0, 2).toString()).toBe('PK');
    expect(await drafts(cwd)).toEqual([]);
  });

  test('a failed write leaves only the old contract of an environment', async () => {
    const cwd = await folderWith({ 'TENCEL.txt': 'TENCEL\n', 'ALPACA.txt': 'ALPACA\n' });
    const argv = (value: string) => `taxonomy add component.material ${value}.txt --env mock`.split(' ');
    const made = await runWithin('unlimited', argv('TENCEL'), cwd);
    const name = (await readdir(cwd)).find((file) => file.startsWith('trace.contract.'));
    expect([made.code, name], made.stderr).toEqual([0, expect.any(String)]);
    const before = await readFile(path.join(cwd, name!), 'utf8');
    expectEnd(await runWithin(0, argv('ALPACA'), cwd), 2, /cannot be saved to .*EFBIG/);
    expect(await readFile(path.join(cwd, name!), 'utf8')).toBe(before);
    expect(await drafts(cwd)).toEqual([]);
  });

  test.each([
    ['images of codes', 'codes', ['qrcodes.csv', 'ROB-2000_3607012000000.svg', 'ROB-2000_3607012000000.png']],
    ['a sheet of labels', 'labels.pdf', ['labels.pdf']],
    ['a workbook of labels', 'labels.xlsx', ['labels.xlsx']],
  ])('a failed write leaves only the old file of %s', async (_, out, names) => {
    const { cwd } = await v3World([numbered(0)]);
    const argv = ['brand-products', 'qrcodes', '--out', out, '--force', '--env', 'sandbox'];
    const folder = out === 'codes' ? path.join(cwd, out) : cwd;
    // the token is bound and the folders exist, so that only the files themselves fail
    expect((await runWithin('unlimited', argv, cwd)).code).toBe(0);
    for (const name of names) await writeFile(path.join(folder, name), OLD);
    expectEnd(await runWithin(0, argv, cwd), 2, /cannot be written \(EFBIG\)/);
    for (const name of names) expect(await readFile(path.join(folder, name), 'utf8')).toBe(OLD);
    expect(await drafts(folder)).toEqual([]);
  });

  test('a failed write leaves only the old report that runs report writes again', async () => {
    const bodies = Array.from({ length: 200 }, (_, at) => supplierBody(`FRN-${at}`));
    const cwd = await folderWith({ 'suppliers.csv': csvOf(supplier, bodies) });
    const made = await runWithin('unlimited', ['import', 'suppliers.csv', '--report', 'run.json'], cwd);
    expect(made.code, made.stderr).toBe(0);
    const before = await readFile(path.join(cwd, 'run.json'), 'utf8');
    // enough to read the ledger, but not to write the report
    expectEnd(await runWithin(80, ['runs', 'report', '--out', 'run.json'], cwd), 2, /EFBIG/);
    expect(await readFile(path.join(cwd, 'run.json'), 'utf8')).toBe(before);
    expect(await drafts(cwd)).toEqual([]);
  });

  test.each(['link', 'folder'])('a template never replaces a %s', async (what) => {
    const cwd = await folderWith({ 'mine.txt': OLD });
    const out = path.join(cwd, 'blank.xlsx');
    if (what === 'link') await symlink('mine.txt', out);
    else await mkdir(out);
    const { code, stderr } = await runWithin('unlimited', ['template', '--out', out, '--force'], cwd);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`blank.xlsx is a ${what}`)]);
    expect(await readFile(path.join(cwd, 'mine.txt'), 'utf8')).toBe(OLD);
  });
});
