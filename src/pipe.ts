import { constants, open, realpathSync, statfsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { usage } from './errors.ts';
import { say } from './say.ts';

/** The types of file systems whose files are made by the kernel when they are read: proc, sysfs, debugfs and tracefs. */
const KERNEL_FILE_SYSTEMS: ReadonlySet<number> = new Set([0x9fa0, 0x62656572, 0x64626720, 0x74726163]);

/**
 * Whether a path is a pipe; else it is a regular file. Call this before you open a path from a person or a file:
 * reading some devices blocks a thread forever, and then only SIGKILL ends the process.
 *
 * @param name the path in messages
 * @throws TraceError `not-a-file` for anything but pipes, regular files and the null device, also behind a link, and
 * for pipes unless `pipes` is set; the error of `stat` if the path does not exist.
 */
export function isPipe(path: string, { pipes = true, name = path } = {}): boolean {
  const found = statSync(path);
  if (found.isFIFO() && pipes) return true;
  if (found.isCharacterDevice() && realpathSync(path) === '/dev/null') return false;
  const isOfKernel =
    process.platform === 'linux' && found.isFile() && KERNEL_FILE_SYSTEMS.has(Number(statfsSync(path).type));
  if (found.isFile() && !isOfKernel) return false;
  const { folder, pipe, device, kernelFile } = say().files;
  const type = isOfKernel ? kernelFile : found.isDirectory() ? folder : found.isFIFO() ? pipe : device;
  throw usage(
    'not-a-file',
    say().files.notRegular({ path: name, type: type() }),
    pipes ? say().files.regularOrPipe() : say().files.regular(),
  );
}

/** What a settings file of this process contains. */
export type SettingsFile = 'configuration' | 'contract' | 'map' | 'token' | 'certificate';

const SETTINGS = new Map<string, SettingsFile>();

/** Notes that a file has settings of this process: no output replaces it, whatever its name and its content. */
export function noteSettings(path: string, type: SettingsFile): void {
  try {
    SETTINGS.set(realpathSync(path), type);
  } catch {
    // The file does not exist.
  }
}

/** What this process read from a file, noted by `noteSettings`; undefined if nothing, or if it does not exist. */
export function settingsIn(path: string): SettingsFile | undefined {
  try {
    return SETTINGS.get(realpathSync(path));
  } catch {
    return undefined;
  }
}

/**
 * Opens a named pipe for reading, without waiting for a writer. Pipes are read by the event loop: a thread that is
 * blocked in `open` or `read` cannot be interrupted and would keep the process from exiting. Rejects as `open` does.
 */
export async function openPipe(path: string): Promise<Readable> {
  const fd = await promisify(open)(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  return new Socket({ fd, readable: true, writable: false });
}

/**
 * Reads a file or a pipe to its end. Rejects with the reason of `signal` when it is aborted, and with the errors of
 * `isPipe`.
 */
export async function readWhole(path: string, signal?: AbortSignal): Promise<Buffer> {
  if (!isPipe(path)) return readFile(path);
  const pipe = await openPipe(path);
  try {
    return Buffer.concat(await Array.fromAsync(untilAborted(pipe, signal)));
  } finally {
    pipe.destroy();
  }
}

/**
 * Yields the given bytes. Rejects with the reason of `signal` as soon as it is aborted, even if no further bytes
 * arrive.
 */
export async function* untilAborted(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => {});
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const iterator = bytes[Symbol.asyncIterator]();
  let isComplete = false;
  try {
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), aborted]);
      if (done) {
        isComplete = true;
        return;
      }
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    if (!isComplete) stopReading(bytes, iterator);
  }
}

/** Does not wait for the iterator, which ends only with its stream. */
function stopReading(bytes: AsyncIterable<Uint8Array>, iterator: AsyncIterator<Uint8Array>): void {
  if (bytes instanceof Readable) bytes.destroy();
  void iterator.return?.().catch(() => {});
}
