import { JOBS_SCHEMA } from './jobs.ts';
import type { Postgres } from './postgres.ts';

/** A run of any machine. Times are ISO 8601. */
export interface SharedRun {
  readonly id: string;
  readonly host: string;
  readonly target: string;
  readonly environment: string;
  readonly command: string;
  readonly startedAt: string;
  /** Null while it sends, or if its process vanished. */
  readonly finishedAt: string | null;
  readonly exitCode: number | null;
  /** The number of records by outcome. */
  readonly totals: Readonly<Record<string, number>>;
  /** The hash of its stored report. */
  readonly report: string;
}

/** Stores how a run ended; a run that was resumed replaces its earlier end. */
export async function storeRun(postgres: Postgres, run: SharedRun): Promise<void> {
  await postgres.rows(
    `insert into run(id, host, target, environment, command, started, finished, exit, totals, report)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (id, host) do update set finished = excluded.finished, exit = excluded.exit, totals = excluded.totals,
       report = excluded.report`,
    [
      ...[run.id, run.host, run.target, run.environment, run.command],
      ...[run.startedAt, run.finishedAt, run.exitCode, JSON.stringify(run.totals), run.report],
    ],
  );
}

/** The ended runs of a target on all machines, the latest first. */
export const sharedRuns = (postgres: Postgres, target: string, limit: number | null): Promise<SharedRun[]> =>
  postgres.rows<SharedRun>(
    `select id, host, target, environment, command, started as "startedAt", finished as "finishedAt", exit as "exitCode",
       totals, report from run where target = $1 order by started desc limit $2`,
    [target, limit],
  );

/**
 * Removes what is old: runs that ended before a date but for the last ones of each target, attempts of removed jobs, and
 * contents that nothing uses. Returns the contents that are still used.
 */
export async function pruneShared(postgres: Postgres, before: Date, keepLast: number): Promise<Set<string>> {
  await postgres.rows(
    `delete from run r using (
       select id, host, row_number() over (partition by target order by started desc) as at from run) n
     where n.id = r.id and n.host = r.host and n.at > $2 and coalesce(r.finished, r.started) < $1`,
    [before.toISOString(), keepLast],
  );
  await postgres.rows(
    `delete from attempt a where started < clock_timestamp() - interval '1 day'
     and not exists (select from ${JOBS_SCHEMA}.job j where j.id = a.job)`,
    [],
  );
  const used = `select report as hash from run union select report from attempt where report is not null
    union select f->>'hash' from ${JOBS_SCHEMA}.job j,
      jsonb_array_elements((j.data->'files') || (j.data->'maps')) f
    where f->>'hash' is not null`;
  // A content that was just stored may be of a job that is not yet there.
  await postgres.rows(
    `delete from file f where at < clock_timestamp() - interval '1 day' and not exists (
       select from (${used}) u where u.hash = f.hash)`,
    [],
  );
  const rows = await postgres.rows<{ hash: string }>(used, []);
  return new Set(rows.map(({ hash }) => hash));
}
