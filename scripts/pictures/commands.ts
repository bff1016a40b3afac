import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/main.ts';

/** When the first command of a picture runs. */
const START = Date.parse('2026-11-21T08:00:00Z');

/** A terminal of 80 columns. */
class Terminal extends Writable {
  readonly isTTY = true;
  readonly columns = 80;
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Does something in a temporary working folder that has one file. */
export async function besideFile<T>(name: string, bytes: Uint8Array, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trace-pictures-'));
  try {
    await writeFile(path.join(folder, name), bytes);
    process.chdir(folder);
    return await work();
  } finally {
    process.chdir(before);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Runs trace in this process, on a terminal and in the working folder. Returns all that it writes to the terminal, with control sequences,
 * without the folder. `minutes` pass before it.
 *
 * @throws {Error} if it ends with another exit code than 0, or 3 for findings
 */
export async function onTerminal(argv: readonly string[], minutes = 0): Promise<string> {
  const terminal = new Terminal();
  const code = await run(argv, {
    ...{ stdin: Readable.from([]), stdout: terminal, stderr: terminal, isTTY: true, canAnswer: false },
    // One request at a time, so that the mock has the records always in the same order.
    env: { TRACE_CONCURRENCY: '1', TERM: 'xterm-256color' },
    ...{ cwd: process.cwd(), signal: new AbortController().signal },
    now: () => new Date(START + minutes * 60_000),
  });
  if (code !== 0 && code !== 3)
    throw new Error(`trace ${argv.join(' ')} ends with ${code}: ${terminal.text}`);
  const folder = process.cwd() + path.sep;
  // A path after a colon may have a line of its own, if the folder is long.
  return terminal.text.replaceAll(`:\n  ${folder}`, `: ${folder}`).replaceAll(folder, '');
}

/** The random ends of the names of runs, and UUIDs. */
const RANDOM = /(?<=\b\d{8}-\d{6}-)[0-9a-f]{4}\b|\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g;

/** A text whose random names are numbered in the order in which they appear. */
export function numbered(written: string): string {
  const seen = [...new Set(written.match(RANDOM))];
  return written.replaceAll(RANDOM, (name) => {
    const zeros = name.length === 4 ? '0000' : '00000000-0000-4000-8000-000000000000';
    const number = String(seen.indexOf(name) + 1);
    return zeros.slice(0, -number.length) + number;
  });
}
