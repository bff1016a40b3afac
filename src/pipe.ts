import { close, constants, createReadStream, fstat, open } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { promisify } from 'node:util';

/**
 * Opens what is no regular file (a named pipe, a device) for reading. It does not wait for a writer, and the event loop
 * reads pipes and terminals: a thread that is blocked in `open` or `read` cannot be interrupted, and the process could
 * not even exit. Rejects as `open` does.
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

/** What a file or a pipe holds. Rejects with the reason of `signal` once it is aborted. */
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

/** The same bytes. Rejects with the reason of `signal` once it is aborted, though no further byte may ever come. */
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
  let whole = false;
  try {
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), aborted]);
      if (done) {
        whole = true;
        return;
      }
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    if (!whole) giveUp(bytes, iterator);
  }
}

/** Not awaited: an iterator that waits for a byte ends only when its stream does. */
function giveUp(bytes: AsyncIterable<Uint8Array>, iterator: AsyncIterator<Uint8Array>): void {
  if (bytes instanceof Readable) bytes.destroy();
  void iterator.return?.().catch(() => {});
}
