import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replaceFile } from '../src/cli/view/file.ts';
import { draftIn, removeOldDrafts } from '../src/drafts.ts';
import { draftOf } from '../src/read/export/own-files.ts';
import { emptyFolder, exportFrom, studiesOf, worldOf } from './read/export/world.ts';

const ID = '0123456789abcdef';
const TWO_DAYS_AGO = new Date(Date.now() - 48 * 3_600_000);

async function left(path: string, at = TWO_DAYS_AGO): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'half a file');
  await utimes(path, at, at);
}

test('only temporary files of trace that are older than a day are removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trace-drafts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const ours = [
    draftIn(folder, ID),
    draftOf(join(folder, 'a-b.csv'), ID),
    draftOf(join(folder, 'é.png'), 'labels'),
  ];
  for (const path of ours) await left(path);
  const others = [
    draftOf(join(folder, 'young.csv'), ID),
    ...['.trace-notes.tmp', `.trace-${ID}.tmp.csv`, `trace-${ID}.tmp`, `.trace-${ID}0.tmp`].map((name) =>
      join(folder, name),
    ),
  ];
  await left(others[0]!, new Date());
  for (const path of others.slice(1)) await left(path);
  const called = join(folder, `.trace-${ID}-folder.tmp`);
  await mkdir(called);
  await utimes(called, TWO_DAYS_AGO, TWO_DAYS_AGO);
  await removeOldDrafts(folder);
  expect((await readdir(folder)).map((name) => join(folder, name)).sort()).toEqual(
    [...others, called].sort(),
  );
  await removeOldDrafts(join(folder, 'none'));
});

test('writing a report or an export removes old temporary files in its folder', async () => {
  const folder = await emptyFolder();
  await left(draftIn(folder, ID));
  const chunks = (async function* () {
    yield '{"schemaVersion":1}';
  })();
  await replaceFile(join(folder, 'report.json'), chunks, {});
  expect(await readdir(folder)).toEqual(['report.json']);

  await left(draftOf(join(folder, 'out', 'of-another.csv'), ID));
  await exportFrom(worldOf(studiesOf(2)), folder);
  const names = await readdir(join(folder, 'out'));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => name.startsWith('.trace'))).toEqual([]);
});
