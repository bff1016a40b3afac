import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { TOKEN, trace } from '../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { soundOutputs } from '../outputs.ts';

export const BINARY = fileURLToPath(new URL('../../bin/trace.js', import.meta.url));

const { PATH, NODE_COMPILE_CACHE } = process.env;
/** The variables of each process. */
export const ENV = { PATH, NODE_COMPILE_CACHE, SANDBOX_TOKEN: TOKEN, TRACE_YES_TRUST: '1' };

/** A running real binary. */
export interface Working {
  readonly child: ChildProcessWithoutNullStreams;
  readonly done: Promise<{
    code: number | null;
    signal: NodeJS.Signals | null;
    stdout: string;
    stderr: string;
  }>;
  /** Resolves when stderr contains the text; rejects if the process ends before. */
  saysOnStderr(text: string): Promise<void>;
}

/**
 * Starts `trace ...argv` in `cwd`; if it still runs after the test, it is killed. All its JSON output is validated. No
 * file that it writes may have more than `blocks` of 512 bytes: the closest to a full disk that needs no privileges.
 */
export function start(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  blocks: number | 'unlimited' = 'unlimited',
): Working {
  const words = [process.execPath, BINARY, ...argv];
  const limited = ['sh', '-c', 'ulimit -f "$0" && exec "$@"', String(blocks), ...words];
  const [program, ...more] = blocks === 'unlimited' ? words : limited;
  const child = spawn(program!, more, {
    cwd,
    env: { ...ENV, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A child that has ended accepts no more input.
  child.stdin.on('error', () => {});
  const done = new Promise<Awaited<Working['done']>>((resolve, reject) => {
    child.on('close', (code, signal) => {
      const ran = { code, signal, stdout, stderr };
      // A test that stops reading has not seen all output.
      if (child.stdout.errored || child.stdout.readableAborted) return resolve(ran);
      soundOutputs({ argv, cwd, code, stdout, stderr }).then(() => resolve(ran), reject);
    });
  });
  const saysOnStderr = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => void (stderr.includes(text) && resolve());
      child.stderr.on('data', look);
      look();
      void done.then(() => reject(new Error(`ended without saying "${text}": ${stderr}`)));
    });
  return { child, done, saysOnStderr };
}

/** Runs `trace ...argv` to its end, with `stdin` as its input. */
export function runBinary(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  stdin = '',
) {
  const { child, done } = start(argv, cwd, env);
  child.stdin.end(stdin);
  return done;
}

/** Runs `trace ...argv` with its standard output (1) or error (2) in a file. */
export function runTo(file: string, at: 1 | 2, argv: readonly string[], cwd: string) {
  const stdio: (number | 'ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe'];
  stdio[at] = openSync(file, 'w');
  const child = spawn(process.execPath, [BINARY, ...argv], {
    cwd,
    env: ENV,
    stdio,
  });
  let stderr = '';
  child.stdout?.resume();
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  // Nobody has read the lines.
  const unread = argv.filter((word) => word !== '--json-lines');
  return new Promise<{ code: number | null; stderr: string }>((resolve, reject) =>
    child.on('close', (code) =>
      soundOutputs({ argv: unread, cwd, code, stdout: '', stderr }).then(resolve, reject),
    ),
  );
}

const FOLDER = process.cwd();

/** Files share a worker, and with it this module: runs are counted for each. */
const runs = new Map<string | undefined, number>();
/** Every n-th run uses the real binary. */
const REAL_EVERY = EXHAUSTIVE ? 1 : SLOW ? 5 : Number.POSITIVE_INFINITY;

/**
 * Runs `trace ...argv` to its end, with `stdin` as its input. The first run of a test file uses the real binary, and in
 * `npm run test:slow` every fifth one; the others run in this process, in a fifth of the time. Not for tests of the
 * process itself: its home folder, signals, pipes, several at once in other folders.
 */
export async function runTrace(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  stdin = '',
): Promise<Awaited<Working['done']>> {
  const { testPath } = expect.getState();
  const before = runs.get(testPath) ?? 0;
  runs.set(testPath, before + 1);
  if (before % REAL_EVERY === 0) return runBinary(argv, cwd, env, stdin);
  // Trace names files as they were typed if they are below the working folder.
  process.chdir(cwd);
  try {
    const outside = { cwd: process.cwd(), env: { PATH: process.env.PATH ?? '', ...env }, stdin };
    return { ...(await trace(argv, outside)), signal: null };
  } finally {
    process.chdir(FOLDER);
  }
}

/** The words after `trace` of a command that trace prints; none of them is quoted. */
export function wordsOf(command: string): string[] {
  const [trace, ...words] = command.split(' ');
  if (trace !== 'trace' || /["'$]/.test(command)) throw new Error(`cannot be run: ${command}`);
  return words;
}
