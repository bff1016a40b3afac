import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import type { Environment } from '../config/environment.ts';
import { type Context, colorLevel, write } from '../context.ts';
import { EXIT_CODES, TraceError } from '../errors.ts';
import { checkReportPath } from '../report/file.ts';
import { briefFindingLines } from '../report/findings-view.ts';
import { jsonLines } from '../report/json-lines.ts';
import { plain } from '../report/plain.ts';
import { reportJson, writeRunReport } from '../report/run-report.ts';
import { colors, verdictText } from '../report/sentences.ts';
import { tasks } from '../report/tasks.ts';
import { totalsOf } from '../run/end.ts';
import type { RunEvent, Verdict } from '../run/event.ts';
import { type Imported, importFiles } from '../run/import.ts';
import { stateFiles } from '../run/place.ts';
import { runParts } from '../run/report-parts.ts';
import { verdictOf } from '../run/verdict.ts';
import type { Session } from './command.ts';
import { flags, helpTail } from './help.ts';
import { type Asked, askedOf, type InputOptions, inputFlags, inputOf, settingFlags } from './input.ts';
import { runPlan } from './plan.ts';

interface ImportOptions extends InputOptions {
  readonly dryRun?: boolean;
  readonly skipInvalid?: boolean;
  readonly report?: string;
  readonly json?: boolean;
  readonly jsonLines?: boolean;
  readonly yes?: boolean;
  readonly input?: boolean;
  readonly force?: boolean;
}

export function define(command: Command, session: Session): void {
  inputFlags(command);
  flags(command, [
    ['--dry-run', 'stop after the plan: nothing is sent'],
    ['--skip-invalid', 'send the sound rows though others are invalid'],
  ]);
  settingFlags(command, ['rate', 'concurrency', 'settle', 'timeout']);
  flags(command, [
    ['--report <file>', 'where the JSON report goes, instead of the state folder'],
    ['--force', 'let --report replace a file that is no report'],
    ['--json', 'print the report on standard output'],
    ['--json-lines', 'print the events on standard output as they come, a JSON object a line'],
    ['--yes', 'do not ask before writing to production'],
    ['--no-input', 'never ask anything'],
  ]);
  helpTail(command, [
    'trace import batch.xlsx --env sandbox',
    'trace import suppliers.csv products.csv components.csv --family STANDARD --batch AURORE-SS27-W1',
    'trace import batch.xlsx --env production --yes --report report.json',
    'cat suppliers.csv | trace import - --sheet "-=suppliers"',
  ]);
  command.action(async (files: string[], options: ImportOptions) => {
    session.exit(
      options.dryRun
        ? await runPlan(askedOf(files, command), options, session)
        : await runImport(askedOf(files, command), options, session),
    );
  });
}

async function runImport(asked: Asked, options: ImportOptions, session: Session): Promise<number> {
  const { context } = session;
  if (options.json && options.jsonLines)
    throw new TraceError(
      'usage',
      'flags-exclude',
      '--json and --json-lines both want standard output: say one.',
    );
  const { environment, settings } = await inputOf(asked.files, options, session);
  const reportPath = options.report === undefined ? null : resolve(context.cwd, options.report);
  const kept = [
    ...settings.files.map((file) => resolve(context.cwd, file)),
    stateFiles(environment.stateDir.value).ledger,
  ];
  if (reportPath) await checkReportPath(reportPath, { force: options.force === true, keep: kept });
  await confirmProduction(environment, options, context);

  const face = { stream: context.stderr, now: () => performance.now(), colorLevel: colorLevel(context) };
  // Lines of JSON may go to the same terminal: nothing is drawn over them.
  const listener = context.isTTY && !options.jsonLines ? tasks(face) : plain(face);
  const lines = options.jsonLines ? jsonLines(context.stdout) : null;
  const emit = (event: RunEvent) => {
    listener.on(event);
    lines?.on(event);
  };
  let imported: Imported;
  try {
    imported = await importFiles({
      environment,
      settings,
      skipInvalid: options.skipInvalid === true,
      env: context.env,
      now: context.now,
      signal: context.signal,
      emit,
      options: JSON.stringify({ ...options, files: asked.files }),
    });
  } finally {
    await listener.end();
  }
  try {
    const verdict = conclude(imported, environment, asked, options, context);
    const reported = await report(imported, environment, reportPath, options, kept, context);
    for (const line of briefFindingLines(imported.groups.groups(), colors(face.colorLevel)))
      await write(context.stderr, `${line}\n`);
    if (imported.warning) await write(context.stderr, `${imported.warning}\n`);
    lines?.on(verdict);
    await lines?.end();
    await write(context.stderr, `${reported.text}\n${verdictText(verdict, colors(face.colorLevel))}\n`);
    return verdict.exitCode === 0 && !reported.written ? EXIT_CODES.usage.code : verdict.exitCode;
  } finally {
    imported.close();
  }
}

