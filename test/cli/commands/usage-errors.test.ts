import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dataOf, wordsOf } from '../../data.ts';
import { mergedBook } from '../../sheets/workbook-builder.ts';
import { trace } from './harness.ts';
import { imported } from './reads-world.ts';

type Row = readonly [words: string | readonly string[], ...said: readonly string[]];

/** Matches a text that contains `said`, or that fits the pattern if `said` is between slashes. */
const having = (said: string) =>
  /^\/.*\/$/.test(said)
    ? expect.stringMatching(new RegExp(said.slice(1, -1)))
    : expect.stringContaining(said);

/** The files of a folder with their bytes, without those that trace keeps for itself. */
async function filesOf(cwd: string) {
  const entries = await readdir(cwd, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => [name, await readFile(path.join(cwd, name), 'latin1')]),
  );
}

test.each(Object.entries(dataOf<Record<string, readonly Row[]>>(import.meta.dirname, 'usage-errors.yaml')))(
  '%s exits with 2 for each invalid command line, says what to do, and writes and sends nothing',
  async (command, rows) => {
    const { cwd, mock } = await imported();
    await mkdir(path.join(cwd, 'data'));
    await writeFile(path.join(cwd, 'there.xlsx'), 'mine');
    await writeFile(path.join(cwd, 'book.xlsx'), mergedBook('Suppliers', [['supplierRef'], ['FRN-1']], []));
    const before = [await filesOf(cwd), mock.stats().requests];
    for (const [words, ...said] of rows) {
      const argv = [...command.split(' ').slice(1), ...wordsOf(words)];
      const { code, stdout, stderr } = await trace(argv, { cwd });
      expect([argv, code, stdout]).toEqual([argv, 2, '']);
      for (const text of said) expect([argv, stderr]).toEqual([argv, having(text)]);
    }
    expect([await filesOf(cwd), mock.stats().requests]).toEqual(before);
  },
);
