import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { isSea } from 'node:sea';
import { operands } from '../../advice.ts';
import { resolveEnvironment } from '../../config/resolve-environment.ts';
import { sourceName } from '../../config/token-source.ts';
import type { Context } from '../../context.ts';
import { EXIT_CODES, TraceError, usage } from '../../errors.ts';
import { reportParts } from '../../import/report/report-parts.ts';
import { stateFiles } from '../../import/state/state-files.ts';
import { targetOf } from '../../import/state/target.ts';
import { Ledger, type RunRow } from '../../ledger/ledger.ts';
import { say } from '../../say.ts';
import type { Attempt, JobFile, JobOrder, SharedJob } from '../../shared/jobs.ts';
import { inFolder, storedBytes, storeFile, writeStored } from '../../shared/stored-files.ts';
import { writeRunReport } from '../view/run-report.ts';
import { remainingWork } from './earlier-run.ts';
import type { JobsOptions, OpenMemory } from './open-jobs.ts';

/** How an attempt of a job ended. */
export type JobEnding = Pick<Attempt, 'exitCode' | 'run' | 'text' | 'next' | 'report'> & {
  /** Whether records are left that another attempt can send or settle. */
  readonly isOpen: boolean;
};

/** What a worker has for each of its jobs. */
export interface JobPlace extends OpenMemory {
  readonly options: JobsOptions & { readonly sharedFolder?: string };
  /** The flags that a job may have. */
  readonly flags: ReadonlySet<string>;
  readonly context: Context;
}

/** Maximum number of characters that are kept of what an import without a run prints. */
const MOST_TEXT = 2000;

/**
 * Imports the files of a job in a process of its own, in the state folder of its target, and stores the report. A run that
 * an earlier attempt of the job left on this machine is resumed. The process stops when `signal` is aborted, or when
 * this one ends.
 */
export async function runJob(job: SharedJob, place: JobPlace, signal: AbortSignal): Promise<JobEnding> {
  const { order } = job;
  const { postgres, context } = place;
  const state = stateFiles(place.environment.stateDir.value).worker(order.target);
  const folder = join(state, 'jobs', job.id);
  const report = join(folder, 'report.json');
  const words = [
    '--env',
    order.environment,
    '--config',
    place.environment.origin.file!,
    '--state-dir',
    state,
  ];
  try {
    await requireSameMemory(order, place);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    words.push('--report', report, '--yes', ...(place.options.yesTrust ? ['--yes-trust'] : []));
    const left = runOf(state, report, (ledger, isOwn) => ledger.runs.lastUnfinished(isOwn));
    const argv =
      left?.stage === 'planned'
        ? ['resume', left.id, ...words]
        : await importWords(order, folder, words, place);
    const { exitCode, text } = await traceProcess(argv, folder, context.env, signal);
    let isOpen = false;
    const run = runOf(state, report, (ledger, isOwn) => {
      const own = ledger.runs.list().find(isOwn);
      isOpen = own !== undefined && (remainingWork(ledger, own.id, place.environment).openRecords ?? 0) > 0;
      return own;
    });
    if (run !== undefined && !existsSync(report)) {
      using ledger = Ledger.reading(stateFiles(state).ledger);
      await writeRunReport(report, reportParts(ledger, run));
    }
    const verdict = JSON.parse(run?.verdict ?? '{}') as { text?: string; next?: string | null };
    return {
      ...{ exitCode, run: run?.id ?? null, text: verdict.text ?? text, next: verdict.next ?? null },
      isOpen,
      report: existsSync(report) ? (await storeFile(postgres, report)).hash : null,
    };
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    const { code } = EXIT_CODES[error.exit];
    return {
      exitCode: code,
      run: null,
      text: error.message,
      next: error.hint ?? null,
      report: null,
      isOpen: false,
    };
  }
}

/** Removes what a job that needs no further attempt has on this machine. */
export const forgetJob = ({ id, order }: SharedJob, { environment }: JobPlace): Promise<void> =>
  rm(join(stateFiles(environment.stateDir.value).worker(order.target), 'jobs', id), {
    recursive: true,
    force: true,
  });

