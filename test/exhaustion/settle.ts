import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { isSettled, judge } from '../../scripts/torture/judge.ts';
import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import { KEY_SEPARATOR } from '../../src/contract/kind.ts';
import { journalOf, type Ran, trace } from '../cli/commands/harness.ts';
import { FILES, SIZE } from './batch.ts';
import type { Place } from './place.ts';

/** Exit codes that are possible after damage: done, some rows, in doubt, unreachable. */
const EXPECTED = [0, 5, 6, 7];
/** Maximum number of commands: one more than the longest sequence. */
const MOST = 5;

export const IMPORT: readonly string[] = ['import', ...FILES, '--env', 'sandbox'];

/** Acceptable error output: one sentence, never a stack. */
export function expectSentence({ code, stderr }: Ran): void {
  expect(stderr).not.toMatch(/bug in trace|^\s+at /m);
  expect([0, 2, 3, 4, 5, 6, 7, 8, 130]).toContain(code);
  if (code !== 0) expect(stderr.trim()).not.toBe('');
}

/**
 * Continues like a person who follows the messages, and compares with the service after every step: nothing is lost
 * or stored twice, and only records that cannot be read back stay in doubt, at most `mostInDoubt`. A person settles
 * those; then every row is in the service once. Returns the number of rows left to the person.
 */
export async function settle(place: Place, mostInDoubt: number, first: 'resume' | 'import'): Promise<number> {
  const argv = { resume: ['resume'], import: IMPORT };
  let next = first;
  let records: readonly ReportRecord[] = [];
  for (let tries = 0; !(records.length > 0 && records.every(isSettled)); tries++) {
    expect(tries, JSON.stringify(records)).toBeLessThan(MOST);
    const ran = await trace(argv[next], place);
    if (next === 'resume' && ran.code === 2) {
      // Only if nothing can have been sent, and the message has the next command.
      expect(ran.stderr).toMatch(/Import again: trace import|Import first \(/);
      next = 'import';
      continue;
    }
    expect(EXPECTED, ran.stderr).toContain(ran.code);
    const idle = next === 'resume' && ran.stderr.includes('No unfinished import to resume');
    records = idle && !(await hasImport(place)) ? [] : await reportOf(place);
    // A run that stopped before its plan said so, and is imported again.
    next = idle ? 'import' : 'resume';
  }
  if (records.some(({ outcome }) => outcome === 'in-doubt')) {
    expect(EXPECTED).toContain((await trace(['resolve', '--verify'], place)).code);
    records = await reportOf(place);
  }
  await expectTruth(place, records);
  const doubtful = records.filter(({ outcome }) => outcome === 'in-doubt');
  expect(doubtful.length).toBeLessThanOrEqual(mostInDoubt);
  expect(records.every(isSettled), JSON.stringify(records)).toBe(true);
  if (doubtful.length > 0) await confirmSent(place, doubtful);
  await expectSoundReports(place.cwd);
  return doubtful.length;
}

/**
 * A person lists records in doubt, looks them up in the service, settles each, and resumes: all are stored, each
 * once.
 */
async function confirmSent(place: Place, doubtful: readonly ReportRecord[]): Promise<void> {
  const there = new Set((await journalOf(place.mock)).map(({ kind, key }) => `${kind} ${key}`));
  expect((await trace(['resolve'], place)).code).toBe(6);
  for (const { kind, key } of doubtful) {
    const way = there.has(`${kind} ${key!.split(' / ').join(KEY_SEPARATOR)}`) ? '--sent' : '--resend';
    const ran = await trace(['resolve', way, '--kind', kind, '--key', key!], place);
    expect(EXPECTED, ran.stderr).toContain(ran.code);
  }
  const ran = await trace(['resume'], place);
  expect(ran.code, ran.stderr).toBe(0);
  const records = await reportOf(place);
  // Settled by another run for the one before.
  for (const { outcome } of records) expect(['created', 'unchanged']).toContain(outcome);
  await expectTruth(place, records);
}

async function expectTruth(
  { mock, stored = new Set() }: Place,
  records: readonly ReportRecord[],
): Promise<void> {
  const journal = await journalOf(mock);
  const { lost, wrong, twice } = judge({ size: SIZE, records, journal, stats: mock.stats() });
  expect({ lost, wrong, twice }).toEqual({ lost: [], wrong: [], twice: [] });
  expect(Object.keys(mock.stats().received).filter((key) => stored.has(key))).toEqual([]);
}

async function hasImport(place: Place): Promise<boolean> {
  const { code, stdout, stderr } = await trace(['runs', 'list', '--json'], place);
  if (code !== 0) expect(stderr).toContain('nothing was imported from here');
  return code === 0 && (JSON.parse(stdout) as unknown[]).length > 0;
}

async function reportOf(place: Place): Promise<readonly ReportRecord[]> {
  const { code, stdout, stderr } = await trace(['runs', 'report'], place);
  expect(code, stderr).toBe(0);
  return (JSON.parse(stdout) as { records: ReportRecord[] }).records;
}

/** The report file is complete at every moment. */
export async function expectSoundReports(cwd: string): Promise<void> {
  const folder = path.join(cwd, '.trace', 'reports');
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.json')) continue;
    const { records, exitCode } = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as {
      records: Pick<ReportRecord, 'outcome'>[];
      exitCode: number;
    };
    if (records.length === SIZE) continue;
    // The input could not be read completely: nothing of it was sent.
    expect([records.length < SIZE, exitCode]).toEqual([true, 2]);
    for (const { outcome } of records) expect(outcome).toBe('not-attempted');
  }
}

/** Rows that are `sending` in the ledger; 0 if there is none yet. */
export function sendingOf(cwd: string): number {
  try {
    using db = new DatabaseSync(path.join(cwd, '.trace', 'ledger.db'), { readOnly: true });
    return Number(db.prepare("select count(*) as n from records where state = 'sending'").get()!.n);
  } catch {
    return 0;
  }
}
