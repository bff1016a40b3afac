import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type Disk, systemDisk } from '../../../src/read/export/disk.ts';
import { SLOW } from '../../effort.ts';
import {
  broken,
  emptyFolder,
  exportFrom,
  filesIn,
  spoolsIn,
  studiesOf,
  type World,
  type WorldStudy,
  worldOf,
} from './world.ts';

/** A kill as seen from inside: nothing happens after it, not even clean-up. */
class Death extends Error {}

/** A disk and a service that fail at their `last`-th step: half of what is written then is stored. */
function mortal(last: number) {
  let steps = 0;
  const step = async <T>(half: () => Promise<unknown>, whole: () => Promise<T>): Promise<T> => {
    if (++steps < last) return whole();
    if (steps === last) await half();
    throw new Death(`killed at step ${steps}`);
  };
  const nothing = async () => {};
  const disk: Disk = {
    folder: (name, open) => step(nothing, () => systemDisk.folder(name, open)),
    write: (name, text) =>
      step(
        () => writeFile(name, text.slice(0, text.length / 2)),
        () => systemDisk.write(name, text),
      ),
    rename: (from, to) => step(nothing, () => systemDisk.rename(from, to)),
    remove: (name) => step(nothing, () => systemDisk.remove(name)),
    stream(name) {
      if (++steps >= last) return dead();
      const inner = systemDisk.stream(name);
      return new Writable({
        write(chunk: Buffer, _encoding, done) {
          if (++steps < last) inner.write(chunk, done);
          else if (steps === last)
            inner.write(chunk.subarray(0, chunk.length / 2), () => done(new Death('killed')));
          else done(new Death('killed'));
        },
        final: (done) => void inner.end(done),
      });
    },
  };
  const request = () => {
    if (++steps >= last) throw new Death('killed');
  };
  /** A world whose requests are steps, and the disk. */
  const within = <W extends World>(world: W) => {
    const { instead } = world;
    world.instead = (asked, nth) => {
      request();
      return instead(asked, nth);
    };
    return world;
  };
  return { disk, within, steps: () => steps };
}

const dead = () => new Writable({ write: (_chunk, _encoding, done) => done(new Death('killed')) });

/** Some that are valid, one that is missing, one that the service fails on. */
function world() {
  const made = worldOf(studiesOf(3));
  made.instead = (asked) => {
    if (asked.startsWith('/v2/studies/study-2/')) return { type: 'absent' };
    return asked.startsWith('/v2/studies/study-5/') ? broken(500) : undefined;
  };
  return made;
}

const KINDS = [
  ['tables in a folder', { out: 'out/' }],
  ['whole answers', { out: 'all.json' }],
  ['a workbook', { out: 'book.xlsx' }],
] as const;

describe.each(KINDS)('an export of %s that is killed at any step', (_, asked) => {
  test('is resumed, and its files are the same to the byte', { tags: ['sampled'] }, async () => {
    const whole = await emptyFolder();
    const told = await exportFrom(world(), whole, asked);
    const expected = await filesIn(whole);
    expect(Object.keys(expected).length).toBeGreaterThan(1);

    const immortal = mortal(Number.POSITIVE_INFINITY);
    await exportFrom(immortal.within(world()), await emptyFolder(), { ...asked, disk: immortal.disk });
    const all = immortal.steps();
    expect(all).toBeGreaterThan(20);

    for (let last = 1; last <= all; last += SLOW ? 1 : 4) {
      const cwd = await emptyFolder();
      const { disk, within } = mortal(last);
      await expect(exportFrom(within(world()), cwd, { ...asked, disk, concurrency: 1 })).rejects.toThrow();
      const again = await exportFrom(world(), cwd, asked);
      expect(await filesIn(cwd), `killed at step ${last}`).toEqual(expected);
      expect(again.exported.records).toBe(told.exported.records);
      expect(await spoolsIn(cwd)).toEqual([]);
    }
  });
});

