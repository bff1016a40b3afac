import { expect, test } from 'vitest';
import { dataOf, wordsOf } from '../../data.ts';
import { expectEnd, trace } from './harness.ts';
import { IN_SANDBOX, imported, linesOf } from './reads-world.ts';

type Row = readonly [flags: string | readonly string[], found: readonly string[]];
const FILTERS = dataOf<Record<'products' | 'studies', readonly Row[]>>(import.meta.dirname, 'filters.yaml');

test('products list applies every filter and order', async () => {
  const { cwd } = await imported();
  for (const [flags, found] of FILTERS.products) {
    const listed = await linesOf(['products', 'list', ...wordsOf(flags)], cwd);
    expect([flags, listed.map(({ ref }) => (ref as string[])[0])]).toEqual([flags, found]);
  }
});

test('studies list and studies export apply every filter', async () => {
  const { cwd } = await imported();
  const keysOf = (lines: readonly Record<string, unknown>[]) =>
    lines.map(({ productRef, colorCode }) => `${productRef} ${colorCode}`).sort();
  for (const [flags, found] of FILTERS.studies) {
    const listed = await linesOf(['studies', 'list', ...wordsOf(flags)], cwd);
    expect([flags, keysOf(listed)]).toEqual([flags, found]);
    const argv = ['studies', 'export', ...wordsOf(flags), '--format', 'ndjson', '--out', '-', ...IN_SANDBOX];
    const { code, stdout } = await trace(argv, { cwd });
    const lines = stdout.split('\n').filter((line) => line !== '');
    expect([flags, code, keysOf(lines.map((line) => JSON.parse(line)))]).toEqual([flags, 0, found]);
  }
});

test('a reference may have spaces around it, and is not blank', async () => {
  const { cwd } = await imported();
  const exported = (ref: string) =>
    trace(['studies', 'export', ref, '--format', 'ndjson', '--out', '-', ...IN_SANDBOX], { cwd });
  const { code, stdout } = await exported(' ROB/1 é ');
  expect([code, stdout.trim().split('\n').length]).toEqual([0, 2]);
  for (const blank of ['', ' ']) expectEnd(await exported(blank), 2, `ids "${blank}": it is empty.`);
});
