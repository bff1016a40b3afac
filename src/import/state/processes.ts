import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Processes } from '../../ledger/sender.ts';

/** How long a process that cannot be seen from here counts as alive after it last said so, in milliseconds. */
const SILENT_MS = 60_000;

/** The processes of this machine. Those of another one are alive while they say so. */
export const processes: Processes = {
  own: { host: hostname(), pid: process.pid, began: beginningOf(process.pid) },
  isAlive({ host, pid, began }, seen, now) {
    const isFresh = now.getTime() - seen.getTime() < SILENT_MS;
    if (host !== hostname()) return isFresh;
    return began === null ? isFresh && isRunning(pid) : beginningOf(pid) === began;
  },
};

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, in ticks since the machine started; null if it has ended, or on systems other than Linux. */
function beginningOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
