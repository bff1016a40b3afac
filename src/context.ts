import type { Readable, Writable } from 'node:stream';
import { usage } from './errors.ts';
import { say } from './say.ts';

/** What a program that calls trace as a library gives instead of a file or a variable. It is stored nowhere. */
interface Given {
  /** The content of a configuration file. */
  readonly config?: object | undefined;
  readonly token?: string | undefined;
}

/** The streams, environment variables, clock and signals of the process. Tests replace them. */
export interface Context {
  readonly stdin: Readable;
  /** For data. */
  readonly stdout: Writable;
  /** For messages and progress. */
  readonly stderr: Writable;
  /** Whether stderr is a terminal. */
  readonly isTTY: boolean;
  /** Whether the user can be asked: stdin and stderr are terminals. */
  readonly canAnswer: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  now(): Date;
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** Aborted by the second signal. trace then does not wait for open requests, and their records stay in doubt. */
  readonly forced?: AbortSignal | undefined;
  readonly given?: Given;
}

const STDERR = 2;

/**
 * Writes to a stream and waits until it is done. A closed pipe (`| head`) is not an error. A failed write to standard
 * error is ignored, because a log on a full disk must not change the result of a run.
 *
 * @throws TraceError `output-unwritable`
 */
export function write(stream: Writable, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      const { code } = (error ?? {}) as { code?: string };
      const isStderr = (stream as { fd?: number }).fd === STDERR;
      if (!error || isStderr || code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') resolve();
      else reject(usage('output-unwritable', say().files.outputUnwritable({ code: `${code}` })));
    });
  });
}

/** Writes a document in chunks, and a line feed. */
export async function writeAll(
  stream: Writable,
  chunks: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  for await (const chunk of chunks) await write(stream, chunk);
  await write(stream, '\n');
}

/** The colour level of chalk; 0 if stderr is not a terminal, NO_COLOR is set, or TERM is dumb. */
export function colorLevel(context: Context): 0 | 1 {
  const { NO_COLOR, TERM, FORCE_COLOR } = context.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return 0;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '0') return 1;
  return context.isTTY && TERM !== 'dumb' ? 1 : 0;
}

/**
 * The number of columns of a terminal. For a pipe, for example to a pager, and for a terminal without a size, the value
 * of the variable COLUMNS.
 */
export function columnsOf(
  stream: object,
  { COLUMNS = '' }: Readonly<Record<string, string | undefined>>,
): number | undefined {
  const { columns } = stream as { readonly columns?: number };
  return columns || (/^[1-9]\d{0,4}$/.test(COLUMNS) ? Number(COLUMNS) : undefined);
}
