import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { fromHome } from '../config/home.ts';
import { type Context, write } from '../context.ts';
import { type ErrorText, TraceError } from '../errors.ts';
import { Ledger } from '../ledger/ledger.ts';
import { noTotals } from '../push/outcome.ts';
import { checkReportPath, isEarlierReport } from '../report/file.ts';
import { SCHEMA_VERSION } from '../report/json-document.ts';
import { finishedLine } from '../report/json-lines.ts';
import { type ReportParts, reportJson, writeRunReport } from '../report/run-report.ts';
import type { ReportHead } from '../report/schema.ts';
import { forTerminal, jsonText } from '../report/terminal-text.ts';
import { makeReports, stateFiles } from '../run/place.ts';
import { runParts } from '../run/report-parts.ts';
import type { Known, Session } from './command.ts';
import { hasReport } from './help.ts';

/** How a command ended that did not say so in a report itself. */
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

/** Commands that print a document of their own with `--json`, and no report: of what ended them, the error alone. */
const INSPECTING: ReadonlySet<string> = new Set(['check', 'plan', 'resolve']);

/**
 * Takes away the report of an earlier run where this one is to write its own: whatever ends it, also what leaves no time to
 * write, nobody takes the old one for the new. Nothing else is ever taken away.
 */
export async function dropEarlierReport(command: Command, { cwd }: Context): Promise<void> {
  const { report } = command.opts<{ report?: string }>();
  if (!hasReport(command) || !report) return;
  const path = resolve(cwd, report);
  if (await isEarlierReport(path)) await rm(path, { force: true }).catch(() => {});
}

/**
 * Writes and prints what a command owes when it ends without its own report: of an import, a resume, a resolve and an update
 * the report, with what the ledger knows of their rows; of a check, a plan and what a resolve prints the error alone.
 */
export async function lastReport(
  command: Command,
  argv: readonly string[],
  { context, known }: Session,
  ending: Ending,
): Promise<void> {
  if (known.reported) return;
  const flags = flagsOf(command, argv, context);
  const { error, exitCode } = ending;
  // A command that is misspelled may be any: the report is its own where one was asked for.
  const isMisspelled = isGroup(command) && flags.path !== null && error?.code === 'arguments';
  const hasDocument = INSPECTING.has(command.name());
  if (flags.json && hasDocument && error !== null)
    await print([`${jsonText({ schemaVersion: SCHEMA_VERSION, exitCode, error })}\n`], context);
  if (!hasReport(command) && !isMisspelled) return;
  known.environment ??= flags.environment;
  // A command on an earlier run that did not get to it leaves the report of that run as it is.
  const path = flags.path ?? (known.run === null ? null : known.reportPath);
  if (path !== null) await replaceReport(path, flags.force, known, ending, context);
  else if (known.run !== null) await keepReport(known, known.run, ending, context);
  if (hasDocument) return;
  if (flags.jsonLines && !flags.json)
    await printed(known, ending, context, (chunks) => finishedLine(ending.exitCode, chunks, context.now()));
  else if (flags.json) await printed(known, ending, context, (chunks) => chunks);
}

const isGroup = (command: Command): boolean => command.commands.length > 0;

interface Given {
  readonly report?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly jsonLines?: boolean;
  readonly env?: string;
}

/** As the flags were understood; of words that were not, as they stand there. */
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
  known: Known,
  ending: Ending,
  context: Context,
): Promise<void> {
  try {
    // As long as it is not known which files are the input, nothing is replaced but a report.
    const options = { force: force && known.keep.length > 0, keep: known.keep };
    await checkReportPath(path, options);
    await withParts(known, ending, context, ({ head, parts }) => writeRunReport(path, head, parts, options));
  } catch (error) {
    // It is what ended the command, and is told already.
    if (error instanceof TraceError && error.code === ending.error?.code) return;
    const why = error instanceof Error ? error.message : String(error);
    await write(context.stderr, `trace: ${forTerminal(why, 1000)}\n`);
  }
}

/** In the state folder, where no other place was named. `runs report` makes it again where it cannot be written. */
async function keepReport(
  known: Known,
  run: { readonly id: string; readonly ledger: string },
  ending: Ending,
  context: Context,
): Promise<void> {
  const { reports } = stateFiles(dirname(run.ledger));
  try {
    makeReports(reports);
    const path = join(reports, `${run.id}.json`);
    await withParts(known, ending, context, ({ head, parts }) => writeRunReport(path, head, parts));
  } catch {
    // What ended the command is told, and may be what fails here.
  }
}

async function printed(
  known: Known,
  ending: Ending,
  context: Context,
  as: (chunks: AsyncIterable<string>) => AsyncIterable<string>,
): Promise<void> {
  await withParts(known, ending, context, ({ head, parts }) => print(as(reportJson(head, parts)), context));
}

/** What cannot be printed changes nothing: how the command ended is told on standard error. */
async function print(chunks: AsyncIterable<string> | Iterable<string>, { stdout }: Context): Promise<void> {
  for await (const chunk of chunks) {
    try {
      await write(stdout, chunk);
    } catch {
      return;
    }
  }
}

interface Told {
  readonly head: ReportHead;
  readonly parts: ReportParts;
}

/** Gives `use` what the ledger knows of the run; where there is none, or it cannot be read, what the command knows. */
async function withParts(
  known: Known,
  ending: Ending,
  context: Context,
  use: (told: Told) => Promise<void>,
): Promise<void> {
  const bare = () => use({ head: headOf(known, ending, context), parts: NOTHING });
  if (known.run === null) return bare();
  try {
    using ledger = Ledger.reading(known.run.ledger);
    const row = ledger.findRun(known.run.id)!;
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

const headOf = (known: Known, ending: Ending, context: Context): ReportHead => ({
  run: known.run?.id ?? null,
  environment: known.environment,
  interface: known.interface,
  startedAt: known.startedAt,
  ...endOf(ending, context),
  totals: noTotals(),
});
