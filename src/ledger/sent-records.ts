import { COUNTED, REPORTED } from './folded.ts';
import { KnownRecords } from './known-records.ts';
import { outcomeOf } from './record.ts';
import type { RowOf } from './rows.ts';
import { Group } from './store.ts';
import { SAME_KEY } from './tables.ts';
import { Targets } from './targets.ts';

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
export type RecentRecord = RowOf<typeof RECENT>;

/** The filter for products of the ledger. An undefined property does not restrict the result. */
export interface SentProductsFilter {
  readonly target: string;
  readonly interface: string;
  readonly batch?: string | undefined;
  /** The number of a run. */
  readonly run?: number | undefined;
  /** Selects products that were sent or settled at this moment or later (ISO 8601, UTC). */
  readonly since?: string | undefined;
}

const PRODUCT = {
  key: 'text',
  family: 'text',
  /** Null if unknown: the service reported that it already had the product. */
  studyId: 'text?',
  inDoubt: 'boolean',
} as const;

/** A product that is in the service, or may be. */
export type SentProduct = RowOf<typeof PRODUCT>;

/** The outcomes after which a product is, or may be, in the service. */
const MAY_BE_IN_SERVICE = "('created', 'existing', 'outdated', 'unchanged', 'in-doubt')";

/** The records that were sent to each target. */
export class SentRecords extends Group {
  /** The records of a kind that a target has accepted since a moment (ISO 8601, UTC), the oldest first. */
  recent(target: string, interfaceName: string, kind: string, since: string): RecentRecord[] {
    return this.store.all(
      RECENT,
      `select e.key, max(e.at) as at, json_extract(e.answer, '$.id') as id,
           (select u.patch from runs n join records r on r.run = n.run and r.kind = e.kind and r.key = e.key
             join updates u on u.record = r.id where n.id = e.run and r.outcome = 'updated' limit 1) as "set"
         from entries e
         where e.target = ? and e.interface = ? and e.kind = ? and e.at >= ? and e.taken = 1 group by e.key order by at, e.key`,
      target,
      interfaceName,
      kind,
      since,
    );
  }

  /** The records of a target, which the records of an input are compared with; null if it has none. */
  recordsOf(target: string, interfaceName: string): KnownRecords | null {
    const sql = `select key from ${this.store.entries} where target = ? and interface = ? and key >= ? limit 1`;
    const isEmpty = !this.store.has(sql, target, interfaceName, '');
    return isEmpty ? null : new KnownRecords(this.store, target, interfaceName);
  }

  /** The last id that a target gave to a record; null if none is known. */
  lastId(target: string): string | null {
    const sql = `select json_extract(answer, '$.id') as id from ${this.store.entries}
      where target = ? and answer is not null order by at desc limit 1`;
    return this.store.query(sql, { id: 'text?' }).get(target)?.id ?? null;
  }

  /**
   * The products of a batch, a run or a time, each once, sorted by key and family. The entries have those of runs that were
   * pruned, with their last batch.
   */
  products(filter: SentProductsFilter): SentProduct[] {
    const { target, interface: name, batch = null, run = null, since = null } = filter;
    return this.store.all(
      PRODUCT,
      `with named as (
           select r.key, r.family, max(coalesce(e.at, u.started_at)) as at, max(${outcomeOf('r')} = 'in-doubt') as doubt
           from ${REPORTED} r join runs u on u.run = r.run
           left join entries e on ${SAME_KEY}
           where u.target = ?1 and u.interface = ?2 and r.kind = 'product' and ${outcomeOf('r')} in ${MAY_BE_IN_SERVICE}
             and (?3 is null or r.batch = ?3) and (?4 is null or r.run = ?4)
           group by r.key, r.family
           union
           select key, family, at, state = 'in-doubt' from entries where target = ?1 and interface = ?2 and kind = 'product'
             and (?3 is null or batch = ?3) and ?4 is null)
         select n.key, n.family, coalesce(json_extract(e.answer, '$.studyId'), (
             select json_extract(r.answer, '$.studyId') from records r join runs u on u.run = r.run
             where u.target = ?1 and r.kind = 'product' and r.key = n.key and r.family = n.family
               and json_extract(r.answer, '$.studyId') is not null limit 1)) as studyId,
           coalesce(e.state = 'in-doubt', max(n.doubt)) as inDoubt
         from named n left join entries e on e.target = ?1 and e.interface = ?2 and e.kind = 'product' and e.key = n.key
           and e.family = n.family
         where ?5 is null or n.at >= ?5 group by n.key, n.family order by n.key, n.family`,
      target,
      name,
      batch,
      run,
      since,
    );
  }

  /** The importation batches of the products that were sent to a target, the latest first. */
  batches(target: string): string[] {
    const rows = this.store.all(
      { batch: 'text' },
      `with sent as (
           select r.batch, r.last from ${COUNTED} r join runs u on u.run = r.run where u.target = ?1 and r.kind = 'product'
           union all select batch, 0 from entries where target = ?1 and kind = 'product')
         select batch from sent group by batch order by max(last) desc limit 1000`,
      target,
    );
    return rows.map(({ batch }) => batch);
  }

  /**
   * The other targets that the environment of a run had before, and how many records that are new to its target they got
   * with the same content.
   */
  sentElsewhere(run: number): { target: string; count: number }[] {
    const own = this.store
      .query('select target, environment from runs where run = ?', { target: 'text', environment: 'text' })
      .get(run);
    const uses = new Targets(this.store)
      .list()
      .uses.filter(({ target, environment }) => environment === own?.environment && target !== own.target);
    const counted = this.store.query(
      `select count(*) as count from records r join runs u on u.run = r.run join ${this.store.entries} e
         on e.target = ? and e.interface = u.interface and e.kind = r.kind and e.key = r.key and e.family = r.family
         where r.run = ? and r.status = 'new' and e.state = 'accepted' and e.hash = r.hash`,
      { count: 'integer' },
    );
    return [...new Set(uses.map(({ target }) => target))].flatMap((target) => {
      const { count } = counted.get(target, run)!;
      return count === 0 ? [] : [{ target, count }];
    });
  }
}
