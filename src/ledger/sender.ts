import { randomUUID } from 'node:crypto';
import { TraceError } from '../errors.ts';
import { say } from '../say.ts';
import { fileId } from './commits.ts';
import { Reserve } from './reserve.ts';
import type { Store } from './store.ts';

/** How often a process that sends says that it is alive, in milliseconds. */
const BEAT_MS = 10_000;

const SENDER = { host: 'text', pid: 'integer', began: 'text?', lock: 'text?', seen: 'integer' } as const;

/** A process of some machine. */
interface ProcessId {
  readonly host: string;
  readonly pid: number;
  /** When the process started, in the words of its system; null if the system does not say. */
  readonly began: string | null;
}

/** The processes that a sender needs to know. `isAlive`: `seen` is when the process last said that it is alive. */
export interface Processes {
  readonly own: ProcessId;
  isAlive(process: ProcessId, seen: Date, now: Date): boolean;
}

/**
 * The process that sends to a target, as its ledger knows it. A lock file can be removed while it is locked; the ledger
 * cannot, unless the run notices. Each transaction that marks a record as `sending` checks that it still says so.
 */
export class Sender {
  readonly #store: Store;
  readonly #target: string;
  readonly #token = randomUUID();
  readonly #timer: NodeJS.Timeout;

  /**
   * Registers this process. Requires the lock of the target, the file `lock`. An earlier process that locked the same
   * file has ended, because its lock is free; one that locked another file has ended if it shows no sign of life.
   * @throws TraceError `run-locked` if another process sends
   */
  constructor(store: Store, target: string, lock: string, processes: Processes, now: () => Date) {
    this.#store = store;
    this.#target = target;
    const { own, isAlive } = processes;
    const file = fileId(lock);
    store.inTransaction(() => {
      const other = store
        .query('select host, pid, began, lock, seen from senders where target = ?', SENDER)
        .get(target);
      if (other && other.lock !== file && isAlive(other, new Date(other.seen), now())) throw lockedError();
      store.run(
        'insert or replace into senders values (?, ?, ?, ?, ?, ?, ?)',
        ...[target, this.#token, own.host, own.pid, own.began, file, now().getTime()],
      );
    });
    const isOwn = store.query('select 1 as own from senders where target = ? and token = ?', {
      own: 'boolean',
    });
    store.commits.checkSender(
      () => (isOwn.get(target, this.#token) === undefined ? lockedError() : null),
      new Reserve(`${lock}.reserve`),
    );
    const beat = store.db.prepare('update senders set seen = ? where target = ? and token = ?');
    this.#timer = setInterval(() => {
      // A ledger that cannot be written stops the run elsewhere.
      store.write(() => void beat.run(now().getTime(), target, this.#token)).catch(() => {});
    }, BEAT_MS).unref();
  }

  /** Call it before the ledger is closed. */
  release(): void {
    clearInterval(this.#timer);
    try {
      this.#store.commits.freeReserve();
      this.#store.inTransaction(() => {
        this.#store.run('delete from senders where target = ? and token = ?', this.#target, this.#token);
      });
    } catch {
      // The next process has the same lock file, or sees that this one has ended.
    }
  }
}

const lockedError = (): TraceError =>
  new TraceError('locked', 'run-locked', say().ledger.locked(), say().ledger.lockedHint());
