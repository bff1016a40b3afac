import { dbOf } from '../ledger/store-of.ts';
import './steps.ts';

import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { receivedName } from '../../scripts/torture/judge.ts';
import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import type { RunningMock } from '../../src/mock/listen.ts';
import { folderWith, journalOf, trace } from '../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { CONCURRENCY, SIZE } from './batch.ts';
import { leave, makePlace, type Place } from './place.ts';
import { IMPORT, settle } from './settle.ts';
import { unwatched, watchSteps } from './steps.ts';

/** Content of the disks at one moment, each a folder of database files. */
interface Moment {
  /** The ledger after its last commit. */
  readonly ledger: string;
  /** The service before the next commit, with everything sent in between. */
  readonly service: string;
}

/** Copies an open database: file and log. */
function copyDatabase(file: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const part of ['', '-wal']) {
    const name = path.join(folder, `${path.basename(file)}${part}`);
    if (existsSync(`${file}${part}`)) copyFileSync(`${file}${part}`, name);
  }
  return path.join(folder, path.basename(file));
}

/** Imports once, and copies the disks between all commits of the ledger. */
async function momentsOfAnImport(copies: string): Promise<Moment[]> {
  const data = path.join(copies, 'service.db');
  const place = await makePlace({ dataFile: data });
  const moments: Moment[] = [];
  let last: string | null = null;
  const remember = (ledger: string | null) => {
    const folder = path.join(copies, String(moments.length));
    if (last !== null) moments.push({ ledger: last, service: copyDatabase(data, folder) });
    last = ledger && copyDatabase(ledger, path.join(copies, String(moments.length)));
  };
  const restore = await watchSteps(place.cwd, {
    before: () => undefined,
    committed: (file) => {
      if (path.basename(file) === 'ledger.db') unwatched(() => remember(file));
    },
  });
  const { code, stderr } = await trace(IMPORT, place).finally(restore);
  expect(code, stderr).toBe(0);
  remember(null);
  await leave(place);
  return moments;
}

/** A place with the disks of a moment. */
async function placeAt(ledger: string, service: string): Promise<Place> {
  const copy = path.join(await folderWith(), 'service');
  const place = await makePlace({ dataFile: copyDatabase(service, copy) });
  const restored = copyDatabase(ledger, path.join(place.cwd, '.trace'));
  knowAs(restored, place.mock);
  const stored = new Set((await journalOf(place.mock)).map(receivedName));
  return { ...place, stored };
}

/** The service has another port after its restart; for the ledger it is the same. */
function knowAs(ledger: string, { url }: RunningMock): void {
  using opened = Ledger.open(ledger);
  const db = dbOf(opened);
  const made = db.prepare("select 1 from sqlite_master where name = 'runs'").get() !== undefined;
  for (const table of made ? ['runs', 'entries'] : []) {
    db.prepare(`update ${table} set target = ?`).run(`sandbox ${url}`);
  }
}

/** One in eight moments, or every second of the others. */
const isTried = (_: Moment, at: number): boolean => EXHAUSTIVE || (SLOW ? at % 2 === 1 : at % 8 === 0);

test('after a power loss at any commit of an import, nothing is lost and nothing is sent twice', {
  tags: ['sampled'],
  timeout: 120_000,
}, async () => {
  const moments = await momentsOfAnImport(await folderWith());
  // Staging, the plan, two commits for most of the rows, and the end.
  expect(moments.length).toBeGreaterThan(SIZE * 2);
  for (const { ledger, service } of moments.filter(isTried)) {
    const place = await placeAt(ledger, service);
    await settle(place, CONCURRENCY, 'resume');
    await leave(place);
  }
});

test('after a ledger is restored from an older copy, no record is stored twice and none is lost', {
  tags: ['sampled'],
  timeout: 120_000,
}, async () => {
  const moments = await momentsOfAnImport(await folderWith());
  const { service } = moments.at(-1)!;
  for (const { ledger } of moments.filter(isTried)) {
    const place = await placeAt(ledger, service);
    const before = await journalOf(place.mock);
    expect(before.length).toBe(SIZE);
    const resumed = await trace(['resume'], place);
    if (resumed.code === 2 || resumed.stderr.includes('No unfinished import to resume'))
      await trace(IMPORT, place);
    const { stdout } = await trace(['runs', 'report'], place);
    const { records } = JSON.parse(stdout) as { records: ReportRecord[] };
    expect(records.length).toBe(SIZE);
    for (const { kind, key, outcome, blockedBy } of records) {
      const known = ['created', 'existing', 'unchanged'].includes(outcome);
      const held = kind === 'supplier' ? outcome === 'in-doubt' : blockedBy?.kind === 'supplier';
      expect([key, outcome, known || held]).toEqual([key, outcome, true]);
    }
    expect(await journalOf(place.mock)).toEqual(before);
    await leave(place);
  }
});
