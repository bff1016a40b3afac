import { dirname, join, resolve } from 'node:path';
import { command as advised, withPath } from '../../advice.ts';
import { requireApproval, requireState } from '../../config/approval.ts';
import type { Environment } from '../../config/environment.ts';
import { type Context, colorLevel, write, writeAll } from '../../context.ts';
import { type ErrorText, EXIT_CODES, TraceError, usage } from '../../errors.ts';
import { makeFolder } from '../../folder.ts';
import { storeVerdict } from '../../import/end-run.ts';
import { reportParts } from '../../import/report/report-parts.ts';
import type { RunCommand, Verdict } from '../../import/report/run-event.ts';
import type { EndedRun, PendingRecords, SendingJob } from '../../import/send-run.ts';
import type { Replacement } from '../../import/state/replace-ledger.ts';
import { makeReports, stateFiles } from '../../import/state/state-files.ts';
import type { RunRow } from '../../ledger/ledger.ts';
import { say } from '../../say.ts';
import type { RunInfo, Session } from '../command.ts';
import { type FlagDetail, type OptionsOf, shared } from '../flags/help.ts';
import { checkReportPath } from '../view/file.ts';
import { finishedLine, jsonLines } from '../view/json-lines.ts';
import { emitTo, type Listener } from '../view/listener.ts';
import { reportJson, writeRunReport } from '../view/run-report.ts';
import { colors, verdictText } from '../view/sentences.ts';
import { lineFor, terminalWidth } from '../view/wrap.ts';
import { type CONFIRM_FLAGS, confirmProduction, isUnanswerable, unconfirmed } from './confirm.ts';
import { HEAP_LIMIT, listenerOf } from './inspecting.ts';
import { JOB_FLAGS, startJob } from './job.ts';
import { keptState } from './kept-state.ts';
import { shareRun } from './shared-run.ts';

/** The flags of the report; `force`: what `--force` overwrites. */
export const reportFlags = (force: FlagDetail = 'forceReport') =>
  [
    ['--report <file>', 'report'],
    shared('force', force),
    shared('json', 'report'),
    ['--json-lines', 'jsonLines'],
    shared('quiet'),
    ...JOB_FLAGS,
  ] as const;

/** The values of the flags of every command that sends records. */
export type SendingOptions = OptionsOf<readonly [...ReturnType<typeof reportFlags>, ...typeof CONFIRM_FLAGS]>;

/** Flags for a lost, damaged or replaced ledger. */
export const LEDGER_FLAGS = [
  ['--restore-ledger', 'restoreLedger'],
  ['--new-ledger', 'newLedger'],
] as const;

export type LedgerFlags = OptionsOf<typeof LEDGER_FLAGS>;

/**
 * The replacement of the ledger that the flags request.
 *
 * @throws TraceError `flags-exclude`
 */
export function replacementOf({ restoreLedger, newLedger }: LedgerFlags): Replacement | undefined {
  if (restoreLedger && newLedger)
    throw usage('flags-exclude', excludeText('--restore-ledger', '--new-ledger'));
  return restoreLedger ? 'restore' : newLedger ? 'new' : undefined;
}

/** The error of flags that cannot be given together. */
export const excludeText = (...flags: readonly string[]): string =>
  say().runs.exclude({ flags: flags.join(say().runs.and()) });

/** A command that sends records: how it runs, and what it prints. */
export interface SendingCommand<Run extends EndedRun> {
  readonly environment: Environment;
  readonly options: SendingOptions;
  /** Its name in notifications. */
  readonly name: RunCommand;
  /** The file of the report; null for the state folder. */
  readonly reportPath: string | null;
  /** Files that a report must not replace. */
  readonly inputs: readonly string[];
  /** Whether the command sends records, so that a write to production must be confirmed. */
  readonly sends: boolean;
  /** Receives where the headers of each sheet are. */
  readonly headers?: Pick<Listener, 'on'>;
  /** `job`: what every run that sends needs, with its callbacks for events and confirmations. */
  run(job: SendingJob): Promise<Run>;
  verdict(run: Run): Verdict;
  /**
   * Writes annotated copies of the input, and returns a line for each. Called after the report was written to `report`;
   * it must not throw.
   */
  copies?(run: Run, row: RunRow, verdict: Verdict, report: string): Promise<readonly string[]>;
  /** What is wrong with the input, for notifications: without data of rows. */
  causes?(run: Run): readonly string[];
  /** Lines to print before the verdict. */
  lines?(run: Run): Iterable<string>;
  /**
   * The id of the earlier run that the command resumes or settles. If a required confirmation is impossible, the
   * command fails before it changes that run.
   */
  readonly continues?: string;
  /** The document that `--json` prints instead of the report. */
  document?(run: Run, verdict: Verdict): Iterable<string>;
}

