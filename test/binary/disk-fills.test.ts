import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { StartOptions } from '../../src/mock/listen.ts';
import { createsOf, expectEnd, sandboxFolder } from '../cli/commands/harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from '../cli/commands/sheets.ts';
import { runBinary, start } from './harness.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

/**
 * A disk that is full while there is a file `full`, unless a file of the state folder was removed: as SQLite reports it
 * to a process that imports this module.
 */
const FULL_DISK = `
import { existsSync, readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
const { exec } = DatabaseSync.prototype;
const sizeOf = () => readdirSync('.trace/locks').length;
let most = 0;
DatabaseSync.prototype.exec = function (sql) {
  if (sql === 'commit' && this.location()?.endsWith('ledger.db')) {
    const size = sizeOf();
    most = Math.max(most, size);
    if (existsSync('full') && size === most)
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  }
  return exec.call(this, sql);
};
`;

async function world(before: NonNullable<StartOptions['before']>) {
  const { mock, cwd } = await sandboxFolder(
    { ...smallBatch(), 'full-disk.mjs': FULL_DISK },
    { config: ['rate: 0'], before },
  );
  return { mock, cwd, full: path.join(cwd, 'full') };
}

test('if the disk fills during an import, stored records are known as created and resume sends only the rest', async () => {
  const place = { full: '' };
  const { mock, cwd, full } = await world(async ({ method }) => {
    if (method === 'POST') await writeFile(place.full, '');
    return null;
  });
  place.full = full;
  const preload = { NODE_OPTIONS: `--import ${pathToFileURL(path.join(cwd, 'full-disk.mjs'))}` };
  const first = await runBinary([...IMPORT, '--json'], cwd, preload);
  expectEnd(first, 2, 'The disk is full');
  const { totals } = JSON.parse(first.stdout);
  expect(totals).toMatchObject({ created: createsOf(mock), 'in-doubt': 0 });
  expect(totals.created).toBeGreaterThan(0);
  expect(totals.created).toBeLessThan(SMALL_SIZE);
  const resumed = await runBinary(['resume', '--json'], cwd);
  expect([resumed.code, JSON.parse(resumed.stdout).totals]).toMatchObject([0, { created: SMALL_SIZE }]);
  expect(Object.values(mock.stats().received)).toEqual(Array.from({ length: SMALL_SIZE }, () => 1));
  expect(
    (await readdir(path.join(cwd, '.trace', 'locks'))).filter((name) => name.includes('reserve')),
  ).toEqual([]);
});

test('after the first run was killed and its ledger removed, trace offers --restore-ledger', async () => {
  const arrived = Promise.withResolvers<void>();
  const { cwd } = await world(() => {
    arrived.resolve();
    return new Promise<null>(() => {});
  });
  const first = start(IMPORT, cwd);
  await arrived.promise;
  first.child.kill('SIGKILL');
  await first.done;
  const state = path.join(cwd, '.trace');
  for (const name of ['ledger.db', 'ledger.db-wal', 'ledger.db-shm'])
    await rm(path.join(state, name), { force: true });
  expectEnd(await runBinary(IMPORT, cwd), 2, '--restore-ledger puts it in place');
});
