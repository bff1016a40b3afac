import { existsSync, readdirSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { moveWithReport } from '../../../src/cli/run/watched-folder.ts';
import { expectEnd, folderWith, journalOf, sandboxConfig, sandboxFolder, trace } from './harness.ts';
import { csvOf, supplier, supplierBody } from './sheets.ts';

const suppliers = (...keys: readonly string[]) =>
  csvOf(
    supplier,
    keys.map((key) => supplierBody(key)),
  );

/** Runs `trace watch inbox` until `stop` is called; the folder has these files. */
async function watching(files: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const { cwd, mock } = await sandboxFolder();
  const inbox = path.join(cwd, 'inbox');
  await mkdir(inbox);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(inbox, name), text);
  const controller = new AbortController();
  const given = ['--env', 'sandbox', '--stable', '40ms', '--retry', '30ms', ...flags];
  const ended = trace(['watch', 'inbox', ...given], { cwd, signal: controller.signal });
  const stop = () => {
    controller.abort();
    return ended;
  };
  onTestFinished(async () => void (await stop()));
  const names = (folder = '.') =>
    existsSync(path.join(inbox, folder)) ? readdirSync(path.join(inbox, folder)).toSorted() : [];
  const until = (folder: string, ...expected: readonly string[]) =>
    vi.waitFor(() => expect(names(folder)).toEqual(expected), { timeout: 20_000, interval: 20 });
  const keys = async () => (await journalOf(mock)).map(({ key }) => key).toSorted();
  return { inbox, stop, names, until, keys };
}

describe('trace watch', () => {
  it('imports each file once, and moves it with its report', async () => {
    const { inbox, stop, names, until, keys } = await watching({
      'a.csv': suppliers('FRN-1'),
      'bad.csv': 'a,b\n1,2\n',
      '.hidden.csv': suppliers('FRN-7'),
      '~$a.csv': suppliers('FRN-8'),
      'b.csv.tmp': suppliers('FRN-2'),
      'empty.csv': '',
      'notes.pdf': 'not for trace',
    });
    await until('done', 'a.csv', 'a.csv.report.json');
    await until('failed', 'bad.csv', 'bad.csv.report.json');
    // Renamed into place, and written after it was created.
    await rename(path.join(inbox, 'b.csv.tmp'), path.join(inbox, 'b.csv'));
    await appendFile(path.join(inbox, 'empty.csv'), suppliers('FRN-3'));
    await until('done', ...['a.csv', 'b.csv', 'empty.csv'].flatMap((name) => [name, `${name}.report.json`]));
    // The name is taken, and one record is new.
    await writeFile(path.join(inbox, 'a.csv'), suppliers('FRN-1', 'FRN-4'));
    await vi.waitFor(() => expect(names('done')).toContain('a (2).csv.report.json'), { timeout: 20_000 });
    const ran = await stop();
    expectEnd(
      ran,
      0,
      'a.csv moved to inbox/done/a (2).csv',
      'notes.pdf is left where it is',
      'stopped watching',
    );
    expect(ran.stderr).toContain('bad.csv moved to inbox/failed/bad.csv: correct it there');
    expect(await keys()).toEqual(['FRN-1', 'FRN-2', 'FRN-3', 'FRN-4']);
    expect(names()).toEqual(['.hidden.csv', '.trace-watch.lock', 'done', 'failed', 'notes.pdf', '~$a.csv']);
    const report = JSON.parse(await readFile(path.join(inbox, 'failed', 'bad.csv.report.json'), 'utf8'));
    expect(report.exitCode).toBe(3);
  });

  it('imports the whole of a file that is written slowly', async () => {
    const { inbox, stop, until, keys } = await watching({});
    const file = path.join(inbox, 'slow.csv');
    const [head, ...rows] = suppliers(...Array.from({ length: 20 }, (_, at) => `FRN-${at + 10}`)).split(
      /(?<=\n)/,
    );
    await writeFile(file, head!);
    for (const row of rows) {
      await appendFile(file, row.slice(0, 10));
      await new Promise(setImmediate);
      await appendFile(file, row.slice(10));
    }
    await until('done', 'slow.csv', 'slow.csv.report.json');
    await stop();
    expect((await keys()).length).toBe(20);
    expect(await readFile(path.join(inbox, 'done', 'slow.csv'), 'utf8')).toBe([head, ...rows].join(''));
  });

  it('refuses a folder that is missing, and production without a confirmation', async () => {
    const cwd = await folderWith({
      'trace.config.yaml': sandboxConfig('https://example.com').replace('sandbox', 'production'),
    });
    expectEnd(await trace('watch nowhere', { cwd }), 2, 'There is no folder nowhere');
    expectEnd(await trace('watch . --env production', { cwd }), 2, '--yes');
  });
});

/** A folder on another disk than that of the tests; undefined if there is none. */
const otherDisk = async (): Promise<string | undefined> => {
  const { statSync } = await import('node:fs');
  const { mkdtemp } = await import('node:fs/promises');
  const here = statSync(await folderWith()).dev;
  const parent = ['/tmp', '/dev/shm', process.cwd()].find(
    (name) => existsSync(name) && statSync(name).dev !== here,
  );
  if (parent === undefined) return undefined;
  const folder = await mkdtemp(path.join(parent, 'trace-other-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

it('moves a file to another disk', async (test) => {
  const folder = await otherDisk();
  if (folder === undefined) return test.skip();
  const cwd = await folderWith({ 'a.csv': 'a', 'r.json': '{}' });
  expect(await moveWithReport(path.join(cwd, 'a.csv'), path.join(cwd, 'r.json'), folder)).toBe('a.csv');
  await writeFile(path.join(cwd, 'a.csv'), 'b');
  expect(await moveWithReport(path.join(cwd, 'a.csv'), null, folder)).toBe('a (2).csv');
  expect(readdirSync(folder).toSorted()).toEqual(['a (2).csv', 'a.csv', 'a.csv.report.json']);
  expect([await readFile(path.join(folder, 'a.csv'), 'utf8'), existsSync(path.join(cwd, 'a.csv'))]).toEqual([
    'a',
    false,
  ]);
});
