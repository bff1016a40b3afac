import { resolve } from 'node:path';
import type { Command } from 'commander';
import { write } from '../../context.ts';
import { resumeRun } from '../../import/resume.ts';
import { say } from '../../say.ts';
import type { Session } from '../command.ts';
import { flags, helpNote, helpTail } from '../flags/help.ts';
import { CONFIRM_FLAGS } from '../run/confirm.ts';
import {
  earlierRunFlags,
  findEarlierRun,
  type LedgerOptions,
  outdatedOf,
  sentBefore,
  verdictOfEarlierRun,
} from '../run/earlier-run.ts';
import { type Invocation, invocationOf } from '../run/invocation.ts';
import { LEDGER_FLAGS, reportFlags, runSending, type SendingOptions } from '../run/sending.ts';
import { hasLaterReport } from '../view/file.ts';
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
  helpTail(
    command,
    ['trace resume', 'trace resume 20261121-0213 --json', 'trace resume --env sandbox --retry-rejected'],
    'all',
  );
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
    await write(context.stderr, lineFor(context.stderr, say().runs.nothingToResume()));
    return 0;
  }
  const { run, environment } = earlier;
  const first = JSON.parse(run.options) as { files?: string[]; report?: string | null };
  const kept = first.report && !(await hasLaterReport(first.report, run.id)) ? first.report : null;
  return runSending(
    {
      environment,
      options,
      reportPath: options.report === undefined ? kept : resolve(context.cwd, options.report),
      inputs: first.files ?? [],
      sends: true,
      continues: run.id,
      run: (listening) =>
        resumeRun({
          runId: run.id,
          environment,
          retryRejected: options.retryRejected === true,
          env: context.env,
          now: context.now,
          signal: context.signal,
          forced: context.forced,
          ...listening,
        }),
      verdict: (resumed) => verdictOfEarlierRun('resume', resumed, environment, invocation),
      *lines(resumed) {
        yield* outdatedOf(resumed, terminalWidth(context.stderr));
        yield* sentBefore(resumed);
      },
    },
    session,
  );
}
