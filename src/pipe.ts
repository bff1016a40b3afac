import { close, constants, createReadStream, fstat, open } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { promisify } from 'node:util';

/**
 * Opens a named pipe or a device for reading, without waiting for a writer. Pipes and terminals are read by the event
 * loop: a thread that is blocked in `open` or `read` cannot be interrupted and would keep the process from exiting.
 * Rejects as `open` does.
 */
export async function openPipe(path: string): Promise<Readable> {
  const fd = await promisify(open)(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (isatty(fd)) return new ReadStream(fd);
    const stats = await promisify(fstat)(fd);
    if (stats.isFIFO()) return new Socket({ fd, readable: true, writable: false });
    return createReadStream(path, { fd });
  } catch (error) {
    await promisify(close)(fd);
    throw error;
  }
}

/** Reads a file or a pipe to its end. Rejects with the reason of `signal` when it is aborted. */
export async function readWhole(path: string, signal?: AbortSignal): Promise<Buffer> {
  const stats = await stat(path);
  if (stats.isFile() || stats.isDirectory()) return readFile(path);
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
