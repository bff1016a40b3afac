import type { Ledger } from './ledger.ts';
import { query } from './rows.ts';

/** A record that a target has accepted recently. */
export interface RecentRecord {
  readonly key: string;
  /** ISO 8601, UTC: when it was accepted, or last changed. */
  readonly at: string;
  /** The id of the service; null when it is unknown. */
  readonly id: string | null;
  /** JSON of the fields that its last update set; null when it was created. */
  readonly set: string | null;
}

/** The records of a kind that a target has accepted since a moment (ISO 8601, UTC), the oldest first. */
export function recentRecords(
  ledger: Ledger,
  of: {
    readonly target: string;
    readonly interface: string;
    readonly kind: string;
    readonly since: string;
  },
): RecentRecord[] {
  return query(
    ledger.db,
    `select e.key, max(e.at) as at, json_extract(e.answer, '$.id') as id,
         (select u.patch from runs n join records r on r.run = n.run and r.kind = e.kind and r.key = e.key
           join updates u on u.record = r.id where n.id = e.run and r.outcome = 'updated' limit 1) as "set"
       from entries e
       where e.target = ? and e.interface = ? and e.kind = ? and e.at >= ? and e.taken = 1 group by e.key order by at, e.key`,
    { key: 'text', at: 'text', id: 'text?', set: 'text?' },
  ).all(of.target, of.interface, of.kind, of.since);
}

/** The last id that a target gave to a record; null when none is known. */
export function lastId(ledger: Ledger, target: string): string | null {
  const sql = `select json_extract(answer, '$.id') as id from ${ledger.known}.entries
    where target = ? and answer is not null order by at desc limit 1`;
  return query(ledger.db, sql, { id: 'text?' }).get(target)?.id ?? null;
}
