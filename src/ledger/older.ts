import { Entries } from './entries.ts';
import type { Ledger } from './ledger.ts';
import { storedMessages } from './messages.ts';
import { query } from './rows.ts';
import { SentUpdates } from './updates.ts';

/**
 * Puts the records in doubt that an older copy of a ledger has as not sent to a target: they may have been sent since. Accepted
 * records are unchanged. Returns the number of records in doubt.
 */
export function doubtUnsent(ledger: Ledger, target: string, at: string): number {
  const { db } = ledger;
  const rows = query(
    db,
    `select r.id, p.patch is not null as updates from records r join runs u on u.run = r.run
       left join updates p on p.record = r.id
       where u.target = ? and u.stage = 'planned' and u.command in ('import', 'update')
         and (r.outcome is null or r.outcome in ('failed', 'blocked') or r.outcome = 'not-attempted' and r.status is not null)
         and not exists (select 1 from entries e where e.target = u.target and e.interface = u.interface
           and e.kind = r.kind and e.key = r.key and e.family = r.family and e.state = 'accepted' and e.hash = r.hash)`,
    { id: 'integer', updates: 'boolean' },
  ).all(target);
  const end = db.prepare(
    "update records set outcome = 'in-doubt', state = 'ended', messages = ?, blocked_by = null where id = ?",
  );
  const entries = new Entries(ledger);
  const updates = new SentUpdates(ledger);
  ledger.inTransaction(() => {
    for (const row of rows) {
      end.run(storedMessages([{ code: 'older-copy' }]), row.id);
      if (row.updates) updates.unsure(row.id);
      else entries.keep(row.id, 'in-doubt', null, at);
    }
  });
  return rows.length;
}
