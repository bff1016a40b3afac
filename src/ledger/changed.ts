import type { Ledger } from './ledger.ts';
import { RUN_RECORD, type RunRecord } from './record.ts';
import { type Message, query, type Row, storedMessages } from './rows.ts';
import { dbOf, entriesOf } from './store.ts';
import { REPORTED } from './unchanged.ts';

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
const SAME_KEY = `e.target = u.target and e.interface = u.interface and e.kind = r.kind and e.key = r.key
  and e.family = r.family`;
/** A condition: the service has the key. */
const IN_SERVICE = "e.state in ('accepted', 'existing')";
const LATER_RUN = '(select l.id from runs l where l.id = e.run and l.run > r.run)';

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

/** A record that ended as outdated, with the present state of its key. */
export interface OutdatedRow extends RunRecord {
  /** As JSON. */
  readonly messages: string | null;
  /** The version of the entry of the key. It changes when a run or a person changes the entry. */
  readonly sentAt: string;
}

const OUTDATED = `from records r join runs u on u.run = r.run join sheets s using (sheet_id) join entries e on ${SAME_KEY}
  where r.run = ?1 and r.outcome = 'outdated' and u.stage = 'planned' and ${IN_SERVICE} and e.hash <> r.hash
    and ${LATER_RUN} is null`;

/** The records of a planned run that are still outdated, in the order of the input. */
export function outdatedRows(ledger: Ledger, run: number, limit = -1): OutdatedRow[] {
  return query(
    dbOf(ledger),
    `select r.id, r.kind, r.family, r.key, r.batch, s.file, s.sheet, r.row, r.attempts, r.messages,
         e.run || ' ' || e.at || ' ' || e.hash as sentAt ${OUTDATED} order by r.id limit ?2`,
    { ...RUN_RECORD, messages: 'text?', sentAt: 'text' },
  ).all(run, limit);
}

/** Whether a run has outdated records that no later run of the same target has compared again. */
export function hasOutdated(ledger: Ledger, run: number): boolean {
  const one = dbOf(ledger).prepare(
    `select 1 ${OUTDATED} and not exists (select 1 from runs v cross join ${REPORTED} l on l.run = v.run and l.kind = r.kind
       and l.key = r.key and l.family = r.family
       where v.target = u.target and v.interface = u.interface and v.run > u.run and v.stage = 'planned'
         and l.outcome is not null and l.outcome not in ('invalid', 'not-attempted')) limit 1`,
  );
  return one.get(run) !== undefined;
}

/** The number of outdated records of a run whose change an update can send. */
export function countUpdatable(ledger: Ledger, run: number): number {
  return query(
    dbOf(ledger),
    `select count(*) as count from records where run = ? and outcome = 'outdated' and status = '${STATUS.updatable}'`,
    { count: 'integer' },
  ).one(run).count;
}

/**
 * Ends outdated records that another run or a person has settled since: their content was accepted, or a later run has
 * sent other content. Call it inside a transaction.
 */
export function settleOutdated(ledger: Ledger, run: number): void {
  const stale = query(
    dbOf(ledger),
    `select r.id, iif(e.hash = r.hash and e.state = 'accepted', 'unchanged', 'existing') as outcome, e.run as settledBy
       from records r join runs u on u.run = r.run join entries e on ${SAME_KEY}
       where r.run = ?1 and r.outcome = 'outdated' and ${IN_SERVICE} and (e.hash = r.hash or ${LATER_RUN} is not null)`,
    { id: 'integer', outcome: 'text', settledBy: 'text' },
  ).all(run);
  const end = dbOf(ledger).prepare('update records set outcome = ?, messages = ? where id = ?');
  for (const { id, outcome, settledBy } of stale)
    end.run(outcome, storedMessages([{ code: 'settled-since', run: settledBy }]), id);
}

/** An outdated record and the known content of its key, as JSON. */
export interface Contents {
  readonly body: string;
  readonly known: string;
}

/**
 * Stores the content of outdated records as accepted, and ends them as unchanged with `messages`. `keptOf` returns the
 * content to store, as JSON. Call it inside a transaction.
 */
export function keepContents<Row extends { readonly id: number }>(
  ledger: Ledger,
  rows: readonly Row[],
  keptOf: (row: Row, contents: Contents) => string,
  messages: readonly Message[],
): void {
  const read = query(
    dbOf(ledger),
    `select r.body, e.body as known from records r join runs u on u.run = r.run join entries e on ${SAME_KEY}
     where r.id = ? and r.outcome = 'outdated' and ${IN_SERVICE}`,
    { body: 'text', known: 'text' },
  );
  const keep = dbOf(ledger).prepare(
    `update entries set hash = k.hash, body = ?1, run = k.id
     from (select u.target, u.interface, r.kind, r.key, r.family, r.hash, u.id from records r join runs u on u.run = r.run
       where r.id = ?2) k
     where (entries.target, entries.interface, entries.kind, entries.key, entries.family)
       = (k.target, k.interface, k.kind, k.key, k.family)`,
  );
  const end = dbOf(ledger).prepare("update records set outcome = 'unchanged', messages = ? where id = ?");
  for (const row of rows) {
    const contents = read.get(row.id);
    if (contents === undefined) continue;
    keep.run(keptOf(row, contents), row.id);
    end.run(storedMessages(messages), row.id);
  }
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
