import type { Ledger } from './ledger.ts';
import { outcomeOf } from './record.ts';
import { query, type Row } from './rows.ts';
import { dbOf, entriesOf } from './store.ts';
import { knownTargets } from './targets.ts';
import { REPORTED } from './unchanged.ts';

const RECENT = {
  key: 'text',
  /** When it was accepted or last changed, in ISO 8601, UTC. */
  at: 'text',
  /** The id in the service; null if unknown. */
  id: 'text?',
  /** The fields that its last update set, as JSON; null if it was created. */
  set: 'text?',
} as const;

/** A record that a target has accepted recently. */
export type RecentRecord = Row<typeof RECENT>;

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
    dbOf(ledger),
    `select e.key, max(e.at) as at, json_extract(e.answer, '$.id') as id,
         (select u.patch from runs n join records r on r.run = n.run and r.kind = e.kind and r.key = e.key
           join updates u on u.record = r.id where n.id = e.run and r.outcome = 'updated' limit 1) as "set"
       from entries e
       where e.target = ? and e.interface = ? and e.kind = ? and e.at >= ? and e.taken = 1 group by e.key order by at, e.key`,
    RECENT,
  ).all(of.target, of.interface, of.kind, of.since);
}

/** The last id that a target gave to a record; null if none is known. */
export function lastId(ledger: Ledger, target: string): string | null {
  const sql = `select json_extract(answer, '$.id') as id from ${entriesOf(ledger)}
    where target = ? and answer is not null order by at desc limit 1`;
  return query(dbOf(ledger), sql, { id: 'text?' }).get(target)?.id ?? null;
}

/** The filter for products of the ledger. An undefined property does not restrict the result. */
export interface SentQuestion {
  readonly target: string;
  readonly interface: string;
  readonly batch?: string | undefined;
  /** The number of a run. */
  readonly run?: number | undefined;
  /** Selects products that were sent or settled at this moment or later (ISO 8601, UTC). */
  readonly since?: string | undefined;
}

/** A product that is in the service, or may be. */
export interface SentProduct {
  readonly key: string;
  readonly family: string;
  /** Null if unknown: the service reported that it already had the product. */
  readonly studyId: string | null;
  readonly inDoubt: boolean;
}

/** The outcomes after which a product is, or may be, in the service. */
const MAY_BE_IN_SERVICE = "('created', 'existing', 'outdated', 'unchanged', 'in-doubt')";

/** The products of a batch, a run or a time, each once, sorted by key and family. */
export function sentProducts(ledger: Ledger, question: SentQuestion): SentProduct[] {
  const { target, interface: name, batch = null, run = null, since = null } = question;
  return query(
    dbOf(ledger),
    `with named as (
         select r.key, r.family, max(coalesce(e.at, u.started_at)) as at, max(${outcomeOf('r')} = 'in-doubt') as doubt
         from ${REPORTED} r join runs u on u.run = r.run
         left join entries e on e.target = u.target and e.interface = u.interface and e.kind = r.kind and e.key = r.key
           and e.family = r.family
         where u.target = ?1 and u.interface = ?2 and r.kind = 'product' and ${outcomeOf('r')} in ${MAY_BE_IN_SERVICE}
           and (?3 is null or r.batch = ?3) and (?4 is null or r.run = ?4)
         group by r.key, r.family)
       select n.key, n.family, coalesce(json_extract(e.answer, '$.studyId'), (
           select json_extract(r.answer, '$.studyId') from records r join runs u on u.run = r.run
           where u.target = ?1 and r.kind = 'product' and r.key = n.key and r.family = n.family
             and json_extract(r.answer, '$.studyId') is not null limit 1)) as studyId,
         coalesce(e.state = 'in-doubt', n.doubt) as inDoubt
       from named n left join entries e on e.target = ?1 and e.interface = ?2 and e.kind = 'product' and e.key = n.key
         and e.family = n.family
       where ?5 is null or n.at >= ?5 order by n.key, n.family`,
    { key: 'text', family: 'text', studyId: 'text?', inDoubt: 'boolean' },
  ).all(target, name, batch, run, since);
}

/** The importation batches of the products that were sent to a target, the latest first. */
export function productBatches(ledger: Ledger, target: string): string[] {
  const rows = query(
    dbOf(ledger),
    `select r.batch from ${REPORTED} r join runs u on u.run = r.run where u.target = ? and r.kind = 'product'
       group by r.batch order by max(r.id) desc limit 1000`,
    { batch: 'text' },
  ).all(target);
  return rows.map(({ batch }) => batch);
}

/** The outcomes of records that an earlier request created: this run does not change their batch. */
const FROM_EARLIER_REQUEST = "('unchanged', 'existing', 'outdated')";

/**
 * Replaces the importation batch of records that an earlier request created with the batch of that request, because a
 * changed batch is not sent. Call it inside a transaction.
 */
export function takeSentBatches(ledger: Ledger, run: number, target: string, interfaceName: string): void {
  dbOf(ledger)
    .prepare(
      `update records set batch = e.batch, messages = json_insert(coalesce(records.messages, '[]'), '$[#]',
       json_object('code', 'other-batch', 'sent', e.batch, 'row', records.batch)) from ${entriesOf(ledger)} e
     where records.run = ?1 and records.outcome in ${FROM_EARLIER_REQUEST} and e.target = ?2 and e.interface = ?3
       and e.kind = records.kind and e.key = records.key and e.family = records.family
       and e.batch <> records.batch and e.batch <> '' and records.batch <> ''`,
    )
    .run(run, target, interfaceName);
}

/** The batches with which unchanged records of a run were sent, if their rows have another batch now. */
export function otherBatches(ledger: Ledger, run: number): { batch: string; count: number }[] {
  return query(
    dbOf(ledger),
    `select batch, count(*) as count from records
       where run = ? and outcome = 'unchanged' and json_extract(body, '$.importationBatch') <> batch
       group by batch order by min(id)`,
    { batch: 'text', count: 'integer' },
  ).all(run);
}

/**
 * The other targets that the environment of a run had before, and how many records that are new to its target they got
 * with the same content.
 */
export function sentElsewhere(ledger: Ledger, run: number): { target: string; count: number }[] {
  const db = dbOf(ledger);
  const own = query(db, 'select target, environment from runs where run = ?', {
    target: 'text',
    environment: 'text',
  }).get(run);
  const uses = knownTargets(ledger).uses.filter(
    ({ target, environment }) => environment === own?.environment && target !== own.target,
  );
  const counted = query(
    db,
    `select count(*) as count from records r join runs u on u.run = r.run join ${entriesOf(ledger)} e
       on e.target = ? and e.interface = u.interface and e.kind = r.kind and e.key = r.key and e.family = r.family
       where r.run = ? and r.status = 'new' and e.state = 'accepted' and e.hash = r.hash`,
    { count: 'integer' },
  );
  return [...new Set(uses.map(({ target }) => target))].flatMap((target) => {
    const { count } = counted.get(target, run)!;
    return count === 0 ? [] : [{ target, count }];
  });
}
