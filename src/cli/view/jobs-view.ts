import { say } from '../../say.ts';
import type { JobState } from '../../shared/job-states.ts';
import type { Schedule } from '../../shared/jobs.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { JobAttempt, ListedJob } from './document-schema.ts';
import { cardLines, fittedTable } from './list-view.ts';
import { wrappedParts } from './wrap.ts';

const timeText = (at: string | null): string => (at === null ? '' : at.slice(0, 16).replace('T', ' '));

const stateText = (state: JobState): string => say().jobs.state({ state });

const filesText = ({ files }: ListedJob): string => files.join(', ');

/** The jobs as a table that fits into `width` columns. */
export function jobLines(jobs: readonly ListedJob[], width: number): string[] {
  if (jobs.length === 0) return [say().jobs.none()];
  const texts = say().jobs;
  const columns = [
    { header: texts.job() },
    { header: texts.stateHeader(), isWhole: true },
    { header: say().runs.environment() },
    { header: texts.submittedHeader(), isWhole: true },
    { header: texts.attempts(), align: 'right' },
    { header: say().runs.exit(), align: 'right' },
    { header: texts.files() },
  ] as const;
  const rows = jobs.map((job) => [
    ...[job.job.slice(0, 8), stateText(job.state), job.environment, timeText(job.createdAt)],
    `${job.attempts.length}`,
    `${job.attempts.at(-1)?.exitCode ?? '-'}`,
    filesText(job),
  ]);
  return fittedTable(columns, rows, width);
}

/** A job with its attempts. */
export function* jobCard(job: ListedJob, width: number | undefined): Generator<string> {
  const texts = say().jobs;
  yield* cardLines([
    [texts.job(), job.job],
    [texts.stateHeader(), stateText(job.state)],
    [say().runs.environment(), `${job.environment} (${job.target})`],
    [texts.files(), filesText(job)],
    [texts.flags(), job.flags.join(' ')],
    [texts.priorityHeader(), job.priority === 0 ? '' : `${job.priority}`],
    [texts.scheduleHeader(), job.schedule],
    [texts.submittedHeader(), texts.at({ time: timeText(job.createdAt), host: job.host })],
    [texts.nextHeader(), timeText(job.startsAt)],
  ]);
  for (const attempt of job.attempts) yield* attemptLines(attempt, width);
}

function attemptLines(attempt: JobAttempt, width: number | undefined): Iterable<string> {
  const { number, host, startedAt, endedAt, exitCode, run, text } = attempt;
  const start = say().runs.attempt({ attempt: `${number}` });
  const end = endedAt === null ? say().jobs.open() : say().jobs.exitOf({ code: `${exitCode ?? '-'}` });
  const parts = [timeText(startedAt), host, end, run ?? '', text ?? ''];
  const shown = parts.filter((part) => part !== '').map((part) => forTerminal(part, 1000));
  return wrappedParts(`${start}  `, shown, width);
}

/** The schedules as a table. */
export function scheduleLines(schedules: readonly Schedule[], width: number): string[] {
  if (schedules.length === 0) return [say().jobs.noSchedules()];
  const texts = say().jobs;
  const columns = [
    { header: texts.nameHeader() },
    { header: 'cron', isWhole: true },
    { header: texts.timeZone() },
    { header: say().runs.environment() },
    { header: texts.files() },
  ] as const;
  const rows = schedules.map(({ name, cron, timeZone, order }) => [
    ...[name, cron, timeZone, order.environment],
    order.files.map((file) => file.name).join(', '),
  ]);
  return fittedTable(columns, rows, width);
}
