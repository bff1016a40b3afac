import { appendFile, readdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type Disk, systemDisk } from '../../../src/read/export/disk.ts';
import { SLOW } from '../../effort.ts';
import { broken, emptyFolder, exportFrom, filesIn, spoolsIn, studiesOf, worldOf } from './world.ts';

/** A kill as seen from inside: nothing happens after it, not even clean-up. */
class Death extends Error {}

/** A disk that fails at its `last`-th step: half of what is written then is stored. */
function mortalDisk(last: number): { disk: Disk; steps: () => number } {
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
    async append(name) {
      const file = await step(nothing, () => systemDisk.append(name));
      return {
        append: (bytes) =>
          step(
            () => appendFile(name, bytes.subarray(0, bytes.length / 2)),
            () => file.append(bytes),
          ),
        close: () => file.close(),
      };
    },
    truncate: (name, bytes) => step(nothing, () => truncate(name, bytes)),
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
  return { disk, steps: () => steps };
}

const dead = () => new Writable({ write: (_chunk, _encoding, done) => done(new Death('killed')) });

/** Six studies: four are sound, one is missing, and the service fails on one. */
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
  ['whole responses', { out: 'all.json' }],
  ['a workbook', { out: 'book.xlsx' }],
] as const;

describe.each(KINDS)('an export of %s that is killed at any step', (_, asked) => {
  test('a killed export is resumed, and its files are the same to the byte', {
    tags: ['sampled'],
  }, async () => {
    const whole = await emptyFolder();
    const told = await exportFrom(world(), whole, asked);
    const expected = await filesIn(whole);
    expect(Object.keys(expected).length).toBeGreaterThan(1);

    const { disk, steps } = mortalDisk(Number.POSITIVE_INFINITY);
    await exportFrom(world(), await emptyFolder(), { ...asked, disk });
    const all = steps();
    expect(all).toBeGreaterThan(20);

    for (let last = 1; last <= all; last += SLOW ? 1 : 4) {
      const cwd = await emptyFolder();
      const first = world();
      await expect(
        exportFrom(first, cwd, { ...asked, disk: mortalDisk(last).disk, concurrency: 1 }),
      ).rejects.toThrow();
      const again = await exportFrom(world(), cwd, asked);
      expect(await filesIn(cwd), `killed at step ${last}`).toEqual(expected);
      expect(again.exported.records).toBe(told.exported.records);
      expect(await spoolsIn(cwd)).toEqual([]);
    }
  });
});

test('an export that was killed in the middle of a line keeps what it has and fetches no study twice', async () => {
  const cwd = await emptyFolder();
  const studies = studiesOf(6);
  const { disk } = mortalDisk(21);
  await expect(
    exportFrom(worldOf(studies), cwd, { out: 'all.ndjson', disk, concurrency: 1 }),
  ).rejects.toThrow();
  const [spool] = await spoolsIn(cwd);
  const answers = path.join(cwd, '.trace', 'exports', spool!, 'answers.ndjson');
  await appendFile(answers, '{"key":"study-9","place":["a');

  const second = worldOf(studies);
  const { exported, events } = await exportFrom(second, cwd, { out: 'all.ndjson' });
  expect(exported.records).toBe(12);
  const continued = events.find(({ type }) => type === 'resumed');
  expect(continued).toMatchObject({ type: 'resumed' });
  const kept = (continued as { fetched: number }).fetched;
  expect(kept).toBeGreaterThan(0);
  expect(second.asked.filter((asked) => asked.includes('/details'))).toHaveLength(12 - kept);
});

test('zero bytes that a power failure left in the spool are dropped, and their studies fetched again', async () => {
  const studies = studiesOf(3);
  const whole = await emptyFolder();
  await exportFrom(worldOf(studies), whole, { out: 'all.json' });
  const cwd = await emptyFolder();
  await expect(
    exportFrom(worldOf(studies), cwd, { out: 'all.json', disk: mortalDisk(20).disk, concurrency: 1 }),
  ).rejects.toThrow();
  const [spool] = await spoolsIn(cwd);
  await appendFile(path.join(cwd, '.trace', 'exports', spool!, 'answers.ndjson'), Buffer.alloc(9000));
  await exportFrom(worldOf(studies), cwd, { out: 'all.json' });
  expect(await filesIn(cwd)).toEqual(await filesIn(whole));
});

test('a spool of other languages, filters, another address or --changed is not resumed', async () => {
  const studies = studiesOf(3);
  const cwd = await emptyFolder();
  const cut = () =>
    exportFrom(worldOf(studies), cwd, { out: 'a.json', disk: mortalDisk(15).disk, concurrency: 1 });
  await expect(cut()).rejects.toThrow();
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

test('an export with --fresh, or a day after the killed one, starts from the beginning', async () => {
  const studies = studiesOf(3);
  for (const job of [{ fresh: true }, { now: () => new Date(Date.now() + 25 * 3_600_000) }]) {
    const cwd = await emptyFolder();
    await expect(
      exportFrom(worldOf(studies), cwd, { out: 'a.json', disk: mortalDisk(15).disk, concurrency: 1 }),
    ).rejects.toThrow();
    const world = worldOf(studies);
    const { events } = await exportFrom(world, cwd, { out: 'a.json', job });
    expect(events.some(({ type }) => type === 'resumed')).toBe(false);
    expect(world.asked.filter((each) => each.includes('/details'))).toHaveLength(6);
  }
});

test('an export leaves nothing but its files and the state folder', async () => {
  const cwd = await emptyFolder();
  await exportFrom(world(), cwd, { out: 'out/' });
  expect((await readdir(cwd)).sort()).toEqual(['.trace', 'out']);
  expect((await readdir(path.join(cwd, 'out'))).sort()).toEqual([
    'component.csv',
    'problems.csv',
    'study.csv',
  ]);
});
