import { closeSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createsOf, folderWith, mockService, sandboxConfig } from '../cli/commands/harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

/** A folder from which everything was imported, and the path of its ledger. */
async function imported() {
  const mock = await mockService();
  const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': sandboxConfig(mock.url) });
  const home = { XDG_STATE_HOME: await folderWith() };
  const run = (...argv: readonly string[]) => runTrace(argv, cwd, home);
  expect((await run(...IMPORT)).code).toBe(0);
  return { mock, run, state: path.join(cwd, '.trace'), ledger: path.join(cwd, '.trace', 'ledger.db') };
}

/** Changes a ledger like another program that does not know the checksums. */
const changed = (statement: string) => (file: string) => {
  using db = new DatabaseSync(file);
  expect(db.prepare(statement).run().changes).toBeGreaterThan(0);
};

/** Overwrites the cells of the first page of an index, as a disk may; the rows of its table stay unchanged. */
function loseIndex(file: string): void {
  let at: number;
  {
    using db = new DatabaseSync(file);
    db.exec('pragma wal_checkpoint(truncate)');
    const size = Number(db.prepare('pragma page_size').get()!.page_size);
    const { rootpage } = db.prepare("select rootpage from sqlite_master where name = 'records_wave'").get()!;
    at = Number(rootpage) * size - 20;
  }
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(20, 0x41), 0, 20, at);
  closeSync(handle);
}

describe('an import whose ledger is damaged', () => {
  test.each<[what: string, damage: (file: string) => void]>([
    ['a record that was sent is gone', changed("delete from entries where kind = 'supplier'")],
    ['a record that was sent has another content', changed("update entries set hash = 'x'")],
    ['a run is gone', changed('delete from runs')],
    ['an index is not what its table is', loseIndex],
  ])('stops before anything is sent: %s', async (_, damage) => {
    const { mock, run, ledger } = await imported();
    damage(ledger);
    const { code, stderr } = await run(...IMPORT);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/ledger\.db is damaged.*--restore-ledger/)]);
    expect(createsOf(mock)).toBe(SMALL_SIZE);
    const restored = await run(...IMPORT, '--restore-ledger');
    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('are unchanged')]);
    expect(createsOf(mock)).toBe(SMALL_SIZE);
  });

  test('is not offered a backup that is damaged as well, nor given one', async () => {
    const { mock, run, ledger, state } = await imported();
    changed("delete from entries where kind = 'supplier'")(path.join(state, 'ledger.backup.db'));
    await rm(ledger);
    for (const more of [[], ['--restore-ledger']]) {
      const { code, stderr } = await run(...IMPORT, ...more);
      expect([code, stderr]).toEqual([2, expect.stringContaining('ledger.db is gone')]);
      expect(stderr).not.toContain('--restore-ledger');
    }
    expect(createsOf(mock)).toBe(SMALL_SIZE);
  });
});
