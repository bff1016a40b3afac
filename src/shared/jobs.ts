import { randomUUID } from 'node:crypto';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { JOB_STATES, type JobState } from './job-states.ts';
import type { Postgres } from './postgres.ts';
import type { StoredFile } from './stored-files.ts';

/** An input of a job: a content that is stored, or, for a schedule, a path that the worker reads. */
export type JobFile =
  | (StoredFile & { readonly name: string; readonly in: 'database' | 'folder' })
  | { readonly name: string; readonly path: string };

/** An import to do. */
export interface JobOrder {
  readonly environment: string;
  readonly target: string;
  readonly files: readonly JobFile[];
  /** The map files: one for all files, or those beside them. */
  readonly maps: readonly JobFile[];
  /** The flags of the import, as words. */
  readonly flags: readonly string[];
  /** From -20 to 20; higher ones go first. */
  readonly priority: number;
  /** The machine that submitted it. */
  readonly host: string;
  /** The schedule that it is from; null if it was submitted. */
  readonly schedule: string | null;
}

/** A job of the queue. Times are ISO 8601. */
export interface SharedJob {
  readonly id: string;
  readonly state: JobState;
  readonly order: JobOrder;
  readonly createdAt: string;
  /** When its next attempt may start; null if none follows. */
  readonly startsAt: string | null;
  readonly endedAt: string | null;
}

/** An attempt of a job. */
export interface Attempt {
  readonly number: number;
  readonly host: string;
  readonly startedAt: string;
  /** Null while it runs, or if its worker vanished. */
  readonly endedAt: string | null;
  readonly exitCode: number | null;
  readonly run: string | null;
  readonly text: string | null;
  /** The next command that the run suggests. */
  readonly next: string | null;
  /** The hash of the stored report. */
  readonly report: string | null;
}

export interface Schedule {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly order: JobOrder;
}

/** How an attempt ended; `failed` ones are tried again. */
export type Ended = JobResult['status'];

/** What a worker calls for each attempt. `signal`: the job was cancelled or given to another worker. */
export type Work = (job: SharedJob, number: number, signal: AbortSignal) => Promise<Ended>;

const QUEUE = 'import';
export const JOBS_SCHEMA = 'trace_jobs';
const STATES = {
  created: 'waiting',
  retry: 'retry',
  active: 'active',
  completed: 'done',
  failed: 'dead-letter',
  cancelled: 'cancelled',
} as const satisfies Record<JobWithMetadata['state'], JobState>;

const YEAR = 365 * 86_400;
/** One import of a target at a time. A worker that shows no sign of life for 30 seconds loses its job. */
const OPTIONS = {
  policy: 'singleton',
  heartbeatSeconds: 30,
  expireInSeconds: 86_400 - 1,
  retryLimit: 8,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 900,
  // A job that waits is never dropped.
  retentionSeconds: 10 * YEAR,
} as const;
/** How much one step of priority counts in turns. */
const STEP = 50_000_000;
/** Most jobs that are listed. */
const MOST = 10_000;

/** The next turn of a target: one after its last job, or after the turn that is being worked on. */
const TURN = `insert into turn as t (target, last) select $1, coalesce(max(started), 0) + 1 from turn
  on conflict (target) do update
  set last = greatest(t.last, (select coalesce(max(started), 0) from turn)) + 1 returning last`;

