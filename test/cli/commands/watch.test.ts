import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { moveWithReport } from '../../../src/cli/run/watched-folder.ts';
import { expectEnd, folderWith, journalOf, sandboxConfig, sandboxFolder, Text, trace } from './harness.ts';
import { csvOf, supplier, supplierBody } from './sheets.ts';

const suppliers = (...keys: readonly string[]) =>
  csvOf(
    supplier,
    keys.map((key) => supplierBody(key)),
  );

/** Runs `trace watch inbox` until `stop` is called; the folder has these files. */
async function watching(
  files: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  service: Parameters<typeof sandboxFolder>[1] = {},
) {
  const { cwd, mock } = await sandboxFolder({}, service);
  const inbox = path.join(cwd, 'inbox');
  await mkdir(inbox);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(inbox, name), text);
  const controller = new AbortController();
  const given = ['--env', 'sandbox', '--stable', '40ms', '--retry', '30ms', ...flags];
  const stderr = new Text();
  const ended = trace(['watch', 'inbox', ...given], { cwd, signal: controller.signal, stderr });
  const stop = () => {
    controller.abort();
    return ended;
  };
  onTestFinished(async () => void (await stop()));
  const names = (folder = '.') =>
    existsSync(path.join(inbox, folder)) ? readdirSync(path.join(inbox, folder)).toSorted() : [];
  const until = (folder: string, ...expected: readonly string[]) =>
    vi.waitFor(() => expect(names(folder)).toEqual(expected), { timeout: 20_000, interval: 20 });
  const untilSaid = (text: string) =>
    vi.waitFor(() => expect(stderr.text).toContain(text), { timeout: 20_000, interval: 20 });
  const keys = async () => (await journalOf(mock)).map(({ key }) => key).toSorted();
  return { inbox, stop, names, until, untilSaid, keys };
}

describe('trace watch', () => {
  it('imports each file once, and moves it with its report', async () => {
    const inFolder = {
      'a.csv': suppliers('FRN-1'),
      'bad.csv': 'a,b\n1,2\n',
      '.hidden.csv': suppliers('FRN-7'),
      '~$a.csv': suppliers('FRN-8'),
      'b.csv.tmp': suppliers('FRN-2'),
      'empty.csv': '',
      'notes.pdf': 'not for trace',
    };
    const { inbox, stop, names, until, untilSaid, keys } = await watching(inFolder, ['--retry', '30m']);
    await until('done', 'a.csv', 'a.csv.report.json');
    await until('failed', 'bad.csv', 'bad.csv.report.json');
    await untilSaid('empty.csv is empty: it waits for its content');
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
    expect(ran.stderr).toContain('bad.csv moved to inbox/failed/bad.csv\n');
    // Where the file is now, and not where it was.
    const next = 'trace import inbox/failed/bad.csv --env sandbox';
    expect(ran.stderr).toContain(`Next: fix the rows with errors, then ${next}`);
    expect(ran.stderr).toMatch(/trace map \S*inbox\/failed\/bad\.csv/);
    expect(ran.stderr).not.toMatch(/trace .*inbox\/bad\.csv/);
    expect(await keys()).toEqual(['FRN-1', 'FRN-2', 'FRN-3', 'FRN-4']);
    expect(names()).toEqual(['.hidden.csv', '.trace-watch.lock', 'done', 'failed', 'notes.pdf', '~$a.csv']);
    const report = JSON.parse(await readFile(path.join(inbox, 'failed', 'bad.csv.report.json'), 'utf8'));
    expect(report.exitCode).toBe(3);
    expect(report.verdict.next).toContain(next);
  });

  it('imports a file again that changed while it was imported, and one that is empty once', async () => {
    const meanwhile: (() => void)[] = [];
    const { inbox, stop, until, keys } = await watching(
      { 'empty.csv': '', 'same.csv': suppliers('FRN-1') },
      [],
      {
        before: () => {
          meanwhile.shift()?.();
          return null;
        },
      },
    );
    // The content is the same, so it is not imported again.
    meanwhile.push(() => writeFileSync(path.join(inbox, 'same.csv'), suppliers('FRN-1')));
    await until('failed', 'empty.csv', 'empty.csv.report.json');
    await until('done', 'same.csv', 'same.csv.report.json');
    const grows = path.join(inbox, 'grows.csv');
    meanwhile.push(() => writeFileSync(grows, suppliers('FRN-2', 'FRN-3')));
    await writeFile(grows, suppliers('FRN-2'));
    await until('done', ...['grows.csv', 'same.csv'].flatMap((name) => [name, `${name}.report.json`]));
    const { stderr } = await stop();
    expect(await keys()).toEqual(['FRN-1', 'FRN-2', 'FRN-3']);
    expect(stderr).toContain('grows.csv changed while it was imported');
    expect(stderr.match(/ import into sandbox/g)).toHaveLength(4);
  });

  it('has one next step for a file that could not be sent: it is tried again', async () => {
    const files = { 'a.csv': suppliers('FRN-1'), '../down.yaml': sandboxConfig('http://127.0.0.1:1') };
    const { inbox, stop, names } = await watching(files, ['--config', 'down.yaml']);
    const reports = path.join(inbox, '..', '.trace', 'reports');
    await vi.waitFor(() => expect(readdirSync(reports).length).toBeGreaterThan(1), { timeout: 20_000 });
    const { stderr } = await stop();
    expect(stderr).toMatch(/a\.csv stays: .* exit code 7, .* it is tried again/);
    expect(stderr).not.toContain('trace resume');
    expect(names()).toContain('a.csv');
  });

  it('takes a file back that its writer completes after it was moved, but not one that a person saved', async () => {
    const files = { 'late.csv': suppliers('FRN-1'), 'saved.csv': 'a,b\n1,2\n' };
    const { inbox, stop, names, until } = await watching(files, ['--retry', '30m']);
    await until('done', 'late.csv', 'late.csv.report.json');
    await until('failed', 'saved.csv', 'saved.csv.report.json');
    await appendFile(path.join(inbox, 'done', 'late.csv'), 'more');
    const saved = path.join(inbox, 'failed', 'saved.csv');
    await writeFile(`${saved}.new`, suppliers('FRN-2'));
    await rename(`${saved}.new`, saved);
    const { stderr } = await stop();
    expect(stderr).toContain('inbox/done/late.csv changed after it was imported: it is back in inbox');
    expect([names('done'), names('failed')]).toEqual([[], ['saved.csv', 'saved.csv.report.json']]);
    expect(await readFile(path.join(inbox, 'late.csv'), 'utf8')).toBe(`${suppliers('FRN-1')}more`);
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
  expect(await moveWithReport(path.join(cwd, 'a.csv'), path.join(cwd, 'r.json'), folder)).toBe(
    path.join(folder, 'a.csv'),
  );
  await writeFile(path.join(cwd, 'a.csv'), 'b');
  expect(await moveWithReport(path.join(cwd, 'a.csv'), null, folder)).toBe(path.join(folder, 'a (2).csv'));
  expect(readdirSync(folder).toSorted()).toEqual(['a (2).csv', 'a.csv', 'a.csv.report.json']);
  expect([await readFile(path.join(folder, 'a.csv'), 'utf8'), existsSync(path.join(cwd, 'a.csv'))]).toEqual([
    'a',
    false,
  ]);
});
