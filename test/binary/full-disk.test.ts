import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createsOf, folderWith, sandboxFolder } from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { start } from './harness.ts';

const ROWS = 100;
const KIBIBYTES = [0, 100, 250, 600, 100_000];

/** Runs trace where no file may grow beyond a number of KiB. */
const runWithin = (kibibytes: number, argv: readonly string[], cwd: string) => {
  const { child, done } = start(argv, cwd, { TMPDIR: cwd }, kibibytes * 2);
  child.stdin.end();
  return done;
};

/** Keys that are open requests in the ledger. */
function keysTried(ledger: string): Set<string> {
  if (!existsSync(ledger)) return new Set();
  using db = new DatabaseSync(ledger);
  const known = db.prepare("select 1 from sqlite_master where name = 'attempts'").get();
  if (!known) return new Set();
  return new Set(
    db
      .prepare('select distinct key from records join attempts on attempts.record = records.id')
      .all()
      .map(({ key }) => String(key)),
  );
}

describe.skipIf(process.platform === 'win32')('on a disk where no file can grow', () => {
  test('an import exits with an error message, sends only records that its ledger has, and sends none twice', async () => {
    const bodies = Array.from({ length: ROWS }, (_, at) => supplierBody(`FRN-${at}`));
    const ends: (number | null)[] = [];
    for (const kibibytes of KIBIBYTES) {
      const { mock, cwd } = await sandboxFolder({ 'suppliers.csv': csvOf(supplier, bodies) });
      const argv = ['import', 'suppliers.csv', '--env', 'sandbox', '--concurrency', '4', '--json'];
      const { code, signal, stderr } = await runWithin(kibibytes, argv, cwd);
      ends.push(code);
      expect(signal, stderr).toBeNull();
      const sent = Object.keys(mock.stats().received).map((key) => key.split('|').at(-1)!);
      const tried = keysTried(path.join(cwd, '.trace', 'ledger.db'));
      expect(sent.filter((key) => !tried.has(key))).toEqual([]);
      if (code === 0) {
        expect(createsOf(mock)).toBe(ROWS);
        continue;
      }
      expect(stderr).toMatch(/^(trace: .+|.*report .* cannot be written.*)$/im);

      // with free space again, no row is sent a second time
      const again = await runWithin(1_000_000, argv, cwd);
      expect(again.signal).toBeNull();
      expect([0, 6]).toContain(again.code);
      expect(Object.values(mock.stats().received).filter((times) => times > 1)).toEqual([]);
    }
    expect(ends.at(-1)).toBe(0);
    expect(ends.filter((code) => code === 2).length).toBeGreaterThan(3);
  });

  test('a plan exits with 2 and names the disk, and a check of a valid file succeeds', async () => {
    // more than is kept in memory
    const name = 'x'.repeat(2000);
    const bodies = Array.from({ length: 12_000 }, (_, at) => supplierBody(`FRN-${at}`, { name }));
    const cwd = await folderWith({ 'suppliers.csv': csvOf(supplier, bodies) });
    expect(await runWithin(64, ['check', 'suppliers.csv'], cwd)).toMatchObject({ code: 0 });
    const { code, stderr } = await runWithin(64, ['plan', 'suppliers.csv'], cwd);
    expect([code, /^trace: .+(disk|temporary).+$/im.test(stderr)]).toEqual([2, true]);
  });
});
