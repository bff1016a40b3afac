import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import { SCHEMA_VERSION } from '../../src/ledger/database.ts';
import { expectEnd, journalOf, trace } from '../cli/commands/harness.ts';
import { FILES, SIZE } from './batch.ts';
import { makePlace, send } from './place.ts';

/** Every released shape of a ledger: each has a file here that never changes, with a run that was killed. */
const LEDGERS = ['1', '2', '2-last', '3', '4', '5'];

test('there is a stored ledger of the current version', () => {
  expect(LEDGERS).toContain(String(SCHEMA_VERSION));
});

test.each(LEDGERS)('a killed run in a stored ledger of version %s is resumed and reported', async (name) => {
  const place = await makePlace();
  const ledger = path.join(place.cwd, '.trace', 'ledger.db');
  const dump = await readFile(new URL(`./ledger-${name}.sql`, import.meta.url), 'utf8');
  await mkdir(path.dirname(ledger));
  using db = new DatabaseSync(ledger);
  db.exec(dump.replaceAll('http://service.invalid', place.mock.url));
  // The records in the service when the run was killed: all answered ones, and one open request.
  const taken = db
    .prepare(
      `select kind, body from records where outcome = 'created'
       or id = (select min(id) from records where state = 'sending') order by id`,
    )
    .all();
  for (const { kind, body } of taken) await send(place, String(kind), String(body));
  db.close();

  const before = await reportOf();
  const planned = await trace(['plan', ...FILES, '--env', 'sandbox'], place);
  expect(planned.code, planned.stderr).toBe(0);
  const resumed = await trace(['resume'], place);
  expect(resumed.code, resumed.stderr).toBe(0);
  const after = await reportOf();
  expect(after.map(({ kind, key }) => `${kind} ${key}`)).toEqual(
    before.map(({ kind, key }) => `${kind} ${key}`),
  );
  for (const [at, { outcome, id }] of after.entries()) {
    expect(['created', 'unchanged']).toContain(outcome);
    if (before[at]!.id !== null) expect([outcome, id]).toEqual([before[at]!.outcome, before[at]!.id]);
  }
  expect(await journalOf(place.mock)).toHaveLength(SIZE);
  expect(Object.values(place.mock.stats().received)).toEqual(Array.from({ length: SIZE }, () => 1));
  expectEnd(await trace(['import', ...FILES, '--env', 'sandbox'], place), 0, 'unchanged');
  expect(await journalOf(place.mock)).toHaveLength(SIZE);

  async function reportOf(): Promise<ReportRecord[]> {
    const { code, stdout, stderr } = await trace(['runs', 'report'], place);
    expect(code, stderr).toBe(0);
    return (JSON.parse(stdout) as { records: ReportRecord[] }).records;
  }
});
