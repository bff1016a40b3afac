import { readdir } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { KEY_SEPARATOR } from '../../../src/contract/kind.ts';
import { systemDisk } from '../../../src/read/export/disk.ts';
import type { Reading } from '../../../src/service/read-back/reading.ts';
import {
  body,
  broken,
  type ExportSettings,
  emptyFolder,
  exportFrom,
  failed,
  filesIn,
  spoolsIn,
  studiesOf,
  studyOf,
  worldOf,
} from './world.ts';

const six = studiesOf(3);

/** One study of six has another response; the others are unchanged. */
async function with1(answer: Reading, asked: ExportSettings = {}) {
  const cwd = await emptyFolder();
  const world = worldOf(six);
  world.instead = (path) => (path.includes('/study-3/') ? answer : undefined);
  return { cwd, world, ...(await exportFrom(world, cwd, asked)) };
}

describe('a study that cannot be read is listed as a problem, and the others are exported', () => {
  test.each<[name: string, answer: Reading, status: number, error: RegExp]>([
    ['404', { type: 'absent' }, 404, /HTTP 404/],
    ['500', broken(500), 500, /HTTP 500/],
    ['a truncated body', failed({ type: 'unknown', status: 200, error: 'truncated' }), 200, /truncated/],
    ['another shape', body({ ok: true }), 200, /unexpected format/],
    ['the study of another', body(studyOf(six[0]!)), 200, /another study \(study-0\)/],
    [
      'a refusal',
      failed({ type: 'refused', status: 422, messages: ['no'], unknownReference: false }),
      422,
      /^no$/,
    ],
  ])(
    'a study that cannot be read is listed as a problem if its response is %s',
    async (_, answer, status, error) => {
      const { cwd, exported, events } = await with1(answer);
      expect(exported.records).toBe(5);
      const problem = {
        id: 'study-3',
        productRef: 'REF/0002 é',
        status,
        error: expect.stringMatching(error),
      };
      expect(exported.problems).toEqual([expect.objectContaining(problem)]);
      expect(events.filter(({ type }) => type === 'problem')).toHaveLength(1);
      const files = await filesIn(cwd);
      expect(Object.keys(files)).toEqual(['out/component.csv', 'out/problems.csv', 'out/study.csv']);
      expect(files['out/problems.csv']).toContain('study-3');
      for (const { id } of six) expect(files['out/study.csv']!.includes(id)).toBe(id !== 'study-3');
      expect(await spoolsIn(cwd)).toEqual([]);
    },
  );

  test('a study that cannot be read is listed in a file of problems that is named after the exported file', async () => {
    const { cwd, exported } = await with1(broken(500), { out: 'all.ndjson' });
    expect(Object.keys(await filesIn(cwd))).toEqual(['all.ndjson', 'all.problems.csv']);
    expect(exported.problemsFile).toMatch(/all\.problems\.csv$/);
  });

  test('the file of problems is removed by the next export without problems', async () => {
    const { cwd, world } = await with1(broken(500));
    world.instead = () => undefined;
    const { exported } = await exportFrom(world, cwd);
    expect(exported.problemsFile).toBeNull();
    expect(Object.keys(await filesIn(cwd))).toEqual(['out/component.csv', 'out/study.csv']);
  });
});

test('an export keeps unknown fields, and names them in one note', async () => {
  const cwd = await emptyFolder();
  const world = worldOf(six);
  world.extra = { carbonBudget: { of: 2030 }, 'x\u001b[2J': 1 };
  const { events } = await exportFrom(world, cwd, { out: 'all.ndjson' });
  const notes = events.filter((event) => event.type === 'note');
  expect(notes).toHaveLength(1);
  expect(notes[0]!.text).toContain('carbonBudget');
  const lines = (await filesIn(cwd))['all.ndjson']!.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).carbonBudget)).toEqual(six.map(() => ({ of: 2030 })));
});

test('an export to JSON has the responses of the service unchanged, in a stable order', async () => {
  const cwd = await emptyFolder();
  await exportFrom(worldOf(six), cwd, { out: 'all.json' });
  const found = JSON.parse(Buffer.from((await filesIn(cwd))['all.json']!, 'latin1').toString()) as unknown[];
  const place = ({ collection, productRef, color }: (typeof six)[number]) =>
    [collection, productRef, color].join(KEY_SEPARATOR);
  const sorted = [...six].sort((one, other) => (place(one) < place(other) ? -1 : 1));
  expect(found).toEqual(sorted.map(studyOf));

  const shuffled = await emptyFolder();
  await exportFrom(worldOf([...six].reverse()), shuffled, { out: 'all.json', concurrency: 1 });
  expect((await filesIn(shuffled))['all.json']).toBe((await filesIn(cwd))['all.json']);
});