/** Kills an export after some of its studies were fetched. */
async function cut(studies: readonly WorldStudy[], cwd: string, out: string) {
  const { disk, within } = mortal(12);
  await expect(exportFrom(within(worldOf(studies)), cwd, { out, disk, concurrency: 1 })).rejects.toThrow(
    'killed',
  );
}

test('one that was killed loses nothing and fetches no study twice', async () => {
  const cwd = await emptyFolder();
  const studies = studiesOf(6);
  await cut(studies, cwd, 'all.ndjson');
  const second = worldOf(studies);
  const { exported, events } = await exportFrom(second, cwd, { out: 'all.ndjson' });
  expect(exported.records).toBe(12);
  const continued = events.find(({ type }) => type === 'resumed');
  expect(continued).toMatchObject({ type: 'resumed' });
  const kept = (continued as { fetched: number }).fetched;
  expect(kept).toBeGreaterThan(0);
  expect(second.asked.filter((asked) => asked.includes('/details'))).toHaveLength(12 - kept);
});

test('a spool that is damaged is refused once, and all is fetched again', async () => {
  const cwd = await emptyFolder();
  const studies = studiesOf(6);
  await cut(studies, cwd, 'all.json');
  const [spool] = await spoolsIn(cwd);
  const data = path.join(cwd, '.trace', 'exports', spool!, 'records.sqlite');
  const bytes = await readFile(data);
  await writeFile(data, bytes.fill(0x78));
  await expect(exportFrom(worldOf(studies), cwd, { out: 'all.json' })).rejects.toMatchObject({
    code: 'export-unwritable',
  });
  expect((await exportFrom(worldOf(studies), cwd, { out: 'all.json' })).exported.records).toBe(12);
});

test('a spool of other languages, filters or another address is not used', async () => {
  const studies = studiesOf(3);
  const cwd = await emptyFolder();
  await cut(studies, cwd, 'a.json');
  for (const [asked, answers] of [
    [{ selection: { languages: ['fr'] as const } }, 6],
    [{ selection: { filters: { states: ['PUBLISHED'] } } }, 3],
    [{ job: { target: 'elsewhere' } }, 6],
    [{ job: { changedOnly: true } }, 6],
  ] as const) {
    const other = worldOf(studies);
    const { events } = await exportFrom(other, cwd, {
      out: 'b.json',
      job: { force: true },
      ...asked,
      ...('job' in asked && { job: { ...asked.job, force: true } }),
    });
    expect(events.some(({ type }) => type === 'resumed')).toBe(false);
    expect(other.asked.filter((each) => each.includes('/details'))).toHaveLength(answers);
  }
  expect(await spoolsIn(cwd)).toHaveLength(1);
  const { events } = await exportFrom(worldOf(studies), cwd, { out: 'a.json' });
  expect(events.some(({ type }) => type === 'resumed')).toBe(true);
});

test('--fresh begins anew, and so does a spool of yesterday', async () => {
  const studies = studiesOf(3);
  for (const job of [{ fresh: true }, { now: () => new Date(Date.now() + 25 * 3_600_000) }]) {
    const cwd = await emptyFolder();
    await cut(studies, cwd, 'a.json');
    const world = worldOf(studies);
    const { events } = await exportFrom(world, cwd, { out: 'a.json', job });
    expect(events.some(({ type }) => type === 'resumed')).toBe(false);
    expect(world.asked.filter((each) => each.includes('/details'))).toHaveLength(6);
  }
});

test('nothing but the export and the state folder is left in the folders', async () => {
  const cwd = await emptyFolder();
  await exportFrom(world(), cwd, { out: 'out/' });
  expect((await readdir(cwd)).sort()).toEqual(['.trace', 'out']);
  expect((await readdir(path.join(cwd, 'out'))).sort()).toEqual([
    'component.csv',
    'problems.csv',
    'study.csv',
  ]);
});
