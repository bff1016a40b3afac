import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { fromHome } from '../config/home.ts';
import { type Context, write } from '../context.ts';
import { type ErrorText, TraceError } from '../errors.ts';
import { makeReports, stateFiles } from '../import/place.ts';
import { noTotals } from '../import/push/outcome.ts';
import { runParts } from '../import/report-parts.ts';
import { Ledger } from '../ledger/ledger.ts';
import { forTerminal, jsonText } from '../terminal-text.ts';
import type { RunInfo, Session } from './command.ts';
import { hasReport } from './flags/help.ts';
import { checkReportPath, isEarlierReport } from './view/file.ts';
import { SCHEMA_VERSION } from './view/json-document.ts';
import { finishedLine } from './view/json-lines.ts';
import { type ReportParts, reportJson, writeRunReport } from './view/run-report.ts';
import type { ReportHead } from './view/schema.ts';

/** How a command ended that wrote no report of its own. */
interface Ending {
  readonly exitCode: number;
  /** Null for 0. */
  readonly error: ErrorText | null;
}

/** What was asked of a command about its report. */
interface ReportFlags {
  /** Null when it writes none, or none was named. */
  readonly path: string | null;
  readonly force: boolean;
  readonly json: boolean;
  readonly jsonLines: boolean;
  /** As it was named. */
  readonly environment: string | null;
}

/** Commands whose `--json` prints a document of their own instead of the report; after an error, the error alone. */
const INSPECTING: ReadonlySet<string> = new Set(['check', 'plan', 'resolve']);

/**
 * Removes the report of an earlier run from the path where this run writes its own: however this run ends, nobody mistakes
 * the old report for the new one. Only a report is removed.
 */
export async function dropEarlierReport(command: Command, { cwd }: Context): Promise<void> {
  const { report } = command.opts<{ report?: string }>();
  if (!hasReport(command) || !report) return;
  const path = resolve(cwd, report);
  // Where it cannot be removed, it cannot be replaced either: that is reported when the new one is written.
  if (await isEarlierReport(path)) await rm(path, { force: true }).catch(() => {});
}

/**
 * Writes and prints the report of a command that ended without one. An import, a resume, a resolve and an update get the
 * whole report, with the rows that the ledger knows; `--json` of a check, a plan and a resolve prints the error alone.
 */
export async function lastReport(
  command: Command,
  argv: readonly string[],
  { context, info }: Session,
  ending: Ending,
): Promise<void> {
  if (info.reported) return;
  const flags = flagsOf(command, argv, context);
  const { error, exitCode } = ending;
  // A misspelled command may be any command: it writes the report that was asked for.
  const isMisspelled = isGroup(command) && flags.path !== null && error?.code === 'arguments';
  const hasDocument = INSPECTING.has(command.name());
  if (flags.json && hasDocument && error !== null)
    await print([`${jsonText({ schemaVersion: SCHEMA_VERSION, exitCode, error })}\n`], context);
  if (!hasReport(command) && !isMisspelled) return;
  info.environment ??= flags.environment;
  // A command that ended before it reached an earlier run does not replace the report of that run.
  const path = flags.path ?? (info.run === null ? null : info.reportPath);
  if (path !== null) await replaceReport(path, flags.force, info, ending, context);
  else if (info.run !== null) await keepReport(info, info.run, ending, context);
  if (hasDocument) return;
  if (flags.jsonLines && !flags.json)
    await printed(info, ending, context, (chunks) => finishedLine(ending.exitCode, chunks, context.now()));
  else if (flags.json) await printed(info, ending, context, (chunks) => chunks);
}

const isGroup = (command: Command): boolean => command.commands.length > 0;

interface Given {
  readonly report?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly jsonLines?: boolean;
  readonly env?: string;
}

/** The flags as they were parsed; as they were typed where parsing failed. */
function flagsOf(command: Command, argv: readonly string[], { cwd, env }: Context): ReportFlags {
  const given = command.opts<Given>();
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
  ending: Ending,
  context: Context,
): Promise<void> {
  try {
    // Until the input files are known, only a report is replaced.
    const options = { force: force && info.keep.length > 0, keep: info.keep };
    await checkReportPath(path, options);
    await withParts(info, ending, context, ({ head, parts }) => writeRunReport(path, head, parts, options));
  } catch (error) {
    // This error ended the command and is printed already.
    if (error instanceof TraceError && error.code === ending.error?.code) return;
    const why = error instanceof Error ? error.message : String(error);
    await write(context.stderr, `trace: ${forTerminal(why, 1000)}\n`);
  }
}

/** Writes the report into the state folder. Where that fails, `runs report` writes it again. */
async function keepReport(
  info: RunInfo,
  run: { readonly id: string; readonly ledger: string },
  ending: Ending,
  context: Context,
): Promise<void> {
  const { reports } = stateFiles(dirname(run.ledger));
  try {
    makeReports(reports);
    const path = join(reports, `${run.id}.json`);
    await withParts(info, ending, context, ({ head, parts }) => writeRunReport(path, head, parts));
  } catch {
    // The error that ended the command is printed already, and may be the one that fails here too.
  }
}

async function printed(
  info: RunInfo,
  ending: Ending,
  context: Context,
  as: (chunks: AsyncIterable<string>) => AsyncIterable<string>,
): Promise<void> {
  await withParts(info, ending, context, ({ head, parts }) => print(as(reportJson(head, parts)), context));
}

/** A failed write changes nothing: standard error says how the command ended. */
async function print(chunks: AsyncIterable<string> | Iterable<string>, { stdout }: Context): Promise<void> {
  for await (const chunk of chunks) {
    try {
      await write(stdout, chunk);
    } catch {
      return;
    }
  }
}

interface ReportInput {
  readonly head: ReportHead;
  readonly parts: ReportParts;
}

/** Passes `use` the report from the ledger; without a run, or where the ledger cannot be read, what the command knows. */
async function withParts(
  info: RunInfo,
  ending: Ending,
  context: Context,
  use: (input: ReportInput) => Promise<void>,
): Promise<void> {
  const bare = () => use({ head: headOf(info, ending, context), parts: NOTHING });
  if (info.run === null) return bare();
  try {
    using ledger = Ledger.reading(info.run.ledger);
    const row = ledger.findRun(info.run.id)!;
    const { head, ...parts } = runParts(ledger, row);
    await use({
      head: row.exitCode === ending.exitCode ? head : { ...head, ...endOf(ending, context) },
      parts,
    });
  } catch (error) {
    if (error instanceof TraceError && error.code.startsWith('report-')) throw error;
    await bare();
  }
}

const NOTHING: ReportParts = { files: [], batches: [], findings: [], ignoredColumns: [], records: [] };

const endOf = ({ exitCode, error }: Ending, { now }: Context) => ({
  finishedAt: now().toISOString(),
  exitCode,
  error,
  verdict: error && { text: error.message, next: null },
});

const headOf = (info: RunInfo, ending: Ending, context: Context): ReportHead => ({
  run: info.run?.id ?? null,
  environment: info.environment,
  interface: info.interface,
  startedAt: info.startedAt,
  ...endOf(ending, context),
  totals: noTotals(),
});
