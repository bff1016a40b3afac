import type { DatabaseSync } from 'node:sqlite';

const KEY = 'target, interface, kind, key, family';
const SAME = KEY.split(', ')
  .map((name) => `f.${name} = e.${name}`)
  .join(' and ');

/**
 * Creates a view `temp.entries` over the entries of the attached ledger `memory`, in which records that were being sent when their
 * process ended are in doubt. Updates are excluded: they are sent again. Returns false, and creates no view, when there are no
 * such records.
 */
export function showInFlight(db: DatabaseSync): boolean {
  if (!db.prepare("select 1 from memory.sqlite_master where name = 'updates'").get()) return false;
  db.exec(
    `create temp table in_flight as
       select u.target, u.interface, r.kind, r.key, r.family, r.hash, r.body, r.batch, u.id as run,
         max(coalesce(a.started_at, u.started_at)) as at
       from memory.runs u join memory.records r on r.run = u.run
       left join memory.attempts a on a.record = r.id and a.attempt = r.attempts
       where u.finished_at is null and u.command in ('import', 'update') and r.state = 'sending' and r.outcome is null
         and r.id not in (select record from memory.updates)
       group by 1, 2, 3, 4, 5`,
  );
  if (!db.prepare('select 1 from in_flight limit 1').get()) return false;
  const names = `${KEY}, state, taken, hash, body, batch, answer, run, at, sure, doubt_hash`;
  db.exec(
    `create unique index temp.in_flight_key on in_flight(${KEY});
     create temp view entries as
       select ${names} from memory.entries e where not exists (select 1 from in_flight f where ${SAME})
       union all
       select f.target, f.interface, f.kind, f.key, f.family, 'in-doubt', coalesce(e.taken, 0), coalesce(e.hash, f.hash),
         coalesce(e.body, f.body), coalesce(e.batch, f.batch), e.answer, f.run, f.at, e.state, f.hash
       from in_flight f left join memory.entries e on ${SAME}`,
  );
  return true;
}