/**
 * Runs a command that sends records: shows its progress, writes its report and prints its verdict. Returns the exit
 * code.
 */
export async function runSending<Run extends EndedRun>(
  command: SendingCommand<Run>,
  session: Session,
): Promise<number> {
  const { context, info } = session;
  const { environment, options, reportPath } = command;
  if (options.json && options.jsonLines) throw usage('flags-exclude', excludeText('--json', '--json-lines'));
  const keep = [
    ...command.inputs.map((file) => resolve(context.cwd, file)),
    stateFiles(environment.stateDir.value).ledger,
  ];
  const force = options.force === true;
  const { ledger } = stateFiles(environment.stateDir.value);
  Object.assign(info, {
    environment: environment.name,
    interface: environment.interface.value,
    keep,
    reportPath,
    earlier: command.continues === undefined ? null : { id: command.continues, ledger },
  } satisfies Partial<RunInfo>);
  await requireState(environment, context.env);
  // A scheduled job keeps its report in the state folder, which its first run makes.
  if (reportPath && dirname(reportPath) === environment.stateDir.value)
    makeFolder(dirname(reportPath), { mode: 0o700 });
  if (reportPath) await checkReportPath(reportPath, { force, keep });
  if (command.sends) {
    // Checked here because a run without approval cannot send and should not be in the ledger.
    await requireApproval(environment, context.env);
    if (command.continues !== undefined && isUnanswerable(environment, options, context)) throw unconfirmed();
  }
  await startJob(environment, options, command.name, session);
  if (context.signal.aborted) throw new TraceError('interrupted', 'interrupted', say().runs.interrupted());

  // Draws nothing if JSON lines may go to the same terminal.
  const listener = await listenerOf(context, context.isTTY && !options.jsonLines, options.quiet);
  const lines = options.jsonLines ? jsonLines(context.stdout, context.now) : null;
  const emit = emitTo([listener, lines, info.job], {
    ...HEAP_LIMIT,
    'run-started': (event) => {
      info.run = { id: event.run, ledger };
    },
    'sheet-started': (event) => command.headers?.on(event),
  });
  let run: Run;
  try {
    const confirm = async (leaving: readonly PendingRecords[]) => {
      await listener.idle?.();
      await confirmProduction(environment, leaving, options, context);
    };
    const { env, now, signal, forced } = context;
    const job = { environment, env, now, signal, forced, emit };
    run = await command.run(command.sends ? { ...job, confirm } : job);
  } finally {
    await listener.end();
  }
  try {
    const withMoves = (text: string, exitCode: number) =>
      (info.movesAfter(exitCode) ?? []).reduce((moved, move) => withPath(moved, ...move), text);
    const verdictOf = (of: Run): Verdict => {
      const { next, ...rest } = command.verdict(of);
      const isAdvised = info.movesAfter(rest.exitCode) !== null;
      return { ...rest, next: isAdvised && next ? withMoves(next, rest.exitCode) : null };
    };
    const { verdict, row, error: broken } = storeVerdict(run, verdictOf, context.now().toISOString());
    const reported = await writeReport(run, row, environment, reportPath, { force, keep });
    const isReadable = !broken && !run.ledger.goneError();
    const copies = isReadable ? await command.copies?.(run, row, verdict, reported.path) : undefined;
    const failures =
      broken || run.ledger.goneError()
        ? []
        : await keptState(run, row, environment, context.now(), reportPath);
    // A report that cannot be written is a failure. Every output must show the same exit code.
    const isDone = verdict.exitCode === EXIT_CODES.done.code;
    const final = reported.failure && isDone ? rowWithError(row, reported.failure) : row;
    if (final !== row) keepEnd(run, final);
    const isShared = isReadable && reported.failure === null && run.stop?.code !== 'memory-lost';
    const shareFailure = isShared
      ? await shareRun(run.ledger, final, reported.path, environment, context)
      : null;
    const ended = { ...verdict, exitCode: final.exitCode! };
    const report = () => reportJson(reportParts(run.ledger, final));
    const printFailure = options.json
      ? await failureOf(writeAll(context.stdout, command.document?.(run, ended) ?? report()))
      : null;
    let isSilent = options.quiet === true && ended.exitCode === EXIT_CODES.done.code;
    const print = (text: string) => {
      isSilent = false;
      return write(context.stderr, withMoves(text, ended.exitCode));
    };
    const printLine = (text: string, length?: number) => print(lineFor(context.stderr, text, length));
    for (const line of command.lines?.(run) ?? []) await print(`${line}\n`);
    for (const line of run.warning?.split('\n') ?? []) await printLine(line);
    for (const failure of failures) await printLine(failure);
    if (shareFailure) await printLine(shareFailure);
    lines?.on(verdict);
    info.job?.cause(command.causes?.(run) ?? []);
    info.job?.on(verdict);
    const outputFailure =
      printFailure ?? (await failureOf(lines && finishLines(lines, report(), ended.exitCode, context)));
    if (outputFailure) await printLine(outputFailure.message);
    if (broken instanceof TraceError) await printLine(`trace: ${sentences(broken)}`, 2000);
    info.reported = true;
    for (const line of copies ?? []) await printLine(line);
    const width = terminalWidth(context.stderr);
    if (!isSilent) {
      await printLine(reported.text);
      await print(`${verdictText(verdict, colors(colorLevel(context)), width)}\n`);
    }
    if (broken !== undefined && !(broken instanceof TraceError)) throw broken;
    if (!outputFailure || !isDone) return ended.exitCode;
    const failedRow = rowWithError(row, outputFailure);
    keepEnd(run, failedRow);
    await writeReport(run, failedRow, environment, reportPath, { force, keep });
    return EXIT_CODES.usage.code;
  } catch (error) {
    // A ledger that failed once may fail again, so the first error is reported.
    throw run.error ?? error;
  } finally {
    run.close();
  }
}

