import { cp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { SCHEMA_VERSION } from '../../src/ledger/database.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { createsOf, folderWith, trace } from '../cli/commands/harness.ts';
import { dbOf } from '../ledger/store-of.ts';
import { FILES, SIZE } from './batch.ts';
import { makePlace, type Place } from './place.ts';
import { expectSentence, IMPORT } from './settle.ts';

const COMMANDS: readonly (readonly string[])[] = [
  IMPORT,
  ['plan', ...FILES, '--env', 'sandbox'],
  ['resume'],
  ['resolve'],
  ['runs', 'list'],
  ['runs', 'report'],
];

let place: Place;
let ledger: string;

beforeEach(async () => {
  place = await makePlace();
  ledger = path.join(place.cwd, '.trace', 'ledger.db');
  const { code, stderr } = await trace(IMPORT, place);
  expect(code, stderr).toBe(0);
});

/** Every command exits with 2 and one sentence; nothing is sent. */
async function expectRefused(says: RegExp): Promise<void> {
  for (const argv of COMMANDS) {
    const ran = await trace(argv, place);
    expectSentence(ran);
    expect([argv, ran.code]).toEqual([argv, 2]);
    expect(ran.stderr).toMatch(says);
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
  }
  expect(createsOf(place.mock)).toBe(SIZE);
}

function change(file: string, sql: string): void {
  using ledger = Ledger.open(file);
  dbOf(ledger).exec(sql);
}

describe('a missing ledger', () => {
  test.each([
    ['removed', () => rm(ledger)],
    ['emptied', () => truncate(ledger, 0)],
  ])('a ledger that was %s is reported by every command, and is not created again', async (_, lose) => {
    await lose();
    await expectRefused(
      /^trace: The ledger .*ledger\.db is gone.* Restore it from a copy: the last undamaged backup is/,
    );
    expect(await readFile(ledger, 'utf8').catch(() => '')).toBe('');
    // A person can start anew; the service then reports what it has.
    const { stderr } = await trace([...IMPORT, '--new-ledger'], place);
    expect(stderr).toContain(`${SIZE} existing`);
  });
});

describe('a ledger that cannot be used', () => {
  test('a ledger of a newer version is refused by every command and not changed', async () => {
    change(ledger, `pragma user_version = ${SCHEMA_VERSION + 1}; pragma wal_checkpoint(truncate)`);
    const before = await readFile(ledger);
    await expectRefused(/^trace: The ledger .* was written by a newer version of trace\. Update trace/);
    expect((await readFile(ledger)).equals(before)).toBe(true);
  });

  test.each([
    ['only a text', 'Notes on the winter collection, longer than a head.'.repeat(20)],
    ['the header of a database without content', 'SQLite format 3\u0000garbage'],
  ])('a ledger that is %s is refused by every command and not changed', async (_, text) => {
    await writeFile(ledger, text);
    await expectRefused(/^trace: The ledger .* is damaged, or is not a ledger.* Restore it from a copy/);
    expect(await readFile(ledger, 'utf8')).toBe(text);
  });
});

describe('a ledger page of zeros', () => {
  const PAGE = 4096;

  async function losePage(page: number, sql = ''): Promise<void> {
    const cwd = await folderWith();
    await cp(place.cwd, cwd, { recursive: true });
    const file = path.join(cwd, '.trace', 'ledger.db');
    if (sql) change(file, sql);
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(PAGE), 0, PAGE, page * PAGE);
    await handle.close();
    for (const argv of [IMPORT, ['runs', 'report']]) {
      const ran = await trace(argv, { cwd });
      expectSentence(ran);
      expect([0, 2]).toContain(ran.code);
      if (ran.code === 2) expect(ran.stderr).toMatch(/trace: .*is damaged/);
      else if (argv === IMPORT) expect(ran.stderr).toContain(`${SIZE} unchanged`);
    }
    expect(createsOf(place.mock)).toBe(SIZE);
    await rm(cwd, { recursive: true });
  }

  test.each([
    ['finished', ''],
    ['killed', 'update runs set finished_at = null, exit_code = null'],
  ])(
    'a ledger page of zeros leads to no second request, whichever page it is (the run was %s)',
    async (_, sql) => {
      const pages = (await readFile(ledger)).length / PAGE;
      expect(pages).toBeGreaterThan(10);
      for (let page = 0; page < pages; page++) await losePage(page, sql);
    },
  );
});
