import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runReport } from '../../../src/cli/view/report-schema.ts';
import { reportParts } from '../../../src/import/report/report-parts.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { dbOf } from '../../ledger/store-of.ts';

const AT = '2026-11-02T02:13:04.120Z';

async function ledgerWith(records: readonly { outcome: string; attempts: number }[]) {
  const ledger = Ledger.open(path.join(await mkdtemp(path.join(tmpdir(), 'trace-parts-')), 'ledger.db'));
  const run = ledger.runs.start({
    command: 'import',
    environment: 'sandbox',
    target: 'sandbox http://127.0.0.1:1',
    interface: 'v2',
    startedAt: AT,
    options: JSON.stringify({ files: ['batch.csv'] }),
  });
  const db = dbOf(ledger);
  db.prepare(
    "insert into sheets(sheet_id, run, file, sheet, kind, columns) values (1, ?, 'suppliers.csv', '', 'supplier', '[]')",
  ).run(run.run);
  const record = db.prepare(
    `insert into records(id, run, kind, family, key, batch, body, hash, sheet_id, row, outcome, state, attempts)
     values (?, ?, 'supplier', 'STANDARD', ?, 'W1', '{}', '', 1, ?, ?, 'ended', ?)`,
  );
  const attempt = db.prepare(
    "insert into attempts(record, attempt, started_at, ended_at, result, status, error) values (?, ?, ?, ?, 'put off', 429, ?)",
  );
  for (const [at, { outcome, attempts }] of records.entries()) {
    record.run(at + 1, run.run, `FRN-${at + 1}`, at + 2, outcome, attempts);
    for (let n = 1; n <= attempts; n++) attempt.run(at + 1, n, AT, AT, '["HTTP 429"]');
  }
  return { ledger, run };
}

test('the report lists the last 20 attempts of a record, and none if the first one created it', async () => {
  const { ledger, run } = await ledgerWith([
    { outcome: 'created', attempts: 1 },
    { outcome: 'created', attempts: 50 },
    { outcome: 'rejected', attempts: 1 },
    { outcome: 'unchanged', attempts: 0 },
  ]);
  const { records } = reportParts(ledger, run);
  const told = [...records];
  expect(told.map(({ attempts, tries }) => [attempts, tries.length])).toEqual([
    [1, 0],
    [50, 20],
    [1, 1],
    [0, 0],
  ]);
  expect(told[1]!.tries.map(({ attempt }) => attempt)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 31),
  );
  expect(told[2]!.tries[0]).toEqual({
    ...{ attempt: 1, startedAt: AT, endedAt: AT, result: 'put off', status: 429, error: ['HTTP 429'] },
    readAt: null,
    read: null,
  });
  for (const record of told) expect(runReport.shape.records.element.parse(record)).toEqual(record);
  ledger.close();
});
