import type { Ledger } from './ledger.ts';
import type { DoubtfulRow } from './unfinished.ts';

/** Notes that a person has seen these records listed as in doubt, as they are now: with this many tries, the last at this time. */
export function noteListed(ledger: Ledger, rows: readonly DoubtfulRow[], at: string): void {
  const note = ledger.db.prepare(
    'insert or replace into listed(record, attempts, sent_at, listed_at) values (?, ?, ?, ?)',
  );
  ledger.inTransaction(() => {
    for (const { id, attempts, sentAt } of rows) note.run(id, attempts, sentAt, at);
  });
}

/** Whether each record was listed since its last try: what a person said then is about the record as it is. */
export function wereListed(ledger: Ledger, rows: readonly DoubtfulRow[]): boolean[] {
  const listed = ledger.db.prepare('select attempts, sent_at as sentAt from listed where record = ?');
  return rows.map(({ id, attempts, sentAt }) => {
    const then = listed.get(id) as { attempts: number; sentAt: string | null } | undefined;
    return then !== undefined && then.attempts === attempts && then.sentAt === sentAt;
  });
}
