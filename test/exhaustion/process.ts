import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished } from 'vitest';
import { TOKEN } from '../cli/commands/harness.ts';
import { faultsOfOutputs } from '../outputs.ts';
import type { KillAt } from './steps.ts';

const TRACE = fileURLToPath(new URL('./trace.ts', import.meta.url));
const KILL_AT = new URL('./kill-at.ts', import.meta.url).href;

/** Cache of compiled sources: hundreds of processes must start quickly. */
const compiled = mkdtempSync(path.join(tmpdir(), 'trace-compiled-'));
afterAll(() => rmSync(compiled, { recursive: true, force: true, maxRetries: 5 }));

interface Ended {
  /** The step at which it was killed; null if it ended first. */
  readonly at: string | null;
  readonly code: number | null;
  readonly stderr: string;
}

/** The running tool, in its own process. */
export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Starts `trace ...argv` in `cwd`, and kills it before the step `killAt`. */
export function startTrace(argv: readonly string[], cwd: string, killAt?: KillAt): Started {
  const note = `${cwd}.killed`;
  const child = spawn(process.execPath, [...(killAt ? ['--import', KILL_AT] : []), TRACE, ...argv], {
    cwd,
    env: {
      PATH: process.env.PATH,
      SANDBOX_TOKEN: TOKEN,
      TRACE_YES_TRUST: '1',
      TRACE_TEST_KILL_AT: JSON.stringify(killAt),
      TRACE_TEST_KILL_NOTE: note,
      NODE_COMPILE_CACHE: compiled,
      TMPDIR: cwd,
      TEMP: cwd,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const at = existsSync(note) ? readFileSync(note, 'utf8') : null;
      rmSync(note, { force: true });
      faultsOfOutputs({ argv, cwd, code, stdout: '', stderr }).then((faults) => {
        if (faults.length === 0) resolve({ at, code, stderr });
        else reject(new Error(faults.join('\n')));
      }, reject);
    });
  });
  return { child, ended };
}
