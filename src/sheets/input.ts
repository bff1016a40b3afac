import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { TraceError, usage } from '../errors.ts';
import { type Finding, STANDARD_INPUT } from '../findings/finding.ts';
import { isPipe, openPipe, untilAborted } from '../pipe.ts';
import { say } from '../say.ts';
import type { OpenFile } from './bytes.ts';
import { Damage } from './damage.ts';
import { limitError } from './limits.ts';
import type { Limits } from './source.ts';
import { openSpool } from './spool.ts';

/** An open file that can be read at any position, any number of times. */
export interface Input {
  /** The name that the user gave; `standard input` for `-`. */
  readonly file: string;
  /** The name of the file in an archive, if it was unpacked from one. */
  readonly inner?: string;
  readonly handle: OpenFile;
  readonly size: number;
  close(): Promise<void>;
}

/** The name for the sheet of a file without sheet names: the name of the file without its extension. */
export function nameOfSheet({ file, inner }: Input): string {
  const name = inner ?? file;
  return name === STANDARD_INPUT ? name : basename(name, extname(name));
}

export interface InputContext {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Folder for the copy of standard input; default: the temporary folder of the system. */
  readonly temporaryFolder?: string;
  /** Aborts reading: pending reads reject with its reason. */
  readonly signal?: AbortSignal;
}

/** Settings for the readers of an open file. */
export interface ReadContext extends Omit<InputContext, 'stdin'> {
  /** Receives the problems of the file. */
  readonly onFinding: (finding: Finding) => void;
}

/**
 * Opens a file. Of standard input (`-`) or a pipe, which cannot be read twice, it opens a private copy.
 *
 * @throws TraceError `file-missing`, `file-denied`, `temporary-file`.
 * @throws Damage if it is larger than the limit; copying stops at the limit, so even an endless input is safe.
 */
export async function openInput(file: string, context: InputContext, limits: Limits): Promise<Input> {
  if (file === '-') return inputFromBytes(STANDARD_INPUT, context.stdin, limits, context);
  let handle: FileHandle | undefined;
  try {
    const stats = await stat(file);
    if (stats.isDirectory()) {
      throw usage(
        'file-missing',
        say().sheets.folder({ file }),
        say().sheets.filesInFolder({ file: join(file, 'suppliers.csv') }),
      );
    }
    if (!isPipe(file)) {
      handle = await open(file, 'r');
      const { size } = await handle.stat();
      if (size > limits.fileBytes) throw tooLarge(limits);
      const opened = handle;
      return { file, handle: abortable(context.signal, opened), size, close: () => opened.close() };
    }
  } catch (error) {
    await handle?.close().catch(() => {});
    throw await openingError(file, error);
  }
  const pipe = await openPipe(file).catch(async (error: unknown) => {
    throw await openingError(file, error);
  });
  try {
    return await inputFromBytes(file, pipe, limits, context);
  } finally {
    pipe.destroy();
  }
}

async function inputFromBytes(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  limits: Limits,
  { temporaryFolder = tmpdir(), signal }: InputContext,
): Promise<Input> {
  try {
    return await spooledInput({ file }, untilAborted(bytes, signal), { temporaryFolder, signal }, (size) => {
      if (size > limits.fileBytes) throw tooLarge(limits);
    });
  } catch (error) {
    if (error instanceof Damage || signal?.aborted) throw error;
    throw usage(
      'temporary-file',
      say().sheets.notCopied({ file, folder: temporaryFolder, reason: codeOf(error) }),
      say().sheets.freeSpace(),
      error,
    );
  }
}

/** Copies bytes into a private temporary file. `check` receives its size after each chunk, and may throw. */
export async function spooledInput(
  name: Pick<Input, 'file' | 'inner'>,
  bytes: AsyncIterable<Uint8Array>,
  {
    temporaryFolder = tmpdir(),
    signal,
  }: { temporaryFolder?: string | undefined; signal?: AbortSignal | undefined },
  check: (size: number) => void,
): Promise<Input> {
  const { handle, close } = await openSpool(temporaryFolder);
  try {
    let size = 0;
    for await (const chunk of bytes) {
      signal?.throwIfAborted();
      size += chunk.length;
      check(size);
      for (let done = 0; done < chunk.length; )
        done += (await handle.write(chunk, done, chunk.length - done)).bytesWritten;
    }
    return { ...name, handle: abortable(signal, handle), size, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Wraps a file so that its reads reject with the reason of `signal` after it is aborted. */
function abortable(signal: AbortSignal | undefined, handle: FileHandle): OpenFile {
  if (signal === undefined) return handle;
  return {
    fd: handle.fd,
    async read(buffer, offset, length, position) {
      signal.throwIfAborted();
      return handle.read(buffer, offset, length, position);
    },
  };
}

function tooLarge(limits: Limits): Damage {
  return limitError(limits, 'fileBytes', say().limits.file);
}

/** Converts an error from opening a file to a TraceError that names the cause and what to do. */
export async function openingError(file: string, error: unknown): Promise<unknown> {
  if (error instanceof TraceError || error instanceof Damage) return error;
  const { sheets } = say();
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const near = await nearestFile(file);
    const hint = near === undefined ? sheets.checkName() : sheets.didYouMean({ file: near });
    return usage('file-missing', sheets.noFile({ file }), hint, error);
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EBUSY') {
    return usage('file-denied', sheets.denied({ file, reason: code }), sheets.closeFile(), error);
  }
  return usage('file-denied', sheets.notOpened({ file, reason: code }), undefined, error);
}

async function nearestFile(file: string): Promise<string | undefined> {
  const folder = dirname(file);
  const searched = basename(file).toLowerCase();
  const names = await readdir(folder).catch(() => []);
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(searched.length / 3)) + 1;
  for (const name of names.sort()) {
    const steps = distance(searched, name.toLowerCase());
    if (steps < least) {
      least = steps;
      nearest = name;
    }
  }
  return nearest === undefined ? undefined : join(folder, nearest);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : say().sheets.unknownReason();
}
