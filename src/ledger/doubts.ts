import type { Since } from './entries.ts';
import type { Ledger } from './ledger.ts';
import { outcomeOf, RUN_RECORD, type RunRecord } from './record.ts';
import { KILLED_WHILE_SENDING, query } from './rows.ts';
import { dbOf } from './store.ts';
import { COUNT, reopenRun } from './unfinished-runs.ts';

/** The number of records in doubt of a run that reading them back again may settle. */
export function readableOf(ledger: Ledger, run: number): number {
  return query(
    dbOf(ledger),
    `select count(*) as count from records r join attempts a on a.record = r.id and a.attempt = r.attempts
       where r.run = ? and r.outcome = 'in-doubt' and a.read in ('failed', 'absent, too early')`,
    COUNT,
  ).one(run).count;
}

/** A record in doubt, and its last attempt. */
export interface DoubtfulRow extends RunRecord {
  /** When the last attempt was sent, in this run or in the run that put the key in doubt; null if unknown. */
  readonly sentAt: string | null;
  /** As JSON. */
  readonly messages: string | null;
  /** Whether the record is an update: sending an update again changes nothing more. */
  readonly isUpdate: boolean;
  /** Since when it is in doubt, by a clock that never jumps; null if that was not stored. */
  readonly since: Since | null;
}

/**
 * A condition: the key of the record is being sent, or was being sent when a run was killed. The time of an
 * earlier attempt is then ignored.
 */
const IS_BEING_SENT = `select 1 from runs v join records s on s.run = v.run where v.target = u.target
  and v.interface = u.interface and v.finished_at is null and s.kind = r.kind and s.key = r.key and s.family = r.family
  and s.state = 'sending'`;

/** The records of a run that are in doubt, in the order of the input. */
export function doubtfulRows(ledger: Ledger, run: number): DoubtfulRow[] {
  const rows = query(
    dbOf(ledger),
    `select r.id, r.kind, r.family, r.key, r.batch, s.file, s.sheet, r.row, r.attempts,
         coalesce(r.messages, iif(r.state = 'sending', ${KILLED_WHILE_SENDING}, null)) as messages,
         coalesce((select max(a.started_at) from attempts a where a.record = r.id), e.at) as sentAt,
         r.id in (select record from updates) as isUpdate, d.boot, d.ms
       from records r join sheets s using (sheet_id) join runs u on u.run = r.run
       left join entries e on e.target = u.target and e.interface = u.interface and e.kind = r.kind and e.key = r.key
         and e.family = r.family
       left join doubts d on d.target = u.target and d.interface = u.interface and d.kind = r.kind and d.key = r.key
         and d.family = r.family and e.state = 'in-doubt' and not exists (${IS_BEING_SENT})
       where r.run = ? and ${outcomeOf('r')} = 'in-doubt' order by r.id`,
    { ...RUN_RECORD, messages: 'text?', sentAt: 'text?', isUpdate: 'boolean', boot: 'text?', ms: 'real?' },
  ).all(run);
  return rows.map(({ boot, ms, ...row }) => ({
    ...row,
    since: boot === null || ms === null ? null : { boot, ms },
  }));
}

/** Opens these records in doubt, so that they can be settled. Call it inside a transaction. */
export function reopenDoubtful(ledger: Ledger, run: number, ids: readonly number[]): void {
  reopenRun(ledger, run);
  const update = dbOf(ledger).prepare(
    "update records set outcome = null, state = 'staged' where id = ? and outcome = 'in-doubt'",
  );
  for (const id of ids) update.run(id);
}

/**
 * A record that was shown in a list. `sentAt` is the time of its last attempt; for an outdated record, it is the
 * version of its entry.
 */
interface ListedRow {
  readonly id: number;
  readonly attempts: number;
  readonly sentAt: string | null;
}

/** Stores that the user has seen these records, in doubt or outdated, in their present state. */
export function noteListed(ledger: Ledger, rows: readonly ListedRow[], at: string): void {
  const note = dbOf(ledger).prepare(
    'insert or replace into listed(record, attempts, sent_at, listed_at) values (?, ?, ?, ?)',
  );
  ledger.inTransaction(() => {
    for (const { id, attempts, sentAt } of rows) note.run(id, attempts, sentAt, at);
  });
}

/** For each record, whether the user has seen it in its present state. */
export function wereListed(ledger: Ledger, rows: readonly ListedRow[]): boolean[] {
  const listed = query(dbOf(ledger), 'select attempts, sent_at as sentAt from listed where record = ?', {
    attempts: 'integer',
    sentAt: 'text?',
  });
  return rows.map(({ id, attempts, sentAt }) => {
    const then = listed.get(id);
    return then !== undefined && then.attempts === attempts && then.sentAt === sentAt;
  });
}
