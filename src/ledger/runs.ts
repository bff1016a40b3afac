import { randomBytes } from 'node:crypto';
import { EXIT_CODES } from '../errors.ts';
import { FOLDING } from './folded.ts';
import { type NamedKey, WITH_KEY } from './provenance.ts';
import { outcomeOf } from './record.ts';
import type { RowOf } from './rows.ts';
import { Group } from './store.ts';

const RUN = {
  run: 'integer',
  id: 'text',
  command: 'text',
  environment: 'text',
  /** The address and account. Records that were sent to one target are unknown at another. */
  target: 'text',
  interface: 'text',
  startedAt: 'text',
  finishedAt: 'text?',
  exitCode: 'integer?',
  verdict: 'text?',
  /** The options of the command as JSON, for `runs show` and `resume`. Never contains a secret. */
  options: 'text',
  /**
   * How far a run got before it sends anything: its input is being read, has errors (`invalid`), or is planned. Only a
   * planned run is complete in the ledger.
   */
  stage: ['reading', 'invalid', 'planned'],
} as const;
const RUNS = `select run, id, command, environment, target, interface, started_at as startedAt,
  finished_at as finishedAt, exit_code as exitCode, verdict, options, stage from runs`;

export type RunRow = RowOf<typeof RUN>;

/** The data with which a run starts. Its id is known before if the run was announced. */
type NewRun = Pick<RunRow, 'command' | 'environment' | 'target' | 'interface' | 'startedAt' | 'options'> &
  Partial<Pick<RunRow, 'id'>>;

/**
 * A condition: a resumed run sends or settles the record `r`. Records of kinds that the user did not select have no
 * status.
 */
export const REMAINING = `(r.outcome is null or r.outcome in ('failed', 'in-doubt') or r.outcome = 'not-attempted' and r.status is not null
  or r.outcome = 'blocked' and json_extract(r.blocked_by, '$.outcome') in ('failed', 'in-doubt', 'not-attempted'))`;

const INTERRUPTED = EXIT_CODES.interrupted.code;

/** A new id for a run that starts at this time: `20260102-030405-ab12`. No run in `runs` has it. */
export function newRunId(startedAt: string, runs?: Runs): string {
  const time = startedAt.slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const id = `${time}-${randomBytes(2).toString('hex')}`;
  return runs?.find(id) ? newRunId(startedAt, runs) : id;
}

/** Whether a run is one that sends records. */
export const sendsRecords = ({ command }: Pick<RunRow, 'command'>): boolean =>
  command === 'import' || command === 'update';

const BLOCKER = (name: string) => `json_extract(r.blocked_by, '$.${name}')`;

/** The entry of the record that blocks another one. */
const BLOCKER_ENTRY = `entries e join runs u on u.run = r.run and e.target = u.target and e.interface = u.interface
  and e.kind = ${BLOCKER('kind')} and e.key = ${BLOCKER('key')}`;

/**
 * A condition: the record failed because the id of a referenced record was unknown, and that id is still unknown.
 */
const NEEDS_ID = `r.outcome = 'failed' and r.blocked_by is not null
  and not exists (select 1 from ${BLOCKER_ENTRY} where e.taken = 1 and json_extract(e.answer, '$.id') is not null)`;

