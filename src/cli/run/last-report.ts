import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { fromHome } from '../../config/home.ts';
import { type Context, write } from '../../context.ts';
import { TraceError } from '../../errors.ts';
import { reportParts } from '../../import/report/report-parts.ts';
import { makeReports, stateFiles } from '../../import/state/state-files.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { noTotals } from '../../send/push/outcome.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { CommandEnding, RunInfo, Session } from '../command.ts';
import { hasReport } from '../flags/help.ts';
import { checkReportPath, isEarlierReport } from '../view/file.ts';
import { SCHEMA_VERSION } from '../view/json-document.ts';
import { finishedLine } from '../view/json-lines.ts';
import type { ReportHead } from '../view/report-schema.ts';
import { type Report, reportJson, writeRunReport } from '../view/run-report.ts';

/** The flags that affect the report. */
interface ReportFlags {
  /** The path of --report; null without the flag. */
  readonly path: string | null;
  readonly force: boolean;
  readonly json: boolean;
  readonly jsonLines: boolean;
  /** The value of --env. */
  readonly environment: string | null;
}

/** Commands whose `--json` prints another document than the report. If they fail, they print only the error. */
const WITH_DOCUMENT: ReadonlySet<string> = new Set(['check', 'compare', 'map', 'plan', 'resolve']);

/**
 * Removes an earlier report from the path of --report, so that nobody takes it for the report of this run. Other files
 * are kept.
 */
export async function dropEarlierReport(command: Command, { cwd }: Context): Promise<void> {
  const { report } = command.opts<{ report?: string }>();
  if (!hasReport(command) || !report) return;
  const path = resolve(cwd, report);
  // A failure needs no message here: writing the new report fails too, and reports it.
  if (await isEarlierReport(path)) await rm(path, { force: true }).catch(() => {});
}

/**
 * Writes and prints the report of a command that ended without one, with the rows that are in the ledger. For `--json`
 * of check, compare, map, plan and resolve, prints only the error.
 */
export async function lastReport(
  command: Command,
  argv: readonly string[],
  { context, info }: Session,
  ending: CommandEnding,
): Promise<void> {
  if (info.reported) return;
  const flags = flagsOf(command, argv, context);
  const { error, exitCode } = ending;
  // The subcommand is misspelled, so it may be one that writes a report.
  const isMisspelled = isGroup(command) && flags.path !== null && error?.code === 'arguments';
  const hasDocument = WITH_DOCUMENT.has(command.name());
  if (flags.json && hasDocument && error !== null)
    await print([`${jsonText({ schemaVersion: SCHEMA_VERSION, exitCode, error })}\n`], context);
  if (!hasReport(command) && !isMisspelled) return;
  info.environment ??= flags.environment;
  // A command that started no run does not replace the report of an earlier run.
  const path = flags.path ?? (info.run === null ? null : info.reportPath);
  if (path !== null) await replaceReport(path, flags.force, info, ending, context);
  else if (info.run !== null) await keepReport(info, info.run, ending, context);
  if (hasDocument) return;
  if (flags.jsonLines && !flags.json)
    await printed(info, ending, context, (chunks) => finishedLine(ending.exitCode, chunks, context.now()));
  else if (flags.json) await printed(info, ending, context, (chunks) => chunks);
}

const isGroup = (command: Command): boolean => command.commands.length > 0;

interface TypedFlags {
  readonly report?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly jsonLines?: boolean;
  readonly env?: string;
}

/** The flags as parsed or, if parsing failed, as typed. */
function flagsOf(command: Command, argv: readonly string[], { cwd, env }: Context): ReportFlags {
  const given = command.opts<TypedFlags>();
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  const at = words.findIndex((word) => word === '--report' || word.startsWith('--report='));
  const typed = words[at]?.includes('=') ? words[at]!.slice('--report='.length) : words[at + 1];
  const report = given.report ?? (at === -1 ? env.TRACE_REPORT : typed);
  return {
    path: report ? resolve(cwd, fromHome(report)) : null,
    force: given.force === true || words.includes('--force'),
    json: given.json === true || words.includes('--json'),
    jsonLines: given.jsonLines === true || words.includes('--json-lines'),
    environment: given.env ?? null,
  };
}

async function replaceReport(
  path: string,
  force: boolean,
  info: RunInfo,
  ending: CommandEnding,
  context: Context,
): Promise<void> {
  try {
    // --force is ignored until the input files are known: they must not be replaced.
    const options = { force: force && info.keep.length > 0, keep: info.keep };
    await checkReportPath(path, options);
    await withParts(info, ending, context, (report) => writeRunReport(path, report, options));
  } catch (error) {
    // The command has ended with the same error, which is printed already.
    if (error instanceof TraceError && error.code === ending.error?.code) return;
    const why = error instanceof Error ? error.message : String(error);
    await write(context.stderr, `trace: ${forTerminal(why, 1000)}\n`);
  }
}

/** Writes the report into the state folder. If that fails, `runs report` can write it later. */
async function keepReport(
  info: RunInfo,
  run: { readonly id: string; readonly ledger: string },
  ending: CommandEnding,
  context: Context,
): Promise<void> {
  const { reports } = stateFiles(dirname(run.ledger));
  try {
    makeReports(reports);
    const path = join(reports, `${run.id}.json`);
    await withParts(info, ending, context, (report) => writeRunReport(path, report));
  } catch {
    // This failure is not reported: it is probably caused by the error that ended the command, which is printed.
  }
}

async function printed(
  info: RunInfo,
  ending: CommandEnding,
  context: Context,
  as: (chunks: AsyncIterable<string>) => AsyncIterable<string>,
): Promise<void> {
  await withParts(info, ending, context, (report) => print(as(reportJson(report)), context));
}

/** Prints the chunks. A failed write is ignored: the error that ended the command is on standard error. */
async function print(chunks: AsyncIterable<string> | Iterable<string>, { stdout }: Context): Promise<void> {
  for await (const chunk of chunks) {
    try {
      await write(stdout, chunk);
    } catch {
      return;
    }
  }
}

/** Calls `use` with the report from the ledger. Without a run, or if the ledger fails, the report has no rows. */
async function withParts(
  info: RunInfo,
  ending: CommandEnding,
  context: Context,
  use: (report: Report) => Promise<void>,
): Promise<void> {
  const withoutRows = () => use({ head: headOf(info, ending, context), ...EMPTY_PARTS });
  const run = info.run ?? info.earlier;
  if (run === null) return withoutRows();
  try {
    using ledger = Ledger.reading(run.ledger);
    const row = ledger.runs.find(run.id)!;
    const report = reportParts(ledger, row);
    const isSame = info.run !== null && row.exitCode === ending.exitCode;
    await use(isSame ? report : { ...report, head: { ...report.head, ...endOf(ending, context) } });
  } catch (error) {
    if (error instanceof TraceError && error.code.startsWith('report-')) throw error;
    await withoutRows();
  }
}

const EMPTY_PARTS = { files: [], batches: [], findings: [], ignoredColumns: [], records: [] };

const endOf = ({ exitCode, error }: CommandEnding, { now }: Context) => ({
  finishedAt: now().toISOString(),
  exitCode,
  error,
  verdict: error && { text: error.message, next: null },
});

const headOf = (info: RunInfo, ending: CommandEnding, context: Context): ReportHead => ({
  run: (info.run ?? info.earlier)?.id ?? null,
  environment: info.environment,
  interface: info.interface,
  startedAt: info.startedAt,
  ...endOf(ending, context),
  totals: noTotals(),
});