/**
 * Rejects a job that the configuration of this worker would send elsewhere, or without the memory of its queue.
 *
 * @throws TraceError `job-elsewhere`, and errors of the configuration
 */
async function requireSameMemory(order: JobOrder, { options, loaded, environment: own, context }: JobPlace) {
  const environment = await resolveEnvironment(loaded, { ...options, env: order.environment }, context.cwd);
  const memoryOf = ({ memory }: typeof own) => memory && sourceName(memory, null);
  if (targetOf(environment) !== order.target || memoryOf(environment) !== memoryOf(own))
    throw usage('job-elsewhere', say().jobs.elsewhere(order), say().jobs.elsewhereHow());
}

/** The words of the import of a job, whose files are now in its folder. */
async function importWords(
  { files, maps, flags }: JobOrder,
  folder: string,
  words: readonly string[],
  place: JobPlace,
): Promise<string[]> {
  const unknown = flags.find((word) => word.startsWith('--') && !place.flags.has(word));
  if (unknown !== undefined) throw usage('job-flag', say().jobs.flag({ flag: unknown }));
  const names: string[] = [];
  for (const file of files) names.push(await placed(file, folder, place));
  const mapNames: string[] = [];
  for (const file of maps) mapNames.push(await placed(file, folder, place));
  const map = mapNames.length === 1 ? ['--map', mapNames[0]!] : [];
  return ['import', ...operands(names, [...words, ...flags, ...map])];
}

/** Puts a file of a job into its folder, unless it is one that a schedule names. Returns its path from there. */
async function placed(file: JobFile, folder: string, { postgres, options }: JobPlace): Promise<string> {
  if ('path' in file) return file.path;
  const name = file.name
    .split(/[\\/]/)
    .filter((part) => !/^\.{0,2}$/.test(part))
    .join(sep);
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (file.in === 'folder' && options.sharedFolder === undefined)
    throw usage('folder-missing', say().jobs.noFolder({ file: name }), say().jobs.tooLargeHow());
  const { createReadStream } = await import('node:fs');
  const bytes =
    file.in === 'database'
      ? storedBytes(postgres, file.hash)
      : createReadStream(inFolder(options.sharedFolder!, file));
  await writeStored(bytes, file, path);
  return name;
}

/** A run of a ledger whose report is the one of a job; undefined if there is none, or no ledger. */
function runOf(
  state: string,
  report: string,
  choose: (ledger: Ledger, isOwn: (run: RunRow) => boolean) => RunRow | undefined,
): RunRow | undefined {
  const path = stateFiles(state).ledger;
  if (!existsSync(path)) return undefined;
  using ledger = Ledger.reading(path);
  return choose(ledger, ({ options }) => (JSON.parse(options) as { report?: string }).report === report);
}

/** Runs `trace ...argv` in a folder. Returns its exit code, null if it was killed, and the end of what it printed. */
async function traceProcess(
  argv: readonly string[],
  cwd: string,
  env: Context['env'],
  signal: AbortSignal,
): Promise<{ exitCode: number | null; text: string | null }> {
  const script = isSea() ? [] : [realpathSync(process.argv[1]!)];
  const child = spawn(process.execPath, [...script, ...argv], {
    ...{ cwd, env: { ...env, TRACE_QUIET: '1' }, windowsHide: true },
    // Ctrl+C reaches only the worker, which stops its imports once.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stop = () => child.connected && child.disconnect();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  let text = '';
  const reading = async () => {
    for await (const chunk of child.stderr!.setEncoding('utf8')) text = (text + chunk).slice(-MOST_TEXT);
  };
  // Not its event `close`, which does not come after `disconnect`.
  const [[exitCode, killed]] = await Promise.all([once(child, 'exit'), reading()]);
  signal.removeEventListener('abort', stop);
  return { exitCode, text: killed === null ? text.trim() || null : say().jobs.killed({ signal: killed }) };
}
