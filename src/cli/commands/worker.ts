import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { requireApproval, requireState } from '../../config/approval.ts';
import { settingIn } from '../../config/resolve-environment.ts';
import { daysBefore } from '../../config/retention.ts';
import { concurrency, duration } from '../../config/schema.ts';
import { write } from '../../context.ts';
import { EXIT_CODES, flagError } from '../../errors.ts';
import { say } from '../../say.ts';
import type { Ended, Jobs, SharedJob } from '../../shared/jobs.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { type FlagLine, flags, helpNote, type OptionsOf } from '../flags/help.ts';
import { inputFlags } from '../flags/input-flags.ts';
import { forgetJob, type JobPlace, runJob } from '../run/job-process.ts';
import { JOBS_FLAGS, type OpenMemory, withMemory } from '../run/open-jobs.ts';
import { serveHealth, type WorkerCounts } from '../run/worker-health.ts';
import { lineFor } from '../view/wrap.ts';
import { FOLDER_FLAG, ORDER_FLAGS } from './submit.ts';

const FLAGS = [
  ...JOBS_FLAGS,
  ['--concurrency <number>', 'jobsAtATime', { variable: false }],
  ['--poll <time>', 'pollJobs', { variable: false }],
  ['--health-port <port>', 'healthPort'],
  FOLDER_FLAG,
] as const satisfies readonly FlagLine[];

type WorkerOptions = OptionsOf<typeof FLAGS>;

/** Endings that another attempt may change; null for a process that was killed. All others need a person. */
const AGAIN: ReadonlySet<number | null> = new Set([
  null,
  ...(['bug', 'unreachable', 'locked', 'interrupted'] as const).map((exit) => EXIT_CODES[exit].code),
]);

/** How long a worker waits for its imports to stop: they end what they have sent. In milliseconds. */
const STOP_MS = 600_000;
/** A fault that stays is said this often, in milliseconds. */
const FAULT_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function define(command: Command, session: Session): void {
  flags(command, FLAGS);
  helpNote(command, say().helpNotes.worker({ command: advised('jobs', 'list') }));
  command.action(async (options: WorkerOptions) =>
    withMemory(options, session, (memory) => runWorker(options, memory, session)),
  );
}

async function runWorker(options: WorkerOptions, memory: OpenMemory, session: Session): Promise<void> {
  const { context } = session;
  const { environment, postgres } = memory;
  const { stderr, signal } = context;
  const print = (text: string) => write(stderr, lineFor(stderr, text, 1000));
  const most = settingIn(concurrency, '--concurrency', options.concurrency ?? '1');
  const pollMs = settingIn(duration, '--poll', options.poll ?? '2s');
  if (pollMs < 500) throw flagError(say().jobs.poll({ value: `${options.poll}` }));
  const port = options.healthPort === undefined ? null : Number(options.healthPort);
  if (port !== null && !(Number.isInteger(port) && port >= 0 && port < 65_536))
    throw flagError(say().jobs.port({ value: `${options.healthPort}` }));
  await requireState(environment, context.env);
  await requireApproval(environment, context.env);
  const { sharedFolder } = options;
  const place: JobPlace = {
    ...{ ...memory, context, flags: await jobFlags() },
    options: { ...options, ...(sharedFolder && { sharedFolder: resolve(context.cwd, sharedFolder) }) },
  };
  const { Jobs: Shared } = await import('../../shared/jobs.ts');
  const faults = new Map<string, number>();
  const onFault = ({ message }: Error) => {
    // pg-boss appends which of its loops met it: all of them do, at each poll.
    const cause = message.replace(/ \(Queue: [^()]*\)$/, '');
    const now = context.now().getTime();
    if (now - (faults.get(cause) ?? 0) < FAULT_MS) return;
    faults.set(cause, now);
    void print(say().jobs.fault({ cause }));
  };
  const jobs = await Shared.open(postgres, { isWorker: true, onFault });
  const counts: WorkerCounts = { active: 0, ended: { completed: 0, failed: 0, deadletter: 0 } };
  let health: Awaited<ReturnType<typeof serveHealth>> | null = null;
  const prune = () => pruneAll(jobs, place).catch(onFault);
  const pruning = setInterval(prune, HOUR_MS);
  try {
    if (port !== null) health = await serveHealth(port, counts, () => jobs.counts());
    await prune();
    await print(say().jobs.works({ name: postgres.name, number: `${most}`, count: most }));
    if (health !== null) await print(say().jobs.health({ port: `${health.port}` }));
    await jobs.work(most, pollMs / 1000, async (job, number, lost) => {
      counts.active++;
      const ended = await attempt(jobs, job, number, place, AbortSignal.any([signal, lost]), print);
      counts.active--;
      counts.ended[ended]++;
      return ended;
    });
    if (!signal.aborted) await once(signal, 'abort');
    await print(say().jobs.stopping({ number: `${counts.active}`, count: counts.active }));
  } finally {
    clearInterval(pruning);
    await jobs.stop(STOP_MS);
    health?.server.close();
    health?.server.closeAllConnections();
  }
}

