import type { Ledger } from './ledger.ts';
import { IN_SERVICE, LATER_RUN } from './outdated.ts';
import { type Message, query, type Row, storedMessages } from './rows.ts';
import { dbOf, entriesOf } from './store.ts';
import { SAME_KEY } from './tables.ts';

/**
 * A record that differs from the content that the service accepted, or from what was sent when the service reported
 * that the key exists.
 */
export interface ChangedRecord {
  readonly id: number;
  readonly kind: string;
  readonly key: string;
  /** The row as JSON. */
  readonly body: string;
  /** The content that was accepted last, as JSON; null if unknown. */
  readonly known: string | null;
  /**
   * Whether the service accepted the content in `known`. If false, the service reported that the key exists when
   * this content was sent.
   */
  readonly accepted: boolean;
  /** The ids in the service, as JSON. */
  readonly answer: string | null;
  /** The id of a later run that changed the entry of the key. */
  readonly later: string | null;
}

/** The body that is stored if the content is unknown. */
const UNKNOWN_BODY = "'{}'";

/** The open records of a run that differ from the accepted content and are not updates, at most 500 at a time. */
export function changedAfter(ledger: Ledger, run: number, after: number): ChangedRecord[] {
  return query(
    dbOf(ledger),
    `select r.id, r.kind, r.key, r.body, nullif(e.body, ${UNKNOWN_BODY}) as known, e.state = 'accepted' as accepted, e.answer,
         ${LATER_RUN} as later
       from records r join runs u on u.run = r.run join ${entriesOf(ledger)} e on ${SAME_KEY}
       where r.run = ?1 and r.id > max(?2, (select min(id) - 1 from records where run = ?1))
         and r.outcome is null and r.status = 'changed' and ${IN_SERVICE}
         and not exists (select 1 from updates p where p.record = r.id)
       order by r.id limit 500`,
    {
      id: 'integer',
      kind: 'text',
      key: 'text',
      body: 'text',
      known: 'text?',
      accepted: 'boolean',
      answer: 'text?',
      later: 'text?',
    },
  ).all(run, after);
}

/** How a record that is not sent ends. `updatable`: the record is outdated, but an update can send the change. */
type Unsent = 'unchanged' | 'existing' | 'outdated' | 'updatable';

const STATUS: Readonly<Record<Unsent, string>> = {
  unchanged: 'unchanged',
  existing: 'changed',
  outdated: 'outdated',
  updatable: 'changed',
};

/** Ends a record without sending it. */
export function endUnsent(
  ledger: Ledger,
  { id, answer }: Pick<ChangedRecord, 'id' | 'answer'>,
  end: Unsent,
  messages: readonly Message[],
): void {
  const outcome = end === 'updatable' ? 'outdated' : end;
  dbOf(ledger)
    .prepare(
      `update records set outcome = ?, status = ?, answer = coalesce(?, answer), messages = ? where id = ?`,
    )
    .run(outcome, STATUS[end], answer, storedMessages(messages), id);
  dbOf(ledger).prepare('update updates set doubt = 0 where record = ?').run(id);
}

const CHANGED = {
  kind: 'text',
  family: 'text',
  key: 'text',
  /** The body that was accepted last (`{}` if unknown) and the body in the input, as JSON. */
  before: 'text',
  after: 'text',
  /** The fields that an update sets, as JSON; null for a create. */
  patch: 'text?',
  /** Null if the record is to be sent. */
  outcome: 'text?',
} as const;

export type ChangedRow = Row<typeof CHANGED>;

/** The updates of a run, and the records that differ from the accepted content, with both contents. */
export function changedRows(
  ledger: Ledger,
  run: number,
  target: string,
  interfaceName: string,
): Iterable<ChangedRow> {
  return query(
    dbOf(ledger),
    `select r.kind, r.family, r.key, iif(u.record is null or e.state = 'accepted', e.body, '{}') as before, r.body as after, u.patch, r.outcome
       from records r left join updates u on u.record = r.id left join ${entriesOf(ledger)} e
         on e.target = ? and e.interface = ? and e.kind = r.kind and e.key = r.key and e.family = r.family
       where r.run = ? and r.status in ('changed', 'outdated') order by r.id`,
    CHANGED,
  ).iterate(target, interfaceName, run);
}
