import { join, resolve } from 'node:path';
import { command as advised } from '../advice.ts';
import { requireApproval, requireState } from '../config/approval.ts';
import type { Environment } from '../config/environment.ts';
import { type Context, colorLevel, write } from '../context.ts';
import { type ErrorText, EXIT_CODES, TraceError } from '../errors.ts';
import type { RunEvent, Verdict } from '../import/event.ts';
import { makeReports, stateFiles } from '../import/place.ts';
import type { Leaving, Pushed, SendingJob } from '../import/push-run.ts';
import type { Replacement } from '../import/replace-ledger.ts';
import { runParts } from '../import/report-parts.ts';
import { finish } from '../import/run-end.ts';
import { backUp } from '../ledger/backup.ts';
import { ledgerError } from '../ledger/errors.ts';
import type { RunRow } from '../ledger/ledger.ts';
import { forTerminal } from '../terminal-text.ts';
import type { Known, Session } from './command.ts';
import { confirmProduction, isUnanswerable, unconfirmed } from './confirm.ts';
import { shared } from './flags/shared.ts';
import { listenerOf } from './inspecting.ts';
import { checkReportPath } from './view/file.ts';
import { finishedLine, jsonLines } from './view/json-lines.ts';
import type { Listener } from './view/listener.ts';
import { reportJson, writeRunReport } from './view/run-report.ts';
import { colors, verdictText } from './view/sentences.ts';

/** The flags of every command that sends records. */
export interface SendingOptions {
  readonly report?: string;
  readonly json?: boolean;
  readonly jsonLines?: boolean;
  readonly yes?: boolean;
  readonly input?: boolean;
  readonly force?: boolean;
}

export const REPORT_FLAGS = [
  ['--report <file>', 'file of the JSON report (default: in the state folder)'],
  shared('force', ': let --report replace a file that is not a report'),
  shared('json', ': the report'),
  ['--json-lines', 'print the events on standard output as they come, one JSON object per line'],
] as const;

/** Where the ledger cannot be relied on. */
export const LEDGER_FLAGS = [
  ['--restore-ledger', 'continue with the last backup of a lost or damaged ledger, or with an older copy'],
  ['--new-ledger', 'continue with an empty ledger in place of a lost or damaged one'],
] as const;

export interface LedgerFlags {
  readonly restoreLedger?: boolean;
  readonly newLedger?: boolean;
}

/** Throws TraceError when both are given. */
export function replacementOf({ restoreLedger, newLedger }: LedgerFlags): Replacement | undefined {
  if (restoreLedger && newLedger)
    throw new TraceError(
      'usage',
      'flags-exclude',
      '--restore-ledger and --new-ledger exclude each other: use one.',
    );
  return restoreLedger ? 'restore' : newLedger ? 'new' : undefined;
}

/** How a run reports its events and asks for confirmation. */
export type Listening = Pick<SendingJob, 'emit' | 'confirm'>;

/** A command that sends, between its flags and its last line. */
export interface SendingCommand<Run extends Pushed> {
  readonly environment: Environment;
  readonly options: SendingOptions;
  /** Where the report goes, instead of the state folder. */
  readonly reportPath: string | null;
  /** Files that no report may replace. */
  readonly inputs: readonly string[];
  /** Whether records leave: production is then confirmed. */
  readonly sends: boolean;
  run(listening: Listening): Promise<Run>;
  verdict(run: Run): Verdict;
  /** Said before the last line. */
  lines?(run: Run): Iterable<string>;
  /** Its records are in the ledger, with how they ended: a refusal that is certain must not touch them. */
  readonly goesOn?: boolean;
  /** What `--json` prints instead of the report. */
  document?(run: Run, verdict: Verdict): Iterable<string>;
}

