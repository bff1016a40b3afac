import { EXIT_CODES } from '../errors.ts';
import { checkSound } from './database.ts';
import type { Since } from './entries.ts';
import type { Ledger, RunRow } from './ledger.ts';
import { KILLED_WHILE_SENDING } from './messages.ts';
import { outcomeOf } from './outcome.ts';
import { query } from './rows.ts';
import { RUN_RECORD, type RunRecord } from './run-record.ts';
import { Sending, sendingRecords } from './sending.ts';

/** A record that a resumed run sends again or settles first. Records of kinds that were not chosen have no status. */
const LEFT = `(outcome is null or outcome in ('failed', 'in-doubt') or outcome = 'not-attempted' and status is not null
  or outcome = 'blocked' and json_extract(blocked_by, '$.outcome') in ('failed', 'in-doubt', 'not-attempted'))`;

const COUNT = { count: 'integer' } as const;

const INTERRUPTED = EXIT_CODES.interrupted.code;

/** Whether a run is one that sends records. */
export const isSent = ({ command }: Pick<RunRow, 'command'>): boolean =>
  command === 'import' || command === 'update';

/** The number of records that a planned run has left to send or settle. */
export function leftOf(ledger: Ledger, run: number): number {
  return query(ledger.db, `select count(*) as count from records where run = ? and ${LEFT}`, COUNT).one(run)
    .count;
}

/** Whether a run that sent nothing, as its input has errors, has records without an error. */
export const hasSoundRows = ({ db }: Ledger, run: number): boolean =>
  db.prepare("select 1 from records where run = ? and outcome = 'not-attempted' limit 1").get(run) !==
  undefined;

const BLOCKER = (name: string) => `json_extract(r.blocked_by, '$.${name}')`;
/** The entry of the record that blocks another. */
const BLOCKER_ENTRY = `entries e join runs u on u.run = r.run and e.target = u.target and e.interface = u.interface
  and e.kind = ${BLOCKER('kind')} and e.key = ${BLOCKER('key')}`;
/** The record failed because the id of another one was unknown, and it still is. */
const WANTS_ID = `r.outcome = 'failed' and r.blocked_by is not null
  and not exists (select 1 from ${BLOCKER_ENTRY} where e.taken = 1 and json_extract(e.answer, '$.id') is not null)`;

/** The number of records of a run that failed because the id of a record that they reference is unknown here. */
export function wantingIds(ledger: Ledger, run: number): number {
  return query(
    ledger.db,
    `select count(*) as count from records r where r.run = ? and ${WANTS_ID}`,
    COUNT,
  ).one(run).count;
}

/**
 * The number of records of a planned run that `trace resume` can send or settle. `held`: the kinds for which only a person can
 * say whether the service accepted a record in doubt.
 */
export function resumableOf(ledger: Ledger, run: number, held: readonly string[]): number {
  const isHeld = (kind: string) => `${kind} in (select value from json_each(?2))`;
  return query(
    ledger.db,
    `select count(*) as count from records r where r.run = ?1 and case ${outcomeOf('r')}
         when 'not-attempted' then r.status is not null
         when 'failed' then not (${WANTS_ID})
         when 'in-doubt' then not ${isHeld('r.kind')} or exists (select 1 from updates where record = r.id)
         when 'blocked' then case ${BLOCKER('outcome')}
           when 'not-attempted' then 1
           when 'failed' then not exists (select 1 from records t where t.run = r.run and t.kind = ${BLOCKER('kind')}
             and t.key = ${BLOCKER('key')} and t.outcome = 'failed' and t.blocked_by is not null)
           when 'in-doubt' then not exists (select 1 from ${BLOCKER_ENTRY} where e.state = 'in-doubt')
             or not ${isHeld(BLOCKER('kind'))} and exists (select 1 from records t where t.run = r.run
               and t.kind = ${BLOCKER('kind')} and t.key = ${BLOCKER('key')})
           else 0 end
         else 0 end`,
    COUNT,
  ).one(run, JSON.stringify(held)).count;
}

/** The number of records in doubt of a run that can be settled by reading them back again. */
export function readableOf(ledger: Ledger, run: number): number {
  return query(
    ledger.db,
    `select count(*) as count from records r join attempts a on a.record = r.id and a.attempt = r.attempts
       where r.run = ? and r.outcome = 'in-doubt' and a.read in ('failed', 'absent, too early')`,
    COUNT,
  ).one(run).count;
}

/**
 * The last unfinished import among those that `meant` accepts: the last one that has records left, else the last of all if it
 * was killed or interrupted while its input was read. Undefined when there is none.
 */
export function lastUnfinished(ledger: Ledger, meant: (run: RunRow) => boolean): RunRow | undefined {
  const runs = ledger.runs().filter((run) => isSent(run) && meant(run));
  const left = runs.find(
    (run) => run.stage === 'planned' && run.exitCode !== 0 && leftOf(ledger, run.run) > 0,
  );
  if (left) return left;
  const [last] = runs;
  return last?.stage === 'reading' && (last.exitCode === null || last.exitCode === INTERRUPTED)
    ? last
    : undefined;
}

/**
 * Opens the records that a resumed run sends or settles: not attempted, failed, blocked, in doubt, outdated (to be compared
 * again), and with `rejected` those that the service rejected. Call it inside a transaction, then compare with the ledger.
 */