/**
 * The queue of imports of a memory. It delivers at least once; that no record is sent twice is due to the claims of the
 * memory. Targets take turns: a job waits for one job of each other target, however many another target has.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #postgres: Postgres;

  private constructor(boss: PgBoss, postgres: Postgres) {
    this.#boss = boss;
    this.#postgres = postgres;
  }

  /** Opens the queue, and makes its tables if they are missing. `onFault` is called with errors between attempts. */
  static async open(
    postgres: Postgres,
    { isWorker = false, onFault = () => {} }: { isWorker?: boolean; onFault?: (error: Error) => void } = {},
  ): Promise<Jobs> {
    const { PgBoss: Boss } = await import('pg-boss');
    const boss = new Boss({
      db: { executeSql: (sql, values) => postgres.with((client) => client.query(sql, values)) },
      schema: JOBS_SCHEMA,
      supervise: isWorker,
      schedule: isWorker,
      ...{ superviseIntervalSeconds: 15, monitorIntervalSeconds: 15 },
      registerInstance: false,
      openTelemetry: { enabled: false },
    });
    boss.on('error', onFault);
    // Two workers that start together would both create the schema.
    await postgres.with(async (client) => {
      await client.query('select pg_advisory_lock(hashtext($1))', [JOBS_SCHEMA]);
      try {
        await boss.start();
        if ((await boss.getQueue(QUEUE)) === null) await boss.createQueue(QUEUE, OPTIONS);
      } catch (error) {
        // Its timers would keep the process alive.
        await boss.stop({ graceful: false }).catch(() => {});
        throw error;
      } finally {
        await client.query('select pg_advisory_unlock(hashtext($1))', [JOBS_SCHEMA]);
      }
    });
    return new Jobs(boss, postgres);
  }

  /** Adds a job. `keepDays`: how long it stays after its end; null for ever. Returns its id. */
  async submit(order: JobOrder, keepDays: number | null): Promise<string> {
    const [turn] = await this.#postgres.rows<{ last: string }>(TURN, [order.target]);
    // Its own id, so that a repeated statement adds no second job.
    const id = randomUUID();
    const data = { ...order, turn: Number(turn!.last) };
    const priority = order.priority * STEP - data.turn;
    await this.#boss.send(QUEUE, data, { ...optionsOf(order, keepDays), id, priority });
    return id;
  }

  /** The jobs, the newest first. */
  async list(): Promise<SharedJob[]> {
    const jobs = await this.#boss.findJobs<JobOrder>(QUEUE, { limit: MOST });
    return jobs.map(sharedJob).reverse();
  }

  /** The job whose id is or starts with `id`; undefined if none or several match. */
  async find(id: string): Promise<SharedJob | undefined> {
    const found = (await this.list()).filter((job) => job.id.startsWith(id.toLowerCase()));
    return found.length === 1 ? found[0] : undefined;
  }

  /** Ends a job that waits, or stops the one that is active. Returns false if it has ended. */
  async cancel({ id, state }: SharedJob): Promise<boolean> {
    if (state !== 'waiting' && state !== 'retry' && state !== 'active') return false;
    await this.#boss.cancel(QUEUE, id);
    return true;
  }

  /** Adds another attempt of a job that is a dead letter or was cancelled. Returns false for any other. */
  async retry({ id, state }: SharedJob): Promise<boolean> {
    if (state !== 'dead-letter' && state !== 'cancelled') return false;
    await (state === 'cancelled' ? this.#boss.resume(QUEUE, id) : this.#boss.retry(QUEUE, id));
    return true;
  }

  /** The attempts of jobs, the first ones first. */
  attempts(jobs: readonly SharedJob[]): Promise<(Attempt & { readonly job: string })[]> {
    const time = (name: string) => `to_char(${name}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
    return this.#postgres.rows(
      `select job, number, host, ${time('started')} as "startedAt", ${time('ended')} as "endedAt", exit as "exitCode", run, text,
         next, report from attempt where job = any($1) order by number`,
      [jobs.map(({ id }) => id)],
    );
  }

  /** Adds or replaces a schedule. Throws the error of pg-boss for an expression or a time zone that is not one. */
  async addSchedule({ name, cron, timeZone, order }: Schedule, keepDays: number | null): Promise<Date> {
    const [next] = this.#boss.previewSchedule(cron, { tz: timeZone, count: 1 });
    const priority = order.priority * STEP;
    // After an outage, one import has all that was missed.
    const options = {
      ...optionsOf(order, keepDays),
      priority,
      tz: timeZone,
      key: name,
      missed: 'once',
    } as const;
    await this.#boss.schedule(QUEUE, cron, order, options);
    return next!;
  }

  async schedules(): Promise<Schedule[]> {
    const found = await this.#boss.getSchedules(QUEUE);
    return found.map(({ key, cron, timezone, data }) => ({
      ...{ name: key, cron, timeZone: timezone },
      order: data as JobOrder,
    }));
  }

  /** Removes a schedule. Returns whether it was there. */
  async removeSchedule(name: string): Promise<boolean> {
    if ((await this.#boss.getSchedule(QUEUE, name)) === null) return false;
    await this.#boss.unschedule(QUEUE, name);
    return true;
  }

  /** Starts to work on jobs, `concurrency` at a time, looking for one every `pollSeconds`. */
  async work(concurrency: number, pollSeconds: number, work: Work): Promise<void> {
    const options = {
      ...{ localConcurrency: concurrency, pollingIntervalSeconds: pollSeconds, heartbeatRefreshSeconds: 5 },
      ...({ includeMetadata: true, perJobResults: true } as const),
    };
    await this.#boss.work<JobOrder, unknown, typeof options>(QUEUE, options, async ([job]) => {
      const { target, turn = 0 } = job!.data as JobOrder & { turn?: number };
      await this.#postgres.rows('update turn set started = greatest(started, $2) where target = $1', [
        target,
        turn,
      ]);
      return [{ id: job!.id, status: await work(sharedJob(job!), job!.retryCount + 1, job!.signal) }];
    });
  }

  /** Notes that an attempt starts. */
  async begin({ id }: SharedJob, number: number, host: string, pid: number): Promise<void> {
    await this.#postgres.rows(
      `insert into attempt(job, number, host, pid) values ($1, $2, $3, $4)
       on conflict (job, number) do update set host = excluded.host, pid = excluded.pid`,
      [id, number, host, pid],
    );
  }

  /** Notes how an attempt ended. */
  async end(
    { id }: SharedJob,
    number: number,
    ended: Omit<Attempt, 'number' | 'host' | 'startedAt' | 'endedAt'>,
  ) {
    const { exitCode, run, text, next, report } = ended;
    await this.#postgres.rows(
      `update attempt set ended = clock_timestamp(), exit = $3, run = $4, text = $5, next = $6, report = $7
       where job = $1 and number = $2`,
      [id, number, exitCode, run, text, next, report],
    );
  }

  /** The number of jobs in each state. */
  async counts(): Promise<Record<JobState, number>> {
    const rows = await this.#postgres.rows<{ state: keyof typeof STATES; count: string }>(
      `select state::text as state, count(*) from ${JOBS_SCHEMA}.job where name = $1 group by state`,
      [QUEUE],
    );
    const none = Object.fromEntries(JOB_STATES.map((state) => [state, 0])) as Record<JobState, number>;
    return Object.assign(
      none,
      Object.fromEntries(rows.map(({ state, count }) => [STATES[state], Number(count)])),
    );
  }

  /** Takes no more jobs, and waits for those that are active, at most `ms`. */
  async stop(ms = 1000): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: ms });
  }
}

const optionsOf = ({ target }: JobOrder, keepDays: number | null) => ({
  singletonKey: target,
  deleteAfterSeconds: keepDays === null ? 0 : keepDays * 86_400,
  // Named for each job, so that one of a schedule has the same.
  retentionSeconds: OPTIONS.retentionSeconds,
});

function sharedJob({ id, state, data, ...times }: JobWithMetadata<JobOrder>): SharedJob {
  const iso = (date: Date | null) => (date === null ? null : new Date(date).toISOString());
  const isOpen = state === 'created' || state === 'retry';
  return {
    ...{ id, state: STATES[state], order: data, createdAt: iso(times.createdOn)! },
    startsAt: isOpen ? iso(times.startAfter) : null,
    endedAt: iso(times.completedOn),
  };
}
