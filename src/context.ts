import type { Readable, Writable } from 'node:stream';
import { usage } from './errors.ts';

/** The outside world in one object: tests bring buffers and a fixed clock. */
export interface Context {
  readonly stdin: Readable;
  /** Data goes here. */
  readonly stdout: Writable;
  /** Talk goes here. */
  readonly stderr: Writable;
  /** Whether a person watches stderr. */
  readonly isTTY: boolean;
  /** Whether a person can be asked: a terminal on stderr, and one on stdin that no data comes from. */
  readonly canAnswer: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  now(): Date;
  /** Aborted when the person wants to stop (Ctrl-C, a polite kill, or a terminal that closes). */
  readonly signal: AbortSignal;
  /** Aborted by a second signal: nothing is waited for any more, what is out ends in doubt. */
  readonly forced?: AbortSignal;
}

const STDERR = 2;

/**
 * Writes and waits until the stream has taken it. A reader that has gone away (`| head`) is no error, and talk that
 * standard error cannot take is lost: a log on a full disk must not change how a run ends.
 * Throws TraceError `output-unwritable`.
 */
export function write(stream: Writable, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      const { code } = (error ?? {}) as { code?: string };
      const talk = (stream as { fd?: number }).fd === STDERR;
      if (!error || talk || code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') resolve();
      else reject(usage('output-unwritable', `The output cannot be written (${code}).`));
    });
  });
}

/** 0 for no colour: not a terminal, NO_COLOR set, or TERM=dumb. */
export function colorLevel(context: Context): 0 | 1 {
  const { NO_COLOR, TERM, FORCE_COLOR } = context.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return 0;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '0') return 1;
  return context.isTTY && TERM !== 'dumb' ? 1 : 0;
}
