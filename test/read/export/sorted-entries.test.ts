import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareSortKeys } from '../../../src/read/export/item.ts';
import { SortedEntries, type SortedEntry } from '../../../src/read/export/sorted-entries.ts';
import { emptyFolder } from './world.ts';

const text = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'A', 'é', '\u0000', '\n', '\ud800', '\uffff', '😀'),
  fc.string(),
);
const entry: fc.Arbitrary<SortedEntry> = fc.record({
  place: fc.tuple(text, text, fc.constantFrom('', 'C1'), fc.constantFrom('1', '2', 'id')),
  ...{ state: text, hash: text, offset: fc.nat(), bytes: fc.nat() },
});

/** All entries at once, in memory. */
function sortedAtOnce(entries: readonly SortedEntry[]): SortedEntry[] {
  const sorted = [...entries].sort((one, other) => compareSortKeys(one.place, other.place));
  return sorted.filter(({ place }, at) => at === 0 || compareSortKeys(sorted[at - 1]!.place, place) !== 0);
}

test('SortedEntries gives the same entries in the same order as a sort in memory', async () => {
  const folder = await emptyFolder();
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 20 }),
      (all, most) => {
        const entries = new SortedEntries(folder, most);
        for (const each of all) entries.add(each);
        const expected = sortedAtOnce(all);
        expect([...entries]).toEqual(expected);
        expect([...entries], 'read again').toEqual(expected);
        expect(entries.count).toBe(all.length);
        entries.close();
      },
    ),
  );
  expect(await readdir(folder)).toEqual([]);
});

test('SortedEntries sorts entries and runs that are longer than a block', async () => {
  const entries = new SortedEntries(await emptyFolder(), 500);
  const all = Array.from({ length: 2300 }, (_, at): SortedEntry => {
    const number = (at * 7919) % 2300;
    const place = ['été '.repeat(number === 0 ? 9000 : 3), `REF-${number}`, '', `${number}`] as const;
    return { place, state: '', hash: 'h', offset: 3e9 + at, bytes: at };
  });
  for (const each of all) entries.add(each);
  expect([...entries]).toEqual(sortedAtOnce(all));
  entries.close();
});