/** One attempt of a job. Returns what follows. */
async function attempt(
  jobs: Jobs,
  job: SharedJob,
  number: number,
  place: JobPlace,
  signal: AbortSignal,
  print: (text: string) => Promise<void>,
): Promise<Ended> {
  const texts = { job: job.id.slice(0, 8), attempt: `${number}`, environment: job.order.environment };
  await jobs.begin(job, number, hostname(), process.pid);
  await print(say().jobs.starts(texts));
  const ending = await runJob(job, place, signal);
  await jobs.end(job, number, ending);
  const { exitCode, isOpen } = ending;
  const isAgain = AGAIN.has(exitCode) || (exitCode === EXIT_CODES.doubt.code && isOpen);
  const ended: Ended = exitCode === EXIT_CODES.done.code ? 'completed' : isAgain ? 'failed' : 'deadletter';
  if (ended !== 'failed') await forgetJob(job, place);
  await print(say().jobs.ended({ ...texts, result: ended, text: forTerminal(ending.text ?? '', 500) }));
  return ended;
}

/** The long names of the flags that a job may have. */
async function jobFlags(): Promise<ReadonlySet<string>> {
  const { Command: Parsed } = await import('commander');
  const command = new Parsed('submit');
  inputFlags(command);
  flags(command, ORDER_FLAGS);
  return new Set(command.options.map(({ long }) => long!));
}

/** Removes what is old: in the database, in the shared folder, and folders of jobs that another worker ended. */
async function pruneAll(jobs: Jobs, { environment, postgres, options, context }: JobPlace): Promise<void> {
  const { retention, stateDir } = environment;
  if (retention === null) return;
  const now = context.now();
  const { pruneShared } = await import('../../shared/shared-runs.ts');
  const used = await pruneShared(postgres, daysBefore(now, retention.keep), retention.keepLast);
  const isOld = async (path: string) => now.getTime() - (await stat(path)).mtimeMs > DAY_MS;
  const { sharedFolder } = options;
  for (const name of sharedFolder === undefined ? [] : await readdir(sharedFolder)) {
    const hash = /^([0-9a-f]{64})\.file$/.exec(name)?.[1];
    const path = join(sharedFolder!, name);
    if (hash !== undefined && !used.has(hash) && (await isOld(path))) await rm(path, { force: true });
  }
  const open = new Set((await jobs.list()).filter(({ endedAt }) => endedAt === null).map(({ id }) => id));
  const workers = join(stateDir.value, 'workers');
  for (const target of await readdir(workers).catch(() => []))
    for (const id of await readdir(join(workers, target, 'jobs')).catch(() => [])) {
      const path = join(workers, target, 'jobs', id);
      if (!open.has(id) && (await isOld(path))) await rm(path, { recursive: true, force: true });
    }
}
