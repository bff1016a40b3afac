import type { Ledger } from './ledger.ts';
import { query } from './rows.ts';

/** A record as it is listed: with this many tries, the last at this time, or (outdated) with what is known of its key. */
interface ListedRow {
  readonly id: number;
  readonly attempts: number;
  readonly sentAt: string | null;
}

/** Notes that a person has seen these records listed as in doubt or outdated, as they are now. */
export function noteListed(ledger: Ledger, rows: readonly ListedRow[], at: string): void {
  const note = ledger.db.prepare(
    'insert or replace into listed(record, attempts, sent_at, listed_at) values (?, ?, ?, ?)',
  );
  ledger.inTransaction(() => {
    for (const { id, attempts, sentAt } of rows) note.run(id, attempts, sentAt, at);
  });
}

/** Whether each record was listed as it is: what a person says is then about that. */
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
