import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { stateFiles } from '../../src/import/state/state-files.ts';
import { createsOf, expectEnd, folderWith, sandboxFolder } from '../cli/commands/harness.ts';
import { SMALL_BATCH, smallBatch } from '../cli/commands/sheets.ts';
import { runTrace, start } from './harness.ts';

/** State folders that cannot be created, by the message about each. */
const UNMAKEABLE: readonly (readonly [folder: string, code: string, said: RegExp])[] = [
  ...['/proc/nope', '/proc/self/nope', '/proc/nope/deep/er'].map(
    (folder) =>
      [
        folder,
        'folder-unmakeable',
        /Cannot create the folder \/proc\/\S+: .* Choose another .*--state-dir/,
      ] as const,
  ),
  ['nowhere', 'folder-unmakeable', /nowhere: it is a link to \S+gone, which does not exist\. Create/],
  ['circle', 'ledger-unwritable', /circle\S+ cannot be written: [^(]+ \(ELOOP\).*--state-dir/],
  ['a-file', 'ledger-unwritable', /a-file\S+ cannot be written: [^(]+ \(ENOTDIR\).*--state-dir/],
];

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

/** The lock of an address, in the state folder. */
const lockOf = (url: string) => path.relative('state', stateFiles('state').lock(url));

async function sandbox() {
  const { mock, cwd } = await sandboxFolder(smallBatch());
  return { mock, cwd, state: path.join(cwd, '.trace') };
}

describe.skipIf(process.platform !== 'linux')('a state folder that cannot be created', () => {
  test.each(UNMAKEABLE)(
    'a state folder that cannot be created (%s) ends an import with the error %s',
    async (folder, code, said) => {
      const { mock, cwd } = await sandbox();
      await writeFile(path.join(cwd, 'old.json'), '{"schemaVersion":1,"exitCode":99}');
      await writeFile(path.join(cwd, 'a-file'), '');
      await symlink('gone', path.join(cwd, 'nowhere'));
      await symlink('circle', path.join(cwd, 'circle'));
      expectEnd(await runTrace([...IMPORT, '--state-dir', folder, '--report', 'old.json'], cwd), 2, said);
      const report = JSON.parse(await readFile(path.join(cwd, 'old.json'), 'utf8'));
      expect(report).toMatchObject({ run: null, exitCode: 2, error: { code } });
      expect(createsOf(mock)).toBe(0);
    },
  );

  test('a state folder in /proc/nope ends each command that would write files there with exit code 2', async () => {
    const { mock, cwd } = await sandbox();
    for (const argv of [
      ['resume', '--state-dir', '/proc/nope'],
      ['mock', '--port', '0', '--data', '/proc/nope/demo.db'],
      ['brand-products', 'qrcodes', '--env', 'mock', '--interface', 'v3', '--out', '/proc/nope'],
      ['products', 'list', '--env', 'mock', '--out', '/proc/nope/x.csv'],
    ]) {
      const { code, signal } = await runTrace(argv, cwd);
      expect([argv[0], code, signal]).toEqual([argv[0], 2, null]);
    }
    expect(createsOf(mock)).toBe(0);
    const home = await runTrace(IMPORT, cwd, { TRACE_HOME: '/proc/nope' });
    expect([home.code, createsOf(mock)]).toEqual([0, 8]);
  });
});

describe.skipIf(process.platform === 'win32')('the files of the state folder', () => {
  test('the files of the state folder can be read only by their owner', async () => {
    const { mock, cwd, state } = await sandbox();
    expect((await runTrace(IMPORT, cwd)).code).toBe(0);
    expect((await runTrace(['import', ...SMALL_BATCH, '--report', 'r.json'], cwd)).code).toBe(0);
    const entries = await readdir(state, { recursive: true, withFileTypes: true });
    expect(entries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ledger.db', 'mock.db', path.basename(lockOf(mock.url)), 'reports']),
    );
    for (const entry of entries) {
      const { mode } = await stat(path.join(entry.parentPath, entry.name));
      expect([entry.name, mode & 0o077]).toEqual([entry.name, 0]);
    }
    expect((await stat(state)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(cwd, 'r.json'))).mode & 0o777).toBe(0o600);
  });

  test('the files of the state folder and those of trace mock --data can be read only by their owner', async () => {
    const cwd = await folderWith();
    const { child, done, saysOnStderr } = start(['mock', '--port', '0', '--data', 'deep/demo.db'], cwd);
    await saysOnStderr('Press Ctrl-C');
    for (const name of await readdir(path.join(cwd, 'deep'))) {
      expect([name, (await stat(path.join(cwd, 'deep', name))).mode & 0o777]).toEqual([name, 0o600]);
    }
    child.kill('SIGINT');
    expect((await done).code).toBe(0);
  });

  test.each(['ledger.db', 'ledger.db-wal', 'ledger.db-journal', 'LOCK', 'locks', 'reports'])(
    'the files of the state folder are not written through a link: %s',
    async (given) => {
      const { mock, cwd, state } = await sandbox();
      const name = given === 'LOCK' ? lockOf(mock.url) : given;
      const target = path.join(cwd, 'elsewhere');
      await mkdir(path.dirname(path.join(state, name)), { recursive: true });
      if (/^(locks|reports)$/.test(name)) await mkdir(target);
      await symlink(target, path.join(state, name));
      const { code, stderr } = await runTrace(IMPORT, cwd);
      expect(code).toBe(2);
      expect(stderr).toContain(`${path.join(state, name)} is a link`);
      // a report can be written again; a failed write before anything is sent stops the run
      expect(createsOf(mock)).toBe(name === 'reports' ? 8 : 0);
      if (existsSync(target)) expect(await readdir(target)).toEqual([]);
    },
  );

  test.each([
    ['a link to a file', 'suppliers.csv'],
    ['a link to nothing', 'new.db'],
  ])('the files of the state folder are not written if mock.db is %s', async (_, target) => {
    const cwd = await folderWith(smallBatch());
    await mkdir(path.join(cwd, '.trace'));
    await symlink(path.join(cwd, target), path.join(cwd, '.trace', 'mock.db'));
    for (const argv of [
      ['import', ...SMALL_BATCH],
      ['mock', '--port', '0'],
    ]) {
      expectEnd(await runTrace(argv, cwd), 2, 'mock.db is a link');
    }
    expect(existsSync(path.join(cwd, 'new.db'))).toBe(false);
  });
});
