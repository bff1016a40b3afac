import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/findings/finding.ts';
import { findingFrom } from '../../src/import/report/report-parts.ts';
import { Ledger, type Stage } from '../../src/ledger/ledger.ts';
import { countCommits, ledgerFile, rowsOf, stageRun } from '../send/push/harness.ts';
import { dbOf } from './store-of.ts';

let file: ReturnType<typeof ledgerFile>;
let ledger: Ledger;
let run: number;
let stage: Stage;

beforeEach(() => {
  file = ledgerFile();
  ledger = Ledger.open(file.path);
  run = stageRun(ledger, []);
  stage = ledger.stage(run);
});

afterEach(() => {
  ledger.close();
  file.remove();
});

const record = (key: string, sheetId: number, row: number) => ({
  kind: 'supplier',
  family: 'STANDARD',
  key,
  batch: 'W1',
  body: '{}',
  hash: key,
  shareKey: null,
  shareHash: null,
  sheetId,
  row,
  ending: null,
  references: [],
});

describe('the stage of a run', () => {
  it('does not lock the ledger while a file is read: another run can write', () => {
    using other = Ledger.open(file.path);
    dbOf(other).exec('pragma busy_timeout = 0');
    const sheetId = stage.addSheet('batch.csv', 'Suppliers', 'supplier', { supplierRef: 'A' });
    for (let row = 2; row < 6000; row++) {
      stage.addRecord(record(`S${row}`, sheetId, row));
      if (row % 700 === 0) other.runs.finish(run, 'x', 0, '{}');
    }
    stage.addFile('batch.csv', 'sha', 5998);
    stage.commit();
    expect(rowsOf(other, run)).toHaveLength(5998);
    expect(other.history(run).files()).toEqual([{ path: 'batch.csv', sha256: 'sha', rows: 5998 }]);
  });

  it('commits rows in groups of a thousand', () => {
    const commits = countCommits(ledger);
    const sheetId = stage.addSheet('batch.csv', 'Suppliers', 'supplier', {});
    for (let row = 2; row < 20_002; row++) stage.addRecord(record(`S${row}`, sheetId, row));
    stage.commit();
    stage.commit();
    expect(commits()).toBeLessThanOrEqual(21);
    expect(rowsOf(ledger, run)).toHaveLength(20_000);
  });

  it('makes all records of one sheet invalid, also those that are not committed yet', () => {
    const bad = stage.addSheet('batch.csv', 'Bad', 'supplier', {});
    const good = stage.addSheet('batch.csv', 'Good', 'supplier', {});
    stage.addRecord(record('S1', bad, 2));
    stage.addRecord(record('S2', good, 2));
    stage.invalidateSheet(bad, ['there is no head']);
    stage.commit();
    expect(rowsOf(ledger, run).map(({ key, outcome }) => [key, outcome])).toEqual([
      ['S1', 'invalid'],
      ['S2', null],
    ]);
  });

  it('returns findings unchanged and in their order', () => {
    const findings: Finding[] = [
      { code: 'file-empty', severity: 'error', origin: { file: 'a.csv' }, message: 'empty' },
      {
        code: 'url',
        severity: 'warning',
        origin: { file: 'b.csv', sheet: 'Products', row: 7, column: 'C' },
        kind: 'product',
        field: 'type',
        value: 'Robe’s\n"1"',
        message: 'not in the list',
        suggestion: 'did you mean "ROBE"?',
      },
    ];
    for (const finding of findings) stage.addFinding(finding);
    stage.commit();
    expect([...ledger.history(run).findings()].map(findingFrom)).toEqual(findings);
  });

  it('lists the errors of all rows of a record, in the order in which they were found', () => {
    const sheetId = stage.addSheet('batch.csv', 'Suppliers', 'supplier', {});
    const error = (row: number, message: string) => {
      const origin = { file: 'batch.csv', sheet: 'Suppliers', row, column: 'B' };
      stage.addFinding({ code: 'required', severity: 'error', origin, message });
    };
    error(3, 'of the second row');
    error(2, 'of the first row');
    error(3, 'of the second row, again');
    stage.addRecord({ ...record('S1', sheetId, 2), rows: [2, 3], ending: 'invalid' });
    // This one has an error only in a row that is not its first one.
    error(5, 'of the fifth row');
    stage.addRecord({ ...record('S2', sheetId, 4), rows: [4, 5], ending: 'invalid' });
    error(6, 'of a single row');
    stage.addRecord({ ...record('S3', sheetId, 6), ending: 'invalid' });
    stage.addRecord({ ...record('S4', sheetId, 7), rows: [7, 8], ending: 'invalid' });
    stage.commit();
    const shown = [...ledger.history(run).records()].map(({ key, rows, reasons }) => [
      key,
      rows,
      reasons &&
        (JSON.parse(reasons) as [number, string, string][]).map(([row, , message]) => [row, message]),
    ]);
    expect(shown).toEqual([
      [
        'S1',
        '[2,3]',
        [
          [3, 'of the second row'],
          [2, 'of the first row'],
          [3, 'of the second row, again'],
        ],
      ],
      ['S2', '[4,5]', [[5, 'of the fifth row']]],
      ['S3', null, [[6, 'of a single row']]],
      ['S4', '[7,8]', null],
    ]);
  });

  // Before, each row of a record was compared with all errors of the run: some 50 s for these.
  it('lists the errors of 16,000 records of two rows each in time that grows with their number', () => {
    const sheetId = stage.addSheet('batch.csv', 'Suppliers', 'supplier', {});
    for (let row = 2; row < 32_002; row += 2) {
      const origin = { file: 'batch.csv', sheet: 'Suppliers', row: row + 1, column: 'B' };
      stage.addFinding({ code: 'required', severity: 'error', origin, message: 'required' });
      stage.addRecord({ ...record(`S${row}`, sheetId, row), rows: [row, row + 1], ending: 'invalid' });
    }
    stage.commit();
    const listed = [...ledger.history(run).records()];
    expect(listed.filter(({ reasons }) => reasons !== null)).toHaveLength(16_000);
  }, 30_000);

  it('reports an error that names the table if it cannot be written', () => {
    stage.addRecord(record('S', 1, 2));
    dbOf(ledger).exec('drop table refs; drop table records');
    expect(() => stage.commit()).toThrow(/records/);
    expect(dbOf(ledger).isTransaction).toBe(false);
  });
});
