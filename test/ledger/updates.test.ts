import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { Ledger } from '../../src/ledger/ledger.ts';
import { ledgerFile } from '../send/push/harness.ts';
import { dbOf } from './store-of.ts';

const HEAD = {
  ...{ command: 'update', environment: 'test', target: 'test', interface: 'v3' },
  startedAt: '2026-11-02T02:00:00.000Z',
  options: '{}',
};
const ROW = {
  ...{ kind: 'purchased-item', family: '', key: 'P-1', batch: '', body: '{}', hash: 'h', shareKey: null },
  ...{ shareHash: null, row: 2, ending: null, references: [] },
} as const;

it('a ledger of a version without updates keeps its runs and can store updates', () => {
  const file = ledgerFile();
  onTestFinished(() => file.remove());
  const old = new DatabaseSync(file.path);
  old.exec(readFileSync(new URL('../exhaustion/ledger-1.sql', import.meta.url), 'utf8'));
  expect(old.prepare("select 1 from sqlite_master where name = 'updates'").get()).toBeUndefined();
  old.close();
  using ledger = Ledger.open(file.path);
  expect(ledger.runs.list()).toHaveLength(1);
  const { run } = ledger.runs.start(HEAD);
  const stage = ledger.stage(run);
  stage.addRecord({
    ...ROW,
    sheetId: stage.addSheet('a.csv', 'a', 'purchased-item', {}),
    update: { byId: 'id' },
  });
  stage.commit();
  expect(dbOf(ledger).prepare('select asked, by_id as byId, patch from updates').all()).toEqual([
    expect.objectContaining({ asked: 1, byId: 'id', patch: null }),
  ]);
});

it('a dropped record leaves no update or rows for the next record with the same id', () => {
  using ledger = Ledger.temporary(null);
  const { run } = ledger.runs.start(HEAD);
  const stage = ledger.stage(run);
  const sheetId = stage.addSheet('a.csv', 'a', 'purchased-item', {});
  stage.addRecord({ ...ROW, sheetId, rows: [2, 3], update: { byId: null } });
  stage.commit();
  const { id } = dbOf(ledger).prepare('select id from records').get() as { id: number };
  ledger.staged(run).end([], [id]);
  stage.addRecord({ ...ROW, sheetId });
  stage.commit();
  expect(dbOf(ledger).prepare('select id from records').get()).toEqual(expect.objectContaining({ id }));
  expect(dbOf(ledger).prepare('select * from updates').all()).toEqual([]);
  expect(dbOf(ledger).prepare('select * from record_rows').all()).toEqual([]);
});
