import type { Ledger } from './ledger.ts';
import { query } from './rows.ts';
import { dbOf } from './store.ts';

/**
 * The records of all runs as reports show them, as SQL: the table `records`, and the rows that `thinUnchanged` has moved
 * to `unchanged`.
 */
export const REPORTED = `(
  select id, run, kind, family, key, batch, sheet_id, row, outcome, state, status, answer, messages, blocked_by, attempts, body
  from records
  union all
  select n.id, n.run, n.kind, n.family, n.key, n.batch, n.sheet_id, n.row, 'unchanged', 'staged', 'unchanged', e.answer,
    null, null, 0, coalesce(e.body, '{}')
  from unchanged n join runs v on v.run = n.run left join entries e on e.target = v.target and e.interface = v.interface
    and e.kind = n.kind and e.key = n.key and e.family = n.family)`;

/**
 * Keeps only the places of the unchanged records of the last run of a target: the service has them as their entries say,
 * and no later run sends them. Their bodies and references are deleted, so that a night without changes costs few bytes. Call it
 * before a new run.
 */
export function thinUnchanged(ledger: Ledger, target: string): void {
  const db = dbOf(ledger);
  const { run } = query(
    db,
    "select max(run) as run from runs where target = ? and finished_at is not null and stage = 'planned'",
    { run: 'integer?' },
  ).one(target);
  if (run === null) return;
  ledger.inTransaction(() => {
    const { changes } = db
      .prepare(
        `insert into unchanged
         select r.id, r.run, r.kind, r.family, r.key, r.batch, r.sheet_id, r.row
         from records r join runs u on u.run = r.run join entries e on e.target = u.target and e.interface = u.interface
           and e.kind = r.kind and e.key = r.key and e.family = r.family and e.answer is r.answer
         where r.run = ? and r.outcome = 'unchanged' and r.status = 'unchanged' and r.attempts = 0 and r.messages is null
           and json_extract(r.body, '$.id') is null and not exists (select 1 from updates p where p.record = r.id)`,
      )
      .run(run);
    if (changes === 0) return;
    const moved = 'select id from unchanged where run = ?';
    db.prepare(`delete from refs where record in (${moved})`).run(run);
    db.prepare(`delete from records where id in (${moved})`).run(run);
  });
}
