import type { Ledger } from './ledger.ts';
import { type Note, query, type Row, storedMessages } from './rows.ts';
import { dbOf } from './store.ts';

/** The ids of the open records of a run that an earlier run left in doubt. */
export function waitingInDoubt(ledger: Ledger, run: number): number[] {
  const sql = "select id from records where run = ? and outcome is null and status = 'in-doubt'";
  const rows = query(dbOf(ledger), sql, { id: 'integer' }).all(run);
  return rows.map(({ id }) => id);
}

/**
 * Settles records of other runs that are in doubt about the same keys as these records. Updates are excluded,
 * because their own run repeats them. The outcome depends on the entry of the key: `unchanged` if the service has
 * this content; `existing` if the service has other content, or did not get the key from this ledger; `failed` if
 * the service does not have the key. Records that were blocked by a record in doubt stay blocked until `trace
 * resume`.
 */
export function settleElsewhere(ledger: Ledger, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const others = query(
    dbOf(ledger),
    `select o.id, o.hash as own, u.id as learnedBy, e.state, e.hash, e.answer
     from records r join runs u on u.run = r.run left join entries e on ${SAME_KEY}
     join records o on o.kind = r.kind and o.key = r.key and o.family = r.family and o.outcome = 'in-doubt'
       and o.run in (select v.run from runs v where v.target = u.target and v.interface = u.interface and v.run <> u.run)
     where r.id = ? and e.state is not 'in-doubt' and o.id not in (select record from updates)`,
    SETTLED_ELSEWHERE,
  );
  ledger.inTransaction(() => {
    for (const id of ids) settle(ledger, others.all(id));
  });
}

/**
 * Settles the records of all unsuccessful runs of `target`, like `settleElsewhere`. This is needed if a run was
 * killed after it settled its own keys and before it settled those of other runs. Call it before
 * `settleKilledRuns`. Does nothing if no run was killed.
 */
export function settleElsewhereAfterKill(ledger: Ledger, target: string): void {
  const killed =
    "select 1 from runs where target = ? and finished_at is null and command in ('import', 'update') limit 1";
  if (dbOf(ledger).prepare(killed).get(target) === undefined) return;
  const stale = query(
    dbOf(ledger),
    `select r.id, r.hash as own, e.run as learnedBy, e.state, e.hash, e.answer
       from records r join runs u on u.run = r.run left join entries e on ${SAME_KEY}
       where r.run in (select run from runs where target = ? and exit_code is not 0)
         and r.outcome = 'in-doubt' and e.state is not 'in-doubt' and r.id not in (select record from updates)`,
    SETTLED_ELSEWHERE,
  ).all(target);
  ledger.inTransaction(() => settle(ledger, stale));
}

const SAME_KEY = `e.target = u.target and e.interface = u.interface and e.kind = r.kind and e.key = r.key
  and e.family = r.family`;

/** A record in doubt, and what the ledger has learned about its key since. */
const SETTLED_ELSEWHERE = {
  id: 'integer',
  /** The hash of the content of the record. */
  own: 'text',
  /** The id of the run that settled the key; null if unknown. */
  learnedBy: 'text?',
  /** Null if the ledger has no entry for the key: the record is proved not to be in the service. */
  state: ['accepted', 'existing', null],
  hash: 'text?',
  answer: 'text?',
} as const;
type SettledElsewhere = Row<typeof SETTLED_ELSEWHERE>;

function settle(ledger: Ledger, rows: readonly SettledElsewhere[]): void {
  const db = dbOf(ledger);
  const update = db.prepare(
    'update records set outcome = ?, answer = coalesce(?, answer), messages = ? where id = ?',
  );
  for (const row of rows) {
    const { outcome, note } = laterKnowledge(row);
    update.run(outcome, row.answer, storedMessages([note]), row.id);
  }
}

function laterKnowledge({ state, hash, own, learnedBy: run }: SettledElsewhere): {
  outcome: string;
  note: Note;
} {
  const note = (found: Extract<Note, { code: 'settled' }>['found']): Note => ({
    code: 'settled',
    run,
    found,
  });
  if (state === null) return { outcome: 'failed', note: note('nothing') };
  if (state === 'existing') return { outcome: 'existing', note: note('key') };
  return hash === own
    ? { outcome: 'unchanged', note: note('this-content') }
    : { outcome: 'existing', note: note('other-content') };
}
