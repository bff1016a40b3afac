import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { pasted } from '../../advice.ts';
import { requireState } from '../../config/approval.ts';
import type { Environment } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { resolveEnvironment, settingIn } from '../../config/resolve-environment.ts';
import { write } from '../../context.ts';
import { flagError } from '../../errors.ts';
import type { Verdict } from '../../import/report/run-event.ts';
import { say } from '../../say.ts';
import type { CommandEnding, Job, Move, Session } from '../command.ts';
import { hasReport, type OptionsOf } from '../flags/help.ts';
import type { InputOptions } from '../flags/input-flags.ts';
import type { Notice } from '../view/notice.ts';
import { eventText, TROUBLE_OUTCOMES } from '../view/sentences.ts';
import { lineFor } from '../view/wrap.ts';

/** The flags of what a run leaves for people who do not watch it. */
export const JOB_FLAGS = [
  ['--log-file <file>', 'logFile'],
  ['--log-level <level>', 'logLevel'],
  ['--notify <when>', 'notify'],
] as const;

type JobOptions = OptionsOf<typeof JOB_FLAGS>;

/** Maximum number of causes in a notification. */
const CAUSES = 5;

/**
 * Starts the log and the notifications that the flags or the configuration ask for. The configuration must be approved.
 *
 * @throws TraceError `flag-value`
 */
export async function startJob(
  environment: Environment,
  options: JobOptions,
  command: string,
  { context, info }: Session,
): Promise<void> {
  const { logFile, logLevel, notify: chosen } = options;
  const { notify, log: own } = environment;
  const file = logFile === undefined ? own.file : resolve(context.cwd, logFile);
  const schema =
    logLevel === undefined && chosen === undefined ? null : await import('../../config/schema.ts');
  const level = logLevel === undefined ? own.level : settingIn(schema!.logLevel, '--log-level', logLevel);
  const when =
    chosen === undefined
      ? (notify?.settings.on ?? 'failures')
      : settingIn(schema!.notifyOn, '--notify', chosen);
  if (chosen !== undefined && when !== 'never' && notify === null) throw flagError(say().notice.nobody());
  if (file === null && notify === null) return;
  const log = file === null ? null : await (await import('./run-log.ts')).openLog(file, level, context.now);
  const causes: string[] = [];
  let run: string | null = null;
  let verdict: Verdict | null = null;
  const warn = (text: string) => write(context.stderr, lineFor(context.stderr, text));
  const job: Job = {
    cause: (texts) => void causes.push(...texts.slice(0, CAUSES - causes.length)),
    on(event) {
      log?.on(event);
      if (event.type === 'run-started') run = event.run;
      if (event.type === 'verdict') verdict = event;
      if (event.type === 'row' && TROUBLE_OUTCOMES.has(event.outcome) && causes.length < CAUSES)
        causes.push(eventText({ ...event, messages: [] }));
    },
    async end({ exitCode, error }) {
      info.job = null;
      const code = log?.end({ exitCode, error }) ?? null;
      if (code !== null) await warn(say().runs.logUnwritable({ path: `${file}`, code }));
      if (notify === null || when === 'never' || (when === 'failures' && exitCode === 0)) return;
      const next = error?.hint ?? verdict?.next ?? null;
      const text = error?.code === 'bug' ? say().exitCodes.bug() : error?.message;
      const notice: Notice = {
        ...{ time: context.now().toISOString(), environment: environment.name, command, run, exitCode },
        schemaVersion: 1,
        verdict: text ?? verdict?.text ?? '',
        totals: verdict?.totals ?? null,
        causes,
        next: next && absolute(next, context.cwd, info.movesAfter(exitCode) ?? []),
      };
      const { notify: send } = await import('./notify.ts');
      for (const failure of await send(notice, notify, environment, context))
        await warn(say().notice.failed(failure));
    },
  };
  info.job = job;
}

/** A command with absolute paths, because its reader is in another folder. It keeps the words that are no files. */
const absolute = (text: string, cwd: string, moves: readonly Move[]): string =>
  text.replace(/(?<= )(?:"[^"]*"|'[^']*'|[^\s"']*[^\s"'.:;,)])/g, (word, at: number) => {
    const name = word.replace(/^(["'])(.*)\1$/, '$2');
    const path = resolve(cwd, name);
    const isFolder = text.slice(0, at).endsWith('--state-dir ');
    const isFile = () => existsSync(path) && statSync(path).isFile();
    return isFolder || moves.some(([, to]) => to === name) || isFile() ? pasted([path]) : word;
  });

/** Ends the job of a command that failed, also if it failed before the run: a missing file is in the log, too. */
export async function endJob(command: Command, session: Session, ending: CommandEnding): Promise<void> {
  const { info, context } = session;
  const options = command.opts<InputOptions & JobOptions & { readonly dryRun?: boolean }>();
  if (info.job === null && hasReport(command) && !options.dryRun) {
    try {
      const loaded = await loadConfig(context.cwd, options.config, context.signal);
      const environment = await resolveEnvironment(loaded, { ...options, offline: true }, context.cwd);
      const isApproved = await requireState(environment, context.env).then(
        () => true,
        () => false,
      );
      // Nobody is notified by a configuration that is not approved; the log of a flag is the user's own.
      if (isApproved) await startJob(environment, options, command.name(), session);
      else if (options.logFile !== undefined)
        await startJob({ ...environment, notify: null }, options, command.name(), session);
    } catch {
      // The error that ended the command is printed already.
    }
  }
  await info.job?.end(ending);
}
