import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { shapeOf, unsound } from '../../src/ledger/checksums.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { storeOf } from '../../src/ledger/store.ts';
import { ledgerFile, pushed, supplier } from '../import/push/harness.ts';

it('a ledger without the index of ids gets it when it is opened, and stays sound', async () => {
  const file = ledgerFile();
  const ledger = Ledger.open(file.path);
  await pushed([supplier('A')], { ledger });
  // As written by an older version of trace.
  storeOf(ledger).db.exec('drop index entries_id');
  storeOf(ledger)
    .db.prepare('update identity set shape = ?')
    .run(shapeOf(storeOf(ledger).db));
  ledger.close();
  const again = Ledger.open(file.path);
  const index = storeOf(again).db.prepare("select 1 from sqlite_master where name = 'entries_id'").get();
  expect([index !== undefined, unsound(storeOf(again).db, 'all')]).toEqual([true, null]);
  again.close();
  const db = new DatabaseSync(file.path);
  expect(db.prepare('select count(*) as n from entries').get()).toEqual({ n: 1 });
  db.close();
  file.remove();
});
