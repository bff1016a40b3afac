import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A moment of a run: some time after its start, or after its n-th request arrived. */
export interface Moment {
  readonly request: number | null;
  readonly afterMs: number;
}

/** Something that happens to a command while it runs. */
export interface Interruption {
  readonly moment: Moment;
  /** Called with a function that sends a signal to the command. It returns false if the command has already ended. */
  readonly act: (kill: (signal: NodeJS.Signals) => boolean) => void;
}

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it was interrupted before its end. */
  readonly interrupted: boolean;
  /** When it ended. */
  readonly at: number;
}

interface Call {
  /** The command line, as a person types it into a shell: `trace import suppliers.csv --env torture`. */
  readonly line: string;
  readonly folder: string;
  readonly token: string;
  readonly interruption: Interruption | null;
  /** Maximum duration. A command that takes longer is killed. */
  readonly mostMs: number;
  /** Sets the function that is called for each request that arrives. */
  readonly listen: (onRequest: () => void) => void;
}

/** While this file is in the folder, the ledger cannot be written. */
export const fullDiskFile = (folder: string): string => join(folder, 'full');

/** What SQLite reports of a full disk, until the program frees space: it removes a file beside the lock. */
const FULL_DISK = `
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
const { exec } = DatabaseSync.prototype;
let most = 0;
DatabaseSync.prototype.exec = function (sql) {
  const file = sql === 'commit' ? this.location() : null;
  if (file?.endsWith('ledger.db')) {
    const locks = join(dirname(file), 'locks');
    const reserved = existsSync(locks) ? readdirSync(locks).filter((name) => name.endsWith('.reserve')).length : 0;
    most = Math.max(most, reserved);
    if (existsSync('full') && reserved === most)
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  }
  return exec.call(this, sql);
};
`;

/** Creates a command `trace` in the folder that runs the program, so that printed commands can be pasted. */
export function installProgram(folder: string, program: string): void {
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'home'));
  const file = join(folder, 'bin', 'trace');
  const fullDisk = join(folder, 'bin', 'full-disk.mjs');
  writeFileSync(fullDisk, FULL_DISK);
  const words = [process.execPath, '--import', pathToFileURL(fullDisk).href, program]
    .map(shellWord)
    .join(' ');
  writeFileSync(file, `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(file, 0o755);
}

/** Quotes a word for the shell. */
export const shellWord = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Runs a command line until it ends or is killed. It gets no variables but its own. */
export function run({ line, folder, token, interruption, mostMs, listen }: Call): Promise<Ended> {
  // `exec` replaces the shell by the program, so that a signal reaches the program itself.
  const child = spawn('/bin/sh', ['-c', `exec ${line}`], {
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      TORTURE_TOKEN: token,
      TRACE_YES_TRUST: '1',
      HOME: join(folder, 'home'),
      TMPDIR: folder,
      TEMP: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let interrupted = false;
  const running = () => child.exitCode === null && child.signalCode === null;
  const timers = [setTimeout(() => child.kill('SIGKILL'), mostMs)];
  const actIn = (ms: number) => {
    timers.push(
      setTimeout(() => {
        interrupted = running();
        if (interrupted) interruption!.act((signal) => running() && child.kill(signal));
      }, ms),
    );
  };
  if (interruption !== null) {
    const { request, afterMs } = interruption.moment;
    let seen = 0;
    if (request === null) actIn(afterMs);
    else listen(() => void (++seen === request && actIn(afterMs)));
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
      resolve({ code, signal, stdout, stderr, interrupted, at: Date.now() });
    });
  });
}
