import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createsOf, expectEnd, folderWith, sandboxFolder } from '../cli/commands/harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

/** A folder from which everything was imported, and the path of its ledger. */
async function imported() {
  const { mock, cwd } = await sandboxFolder(smallBatch());
  const home = { XDG_STATE_HOME: await folderWith() };
  const run = (...argv: readonly string[]) => runTrace(argv, cwd, home);
  expect((await run(...IMPORT)).code).toBe(0);
  return { mock, run, state: path.join(cwd, '.trace'), ledger: path.join(cwd, '.trace', 'ledger.db') };
}

/** Flips a bit in the last cell of a table that contains a text, as a disk may. */
const flipped = (table: string, text: string) => (file: string) => {
  const bytes = pageOf(file, table);
  const at = bytes.page.lastIndexOf(text);
  expect(at).toBeGreaterThan(0);
  bytes.page[at + 1]! ^= 4;
  bytes.write();
};

/** The first page with rows of a table or an index. */
function pageOf(file: string, name: string): { page: Buffer; write(): void } {
  using db = new DatabaseSync(file);
  db.exec('pragma wal_checkpoint(truncate)');
  const size = Number(db.prepare('pragma page_size').get()!.page_size);
  const first = "select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno limit 1";
  const at = (Number(db.prepare(first).get(name)!.pageno) - 1) * size;
  const page = readFileSync(file).subarray(at, at + size);
  return {
    page,
    write: () => {
      const handle = openSync(file, 'r+');
      writeSync(handle, page, 0, size, at);
      closeSync(handle);
    },
  };
}

/** Overwrites cells of an index; the rows of its table stay unchanged. */
function loseIndex(file: string): void {
  const { page, write } = pageOf(file, 'records_wave');
  page.fill(0x41, page.length - 20);
  write();
}

describe('an import whose ledger is damaged or missing', () => {
  test.each<[what: string, damage: (file: string) => void]>([
    ['a record that was sent has another key', flipped('entries', 'v2supplier')],
    ['a record that was sent has an unknown state', flipped('entries', 'accepted')],
    ['a record has an unknown outcome', flipped('records', 'created')],
    ['a record has another id', flipped('records', '"id":"')],
    ['a run has another target', flipped('runs', 'http://')],
    ['an index does not match its table', loseIndex],
  ])(
    'an import sends nothing and exits with 2 if %s, and continues with --restore-ledger',
    async (_, damage) => {
      const { mock, run, ledger } = await imported();
      damage(ledger);
      expectEnd(await run(...IMPORT), 2, /ledger\.db is damaged.*--restore-ledger/);
      expect(createsOf(mock)).toBe(SMALL_SIZE);
      expectEnd(await run(...IMPORT, '--restore-ledger'), 0, 'are unchanged');
      expect(createsOf(mock)).toBe(SMALL_SIZE);
    },
  );

  test('neither offers nor restores a backup that is damaged as well', async () => {
    const { mock, run, ledger, state } = await imported();
    flipped('entries', 'v2supplier')(path.join(state, 'ledger.backup.db'));
    await rm(ledger);
    for (const more of [[], ['--restore-ledger']]) {
      const { code, stderr } = await run(...IMPORT, ...more);
      expect([code, stderr]).toEqual([2, expect.stringContaining('ledger.db is gone')]);
      expect(stderr).not.toContain('--restore-ledger');
    }
    expect(createsOf(mock)).toBe(SMALL_SIZE);
  });
});
