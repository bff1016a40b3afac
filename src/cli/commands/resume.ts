import type { Command } from 'commander';
import { write } from '../../context.ts';
import { resumeRun } from '../../import/resume.ts';
import { say } from '../../say.ts';
import { type Invocation, invocationOf, type Session } from '../command.ts';
import { flags, helpNote } from '../flags/help.ts';
import { CONFIRM_FLAGS } from '../run/confirm.ts';
import {
  earlierRunFlags,
  findEarlierRun,
  type LedgerOptions,
  outdatedOf,
  reportPathOf,
  sentBefore,
  verdictOfEarlierRun,
} from '../run/earlier-run.ts';
import { LEDGER_FLAGS, reportFlags, runSending, type SendingOptions } from '../run/sending.ts';
import { lineFor, terminalWidth } from '../view/wrap.ts';

interface ResumeOptions extends LedgerOptions, SendingOptions {
  readonly retryRejected?: boolean;
}

export function define(command: Command, session: Session): void {
  earlierRunFlags(command);
  flags(command, [
    ['--retry-rejected', 'retryRejected'],
    ...reportFlags(),
    LEDGER_FLAGS[0],
    ...CONFIRM_FLAGS,
  ]);
  helpNote(command, say().helpNotes.resume());
  command.action(async (id: string | undefined, options: ResumeOptions) =>
    session.exit(await runResume(id, invocationOf([], command), options, session)),
  );
}

async function runResume(
  id: string | undefined,
  invocation: Invocation,
  options: ResumeOptions,
  session: Session,
): Promise<number> {
  const { context } = session;
  const earlier = await findEarlierRun(id, options, session, (ledger, matches) =>
    ledger.runs.lastUnfinished(matches),
  );
  if (earlier === null) {
    if (!options.quiet) await write(context.stderr, lineFor(context.stderr, say().runs.nothingToResume()));
    return 0;
  }
  const { run, environment } = earlier;
  const { files = [] } = JSON.parse(run.options) as { files?: string[] };
  return runSending(
    {
      name: 'resume',
      environment,
      options,
      reportPath: await reportPathOf(run, options, context),
      inputs: files,
      sends: true,
      continues: run.id,
      run: (job) => resumeRun({ ...job, runId: run.id, retryRejected: options.retryRejected === true }),
      verdict: (resumed) => verdictOfEarlierRun('resume', resumed, environment, invocation),
      *lines(resumed) {
        yield* outdatedOf(resumed, terminalWidth(context.stderr));
        yield* sentBefore(resumed, options.quiet);
      },
    },
    session,
  );
}
