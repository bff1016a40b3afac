import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { DOCUMENTS } from '../src/cli/view/document-schema.ts';
import { eventLine } from '../src/cli/view/event-schema.ts';
import { errorDocument, runReport } from '../src/cli/view/report-schema.ts';
import { EXIT_CODES } from '../src/errors.ts';

/** A run of trace in a test. */
interface Made {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Null if it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * What is wrong with the JSON output of a run, one sentence each: its report, its `--json` and its `--json-lines` must
 * match docs/*.schema.json (which are generated from the schemas used here), and contain the exit code of the process.
 * It prints no stack trace and reports no bug, unless its exit code is that of a bug.
 */
export async function faultsOfOutputs(made: Made): Promise<string[]> {
  const faults = [...(await reportFaults(made)), ...bugFaults(made)];
  return wasForced(made) ? faults : [...faults, ...documentFaults(made), ...lineFaults(made)];
}

/** A run that ends with another code than that of a bug prints no stack trace and reports no bug. */
const bugFaults = ({ code, stderr }: Made): string[] =>
  code !== EXIT_CODES.bug.code && /^\s+at .*:\d+:\d+|^(?! +1 ).*bug in trace/m.test(stderr)
    ? [`a bug: ${stderr}`]
    : [];

/** Returns the run if all its JSON matches the schemas; otherwise rejects with the errors. */
export async function soundOutputs<T extends Made>(made: T): Promise<T> {
  const faults = await faultsOfOutputs(made);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return made;
}

/** A second signal ended it in the middle of a line. */
const wasForced = ({ code, stdout }: Made): boolean =>
  code === EXIT_CODES.interrupted.code && stdout !== '' && !stdout.endsWith('\n');

async function reportFaults({ argv, cwd, code, stderr }: Made): Promise<string[]> {
  const named = flagValue(argv, '--report');
  // A watcher prints those of its imports.
  const printed = argv[0] === 'watch' ? undefined : /^report: (.+)$/m.exec(stderr)?.[1];
  const files = new Set([named, printed].flatMap((file) => (file ? [path.resolve(cwd, file)] : [])));
  const faults: string[] = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (!text.startsWith('{"schemaVersion":')) continue;
    const report = JSON.parse(text) as { exitCode: number };
    faults.push(...faultsIn(`report ${file}`, [runReport], report));
    if (code !== null && report.exitCode !== code)
      faults.push(`${file} says exit ${report.exitCode}, and it was ${code}`);
  }
  return faults;
}

/** Commands whose `--json` prints the report of a run. */
const isRun = ([name, sub]: readonly string[]) => name === 'import' || name === 'resume' || sub === 'update';

/** Commands that print one JSON line for each item, also in a pipe. */
const LISTS: ReadonlySet<string> = new Set(
  Object.keys(DOCUMENTS).filter((command) => /^(?!env|jobs|runs|schedule|taxonomy).* list$/.test(command)),
);
/** Commands that print one record as JSON, also in a pipe. */
const RECORDS: ReadonlySet<string> = new Set(
  Object.keys(DOCUMENTS).filter((command) => /^(?!env|jobs|runs).* (show|showcase)$/.test(command)),
);

/** The schema of the JSON that a command prints; undefined if it prints none. */
function documentsOf(argv: readonly string[]): readonly z.ZodType[] | undefined {
  const [name = '', sub = ''] = argv;
  if (isRun(argv)) return [runReport];
  const command = [name, `${name} ${sub}`].find((words) => Object.hasOwn(DOCUMENTS, words));
  if (command === undefined) return undefined;
  const schema = DOCUMENTS[command as keyof typeof DOCUMENTS];
  return ['check', 'compare', 'map', 'plan', 'resolve'].includes(command)
    ? [schema, errorDocument]
    : [schema];
}

function documentFaults({ argv, code, stdout }: Made): string[] {
  const command = argv.slice(0, 2).join(' ');
  const isAsked = argv.includes('--json') || (command === 'runs report' && !argv.includes('--out'));
  const isPiped = LISTS.has(command) || RECORDS.has(command);
  if (!(isAsked || isPiped) || argv.includes('--help') || code === null || stdout === '') return [];
  const schemas = documentsOf(argv);
  if (!schemas) return argv.includes('--json') ? [`no schema describes what ${command} --json prints`] : [];
  if (LISTS.has(command) || command === 'runs show')
    return stdout
      .trimEnd()
      .split('\n')
      .flatMap((line) => faultsIn(`a line of ${command}`, schemas, JSON.parse(line)));
  const document = JSON.parse(stdout) as { exitCode?: number };
  const faults = faultsIn('--json', schemas, document);
  const isEnd = command !== 'runs report' && !isPiped;
  if (isEnd && typeof document.exitCode === 'number' && document.exitCode !== code)
    faults.push(`--json says exit ${document.exitCode}, and it was ${code}`);
  return faults;
}

function lineFaults({ argv, code, stdout }: Made): string[] {
  if (!argv.includes('--json-lines') || argv.includes('--json') || argv.includes('--help')) return [];
  const lines = stdout.split('\n').slice(0, -1);
  const faults = lines.flatMap((line) => faultsIn('an event', [eventLine], JSON.parse(line)));
  if (code === null) return faults;
  const last = JSON.parse(lines.at(-1) ?? '{}') as { type?: string; exitCode?: number };
  if (last.type !== 'finished') faults.push(`the last event is ${last.type}, not finished`);
  else if (last.exitCode !== code) faults.push(`finished says exit ${last.exitCode}, and it was ${code}`);
  return faults;
}

/** Invalid for each schema: a document that no schema describes, or that has undescribed fields. */
function faultsIn(what: string, schemas: readonly z.ZodType[], value: unknown): string[] {
  const faults: string[] = [];
  for (const schema of schemas) {
    const parsed = schema.safeParse(value);
    if (!parsed.success) faults.push(`${what}: ${parsed.error.message}`);
    else if (isDeepStrictEqual(parsed.data, value)) return [];
    else faults.push(`${what} has members that its schema does not have`);
  }
  return faults;
}

function flagValue(argv: readonly string[], flag: string): string | undefined {
  const at = argv.indexOf(flag);
  return at === -1 ? undefined : argv[at + 1];
}