const sentences = ({ message, hint }: TraceError): string => (hint ? `${message} ${hint}` : message);

/** Returns an error of printing instead of throwing it: the run is over, and its report is written. */
async function failureOf(printing: Promise<void> | null): Promise<TraceError | null> {
  try {
    await printing;
    return null;
  } catch (error) {
    if (error instanceof TraceError) return error;
    throw error;
  }
}

/** Prints the last line of `--json-lines`. */
export async function finishLines(
  lines: Listener,
  report: AsyncIterable<string>,
  exitCode: number,
  { stdout, now }: Context,
): Promise<void> {
  await lines.end();
  for await (const chunk of finishedLine(exitCode, report, now())) await write(stdout, chunk);
}

/** The row of a run that succeeded but whose report or output could not be written: with the error. */
export function rowWithError(row: RunRow, { code, message, hint }: TraceError): RunRow {
  const error: ErrorText = { code, message, hint: hint ?? null };
  const verdict = JSON.stringify({ ...JSON.parse(row.verdict!), error });
  return { ...row, exitCode: EXIT_CODES.usage.code, verdict };
}

/** Stores the end of the run, so that later reports agree with this one. */
function keepEnd({ ledger }: EndedRun, { run, finishedAt, exitCode, verdict }: RunRow): void {
  try {
    if (!ledger.goneError()) ledger.runs.finish(run, finishedAt!, exitCode!, verdict!);
  } catch {
    // The failure is ignored: the exit code stays the same, and the first error is printed.
  }
}

/** Writes the report. Returns a failure instead of throwing it, as it does not change the outcome of any row. */
async function writeReport(
  { ledger, runId }: EndedRun,
  row: RunRow,
  environment: Environment,
  path: string | null,
  options: { readonly force: boolean; readonly keep: readonly string[] },
): Promise<{ text: string; path: string; failure: TraceError | null }> {
  const folder = stateFiles(environment.stateDir.value).reports;
  const target = path ?? join(folder, `${runId}.json`);
  try {
    if (!path) makeReports(folder);
    await writeRunReport(target, reportParts(ledger, row), options);
    return { text: say().runs.report({ path: target }), path: target, failure: null };
  } catch (thrown) {
    // The report is read from the ledger, so the ledger may be the cause.
    const error = ledger.errorOf(thrown);
    const again = say().runs.writeAgain({
      command: advised('runs', 'report', runId, ...environment.place),
    });
    const reason = say().runs.reportUnwritable({
      path: target,
      reason: `${(error as { code?: string }).code ?? error}`,
    });
    const failure = error instanceof TraceError ? error : usage('report-unwritable', reason, again);
    return { text: `${failure.message} ${again}`, path: target, failure };
  }
}
