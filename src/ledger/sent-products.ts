import type { Ledger } from './ledger.ts';
import { outcomeOf } from './outcome.ts';
import { query } from './rows.ts';

/** Selects products of the ledger; an undefined property does not restrict. */
export interface SentQuestion {
  readonly target: string;
  readonly interface: string;
  readonly batch?: string | undefined;
  /** Number of a run. */
  readonly run?: number | undefined;
  /** ISO 8601, UTC: sent or settled at that moment or later. */
  readonly since?: string | undefined;
}

/** A product that is in the service, or may be. */
export interface SentProduct {
  readonly key: string;
  readonly family: string;
  /** Null when it is unknown: the service said that it had the product before. */
  readonly studyId: string | null;
  readonly inDoubt: boolean;
}

/** Outcomes after which a product is, or may be, in the service. */
const THERE = "('created', 'existing', 'outdated', 'unchanged', 'in-doubt')";

/** The products of a batch, a run or a time, each once, by key and family. */
export function sentProducts(ledger: Ledger, question: SentQuestion): SentProduct[] {
  const { target, interface: name, batch = null, run = null, since = null } = question;
  return query(
    ledger.db,
    `with named as (
         select r.key, r.family, max(coalesce(e.at, u.started_at)) as at, max(${outcomeOf('r')} = 'in-doubt') as doubt
         from records r join runs u on u.run = r.run
         left join entries e on e.target = u.target and e.interface = u.interface and e.kind = r.kind and e.key = r.key
           and e.family = r.family
         where u.target = ?1 and u.interface = ?2 and r.kind = 'product' and ${outcomeOf('r')} in ${THERE}
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

/** The importation batches of the products that went to a target, the latest first. */
export function productBatches(ledger: Ledger, target: string): string[] {
  const rows = query(
    ledger.db,
    `select r.batch from records r join runs u on u.run = r.run where u.target = ? and r.kind = 'product'
       group by r.batch order by max(r.id) desc limit 1000`,
    { batch: 'text' },
  ).all(target);
  return rows.map(({ batch }) => batch);
}
