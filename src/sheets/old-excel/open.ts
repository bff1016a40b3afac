import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { isSea } from 'node:sea';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { language, numberText, say } from '../../say.ts';
import { Damage } from '../damage.ts';
import type { Input, ReadContext } from '../input.ts';
import { oleRefusal, type Refusal } from '../refusal.ts';
import { linesOf, type RowSpool, readWorkbookIntoSpool, type SpooledSheet } from '../row-spool.ts';
import type { Limits, Source } from '../source.ts';
import type { Task } from './child.ts';
import {
  BOUNDS,
  type Bounds,
  type ChildExit,
  EXIT_PREFIX,
  MEMORY_MARK,
  READER,
  SHEET_PREFIX,
  type SheetLine,
} from './protocol.ts';

/** Share of the memory limit for the heap of V8; the file and the runtime need memory outside of it. */
const HEAP_SHARE = 0.8;

/** Number of last characters of standard error to keep; the parser may write any amount there. */
const MAX_ERRORS = 10_000;

/** The program of the child process: next to this file in the sources, in `old-excel/` of the built package. */
const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './child.ts' : './old-excel/child.mjs', import.meta.url),
);

/** What the child process may read: its program. In the sources, also what that imports; the executable has all in itself. */
const READABLE = CHILD.endsWith('.ts')
  ? ['../..', '../../../node_modules'].map((path) => resolve(dirname(CHILD), path))
  : isSea()
    ? []
    : [dirname(CHILD)];

/** The child process may read only its code. It may not write files, start processes or compile code from strings. */
export const PERMISSIONS = [
  '--permission',
  '--disallow-code-generation-from-strings',
  '--allow-worker',
  ...READABLE.map((folder) => `--allow-fs-read=${folder}`),
];

/** Options for tests. */
export interface OldExcelOptions {
  readonly bounds?: Bounds;
  /** Called with the id of the process. */
  readonly onSpawn?: (pid: number) => void;
}

/**
 * Opens a workbook in an old format. A child process with limits on memory and time parses it; the rows go to a private
 * temporary file. The child process has ended when this function returns or throws.
 *
 * @throws Damage if the file is damaged or needs more than the limits.
 */
export async function openOldExcel(
  input: Input,
  kind: Task['kind'],
  limits: Limits,
  context: ReadContext,
  { bounds = BOUNDS, onSpawn }: OldExcelOptions = {},
): Promise<Source | Refusal> {
  return readWorkbookIntoSpool<Refusal>(input, kind, limits, context, async (spool) => {
    const { file, size } = input;
    const task = { kind, file, size, limits, bounds, language: language() };
    const { fault, date1904 } = await parseInProcess(task, input.handle.fd, spool, context.signal, onSpawn);
    if (fault?.kind !== undefined) return oleRefusal(fault.kind === 'encrypted' ? 'encrypted' : 'unknown');
    if (fault !== undefined) throw new Damage(fault.message, fault.suggestion, fault.code);
    return date1904 === true;
  });
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

async function parseInProcess(
  task: Task,
  fd: number,
  spool: RowSpool,
  signal: AbortSignal | undefined,
  onSpawn: OldExcelOptions['onSpawn'],
): Promise<ChildExit> {
  signal?.throwIfAborted();
  const { megabytes, seconds } = task.bounds;
  const heap = `--max-old-space-size=${Math.max(1, Math.floor(megabytes * HEAP_SHARE))}`;
  const flags = [heap, ...PERMISSIONS];
  // The executable starts itself; it takes flags of Node only from this variable.
  const [words, variables] = isSea()
    ? [[READER], { NODE_OPTIONS: flags.join(' ') }]
    : [[...flags, CHILD], {}];
  const child = spawn(process.execPath, [...words, JSON.stringify(task)], {
    // None of the user's variables: one of them may be the token.
    env: { TZ: 'UTC', ...variables },
    stdio: ['pipe', 'pipe', 'pipe', fd],
    windowsHide: true,
  }) as Child;
  const closed = once(child, 'close');
  closed.catch(() => {});
  let isLate = false;
  let errors = '';
  const end = () => child.kill('SIGKILL');
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, seconds * 1000);
  signal?.addEventListener('abort', end);
  if (child.pid !== undefined) onSpawn?.(child.pid);
  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-MAX_ERRORS);
  });
  let ending: ChildExit | undefined;
  try {
    ending = await readLines(child.stdout, spool);
  } finally {
    end();
    await closed;
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
  signal?.throwIfAborted();
  if (ending !== undefined) return ending;
  throw endedEarly(task, isLate, errors);
}

/** Adds the lines of the child process to the spool. Returns undefined if it ended without `EXIT_PREFIX`. */
async function readLines(lines: Readable, spool: RowSpool): Promise<ChildExit | undefined> {
  let sheet: SpooledSheet | undefined;
  for await (const line of linesOf(lines)) {
    if (line.startsWith(EXIT_PREFIX)) return JSON.parse(line.slice(EXIT_PREFIX.length)) as ChildExit;
    if (line.startsWith(SHEET_PREFIX)) {
      const { name, hidden } = JSON.parse(line.slice(SHEET_PREFIX.length)) as SheetLine;
      sheet = spool.sheet(name, hidden);
    } else sheet?.add(`${line}\n`);
  }
  return undefined;
}

function endedEarly({ kind, bounds }: Task, isLate: boolean, errors: string): Damage {
  const { damaged, instead } = say();
  const about = { format: kind };
  if (isLate)
    return new Damage(damaged.late({ ...about, seconds: String(bounds.seconds) }), instead.resave());
  if (errors.includes(MEMORY_MARK) || /heap out of memory|allocation failed/i.test(errors))
    return new Damage(
      damaged.memory({ ...about, megabytes: numberText(bounds.megabytes) }),
      instead.resave(),
    );
  return new Damage(damaged.ended(about), instead.resave());
}
