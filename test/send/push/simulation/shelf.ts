import { Ledger } from '../../../../src/ledger/ledger.ts';
import { dbOf } from '../../../ledger/store-of.ts';

/**
 * Reusable ledgers in memory: opening one and preparing its statements takes longer than a simulation. A returned
 * ledger is emptied; do not return a ledger on which something broke.
 */
const spare: Ledger[] = [];

const TABLES = [
  ...['memories', 'outbox', 'ended_senders'],
  ...['runs', 'files', 'sheets', 'records', 'refs', 'findings', 'attempts', 'entries', 'updates', 'sent'],
  ...['doubts', 'listed'],
];

export function takeLedger(): Ledger {
  return spare.pop() ?? remembering(Ledger.temporary(null));
}

export function giveBack(ledger: Ledger): void {
  ledger.inTransaction(() => {
    for (const table of TABLES) dbOf(ledger).prepare(`delete from ${table}`).run();
  });
  spare.push(ledger);
}

/** Prepares each statement once. */
export function remembering(ledger: Ledger): Ledger {
  const db = dbOf(ledger);
  const statements = new Map<string, ReturnType<typeof db.prepare>>();
  const prepare = db.prepare.bind(db);
  db.prepare = (sql) => {
    const known = statements.get(sql) ?? prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return ledger;
}
