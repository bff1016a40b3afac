import type { Ledger } from './ledger.ts';

/** A record that differs from what the service took of its key. */
export interface ChangedRecord {
  readonly id: number;
  readonly kind: string;
  readonly key: string;
  /** JSON of the row. */
  readonly body: string;
  /** JSON of what was accepted last; null when its content is not known. */
  readonly known: string | null;
  /** JSON of the ids that the service gave. */
  readonly answer: string | null;
  /** Id of a later run that changed what is known of the key. */
  readonly later: string | null;
}

/** A body of which nothing is known is kept as this. */
const UNKNOWN = "'{}'";
const SAME_KEY = `e.target = u.target and e.interface = u.interface and e.kind = r.kind and e.key = r.key
  and e.family = r.family`;
const LATER = '(select l.id from runs l where l.id = e.run and l.run > r.run)';

/** The open records of a run that differ from what was accepted, but for updates, some at a time. */
export function changedAfter(ledger: Ledger, run: number, after: number): ChangedRecord[] {
  return ledger.db
    .prepare(
      `select r.id, r.kind, r.key, r.body, nullif(e.body, ${UNKNOWN}) as known, e.answer, ${LATER} as later
       from records r join runs u on u.run = r.run join ${ledger.known}.entries e on ${SAME_KEY}
       where r.run = ?1 and r.id > max(?2, (select min(id) - 1 from records where run = ?1))
         and r.outcome is null and r.status = 'changed' and e.state = 'accepted'
         and not exists (select 1 from updates p where p.record = r.id)
       order by r.id limit 500`,
    )
    .all(run, after) as unknown as ChangedRecord[];
}

/** Ends a record of which nothing is to be sent. */
export function endUnsent(
  ledger: Ledger,
  { id, answer }: Pick<ChangedRecord, 'id' | 'answer'>,
  outcome: 'unchanged' | 'existing' | 'outdated',
  messages: readonly string[],
): void {
  ledger.db
    .prepare(
      `update records set outcome = ?1, status = iif(?1 = 'unchanged', 'unchanged', 'changed'),
         answer = coalesce(?2, answer), messages = ?3 where id = ?4`,
    )
    .run(outcome, answer, messages.length === 0 ? null : JSON.stringify(messages), id);
  ledger.db.prepare('update updates set doubt = 0 where record = ?').run(id);
}