/** The runs of a ledger, and which of their records are still to be sent. */
export class Runs extends Group {
  /** Stores a new run and returns it, with its id. */
  start(head: NewRun): RunRow {
    const { id = newRunId(head.startedAt, this) } = head;
    const { lastInsertRowid } = this.store.db
      .prepare(
        'insert into runs(id, command, environment, target, interface, started_at, options) values (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(id, head.command, head.environment, head.target, head.interface, head.startedAt, head.options);
    return {
      ...{ ...head, run: Number(lastInsertRowid), id, stage: 'reading' },
      ...{ finishedAt: null, exitCode: null, verdict: null },
    };
  }

  /** Stores how a run ended. */
  finish(run: number, finishedAt: string, exitCode: number, verdict: string): void {
    const sql = 'update runs set finished_at = ?, exit_code = ?, verdict = ? where run = ?';
    this.store.inTransaction(() => void this.store.run(sql, finishedAt, exitCode, verdict, run));
  }

  /** Stores how far a run got. Call it in the transaction that plans the run. */
  storeStage(run: number, stage: RunRow['stage']): void {
    this.store.run('update runs set stage = ? where run = ?', stage, run);
  }

  /** The runs, the latest first. */
  list(limit = -1): RunRow[] {
    return this.store.all(RUN, `${RUNS} order by run desc limit ?`, limit);
  }

  /** The runs with a record of this key that is not folded, the latest first. */
  withKey({ kinds, keys }: NamedKey): RunRow[] {
    const found = `select 1 from records r where r.run = runs.run and ${WITH_KEY}`;
    const sql = `${RUNS} where exists (${found}) order by run desc limit ?1`;
    return this.store.all(RUN, sql, -1, JSON.stringify(kinds), ...keys);
  }

  /** The name of the environment that a run sends to. */
  environmentOf(run: number): string {
    const sql = 'select environment from runs where run = ?';
    return this.store.one({ environment: 'text' }, sql, run).environment;
  }

  /** The run whose id is or starts with `id`, or the last one for `latest`. Undefined if none or several match. */
  find(id: string): RunRow | undefined {
    if (id === 'latest') return this.list(1)[0];
    const rows = this.store.all(RUN, `${RUNS} where substr(id, 1, length(?)) = ? limit 2`, id, id);
    return rows.length === 1 ? rows[0] : undefined;
  }

  /** The number of records of a planned run that remain to be sent or settled. */
  countRemaining(run: number): number {
    return this.store.count(`select count(*) as count from records r where run = ? and ${REMAINING}`, run);
  }

  /** Whether a run that sent nothing, because its input has errors, has records without an error. */
  hasValidRows(run: number): boolean {
    return this.store.has("select 1 from records where run = ? and outcome = 'not-attempted' limit 1", run);
  }

  /** The number of records of a run that failed because the id of a record that they reference is unknown. */
  countMissingIds(run: number): number {
    return this.store.count(`select count(*) as count from records r where r.run = ? and ${NEEDS_ID}`, run);
  }

  /**
   * The number of records of a planned run that `trace resume` can send or settle. `keptInDoubt`: the kinds for which only the
   * user can say whether the service accepted a record in doubt.
   */
  countResumable(run: number, keptInDoubt: readonly string[]): number {
    const isKeptInDoubt = (kind: string) => `${kind} in (select value from json_each(?2))`;
    return this.store.count(
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
      run,
      JSON.stringify(keptInDoubt),
    );
  }

  /**
   * Returns the last unfinished import for which `meant` returns true: the last run with remaining records. If there
   * is none, returns the last run of all, if it was killed or interrupted while its input was read. Otherwise
   * undefined.
   */
  lastUnfinished(meant: (run: RunRow) => boolean): RunRow | undefined {
    const runs = this.list().filter((run) => sendsRecords(run) && meant(run));
    const left = runs.find(
      (run) => run.stage === 'planned' && run.exitCode !== 0 && this.countRemaining(run.run) > 0,
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
  reopenLeft(run: number, rejected: boolean): void {
    this.#reopen(run);
    this.store.run(
      `update records
         set outcome = null, state = 'staged', messages = iif(outcome = 'in-doubt', messages, null), blocked_by = null
         where run = ?1 and (outcome in ('failed', 'in-doubt', 'blocked', 'outdated')
           or outcome = 'not-attempted' and status is not null or ?2 and outcome = 'rejected')`,
      run,
      rejected ? 1 : 0,
    );
  }

  /** Opens these records in doubt, so that they can be settled. Call it inside a transaction. */
  reopenDoubtful(run: number, ids: readonly number[]): void {
    this.#reopen(run);
    const update = this.store.db.prepare(
      "update records set outcome = null, state = 'staged' where id = ? and outcome = 'in-doubt'",
    );
    for (const id of ids) update.run(id);
  }

  /** Makes the run count as killed until it ends again. */
  #reopen(run: number): void {
    this.store.run('update runs set finished_at = null, exit_code = null, verdict = null where run = ?', run);
  }

  /**
   * Keeps only the places of the unchanged and existing records of the last run of a target: the service has them as their
   * entries say, and no later run sends them. Their bodies and references are deleted, so that a night without changes costs few
   * bytes. Call it before a new run.
   */
  foldUnsent(target: string): void {
    const { run } = this.store.one(
      { run: 'integer?' },
      "select max(run) as run from runs where target = ? and finished_at is not null and stage = 'planned'",
      target,
    );
    if (run === null) return;
    this.store.inTransaction(() => {
      for (const sql of FOLDING) {
        if (sql.includes('?1')) this.store.run(sql, run);
        else this.store.run(sql);
      }
    });
  }
}
