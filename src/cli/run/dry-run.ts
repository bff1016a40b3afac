import { resolve } from 'node:path';
import { write, writeAll } from '../../context.ts';
import { EXIT_CODES, TraceError, usage } from '../../errors.ts';
import type { Inspection } from '../../import/inspect.ts';
import { reportParts } from '../../import/report/report-parts.ts';
import type { Verdict } from '../../import/report/run-event.ts';
import { stateFiles } from '../../import/state/state-files.ts';
import type { RunRow } from '../../ledger/ledger.ts';
import { say } from '../../say.ts';
import type { Session } from '../command.ts';
import { checkReportPath } from '../view/file.ts';
import { jsonLines } from '../view/json-lines.ts';
import type { Listener } from '../view/listener.ts';
import { reportJson, writeRunReport } from '../view/run-report.ts';
import { lineFor } from '../view/wrap.ts';
import { excludeText, finishLines, rowWithError, type SendingOptions } from './sending.ts';

/** The JSON and the report of a dry run, in the format of a run that sends. */
interface DryOutput {
  /** Prints the events for `--json-lines`; null without it. */
  readonly lines: Listener | null;
  /** Writes the report and the last line. Returns the exit code. */
  end(inspection: Inspection, verdict: Verdict): Promise<number>;
}

/**
 * Checks where a dry run writes, before anything is read. A report never replaces `inputs` or the ledger.
 *
 * @throws TraceError `flags-exclude`, and the errors of `checkReportPath`
 */
export async function dryOutput(
  options: SendingOptions,
  inputs: readonly string[],
  stateDir: string,
  { context, info }: Session,
): Promise<DryOutput> {
  if (options.json && options.jsonLines) throw usage('flags-exclude', excludeText('--json', '--json-lines'));
  const path = options.report === undefined ? null : resolve(context.cwd, options.report);
  const keep = [...inputs.map((file) => resolve(context.cwd, file)), stateFiles(stateDir).ledger];
  info.keep = keep;
  const how = { force: options.force === true, keep };
  if (path) await checkReportPath(path, how);
  const lines = options.jsonLines ? jsonLines(context.stdout, context.now) : null;
  return {
    lines,
    async end({ ledger, runId }, verdict) {
      const { exitCode, text, next } = verdict;
      const finishedAt = context.now().toISOString();
      let row = {
        ...ledger.runs.find(runId)!,
        finishedAt,
        exitCode,
        verdict: JSON.stringify({ text, next }),
      } as RunRow;
      const report = () => reportParts(ledger, row);
      /**
       * Writes an output. If writing fails, the run ends with this error, which later outputs and the report then show.
       */
      const attempt = async (work: Promise<void>): Promise<boolean> => {
        try {
          await work;
          return true;
        } catch (error) {
          if (!(error instanceof TraceError)) throw error;
          await write(context.stderr, lineFor(context.stderr, error.message));
          if (row.exitCode === EXIT_CODES.done.code) row = rowWithError(row, error);
          return false;
        }
      };
      const store = () => (path ? attempt(writeRunReport(path, report(), how)) : false);
      let isStored = await store();
      if (options.json) await attempt(writeAll(context.stdout, reportJson(report())));
      lines?.on(verdict);
      if (lines) await attempt(finishLines(lines, reportJson(report()), row.exitCode!, context));
      if (isStored && row.exitCode !== exitCode) isStored = await store();
      if (isStored && !options.quiet)
        await write(context.stderr, lineFor(context.stderr, say().runs.report({ path: path! })));
      return row.exitCode!;
    },
  };
}
