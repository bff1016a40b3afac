import { closeSync, fstatSync, lstatSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { LogLevel } from '../../config/environment.ts';
import { makeFolder } from '../../folder.ts';
import type { RunEvent } from '../../import/report/run-event.ts';
import { escapedJson } from '../../terminal-text.ts';
import type { CommandEnding } from '../command.ts';
import { TROUBLE_OUTCOMES } from '../view/sentences.ts';

/** A log of this size is renamed at the start of a run: `FILE` to `FILE.1`, `FILE.1` to `FILE.2`, and so on. */
const MOST_BYTES = 10 * 1024 * 1024;
const KEPT = 5;

/** The beginning of every line that pino writes: another file is never appended to. */
const LOG_START = '{"level":';

/** The JSON lines of a run in a file: `level`, `time`, `run` and `event`, then the members of the event. */
export interface RunLog {
  on(event: RunEvent): void;
  /** Writes the last line. Returns why the log is incomplete: a code of the system; null if it is complete. */
  end(ending: CommandEnding): string | null;
}

/** Opens a log, and renames it first if it is large. Never throws: a log that fails changes nothing about a run. */
export async function openLog(file: string, level: LogLevel, now: () => Date): Promise<RunLog> {
  let failure: string | null = null;
  const attempt = <Result>(work: () => Result): Result | undefined => {
    if (failure !== null) return undefined;
    try {
      return work();
    } catch (error) {
      failure = (error as { code?: string }).code ?? String(error);
      return undefined;
    }
  };
  const fd = attempt(() => appending(file));
  const { pino } = await import('pino');
  const log: Logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":${JSON.stringify(now().toISOString())}`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => void attempt(() => writeSync(fd!, `${escapedJson(line.trimEnd())}\n`)) },
  );
  let run: string | null = null;
  return {
    on(event) {
      if (event.type === 'run-started') run = event.run;
      const { type, ...rest } = event;
      log[levelOf(event)]({ run, event: type, ...rest });
    },
    end(ending) {
      log[ending.exitCode === 0 ? 'info' : 'error']({ run, event: 'ended', ...ending });
      attempt(() => closeSync(fd!));
      return failure;
    },
  };
}

function levelOf(event: RunEvent): LogLevel {
  switch (event.type) {
    case 'row':
      return TROUBLE_OUTCOMES.has(event.outcome) ? 'error' : 'debug';
    case 'sheet-started':
    case 'rows-read':
      return 'debug';
    case 'retry':
    case 'reading-back':
    case 'throttled':
    case 'stopping':
      return 'warn';
    case 'verdict':
      return event.exitCode === 0 ? 'info' : 'error';
    default:
      return 'info';
  }
}

/** Opens a log to append whole lines. Throws an error with a code: `not-a-log` for a file that is no log. */
function appending(file: string): number {
  makeFolder(dirname(file), { mode: 0o700 });
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw notLog();
  if (found && found.size > MOST_BYTES && isLog(file)) {
    for (let age = KEPT - 1; age >= 0; age--) {
      const from = age === 0 ? file : `${file}.${age}`;
      // Another process may keep the log open, which Windows does not rename: it then grows further.
      if (lstatSync(from, { throwIfNoEntry: false })?.isFile()) renameQuietly(from, `${file}.${age + 1}`);
    }
  }
  if (lstatSync(file, { throwIfNoEntry: false })?.size && !isLog(file)) throw notLog();
  const fd = openSync(file, 'a+', 0o600);
  const last = Buffer.alloc(1);
  const { size } = fstatSync(fd);
  // The disk was full in the middle of a line.
  if (size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last.toString() !== '\n') writeSync(fd, '\n');
  return fd;
}

function renameQuietly(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {}
}

function isLog(file: string): boolean {
  const fd = openSync(file, 'r');
  try {
    const start = Buffer.alloc(LOG_START.length);
    readSync(fd, start, 0, start.length, 0);
    return start.toString() === LOG_START;
  } finally {
    closeSync(fd);
  }
}

const notLog = () => Object.assign(new Error(), { code: 'not-a-log' });
