import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import { sumAll, unsound } from '../../src/ledger/checksums.ts';
import { SCHEMA_VERSION } from '../../src/ledger/database.ts';
import { journalOf, trace } from '../cli/commands/harness.ts';
import { FILES, SIZE } from './batch.ts';
import { makePlace, send } from './place.ts';

/** Every released ledger version: each has a file here that never changes. */
const VERSIONS = [1, 2];

test('there is a ledger of the version that is made now', () => {
  expect(VERSIONS).toContain(SCHEMA_VERSION);
});

test.each(VERSIONS)('a run that a trace with ledgers of version %i left is gone on with', async (version) => {
  const place = await makePlace();
  const ledger = path.join(place.cwd, '.trace', 'ledger.db');
  const dump = await readFile(new URL(`./ledger-${version}.sql`, import.meta.url), 'utf8');
  await mkdir(path.dirname(ledger));
  using db = new DatabaseSync(ledger);
  db.exec(dump);
  // That version has the same checksums; they are recomputed after the test's changes.
  if (version > 1) expect(unsound(db, 'all')).toBeNull();
  for (const table of ['runs', 'entries', ...(version > 1 ? ['marks'] : [])])
    db.exec(`update ${table} set target = 'sandbox ${place.mock.url}'`);
  if (version > 1) sumAll(db);
  // The records in the service when the run was killed: all answered ones, and one open request.
  const taken = db
    .prepare(
      `select kind, body from records where outcome = 'created'
       or id = (select min(id) from records where state = 'sending') order by id`,
    )
    .all();
  for (const { kind, body } of taken) await send(place, String(kind), String(body));
  expect(taken.length).toBe(SIZE - 2);
  db.close();

  const planned = await trace(['plan', ...FILES, '--env', 'sandbox'], place);
  expect(planned.code, planned.stderr).toBe(0);
  const resumed = await trace(['resume'], place);
  expect(resumed.code, resumed.stderr).toBe(0);
  const { stdout } = await trace(['runs', 'report'], place);
  const { records } = JSON.parse(stdout) as { records: ReportRecord[] };
  expect(records.map(({ outcome }) => outcome)).toEqual(Array.from({ length: SIZE }, () => 'created'));
  expect(await journalOf(place.mock)).toHaveLength(SIZE);
  expect(Object.values(place.mock.stats().received)).toEqual(Array.from({ length: SIZE }, () => 1));
});