/** Runs it with its listeners, writes its report and its verdict. Gives the exit code. */
export async function runSending<Run extends Pushed>(
  command: SendingCommand<Run>,
  { context, known }: Session,
): Promise<number> {
  const { environment, options, reportPath } = command;
  if (options.json && options.jsonLines)
    throw new TraceError(
      'usage',
      'flags-exclude',
      '--json and --json-lines both use standard output: use one of them.',
    );
  const keep = [
    ...command.inputs.map((file) => resolve(context.cwd, file)),
    stateFiles(environment.stateDir.value).ledger,
  ];
  const force = options.force === true;
  const { ledger } = stateFiles(environment.stateDir.value);
  Object.assign(known, {
    environment: environment.name,
    interface: environment.interface.value,
    keep,
    reportPath,
  } satisfies Partial<Known>);
  if (reportPath) await checkReportPath(reportPath, { force, keep });
  await requireState(environment, context.env);
  if (command.sends) {
    // Before the ledger knows of a run that cannot send.
    await requireApproval(environment, context.env);
    if (command.goesOn && isUnanswerable(environment, options, context)) throw unconfirmed('This writes');
  }
  if (context.signal.aborted)
    throw new TraceError('interrupted', 'interrupted', 'Interrupted: nothing was sent.');

  // Lines of JSON may go to the same terminal: nothing is drawn over them.
  const listener = await listenerOf(context, context.isTTY && !options.jsonLines);
  const lines = options.jsonLines ? jsonLines(context.stdout, context.now) : null;
  const emit = (event: RunEvent) => {
    if (event.type === 'run-started') known.run = { id: event.run, ledger };
    listener.on(event);
    lines?.on(event);
  };
  let run: Run;
  try {
    const confirm = async (leaving: readonly Leaving[]) => {
      await listener.idle?.();
      await confirmProduction(environment, leaving, options, context);
    };
    run = await command.run(command.sends ? { emit, confirm } : { emit });
  } finally {
    await listener.end();
  }
  try {
    const { verdict, row, broken } = finish(run, command.verdict, context.now().toISOString());
    const reported = await writeReport(run, row, environment, reportPath, { force, keep });
    const uncopied = broken || run.ledger.gone() ? null : await backUp(run.ledger, context.now());
    // A report that could not be written is a failure, and every output has to show the same exit code.
    const isDone = verdict.exitCode === EXIT_CODES.done.code;
    const final = reported.failure && isDone ? failed(row, reported.failure) : row;
    if (final !== row) keepEnd(run, final);
    const ended = { ...verdict, exitCode: final.exitCode! };
    const unprinted = options.json
      ? await print(command.document?.(run, ended) ?? reportOf(run, final), context)
      : null;
    for (const line of command.lines?.(run) ?? []) await write(context.stderr, `${line}\n`);
    for (const line of run.warning?.split('\n') ?? [])
      await write(context.stderr, `${forTerminal(line, 1000)}\n`);
    if (uncopied) await write(context.stderr, `${forTerminal(uncopied, 1000)}\n`);
    lines?.on(verdict);
    const cut =
      unprinted ?? (await unwritten(lines && finishLines(lines, reportOf(run, final), ended, context)));
    if (cut) await write(context.stderr, `${forTerminal(cut.message, 1000)}\n`);
    if (broken instanceof TraceError)
      await write(context.stderr, `${forTerminal(`trace: ${sentences(broken)}`, 2000)}\n`);
    known.reported = true;
    const said = forTerminal(reported.text, 1000);
    await write(context.stderr, `${said}\n${verdictText(verdict, colors(colorLevel(context)))}\n`);
    if (broken !== undefined && !(broken instanceof TraceError)) throw broken;
    if (!cut || !isDone) return ended.exitCode;
    const unprintedRow = failed(row, cut);
    keepEnd(run, unprintedRow);
    await writeReport(run, unprintedRow, environment, reportPath, { force, keep });
    return EXIT_CODES.usage.code;
  } catch (error) {
    // A ledger that failed once may fail its readers too: what broke first is what a person has to know.
    throw run.broken ?? error;
  } finally {
    run.close();
  }
}

const sentences = ({ message, hint }: TraceError): string => (hint ? `${message} ${hint}` : message);

/** Prints a document. A failure is returned and not thrown: the run is over, and its report is in place. */
function print(
  chunks: AsyncIterable<string> | Iterable<string>,
  { stdout }: Context,
): Promise<TraceError | null> {
  return unwritten(
    (async () => {
      for await (const chunk of chunks) await write(stdout, chunk);
      await write(stdout, '\n');
    })(),
  );
}

async function unwritten(printing: Promise<void> | null): Promise<TraceError | null> {
  try {
    await printing;
    return null;
  } catch (error) {
    if (error instanceof TraceError) return error;
    throw error;
  }
}

async function finishLines(
  lines: Listener,
  report: AsyncIterable<string>,
  { exitCode }: Verdict,
  { stdout, now }: Context,
): Promise<void> {
  await lines.end();
  for await (const chunk of finishedLine(exitCode, report, now())) await write(stdout, chunk);
}

/** The row of a run that succeeded, with the error that kept its report or its output from being written. */
export function failed(row: RunRow, { code, message, hint }: TraceError): RunRow {
  const error: ErrorText = { code, message, hint: hint ?? null };
  const verdict = JSON.stringify({ ...JSON.parse(row.verdict!), error });
  return { ...row, exitCode: EXIT_CODES.usage.code, verdict };
}

/** Stores how the run ended, so that later readers of the ledger report the same. */
function keepEnd({ ledger }: Pushed, { run, finishedAt, exitCode, verdict }: RunRow): void {
  try {
    if (!ledger.gone()) ledger.finishRun(run, finishedAt!, exitCode!, verdict!);
  } catch {
    // The ledger fails too: the process still ends with this exit code, and its first error is printed.
  }
}

function reportOf({ ledger }: Pushed, row: RunRow): AsyncGenerator<string> {
  const { head, ...parts } = runParts(ledger, row);
  return reportJson(head, parts);
}

/** A report that cannot be written fails no row. */
async function writeReport(
  { ledger, runId }: Pushed,
  row: RunRow,
  environment: Environment,
  path: string | null,
  options: { readonly force: boolean; readonly keep: readonly string[] },
): Promise<{ text: string; failure: TraceError | null }> {
  const folder = stateFiles(environment.stateDir.value).reports;
  const target = path ?? join(folder, `${runId}.json`);
  try {
    if (!path) makeReports(folder);
    const { head, ...parts } = runParts(ledger, row);
    await writeRunReport(target, head, parts, options);
    return { text: `report: ${target}`, failure: null };
  } catch (thrown) {
    // It is written from the ledger, which may be what fails.
    const error =
      (thrown as { errcode?: number }).errcode === undefined ? thrown : ledgerError(thrown, ledger.path);
    const again = `${advised('runs', 'report', runId, ...environment.place)} writes it again from the ledger.`;
    const reason = `The report ${target} cannot be written (${(error as { code?: string }).code ?? error}).`;
    const failure =
      error instanceof TraceError ? error : new TraceError('usage', 'report-unwritable', reason, again);
    return { text: `${failure.message} ${again}`, failure };
  }
}