/** Settles how the run ended and writes it to the ledger. */
function conclude(
  { ledger, run, runId, groups, stop }: Imported,
  environment: Environment,
  asked: Asked,
  options: ImportOptions,
  context: Context,
): Verdict {
  const verdict = verdictOf({
    command: 'import',
    run: runId,
    environment: environment.name,
    ...asked,
    totals: totalsOf(ledger, run),
    errors: groups.counts().error,
    warnings: groups.counts().warning,
    skipInvalid: options.skipInvalid === true,
    stop,
    toSend: 0,
  });
  ledger.finishRun(
    run,
    context.now().toISOString(),
    verdict.exitCode,
    JSON.stringify({ text: verdict.text, next: verdict.next }),
  );
  return verdict;
}

/** Writes the report, and prints it where `--json` asks for it. A report that cannot be written fails no row. */
async function report(
  { ledger, runId }: Imported,
  environment: Environment,
  path: string | null,
  options: ImportOptions,
  kept: readonly string[],
  context: Context,
): Promise<{ text: string; written: boolean }> {
  const run = ledger.findRun(runId)!;
  if (options.json) {
    const { head, ...parts } = runParts(ledger, run);
    for await (const chunk of reportJson(head, parts)) await write(context.stdout, chunk);
    await write(context.stdout, '\n');
  }
  const folder = stateFiles(environment.stateDir.value).reports;
  const target = path ?? join(folder, `${runId}.json`);
  try {
    if (!path) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { head, ...parts } = runParts(ledger, run);
    await writeRunReport(target, head, parts, { force: options.force === true, keep: kept });
    return { text: `report: ${target}`, written: true };
  } catch (error) {
    const reason =
      error instanceof TraceError
        ? error.message
        : `The report ${target} cannot be written (${(error as { code?: string }).code ?? error}).`;
    return {
      text: `${reason} "trace runs report ${runId}" writes it again from the ledger.`,
      written: false,
    };
  }
}

/** A write to production asks, or needs --yes. Never a question where nobody can answer. */
async function confirmProduction(
  { name, baseUrl }: Environment,
  options: ImportOptions,
  context: Context,
): Promise<void> {
  if (name !== 'production' || options.yes) return;
  if (!context.canAnswer || options.input === false) {
    throw new TraceError(
      'usage',
      'production-unconfirmed',
      'This writes to production.',
      'Say --yes if that is meant.',
    );
  }
  const answer = await ask(`Write to production at ${baseUrl.value}? Type yes to go on: `, context);
  if (answer.trim().toLowerCase() === 'yes') return;
  throw new TraceError(
    'usage',
    'production-unconfirmed',
    'Nothing was sent: writing to production was not confirmed.',
  );
}

/** What the person types; nothing for Ctrl-D. Throws TraceError `interrupted` for Ctrl-C. */
function ask(question: string, { stdin, stderr, signal }: Context): Promise<string> {
  const questions = createInterface({ input: stdin, output: stderr });
  return new Promise<string>((resolve, reject) => {
    const interrupted = () => {
      stderr.write('\n');
      reject(new TraceError('interrupted', 'interrupted', 'Interrupted: nothing was sent.'));
    };
    questions.once('SIGINT', interrupted).once('close', () => {
      if (stdin.readableEnded) stderr.write('\n');
      resolve('');
    });
    if (signal.aborted) interrupted();
    signal.addEventListener('abort', interrupted, { once: true });
    questions.question(question, resolve);
  }).finally(() => questions.close());
}
