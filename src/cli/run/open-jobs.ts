import { command as advised } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import { resolveEnvironment } from '../../config/resolve-environment.ts';
import { usage } from '../../errors.ts';
import { openMemory } from '../../import/join-memory.ts';
import { say } from '../../say.ts';
import type { Jobs, SharedJob } from '../../shared/jobs.ts';
import type { Postgres } from '../../shared/postgres.ts';
import type { Session } from '../command.ts';
import { type FlagLine, shared } from '../flags/help.ts';
import { CONFIG_FLAGS, type EnvironmentOptions, TRUST_FLAG } from '../flags/input-flags.ts';

/** The flags of every command that works with the jobs of a memory. */
export const JOBS_FLAGS = [
  shared('env', 'withMemory'),
  ...CONFIG_FLAGS,
  TRUST_FLAG,
] as const satisfies readonly FlagLine[];

export type JobsOptions = Pick<EnvironmentOptions, 'env' | 'config' | 'stateDir' | 'yesTrust'>;

/** An environment with the memory that it shares. */
export interface OpenMemory {
  readonly postgres: Postgres;
  readonly environment: Environment;
  readonly loaded: LoadedConfig;
}

/** The words after a command of jobs with which it finds the same memory. */
export const jobsPlace = ({ name, place }: Environment): string[] => ['--env', name, ...place];

/**
 * Calls `use` with the memory of the environment that the flags name, and closes it.
 *
 * @throws TraceError `memory-missing`, and errors of the memory
 */
export async function withMemory<Result>(
  options: JobsOptions,
  { context }: Session,
  use: (memory: OpenMemory) => Promise<Result>,
): Promise<Result> {
  const loaded = await loadConfig(context.cwd, options.config, context.signal);
  const environment = await resolveEnvironment(loaded, options, context.cwd);
  const postgres = await openMemory(environment, context.env, context.signal);
  if (postgres === null)
    throw usage(
      'memory-missing',
      say().jobs.noMemory({ environment: environment.name }),
      say().jobs.noMemoryHow({ command: advised('env', 'show', environment.name, ...environment.place) }),
    );
  try {
    return await use({ postgres, environment, loaded });
  } finally {
    await postgres.close();
  }
}

/** As `withMemory`, with the queue of the memory. */
export const withJobs = <Result>(
  options: JobsOptions,
  session: Session,
  use: (jobs: Jobs, memory: OpenMemory) => Promise<Result>,
): Promise<Result> =>
  withMemory(options, session, async (memory) => {
    const { Jobs: Shared } = await import('../../shared/jobs.ts');
    const jobs = await Shared.open(memory.postgres);
    try {
      return await use(jobs, memory);
    } finally {
      await jobs.stop();
    }
  });

/**
 * The job whose id is or starts with `id`.
 *
 * @throws TraceError `job-unknown`
 */
export async function foundJob(jobs: Jobs, id: string, environment: Environment): Promise<SharedJob> {
  const job = await jobs.find(id);
  if (job !== undefined) return job;
  const list = advised('jobs', 'list', ...jobsPlace(environment));
  throw usage('job-unknown', say().jobs.unknown({ id }), say().jobs.toList({ command: list }));
}
