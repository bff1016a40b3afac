import { resolve } from 'node:path';
import type { Command } from 'commander';
import { requireState } from '../../config/approval.ts';
import type { Environment } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { resolveEnvironment, settingIn } from '../../config/resolve-environment.ts';
import { write } from '../../context.ts';
import { say } from '../../say.ts';
import type { CommandEnding, Session } from '../command.ts';
import { hasReport, type OptionsOf } from '../flags/help.ts';
import type { InputOptions } from '../flags/input-flags.ts';
import { lineFor } from '../view/wrap.ts';

/** The flags of what a run leaves for people who do not watch it. */
export const JOB_FLAGS = [
  ['--log-file <file>', 'logFile'],
  ['--log-level <level>', 'logLevel'],
] as const;

type JobOptions = OptionsOf<typeof JOB_FLAGS>;

/**
 * Starts the log that the flags or the configuration ask for. The configuration must be approved.
 *
 * @throws TraceError `flag-value`
 */
export async function startJob(
  environment: Environment,
  options: JobOptions,
  { context, info }: Session,
): Promise<void> {
  const { logFile, logLevel } = options;
  const file = logFile === undefined ? environment.log.file : resolve(context.cwd, logFile);
  const level =
    logLevel === undefined
      ? environment.log.level
      : settingIn((await import('../../config/schema.ts')).logLevel, '--log-level', logLevel);
  if (file === null) return;
  const { openLog } = await import('./run-log.ts');
  const log = await openLog(file, level, context.now);
  info.job = {
    on: log.on,
    async end(ending) {
      info.job = null;
      const code = log.end(ending);
      if (code !== null)
        await write(context.stderr, lineFor(context.stderr, say().runs.logUnwritable({ path: file, code })));
    },
  };
}

/** Ends the job of a command that failed, also if it failed before the run: a missing file is in the log, too. */
export async function endJob(command: Command, session: Session, ending: CommandEnding): Promise<void> {
  const { info, context } = session;
  const options = command.opts<InputOptions & JobOptions & { readonly dryRun?: boolean }>();
  if (info.job === null && hasReport(command) && !options.dryRun) {
    try {
      const loaded = await loadConfig(context.cwd, options.config, context.signal);
      const environment = await resolveEnvironment(loaded, { ...options, offline: true }, context.cwd);
      await requireState(environment, context.env);
      await startJob(environment, options, session);
    } catch {
      // The error that ended the command is printed already.
    }
  }
  await info.job?.end(ending);
}
