import type { RowOf } from './rows.ts';
import { RunGroup } from './store.ts';

const GROUP = {
  kind: 'text',
  family: 'text',
  batch: 'text',
  wave: 'integer',
  status: 'text',
  count: 'integer',
} as const;

/** The number of records with the same kind, family, batch, wave and status. */
export type GroupRow = RowOf<typeof GROUP>;

/** Which records of a run a plan contains: `all` that the user selected, or only those that are `left` (open). */
export type Planned = 'all' | 'left';

/**
 * The SQL condition on `records` for each value of `Planned`. Records of kinds that the user did not select have
 * no status.
 */
export const PLANNED: Readonly<Record<Planned, string>> = {
  all: 'status is not null',
  left: 'outcome is null',
};

/** The outcomes of records that an earlier request created: this run does not change their batch. */
const FROM_EARLIER_REQUEST = "('unchanged', 'existing', 'outdated')";

/** The plan of a run: which of its records are sent, and which need no request. */
export class Plan extends RunGroup {
  /**
   * Compares every open record of a run with the entry of its key, and ends those that need no request: `unchanged` if
   * this content was accepted, `existing` if the service reported the key for this content before, and records in doubt
   * of the kinds in `keptInDoubt`. Other records in doubt stay open until it is their turn. Updates and changed records
   * stay open, because they are compared field by field.
   *
   * @param place the flags of a printed command, so that it finds the ledger
   */
  compareWithKnown(keptInDoubt: readonly string[], place: readonly string[] = []): void {
    // The run of a plan is in a temporary ledger, which is deleted.
    const settledBy = this.store.isTemporary ? 'e.run' : '(select id from runs where run = ?1)';
    this.store.run(
      `update records set status = k.status, outcome = iif(k.ends, k.status, outcome), answer = iif(k.ends, coalesce(k.answer, records.answer), records.answer),
         messages = iif(k.ends, k.messages, records.messages)
       from (select *, old is null and isCreate and (status in ('unchanged', 'existing')
           or status = 'in-doubt' and kind in (select value from json_each(?4))) as ends
         from (select r.id as record, r.kind, r.outcome as old, u.record is null as isCreate, e.answer,
             case when r.outcome = 'invalid' then 'invalid' when e.state is null then 'new' when e.state = 'in-doubt' then 'in-doubt'
               when e.hash <> r.hash then 'changed' when e.state = 'existing' then 'existing' else 'unchanged' end as status,
             case e.state
               when 'existing' then json_array(json_object('code', 'existing-earlier', 'on', substr(e.at, 1, 10)))
               when 'in-doubt' then json_array(json_object('code', 'sent-uncertain', 'on', substr(e.at, 1, 10)),
                 json_object('code', 'held', 'run', ${settledBy}, 'place', json(?5)))
             end as messages
           from records r left join updates u on u.record = r.id left join ${this.store.entries} e
             on e.target = ?2 and e.interface = ?3 and e.kind = r.kind and e.key = r.key and e.family = r.family
           where r.run = ?1 and (r.outcome is null or r.outcome = 'invalid'))) k
       where records.id = k.record and (k.status is not records.status or k.ends)`,
      ...this.scope,
      JSON.stringify(keptInDoubt),
      JSON.stringify(place),
    );
  }

  /**
   * Replaces the importation batch of records that an earlier request created with the batch of that request, because a
   * changed batch is not sent. Call it inside a transaction.
   */
  takeSentBatches(): void {
    this.store.run(
      `update records set batch = e.batch, messages = json_insert(coalesce(records.messages, '[]'), '$[#]',
         json_object('code', 'other-batch', 'sent', e.batch, 'row', records.batch)) from ${this.store.entries} e
       where records.run = ?1 and records.outcome in ${FROM_EARLIER_REQUEST} and e.target = ?2 and e.interface = ?3
         and e.kind = records.kind and e.key = records.key and e.family = records.family
         and e.batch <> records.batch and e.batch <> '' and records.batch <> ''`,
      ...this.scope,
    );
  }

  /** The batches with which unchanged records of a run were sent, if their rows have another batch now. */
  otherBatches(): { batch: string; count: number }[] {
    return this.all(
      { batch: 'text', count: 'integer' },
      `select batch, count(*) as count from records
         where run = ? and outcome = 'unchanged' and json_extract(body, '$.importationBatch') <> batch
         group by batch order by min(id)`,
    );
  }

  /** The number of records of a run by kind, family, batch, wave and status, in the order of the input. */
  groups(which: Planned = 'all'): GroupRow[] {
    return this.all(
      GROUP,
      `select kind, family, batch, coalesce(wave, 0) as wave, iif(outcome in ('blocked', 'existing', 'outdated'), outcome, status) as status, count(*) as count
         from records where run = ? and ${PLANNED[which]} group by 1, 2, 3, 4, 5 order by min(id)`,
    );
  }

  /** The number of open records of a run, by kind. */
  openByKind(): { kind: string; count: number }[] {
    return this.all(
      { kind: 'text', count: 'integer' },
      'select kind, count(*) as count from records where run = ? and outcome is null group by kind',
    );
  }
}
