import { randomUUID } from 'node:crypto';
import { fileId } from './marker.ts';
import { Reserve } from './reserve.ts';
import { lockedError, type Store } from './store.ts';

/** The time between two signs of life of a process that sends, in milliseconds. */
const SIGN_OF_LIFE_MS = 10_000;

const SENDER = { host: 'text', pid: 'integer', began: 'text?', lock: 'text?', seen: 'integer' } as const;

/** A process of some machine. */
interface ProcessId {
  readonly host: string;
  readonly pid: number;
  /** When the process started, in the format of its system; null if the system does not show it. */
  readonly began: string | null;
}

/** This process, and a check whether another one is alive. `seen`: the last sign of life of that process. */
export interface Processes {
  readonly own: ProcessId;
  isAlive(process: ProcessId, seen: Date, now: Date): boolean;
}

/**
 * Registers this process as the one that sends to a target, in the ledger. A lock file can be removed while it is
 * locked; the ledger cannot, unless the run notices. Each transaction that marks a record as `sending` checks that
 * the ledger still says so. Requires the lock of the target, the file `lock`. An earlier process that locked the same
 * file has ended, because its lock is free; one that locked another file has ended if it shows no sign of life.
 * Returns a function that ends the registration; call it before the ledger is closed.
 *
 * @throws TraceError `run-locked` if another process sends
 */
export function registerSender(
  store: Store,
  target: string,
  lock: string,
  { own, isAlive }: Processes,
  now: () => Date,
): () => void {
  const token = randomUUID();
  const file = fileId(lock);
  store.inTransaction(() => {
    const sql = 'select host, pid, began, lock, seen from senders where target = ?';
    const other = store.query(sql, SENDER).get(target);
    if (other && other.lock !== file && isAlive(other, new Date(other.seen), now())) throw lockedError();
    store.run(
      'insert or replace into senders values (?, ?, ?, ?, ?, ?, ?)',
      ...[target, token, own.host, own.pid, own.began, file, now().getTime()],
    );
  });
  store.commits.checkSender(target, token, new Reserve(`${lock}.reserve`));
  const beat = store.db.prepare('update senders set seen = ? where target = ? and token = ?');
  const timer = setInterval(() => {
    // The failure is ignored: the next write of the run reports it and stops the run.
    store.write(() => void beat.run(now().getTime(), target, token)).catch(() => {});
  }, SIGN_OF_LIFE_MS).unref();
  return () => {
    clearInterval(timer);
    try {
      store.commits.freeReserve();
      const sql = 'delete from senders where target = ? and token = ?';
      store.inTransaction(() => void store.run(sql, target, token));
    } catch {
      // The next process has the same lock file, or sees that this one has ended.
    }
  };
}
