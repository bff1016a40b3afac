import type { Ledger } from './ledger.ts';
import { query } from './rows.ts';

/** Outcomes of records that the service has from an earlier request: this run does not change their batch. */
const EARLIER = "('unchanged', 'existing', 'outdated')";

/**
 * Sets the importation batch of records that the service has from an earlier request to the batch of that request, as a changed
 * batch is not sent. Call it inside a transaction.
 */
export function takeSentBatches(ledger: Ledger, run: number, target: string, interfaceName: string): void {
  ledger.db
    .prepare(
      `update records set batch = e.batch, messages = json_insert(coalesce(records.messages, '[]'), '$[#]',
         json_object('code', 'other-batch', 'sent', e.batch, 'row', records.batch))
       from ${ledger.known}.entries e
       where records.run = ?1 and records.outcome in ${EARLIER} and e.target = ?2 and e.interface = ?3
         and e.kind = records.kind and e.key = records.key and e.family = records.family
         and e.batch <> records.batch and e.batch <> '' and records.batch <> ''`,
    )
    .run(run, target, interfaceName);
}

/** The batches with which unchanged records of a run were sent, where their rows have another one now. */
export function otherBatches(ledger: Ledger, run: number): { batch: string; count: number }[] {
  return query(
    ledger.db,
    `select batch, count(*) as count from records
       where run = ? and outcome = 'unchanged' and json_extract(body, '$.importationBatch') <> batch
       group by batch order by min(id)`,
    { batch: 'text', count: 'integer' },
  ).all(run);
}
