import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemDisk } from '../../../src/read/export/disk.ts';
import { compareSortKeys } from '../../../src/read/export/item.ts';
import { type Entry, Spool } from '../../../src/read/export/spool.ts';
import { emptyFolder } from './world.ts';

const text = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'A', 'é', '\u0000', '\n', '\ud800', '\uffff', '😀'),
  fc.string(),
);
const record = fc.record({
  place: fc.tuple(text, text, fc.constantFrom('', 'C1'), fc.constantFrom('1', '2', 'id')),
  key: text,
  json: fc.json(),
});

/** All entries at once, in memory. */
function sortedAtOnce(entries: readonly Entry[]): Entry[] {
  const sorted = entries.toSorted((one, other) => compareSortKeys(one.place, other.place));
  return sorted.filter(({ place }, at) => at === 0 || compareSortKeys(sorted[at - 1]!.place, place) !== 0);
}

test('records come back in the order of their sort keys, the first of several with the same', async () => {
  const folder = await emptyFolder();
  const header = {
    version: 2,
    startedAt: '',
    asked: '',
    environment: '',
    target: '',
    language: 'en',
  } as const;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 60, size: 'max' }), async (records) => {
      const spool = new Spool(join(folder, String(run++)), systemDisk);
      await spool.begin(header, null);
      spool.open();
      const all = records.map(
        ({ place }, at): Entry => ({ place, state: 's', hash: `${at}`, number: at + 1 }),
      );
      for (const [at, { key, json }] of records.entries()) spool.keep(key, all[at]!, json);
      const expected = sortedAtOnce(all);
      expect([...spool.entries()]).toEqual(expected);
      for (const entry of expected)
        expect(spool.read(entry)).toEqual(JSON.parse(records[entry.number - 1]!.json));
      spool.close();
      spool.open();
      expect([...spool.entries()], 'opened again').toEqual(expected);
      expect(spool.kept).toEqual(new Set(records.map(({ key }) => key)));
      await spool.discard();
      expect(await Spool.headerOf(spool.folder)).toBeNull();
    }),
  );
});