test.each<[Reading, string]>([
  [failed({ type: 'token', status: 401, messages: ['INVALID_SESSION'] }), 'token'],
  [failed({ type: 'misdirected', status: 302, error: 'redirected' }), 'usage'],
  [failed({ type: 'unsent', error: 'connection refused' }), 'unreachable'],
])('an export that fails writes no file, and the next one resumes it: %j', async (answer, exit) => {
  const cwd = await emptyFolder();
  const world = worldOf(six);
  world.instead = (path) => (path.includes('/study-3/') ? answer : undefined);
  await expect(exportFrom(world, cwd, { concurrency: 1 })).rejects.toMatchObject({ exit });
  expect(await filesIn(cwd)).toEqual({});
  world.instead = () => undefined;
  world.asked.length = 0;
  expect((await exportFrom(world, cwd)).exported.records).toBe(6);
  // Requests that were open at its end may have succeeded too.
  expect(world.asked.length).toBeLessThanOrEqual(3);
  expect(world.asked).toContainEqual(expect.stringContaining('/study-3/'));
});

test('a list shorter than its total is a problem, and an unreadable list ends the export', async () => {
  const world = worldOf(six);
  const cwd = await emptyFolder();
  world.instead = (path) => {
    if (!path.startsWith('/v2/products?')) return undefined;
    return body({ total: 9, data: [{ id: 'id of REF/0001 é' }] });
  };
  const { exported } = await exportFrom(world, cwd);
  expect(exported.records).toBe(2);
  expect(exported.problems).toMatchObject([
    { id: '', error: expect.stringContaining('reported 9 items in the list of products but returned 1') },
  ]);
  world.instead = () => broken(500);
  await expect(exportFrom(world, await emptyFolder())).rejects.toMatchObject({ exit: 'unreachable' });
});

test('records that the reader of standard output did not receive count as changed in the next export', async () => {
  const cwd = await emptyFolder();
  const gone = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('gone'), { code: 'EPIPE' })),
  });
  gone.on('error', () => {});
  const asked: ExportSettings = { out: '-', format: 'ndjson', job: { changedOnly: true } };
  const first = await exportFrom(worldOf(six), cwd, { ...asked, job: { changedOnly: true, stdout: gone } });
  expect(first.exported.complete).toBe(false);
  const second = await exportFrom(worldOf(six), cwd, asked);
  expect([second.exported.complete, second.exported.records]).toEqual([true, 6]);
  expect((await exportFrom(worldOf(six), cwd, asked)).exported).toMatchObject({ records: 0, unchanged: 6 });
});

test('two exports into one folder at the same time each recognise their own files afterwards', async () => {
  const cwd = await emptyFolder();
  const of = (color: string) => {
    const asked = { out: `out/${color}.ndjson`, selection: { filters: { states: [], color } } };
    return exportFrom(worldOf(six), cwd, asked);
  };
  const both = () => Promise.all(['C0', 'C1'].map(of));
  for (let time = 0; time < 5; time++) {
    expect((await both()).map(({ exported }) => exported.records)).toEqual([3, 3]);
  }
});

test('an export that cannot write its output reports the cause', async () => {
  const cwd = await emptyFolder();
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const stream = () => new Writable({ construct: (done) => done(full) });
  const asked: ExportSettings = { out: 's.ndjson', disk: { ...systemDisk, stream } };
  await expect(exportFrom(worldOf(six), cwd, asked)).rejects.toMatchObject({
    code: 'export-unwritable',
    message: expect.stringContaining('ENOSPC'),
  });
  const filling = (name: string) => {
    const file = systemDisk.stream(name);
    const write = (_chunk: unknown, _encoding: unknown, done: (error: Error) => void) => done(full);
    return Object.assign(file, { _write: write, _writev: null });
  };
  const filled = { ...asked, disk: { ...systemDisk, stream: filling } };
  await expect(exportFrom(worldOf(six), cwd, filled)).rejects.toThrow('ENOSPC');
  expect(await readdir(cwd)).toEqual(['.trace']);
});

test('a second export of the same at the same time is refused with the reason', async () => {
  const cwd = await emptyFolder();
  const world = worldOf(six);
  let second: unknown;
  world.instead = async (path) => {
    if (path.includes('/study-3/') && second === undefined) {
      second = null;
      second = await exportFrom(worldOf(six), cwd).catch((error: unknown) => error);
    }
    return undefined as unknown as Reading;
  };
  expect((await exportFrom(world, cwd, { job: { force: true } })).exported.records).toBe(6);
  expect(second).toMatchObject({ exit: 'locked', code: 'export-locked' });
});
