import { resolve } from 'node:path';
import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { write } from '../../context.ts';
import { EXIT_CODES, usage } from '../../errors.ts';
import { say } from '../../say.ts';
import type { Jobs, SharedJob } from '../../shared/jobs.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { type FlagLine, flags, helpNote, type OptionsOf, shared, subcommand } from '../flags/help.ts';
import { foundJob, JOBS_FLAGS, jobsPlace, withJobs } from '../run/open-jobs.ts';
import type { ListedJob } from '../view/document-schema.ts';
import { checkReportPath, replaceFile } from '../view/file.ts';
import { jobCard, jobLines } from '../view/jobs-view.ts';
import { lineFor, terminalWidth } from '../view/wrap.ts';

const LIST_FLAGS = [...JOBS_FLAGS, shared('json')] as const satisfies readonly FlagLine[];
const SHOW_FLAGS = [
  ...LIST_FLAGS,
  ['--out <file>', 'jobOut', { variable: false }],
  shared('force', 'forceOtherFile'),
] as const satisfies readonly FlagLine[];

/** The width of a table that is not on a terminal. */
const WIDE = 200;

export function define(command: Command, session: Session): void {
  const { context } = session;
  const print = (text: string) => write(context.stdout, `${text}\n`);
  const said = (text: string) => write(context.stderr, lineFor(context.stderr, text));
  const job = ['<job>', say().helpArguments.job()] as const;

  const list = subcommand(command, 'jobs list');
  flags(list, LIST_FLAGS);
  list.action(async (options: OptionsOf<typeof LIST_FLAGS>) =>
    withJobs(options, session, async (jobs) => {
      const listed = await listedJobs(jobs, await jobs.list());
      const width = terminalWidth(context.stdout) ?? WIDE;
      for (const line of options.json ? [jsonText(listed)] : jobLines(listed, width)) await print(line);
    }),
  );

  const show = subcommand(command, 'jobs show', job);
  flags(show, SHOW_FLAGS);
  helpNote(show, say().helpNotes.jobs());
  show.action(async (id: string, options: OptionsOf<typeof SHOW_FLAGS>) =>
    withJobs(options, session, async (jobs, { postgres, environment }) => {
      const [found] = await listedJobs(jobs, [await foundJob(jobs, id, environment)]);
      const last = found!.attempts.at(-1);
      const report = found!.attempts.findLast((one) => one.report !== null)?.report ?? null;
      if (options.out !== undefined) {
        if (report === null) throw usage('job-no-report', say().jobs.noReport());
        const { storedTexts } = await import('../../shared/stored-files.ts');
        const path = resolve(context.cwd, options.out);
        const force = options.force === true;
        await checkReportPath(path, { force, keep: [] });
        await replaceFile(path, storedTexts(postgres, report), { force, keep: [] });
        return said(say().jobs.reportIn({ path: options.out }));
      }
      if (options.json) return print(jsonText(found));
      for (const line of jobCard(found!, terminalWidth(context.stdout))) await print(line);
      const [name, place] = [found!.job.slice(0, 8), jobsPlace(environment)];
      // Other commands of a run are about a file that its machine no longer has.
      if (last?.next && last.exitCode === EXIT_CODES.doubt.code)
        await said(
          say().jobs.onHost({ host: last.host, advice: forTerminal(last.next, Number.POSITIVE_INFINITY) }),
        );
      if (report !== null)
        await said(
          say().jobs.toReport({ command: advised('jobs', 'show', name, '--out', 'report.json', ...place) }),
        );
      if (found!.state === 'dead-letter' || found!.state === 'cancelled')
        await said(say().jobs.toRetry({ command: advised('jobs', 'retry', name, ...place) }));
    }),
  );

  for (const [words, name, change] of [
    ['jobs cancel', 'cancel', (jobs: Jobs, one: SharedJob) => jobs.cancel(one)],
    ['jobs retry', 'retry', (jobs: Jobs, one: SharedJob) => jobs.retry(one)],
  ] as const) {
    const changing = subcommand(command, words, job);
    flags(changing, JOBS_FLAGS);
    changing.action(async (id: string, options: OptionsOf<typeof JOBS_FLAGS>) =>
      withJobs(options, session, async (jobs, { environment }) => {
        const found = await foundJob(jobs, id, environment);
        const { state } = found;
        if (!(await change(jobs, found)))
          throw usage('job-state', say().jobs.refused({ job: found.id.slice(0, 8), action: name, state }));
        await said(say().jobs.changedTo({ job: found.id.slice(0, 8), action: name }));
      }),
    );
  }
}

/** Jobs with their attempts, as `--json` prints them. */
export async function listedJobs(jobs: Jobs, all: readonly SharedJob[]): Promise<ListedJob[]> {
  const attempts = Map.groupBy(await jobs.attempts(all), ({ job }) => job);
  return all.map(({ id, state, order, ...times }) => ({
    ...{ job: id, state, environment: order.environment, target: order.target },
    files: order.files.map(({ name }) => name),
    ...{ flags: [...order.flags], priority: order.priority, host: order.host, schedule: order.schedule },
    ...times,
    attempts: (attempts.get(id) ?? []).map(({ job: _, ...attempt }) => attempt),
  }));
}
