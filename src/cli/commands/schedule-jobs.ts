import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { write } from '../../context.ts';
import { flagError, usage } from '../../errors.ts';
import { targetOf } from '../../import/state/target.ts';
import { say } from '../../say.ts';
import type { Schedule } from '../../shared/jobs.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { type FlagLine, flags, type OptionsOf, shared, subcommand } from '../flags/help.ts';
import { inputFlags } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { JOBS_FLAGS, jobsPlace, withJobs } from '../run/open-jobs.ts';
import { scheduleLines } from '../view/jobs-view.ts';
import { lineFor, terminalWidth } from '../view/wrap.ts';
import { ORDER_FLAGS, type OrderOptions, prepareOrder } from './submit.ts';

const TIME_FLAGS = [
  ['--cron <when>', 'cron', { variable: false }],
  ['--time-zone <name>', 'timeZone', { variable: false }],
] as const satisfies readonly FlagLine[];
const LIST_FLAGS = [...JOBS_FLAGS, shared('json')] as const satisfies readonly FlagLine[];

/** Defines the commands for imports that workers do at their time. */
export function defineScheduleJobs(command: Command, session: Session): void {
  const { context } = session;
  const said = (text: string) => write(context.stderr, lineFor(context.stderr, text));
  const name = ['<name>', say().helpArguments.schedule()] as const;

  const add = subcommand(command, 'schedule add', name);
  inputFlags(add);
  flags(add, [...TIME_FLAGS, ...ORDER_FLAGS]);
  add.action(
    async (called: string, typed: string[], options: OrderOptions & OptionsOf<typeof TIME_FLAGS>) => {
      const { cron, timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = options;
      if (cron === undefined) throw flagError(say().jobs.noCron());
      if (!/^[\w./-]+$/.test(called)) throw flagError(say().jobs.scheduleName({ name: called }));
      // Fewer or more fields would be read as others: "0 2 * *" as every minute of the second day of a month.
      if (!/^\s*(@\w+|\S+(\s+\S+){4})\s*$/.test(cron)) throw flagError(say().jobs.cronFields({ cron }));
      const prepared = await prepareOrder(namedFiles(typed, context.cwd), options, add, session, called);
      await withJobs(options, session, async (jobs, { environment }) => {
        // The worker reads the files at the time of the schedule.
        const order = await prepared(async (path) => ({ name: path, path }));
        const { retention } = environment;
        const earlier = (await jobs.schedules()).find(({ name }) => name === called);
        if (earlier !== undefined) requireOwn(earlier, environment);
        const next = await jobs
          .addSchedule({ name: called, cron, timeZone, order }, retention?.keep ?? null)
          .catch((error: Error) => {
            if (error.name === 'TraceError') throw error;
            throw flagError(say().jobs.badCron({ cron, timeZone, cause: error.message }));
          });
        await said(
          say().jobs.scheduled({ name: called, next: next.toISOString().slice(0, 16).replace('T', ' ') }),
        );
        if (earlier !== undefined)
          await said(
            say().jobs.replaced({
              ...{ cron: earlier.cron, timeZone: earlier.timeZone },
              files: forTerminal(earlier.order.files.map((file) => file.name).join(', '), 1000),
            }),
          );
      });
    },
  );

  const list = subcommand(command, 'schedule list');
  flags(list, LIST_FLAGS);
  list.action(async (options: OptionsOf<typeof LIST_FLAGS>) =>
    withJobs(options, session, async (jobs) => {
      const schedules = await jobs.schedules();
      const document = schedules.map(({ order, ...schedule }) => ({
        ...schedule,
        environment: order.environment,
        files: order.files.map((file) => file.name),
        flags: order.flags,
        priority: order.priority,
      }));
      const width = terminalWidth(context.stdout) ?? 200;
      for (const line of options.json ? [jsonText(document)] : scheduleLines(schedules, width))
        await write(context.stdout, `${line}\n`);
    }),
  );

  const remove = subcommand(command, 'schedule remove', name);
  flags(remove, JOBS_FLAGS);
  remove.action(async (called: string, options: OptionsOf<typeof JOBS_FLAGS>) =>
    withJobs(options, session, async (jobs, { environment }) => {
      const found = (await jobs.schedules()).find((one) => one.name === called);
      if (found !== undefined) requireOwn(found, environment);
      if (await jobs.removeSchedule(called)) return said(say().jobs.unscheduled({ name: called }));
      const listed = advised('schedule', 'list', ...jobsPlace(environment));
      throw usage(
        'schedule-unknown',
        say().jobs.noSchedule({ name: called }),
        say().jobs.toList({ command: listed }),
      );
    }),
  );
}

/**
 * Rejects the name of a schedule of another environment, whose owner would not notice that it is gone.
 *
 * @throws TraceError `schedule-taken`
 */
function requireOwn({ name, order }: Schedule, environment: Environment): void {
  if (order.environment === environment.name && order.target === targetOf(environment)) return;
  const listed = advised('schedule', 'list', ...jobsPlace(environment));
  throw usage(
    'schedule-taken',
    say().jobs.scheduleTaken({ name, environment: order.environment, target: order.target }),
    say().jobs.scheduleTakenHow({ command: listed }),
  );
}
