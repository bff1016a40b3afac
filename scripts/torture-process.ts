import { spawn } from 'node:child_process';

/** One run of the binary; what takes longer hangs. */
const LONGEST_MS = 60_000;

/** The moment of a kill: so many milliseconds after the start, or after the n-th request of the run has come. */
export interface Moment {
  readonly request: number | null;
  readonly afterMs: number;
}

/** How a run of the binary ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the kill came before its end. */
  readonly killed: boolean;
}

interface Call {
  /** The file that Node runs. */
  readonly program: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly token: string;
  readonly moment: Moment | null;
  /** Takes what is to be told of each request that comes. */
  readonly listen: (onRequest: () => void) => void;
}

/** Runs the binary to its end, or to its kill. It sees no variables but its token. */
export function run({ program, argv, cwd, token, moment, listen }: Call): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...argv], {
    cwd,
    env: {
      PATH: process.env.PATH,
      TORTURE_TOKEN: token,
      TRACE_YES_TRUST: '1',
      HOME: cwd,
      TMPDIR: cwd,
      TEMP: cwd,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let killing = false;
  const timers = [setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)];
  const killIn = (ms: number) => {
    timers.push(
      setTimeout(() => {
        killing = child.kill('SIGKILL');
      }, ms),
    );
  };
  if (moment?.request === null) killIn(moment.afterMs);
  else if (moment !== null) {
    let seen = 0;
    listen(() => void (++seen === moment.request && killIn(moment.afterMs)));
  }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const timer of timers) clearTimeout(timer);
      resolve({ code, signal, stdout, stderr, killed: killing && signal === 'SIGKILL' });
    });
  });
}
