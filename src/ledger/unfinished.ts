import { EXIT_CODES } from '../errors.ts';
import { checkSound } from './database.ts';
import type { Ledger, RunRow } from './ledger.ts';
import { Sending } from './sending.ts';

/** Of a record that a run which goes on sends again, or has to settle first. Kinds that were left out have no status. */
const LEFT = `(outcome is null or outcome in ('failed', 'in-doubt') or outcome = 'not-attempted' and status is not null
  or outcome = 'blocked' and json_extract(blocked_by, '$.outcome') in ('failed', 'in-doubt', 'not-attempted'))`;

const INTERRUPTED = EXIT_CODES.interrupted.code;

/** Whether a run sent something, or was to. */
export const isSent = ({ command }: Pick<RunRow, 'command'>): boolean =>
  command === 'import' || command === 'update';

/** How many records a planned run has left. */
export function leftOf(ledger: Ledger, run: number): number {
  const { count } = ledger.db
    .prepare(`select count(*) as count from records where run = ? and ${LEFT}`)
    .get(run) as { count: number };
  return count;
}

/**
 * The last import that was not finished: it has records left, or it was killed or interrupted while its input was read and
 * nothing was imported since. Undefined when there is none.
 */
export function lastUnfinished(ledger: Ledger, environment: string | undefined): RunRow | undefined {
  const runs = ledger
    .runs()
    .filter((run) => isSent(run) && (environment ?? run.environment) === run.environment);
  return runs.find(
    (run, at) =>
      (run.stage === 'planned' && run.exitCode !== 0 && leftOf(ledger, run.run) > 0) ||
      (at === 0 && run.stage === 'reading' && (run.exitCode === null || run.exitCode === INTERRUPTED)),
  );
}

/**
 * Opens again what a run has left, so that it can go on: what was not attempted, failed, is blocked or in doubt, and with
 * `rejected` also what the service refused. Inside a transaction of the caller's, who compares with the ledger after it.
 */
export function reopenLeft(ledger: Ledger, run: number, rejected: boolean): void {
  reopenRun(ledger, run);
  ledger.db
    .prepare(
      `update records set outcome = null, state = 'staged', messages = iif(outcome = 'in-doubt', messages, null), blocked_by = null
       where run = ?
         and (outcome in ('failed', 'in-doubt', 'blocked') or outcome = 'not-attempted' and status is not null
           or ? and outcome = 'rejected')`,
    )
    .run(run, rejected ? 1 : 0);
}

/** A record in doubt, with what is known of the try that left it so. */
export interface DoubtfulRow {
  readonly id: number;
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  readonly batch: string;
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
  readonly attempts: number;
  /** When the last try left, in this run or in the one that put the key in doubt; null when neither is known. */
  readonly sentAt: string | null;
  /** JSON. */
  readonly messages: string | null;
}

/** The records of a run that are in doubt, in the order of the input. */
export function doubtfulRows(ledger: Ledger, run: number): DoubtfulRow[] {
  return ledger.db
    .prepare(
      `select r.id, r.kind, r.family, r.key, r.batch, s.file, s.sheet, r.row, r.attempts, r.messages,
         coalesce((select max(a.started_at) from attempts a where a.record = r.id), e.at) as sentAt
       from records r join sheets s using (sheet_id) join runs u on u.run = r.run
       left join entries e on e.target = u.target and e.interface = u.interface and e.kind = r.kind and e.key = r.key
         and e.family = r.family
       where r.run = ? and r.outcome = 'in-doubt' order by r.id`,
    )
    .all(run) as unknown as DoubtfulRow[];
}

/** Opens these records in doubt again, to be settled. Inside a transaction of the caller's. */
export function reopenDoubtful(ledger: Ledger, run: number, ids: readonly number[]): void {
  reopenRun(ledger, run);
  const update = ledger.db.prepare(
    "update records set outcome = null, state = 'staged' where id = ? and outcome = 'in-doubt'",
  );
  for (const id of ids) update.run(id);
}

/** Until it ends again, a kill leaves it as it would leave any run. */
function reopenRun(ledger: Ledger, run: number): void {
  ledger.db
    .prepare('update runs set finished_at = null, exit_code = null, verdict = null where run = ?')
    .run(run);
}

/**
 * Settles what a killed run left behind, before a new one starts: a record that was leaving when the process died may
 * have been taken, so it is in doubt; the rest was not attempted. Call it with the lock held. Gives the number in doubt.
 * Throws TraceError `ledger-damaged` when the kill, or what caused it, left no sound ledger.
 */
export function settleKilledRuns(ledger: Ledger, environment: string, at: string): number {
  const { db } = ledger;
  const open = db
    .prepare(
      "select run from runs where environment = ? and finished_at is null and command in ('import', 'update')",
    )
    .all(environment) as { run: number }[];
  if (open.length > 0) checkSound(db, ledger.path);
  let doubtful = 0;
  for (const { run } of open) {
    ledger.inTransaction(() => {
      const left = db
        .prepare("select id, attempts from records where run = ? and state = 'sending'")
        .all(run) as {
        id: number;
        attempts: number;
      }[];
      const sending = new Sending(ledger, run);
      for (const { id, attempts } of left) sending.endDoubtful(id, attempts, at);
      sending.notAttempted();
      db.prepare("update runs set finished_at = ?, verdict = 'killed' where run = ?").run(at, run);
      doubtful += left.length;
    });
  }
  return doubtful;
}
