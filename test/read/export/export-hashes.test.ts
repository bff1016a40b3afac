import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemDisk } from '../../../src/read/export/disk.ts';
import { ExportHashes } from '../../../src/read/export/export-hashes.ts';
import type { SortedEntry } from '../../../src/read/export/sorted-entries.ts';
import { emptyFolder } from './world.ts';

/** Without backslashes: JSON.parse of V8 takes an escaped key for the key "\\" if an object before had that one. */
const ids = fc
  .oneof(fc.constantFrom('a', 'b', '1', '"', '\ud800'), fc.string())
  .filter((id) => !id.includes('\\'));
const pairs = fc.array(fc.tuple(ids, fc.string()));

const entryOf = ([id, hash]: [string, string]): SortedEntry => ({
  place: ['', '', '', id],
  state: '',
  hash,
  offset: 0,
  bytes: 0,
});

test('ExportHashes adds the hashes of each export to earlier ones; the last hash of an id counts', async () => {
  const folder = await emptyFolder();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(pairs, { maxLength: 4 }), async (exports) => {
      const hashes = new ExportHashes(folder, systemDisk, 'id', [run++]);
      expect(await hashes.read()).toBe('{}');
      for (const each of exports) await hashes.add(each.map(entryOf));
      const expected = Object.fromEntries(exports.flat());
      expect(JSON.parse(await hashes.read())).toEqual(expected);
    }),
  );
});

test('ExportHashes reads back more hashes than it writes at once', async () => {
  const hashes = new ExportHashes(await emptyFolder(), systemDisk, 'id', []);
  const all = Array.from({ length: 5000 }, (_, at): [string, string] => [`étude-${at}`, `hash ${at}`]);
  await hashes.add(all.map(entryOf));
  await hashes.add(all.slice(10).map(entryOf));
  expect(JSON.parse(await hashes.read())).toEqual(Object.fromEntries(all));
});
