import './steps.ts';

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { judge } from '../../scripts/torture/judge.ts';
import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import { journalOf, trace } from '../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { CONCURRENCY, SIZE } from './batch.ts';
import { leave, makePlace, type Place } from './place.ts';
import { expectSentence, expectSoundReports, IMPORT, settle } from './settle.ts';
import { type Step, unwatched, watchSteps } from './steps.ts';

const ERRORS = [
  { code: 'EIO', errno: -5, errcode: 10 | (3 << 8), says: 'disk I/O error' },
  { code: 'ENOSPC', errno: -28, errcode: 13, says: 'database or disk is full' },
  { code: 'EACCES', errno: -13, errcode: 8, says: 'attempt to write a readonly database' },
  { code: 'EMFILE', errno: -24, errcode: 14, says: 'unable to open database file' },
] as const;

/** An error as the system or SQLite would report it. */
function errorFor({ area, what }: Step, which: number): NodeJS.ErrnoException {
  const { code, errno, errcode, says } = ERRORS[which % ERRORS.length]!;
  if (area !== 'ledger')
    return Object.assign(new Error(`${code}: it failed, ${what}`), { code, errno, syscall: what });
  return Object.assign(new Error(says), { code: 'ERR_SQLITE_ERROR', errcode, errstr: says });
}

interface Failed {
  /** Whether anything failed. */
  readonly failed: boolean;
  readonly code: number;
}

/**
 * Imports while steps fail: `fails` returns the error for the n-th. The tool must report one sentence, send no
 * request before its record is on disk, and find the truth once the disk works again.
 */
async function importFailing(fails: (step: Step, n: number) => number | null): Promise<Failed> {
  let creates = 0;
  let ahead = 0;
  const place = await makePlace({
    before: ({ method }) => {
      if (method === 'POST' && ++creates > triesIn(place.cwd)) ahead++;
      return null;
    },
  });
  let n = 0;
  let failed: string | null = null;
  let only: Step['area'] | null = null;
  let times = 0;
  let reported = false;
  const restore = await watchSteps(place.cwd, {
    before(step) {
      const which = fails(step, ++n);
      if (which === null) return undefined;
      only = times++ === 0 ? step.area : null;
      failed ??= `${step.area}: ${step.what}, number ${n}, ${ERRORS[which % ERRORS.length]!.code}`;
      return errorFor(step, which);
    },
  });
  const ran = await trace(IMPORT, place).finally(restore);
  try {
    expectSentence(ran);
    expect(ahead).toBe(0);
    await expectSoundReports(place.cwd);
    reported = await expectTrueReport(place);
    // A failing ledger does not excuse a missing report once something was sent, unless the report itself cannot be
    // read from it.
    if (only === 'ledger' && creates > 0 && !ran.stderr.includes('To write it again: '))
      expect(reported).toBe(true);
    await settle(place, CONCURRENCY, 'resume');
  } catch (error) {
    throw new Error(`${failed}: ended with ${ran.code}\n${ran.stderr}\n${error}`, { cause: error });
  }
  await leave(place);
  return { failed: failed !== null, code: ran.code };
}

/** Compares the report of the run with the service. Returns whether there is a report. */
async function expectTrueReport({ cwd, mock }: Place): Promise<boolean> {
  const folder = path.join(cwd, '.trace', 'reports');
  const [name] = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'));
  if (name === undefined) return false;
  const { records } = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as {
    records: ReportRecord[];
  };
  // Fewer if the input could not be read completely, but all stored records must be there.
  const size = records.length;
  const { lost } = judge({ size, records, journal: await journalOf(mock), stats: mock.stats() });
  expect(lost).toEqual([]);
  return true;
}

/** Attempts in the ledger on disk, as another program would read them. */
function triesIn(cwd: string): number {
  return unwatched(() => {
    using db = new DatabaseSync(path.join(cwd, '.trace', 'ledger.db'), { readOnly: true });
    return Number(db.prepare('select count(*) as n from attempts').get()!.n);
  });
}

const ALL = EXHAUSTIVE;

test('an import whose n-th system call fails reports one sentence, and can then be completed', {
  tags: ['sampled'],
  timeout: 600_000,
}, async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  // The operations repeat for each record: every second one covers all of them.
  const pace = ALL ? 1 : SLOW ? 23 : 108;
  let n = 1;
  let last: Failed;
  do {
    last = await importFailing((_, at) => (at === n ? Math.floor(n / pace) : null));
    n += pace;
  } while (last.failed);
  expect(last.code).toBe(0);
  expect(n).toBeGreaterThan(SIZE * 20);
});

test('an import whose disk fails from the n-th call on reports one sentence, and can then be completed', {
  tags: ['sampled'],
  timeout: 600_000,
}, async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  // A failed disk stays failed for a while: every sixth moment stands for those between, and every error is tested.
  const pace = ALL ? 1 : SLOW ? 61 : 192;
  const ends = new Set<number>();
  let n = 1;
  let last: Failed;
  do {
    last = await importFailing(({ area }, at) =>
      area !== 'socket' && at >= n ? Math.floor(n / pace) : null,
    );
    // 0 if only syncing or closing the report failed.
    expect([0, 2]).toContain(last.code);
    ends.add(last.code);
    n += pace;
  } while (last.failed);
  expect(last.code).toBe(0);
  expect(ends).toContain(2);
});
