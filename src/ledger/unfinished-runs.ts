import { EXIT_CODES } from '../errors.ts';
import type { Ledger, RunRow } from './ledger.ts';
import { outcomeOf } from './record.ts';
import { query } from './rows.ts';
import { dbOf } from './store.ts';

/**
 * A condition: a resumed run sends or settles the record. Records of kinds that the user did not select have no
 * status.
 */
const REMAINING = `(outcome is null or outcome in ('failed', 'in-doubt') or outcome = 'not-attempted' and status is not null
  or outcome = 'blocked' and json_extract(blocked_by, '$.outcome') in ('failed', 'in-doubt', 'not-attempted'))`;

export const COUNT = { count: 'integer' } as const;

const INTERRUPTED = EXIT_CODES.interrupted.code;

/** Whether a run is one that sends records. */
export const isSent = ({ command }: Pick<RunRow, 'command'>): boolean =>
  command === 'import' || command === 'update';

/** The number of records of a planned run that remain to be sent or settled. */
export function remainingRecords(ledger: Ledger, run: number): number {
  return query(
    dbOf(ledger),
    `select count(*) as count from records where run = ? and ${REMAINING}`,
    COUNT,
  ).one(run).count;
}

/** Whether a run that sent nothing, because its input has errors, has records without an error. */
export const hasValidRows = (ledger: Ledger, run: number): boolean =>
  dbOf(ledger)
    .prepare("select 1 from records where run = ? and outcome = 'not-attempted' limit 1")
    .get(run) !== undefined;

const BLOCKER = (name: string) => `json_extract(r.blocked_by, '$.${name}')`;
/** The entry of the record that blocks another one. */
const BLOCKER_ENTRY = `entries e join runs u on u.run = r.run and e.target = u.target and e.interface = u.interface
  and e.kind = ${BLOCKER('kind')} and e.key = ${BLOCKER('key')}`;
/**
 * A condition: the record failed because the id of a referenced record was unknown, and that id is still unknown.
 */
const NEEDS_ID = `r.outcome = 'failed' and r.blocked_by is not null
  and not exists (select 1 from ${BLOCKER_ENTRY} where e.taken = 1 and json_extract(e.answer, '$.id') is not null)`;

/** The number of records of a run that failed because the id of a record that they reference is unknown. */
export function recordsMissingIds(ledger: Ledger, run: number): number {
  return query(
    dbOf(ledger),
    `select count(*) as count from records r where r.run = ? and ${NEEDS_ID}`,
    COUNT,
  ).one(run).count;
}

/**
 * The number of records of a planned run that `trace resume` can send or settle. `keptInDoubt`: the kinds for which only the
 * user can say whether the service accepted a record in doubt.
 */
export function resumableOf(ledger: Ledger, run: number, keptInDoubt: readonly string[]): number {
  const isKeptInDoubt = (kind: string) => `${kind} in (select value from json_each(?2))`;
  return query(
    dbOf(ledger),
    `select count(*) as count from records r where r.run = ?1 and case ${outcomeOf('r')}
         when 'not-attempted' then r.status is not null
         when 'failed' then not (${NEEDS_ID})
         when 'in-doubt' then not ${isKeptInDoubt('r.kind')} or exists (select 1 from updates where record = r.id)
         when 'blocked' then case ${BLOCKER('outcome')}
           when 'not-attempted' then 1
           when 'failed' then not exists (select 1 from records t where t.run = r.run and t.kind = ${BLOCKER('kind')}
             and t.key = ${BLOCKER('key')} and t.outcome = 'failed' and t.blocked_by is not null)
           when 'in-doubt' then not exists (select 1 from ${BLOCKER_ENTRY} where e.state = 'in-doubt')
             or not ${isKeptInDoubt(BLOCKER('kind'))} and exists (select 1 from records t where t.run = r.run
               and t.kind = ${BLOCKER('kind')} and t.key = ${BLOCKER('key')})
           else 0 end
         else 0 end`,
    COUNT,
  ).one(run, JSON.stringify(keptInDoubt)).count;
}

/**
 * Returns the last unfinished import for which `meant` returns true: the last run with remaining records. If there
 * is none, returns the last run of all, if it was killed or interrupted while its input was read. Otherwise
 * undefined.
 */
export function lastUnfinished(ledger: Ledger, meant: (run: RunRow) => boolean): RunRow | undefined {
  const runs = ledger.runs().filter((run) => isSent(run) && meant(run));
  const left = runs.find(
    (run) => run.stage === 'planned' && run.exitCode !== 0 && remainingRecords(ledger, run.run) > 0,
  );
  if (left) return left;
  const [last] = runs;
  return last?.stage === 'reading' && (last.exitCode === null || last.exitCode === INTERRUPTED)
    ? last
    : undefined;
}

/**
 * Opens the records that a resumed run sends or settles: not attempted, failed, blocked, in doubt, outdated (to be
 * compared again), and with `rejected` those that the service rejected. Call it inside a transaction, then compare the
 * records with the ledger.
 */
export function reopenLeft(ledger: Ledger, run: number, rejected: boolean): void {
  reopenRun(ledger, run);
  dbOf(ledger)
    .prepare(
      `update records
       set outcome = null, state = 'staged', messages = iif(outcome = 'in-doubt', messages, null), blocked_by = null
       where run = ?1 and (outcome in ('failed', 'in-doubt', 'blocked', 'outdated')
         or outcome = 'not-attempted' and status is not null or ?2 and outcome = 'rejected')`,
    )
    .run(run, rejected ? 1 : 0);
}

/** Makes the run count as killed until it ends again. */
export function reopenRun(ledger: Ledger, run: number): void {
  dbOf(ledger)
    .prepare('update runs set finished_at = null, exit_code = null, verdict = null where run = ?')
    .run(run);
}
