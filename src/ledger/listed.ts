import type { Ledger } from './ledger.ts';
import { query } from './rows.ts';

/** A record in a list: the number of its attempts, and the time of the last one or, if outdated, the version of its entry. */
interface ListedRow {
  readonly id: number;
  readonly attempts: number;
  readonly sentAt: string | null;
}

/** Stores that a person has seen these records, in doubt or outdated, in their present state. */
export function noteListed(ledger: Ledger, rows: readonly ListedRow[], at: string): void {
  const note = ledger.db.prepare(
    'insert or replace into listed(record, attempts, sent_at, listed_at) values (?, ?, ?, ?)',
  );
  ledger.inTransaction(() => {
    for (const { id, attempts, sentAt } of rows) note.run(id, attempts, sentAt, at);
  });
}

/** Whether the person has seen each record in its present state. */
export function wereListed(ledger: Ledger, rows: readonly ListedRow[]): boolean[] {
  const listed = query(ledger.db, 'select attempts, sent_at as sentAt from listed where record = ?', {
    attempts: 'integer',
    sentAt: 'text?',
  });
  return rows.map(({ id, attempts, sentAt }) => {
    const then = listed.get(id);
    return then !== undefined && then.attempts === attempts && then.sentAt === sentAt;
  });
}