export function reopenLeft(ledger: Ledger, run: number, rejected: boolean): void {
  reopenRun(ledger, run);
  ledger.db
    .prepare(
      `update records set outcome = null, state = 'staged', messages = iif(outcome = 'in-doubt', messages, null), blocked_by = null
       where run = ?
         and (outcome in ('failed', 'in-doubt', 'blocked', 'outdated') or outcome = 'not-attempted' and status is not null
           or ? and outcome = 'rejected')`,
    )
    .run(run, rejected ? 1 : 0);
}

/** A record in doubt, with its last attempt. */
export interface DoubtfulRow extends RunRecord {
  /** When the last attempt was sent, in this run or in the one that put the key in doubt; null when neither is known. */
  readonly sentAt: string | null;
  /** JSON. */
  readonly messages: string | null;
  /** Whether it updates a record: sending it again changes nothing more. */
  readonly isUpdate: boolean;
  /** Since when it is in doubt, by a clock that never jumps; null when that was not stored. */
  readonly since: Since | null;
}

/** The key of a record is being sent, or was when a run was killed: the moment of an earlier attempt does not count. */
const IS_LEAVING = `select 1 from runs v join records s on s.run = v.run where v.target = u.target
  and v.interface = u.interface and v.finished_at is null and s.kind = r.kind and s.key = r.key and s.family = r.family
  and s.state = 'sending'`;

/** The records of a run that are in doubt, in the order of the input. */
export function doubtfulRows(ledger: Ledger, run: number): DoubtfulRow[] {
  const rows = query(
    ledger.db,
    `select r.id, r.kind, r.family, r.key, r.batch, s.file, s.sheet, r.row, r.attempts,
         coalesce(r.messages, iif(r.state = 'sending', ${KILLED_WHILE_SENDING}, null)) as messages,
         coalesce((select max(a.started_at) from attempts a where a.record = r.id), e.at) as sentAt,
         r.id in (select record from updates) as isUpdate, d.boot, d.ms
       from records r join sheets s using (sheet_id) join runs u on u.run = r.run
       left join entries e on e.target = u.target and e.interface = u.interface and e.kind = r.kind and e.key = r.key
         and e.family = r.family
       left join doubts d on d.target = u.target and d.interface = u.interface and d.kind = r.kind and d.key = r.key
         and d.family = r.family and e.state = 'in-doubt' and not exists (${IS_LEAVING})
       where r.run = ? and ${outcomeOf('r')} = 'in-doubt' order by r.id`,
    { ...RUN_RECORD, messages: 'text?', sentAt: 'text?', isUpdate: 'boolean', boot: 'text?', ms: 'real?' },
  ).all(run);
  return rows.map(({ boot, ms, ...row }) => ({
    ...row,
    since: boot === null || ms === null ? null : { boot, ms },
  }));
}

/** Opens these records in doubt, to be settled. Call it inside a transaction. */
export function reopenDoubtful(ledger: Ledger, run: number, ids: readonly number[]): void {
  reopenRun(ledger, run);
  const update = ledger.db.prepare(
    "update records set outcome = null, state = 'staged' where id = ? and outcome = 'in-doubt'",
  );
  for (const id of ids) update.run(id);
}

/** The run counts as killed until it ends again. */
function reopenRun(ledger: Ledger, run: number): void {
  ledger.db
    .prepare('update runs set finished_at = null, exit_code = null, verdict = null where run = ?')
    .run(run);
}

/** The time of the last known event of a run that has no end; of its start if nothing was sent. */
export function lastEventOf({ db }: Ledger, run: number): string {
  const row = query(
    db,
    `select u.started_at as begun, max(max(a.started_at, coalesce(a.ended_at, ''), coalesce(a.read_at, ''))) as last
       from runs u left join records r on r.run = u.run left join attempts a on a.record = r.id where u.run = ?`,
    { begun: 'text', last: 'text?' },
  ).one(run);
  return row.last !== null && row.last > row.begun ? row.last : row.begun;
}

/**
 * Ends killed runs of a target, before a new one starts: a record that was being sent when the process died may have been
 * accepted, so it is in doubt; the others were not attempted. Requires the lock. Returns the number of records in doubt.
 * Throws TraceError `ledger-damaged` when the ledger was damaged at the same time.
 */
export function settleKilledRuns(ledger: Ledger, target: string, at: string): number {
  const { db } = ledger;
  const open = query(
    db,
    "select run from runs where target = ? and finished_at is null and command in ('import', 'update')",
    { run: 'integer' },
  ).all(target);
  if (open.length > 0) checkSound(db, ledger.path);
  let doubtful = 0;
  for (const { run } of open) {
    ledger.inTransaction(() => {
      const left = sendingRecords(ledger, run);
      // Before the lines below add events.
      const last = lastEventOf(ledger, run);
      const sending = new Sending(ledger, run);
      for (const { id, attempts } of left) sending.endDoubtful(id, attempts, at);
      sending.notAttempted();
      db.prepare("update runs set finished_at = ?, verdict = 'killed' where run = ?").run(last, run);
      doubtful += left.length;
    });
  }
  return doubtful;
}
