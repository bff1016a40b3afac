import { read, writeSync } from 'node:fs';
import { type Bounds, MEMORY_MARK } from './protocol.ts';

/** Time between two checks of the memory, in milliseconds. */
const WATCH_INTERVAL_MS = 10;

const STANDARD_INPUT = 0;
const STANDARD_ERROR = 2;

/**
 * Runs in a worker thread, because the parser blocks the main thread. Ends the process when it exceeds its limits, and when
 * standard input ends: then the parent process has ended.
 */
export function watchProcess({ megabytes, seconds }: Bounds): void {
  const end = () => process.kill(process.pid, 'SIGKILL');
  setInterval(() => {
    if (process.memoryUsage.rss() <= megabytes * 1024 ** 2) return;
    writeSync(STANDARD_ERROR, `${MEMORY_MARK}\n`);
    end();
  }, WATCH_INTERVAL_MS);
  // Normally the parent ends this process earlier, at the time limit, and reports it.
  setTimeout(end, (seconds + 5) * 1000);
  read(STANDARD_INPUT, Buffer.alloc(1), 0, 1, null, end);
}
