import type { Ledger } from './ledger.ts';

/** The records of a run that wait to be settled: what they name came into doubt before it. By id. */
export function waitingInDoubt(ledger: Ledger, run: number): number[] {
  const rows = ledger.db
    .prepare("select id from records where run = ? and outcome is null and status = 'in-doubt'")
    .all(run) as { id: number }[];
  return rows.map(({ id }) => id);
}

/**
 * Settles the rows of other runs that are in doubt about the same keys as these records of a run (but for updates, which
 * their own run repeats), by what the ledger knows of each key now: `unchanged` (the service has this content), `existing` (it has the key, with another content or
 * from someone else), `failed` (it is not there). Each names the run that learned it. What is still in doubt stays so, and
 * so does what those rows block: `trace resume` goes on with it.
 */
export function settleElsewhere(ledger: Ledger, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const others = ledger.db.prepare(
    `select o.id, o.hash as own, u.id as learnedBy, e.state, e.hash, e.answer
     from records r join runs u on u.run = r.run left join entries e on ${SAME_KEY}
     join records o on o.kind = r.kind and o.key = r.key and o.family = r.family and o.outcome = 'in-doubt'
       and o.run in (select v.run from runs v where v.target = u.target and v.interface = u.interface and v.run <> u.run)
     where r.id = ? and e.state is not 'in-doubt' and o.id not in (select record from updates)`,
  );
  ledger.inTransaction(() => {
    for (const id of ids) settle(ledger, others.all(id) as unknown as Stale[]);
  });
}

/**
 * The same for every run that went to `target`, when a run was killed that may have learned something: it looks through
 * all runs that did not end well. Call it before killed runs are settled; without one it does nothing.
 */
export function settleAfterKill(ledger: Ledger, target: string): void {
  const killed =
    "select 1 from runs where target = ? and finished_at is null and command in ('import', 'update') limit 1";
  if (ledger.db.prepare(killed).get(target) === undefined) return;
  const stale = ledger.db
    .prepare(
      `select r.id, r.hash as own, e.run as learnedBy, e.state, e.hash, e.answer
       from records r join runs u on u.run = r.run left join entries e on ${SAME_KEY}
       where r.run in (select run from runs where target = ? and exit_code is not 0)
         and r.outcome = 'in-doubt' and e.state is not 'in-doubt' and r.id not in (select record from updates)`,
    )
    .all(target) as unknown as Stale[];
  ledger.inTransaction(() => settle(ledger, stale));
}

const SAME_KEY = `e.target = u.target and e.interface = u.interface and e.kind = r.kind and e.key = r.key
  and e.family = r.family`;

/** A row in doubt of whose key the ledger knows better. */
interface Stale {
  readonly id: number;
  /** Hash of its content. */
  readonly own: string;
  /** Id of the run; null when it left nothing that says which one it was. */
  readonly learnedBy: string | null;
  /** Null when the ledger has no entry: it is provably not in the service. */
  readonly state: 'accepted' | 'existing' | null;
  readonly hash: string | null;
  readonly answer: string | null;
}

function settle({ db }: Ledger, rows: readonly Stale[]): void {
  const update = db.prepare(
    'update records set outcome = ?, answer = coalesce(?, answer), messages = ? where id = ?',
  );
  for (const row of rows) {
    const { outcome, message } = laterKnowledge(row);
    update.run(outcome, row.answer, JSON.stringify([message]), row.id);
  }
}

function laterKnowledge({ state, hash, own, learnedBy }: Stale): { outcome: string; message: string } {
  const run = learnedBy === null ? 'a later run' : `run ${learnedBy}`;
  if (state === null)
    return { outcome: 'failed', message: `${run} learned that the service does not have it` };
  if (state === 'accepted' && hash === own)
    return { outcome: 'unchanged', message: `${run} settled it: the service has it` };
  const what = state === 'accepted' ? 'this key, with another content' : 'this key';
  return { outcome: 'existing', message: `${run} settled it: the service has ${what}` };
}
