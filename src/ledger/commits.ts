import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { TraceError, usage } from '../errors.ts';
import { say } from '../say.ts';
import { isBusy, isFull, ledgerError } from './errors.ts';
import type { Marker } from './marker.ts';
import type { Reserve } from './reserve.ts';
import { Query } from './rows.ts';

interface Write {
  readonly work: () => void;
  /** Whether a request is sent after the write. */
  readonly sendsNext: boolean;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Maximum number of attempts to lock a ledger that another program is writing. Each attempt waits five seconds;
 * the event loop runs in between.
 */
const MAX_LOCK_ATTEMPTS = 12;

/**
 * Groups writes into commits: all writes of one turn of the event loop share a commit at its end. A timer would make
 * larger groups but reduce throughput, because each request waits for two commits. Between two turns no transaction is
 * open, so that other processes can write.
 */
export class Commits {
  readonly #db: DatabaseSync;
  readonly #path: string;
  #waiting: Write[] = [];
  #busy = 0;
  /** Set if the run sends records. */
  #guard: Guard | null = null;
  #notOwn: () => TraceError | null = () => null;
  #reserve: Reserve | null = null;
  /** The error of a disk that was full. After it, only outcomes are written. */
  #full: unknown = null;

  constructor(db: DatabaseSync, path: string) {
    this.#db = db;
    this.#path = path;
  }

  get guard(): Guard | null {
    return this.#guard;
  }

  /** Updates the markers at each commit from now on. */
  watch(marker: Marker): void {
    this.#guard = new Guard(this.#db, this.#path, marker);
  }

  /**
   * Checks inside each commit before requests are sent that no other process sends to the target: the sender must still
   * have this token. `reserve` is freed for outcomes if the disk is full.
   */
  checkSender(target: string, token: string, reserve: Reserve): void {
    const own = this.#db.prepare('select 1 from senders where target = ? and token = ?');
    this.#notOwn = () => (own.get(target, token) === undefined ? lockedError() : null);
    this.#reserve = reserve;
  }

  /** Frees the space that is reserved on the disk. Returns whether space was reserved. */
  freeReserve(): boolean {
    return this.#reserve?.free() ?? false;
  }

  /** Closes the markers. */
  close(): void {
    this.#guard?.close();
    this.#guard = null;
  }

  /**
   * Resolves when the writes of `work` are on the disk. Rejects if nothing of `work` was written, with a
   * TraceError if one fits. `work` runs at the end of the turn; if another write of its group fails, it runs again
   * alone.
   * @param options `sendsNext`: a request is sent next, so the ledger must still be at its path. Other writes
   * store outcomes and are always attempted.
   */
  write(work: () => void, { sendsNext = false } = {}): Promise<void> {
    return new Promise((done, failed) => {
      if (this.#waiting.push({ work, sendsNext, done, failed }) === 1) setImmediate(() => this.#commit());
    });
  }

  #commit(): void {
    if (this.#waiting.length === 0) return;
    try {
      this.#db.exec('begin immediate');
    } catch (error) {
      if (isBusy(error) && ++this.#busy < MAX_LOCK_ATTEMPTS) setImmediate(() => this.#commit());
      else if (this.#hasFreed(error)) this.#commit();
      else this.#fail(this.#take(), error);
      return;
    }
    this.#settle(this.#take());
  }

  #take(): Write[] {
    const group = this.#waiting;
    this.#waiting = [];
    this.#busy = 0;
    return group;
  }

  /** The writes of a group that are allowed. The promises of the others are rejected. */
  #allowed(group: readonly Write[]): readonly Write[] {
    const gone = group.some(({ sendsNext }) => sendsNext)
      ? (this.#full ?? this.#guard?.gone() ?? this.#notOwn())
      : null;
    if (gone === null) return group;
    const [leaving, others] = [true, false].map((sendsNext) =>
      group.filter((write) => write.sendsNext === sendsNext),
    );
    this.#fail(leaving!, gone);
    return others!;
  }

  /** Runs and commits a group inside the open transaction. */
  #settle(all: readonly Write[]): void {
    let working = true;
    let group = all;
    try {
      group = this.#allowed(all);
      for (const { work } of group) work();
      working = false;
      this.#guard?.raise();
      this.#db.exec('commit');
    } catch (error) {
      this.#rollBack();
      if (this.#hasFreed(error)) {
        this.#waiting.unshift(...group);
        this.#commit();
      } else if (working && group.length > 1) this.#settleAlone(group);
      else this.#fail(group, error);
      return;
    }
    const failure = this.#unguarded(group.some(({ sendsNext }) => sendsNext));
    for (const write of group) {
      if (failure && write.sendsNext) this.#fail([write], failure);
      else write.done();
    }
  }

  /** The error that forbids sending a request after a commit; null if requests may be sent. */
  #unguarded(sendsNext: boolean): unknown {
    try {
      this.#guard?.committed(sendsNext);
      return null;
    } catch (error) {
      return error;
    }
  }

  /** Runs each write of a group alone, so that one failure does not affect the others. */
  #settleAlone(group: readonly Write[]): void {
    for (const write of group) {
      try {
        this.#db.exec('begin immediate');
      } catch (error) {
        this.#fail([write], error);
        continue;
      }
      this.#settle([write]);
    }
  }

  /** Whether space was freed for outcomes because the disk is full. */
  #hasFreed(error: unknown): boolean {
    if (!isFull(error) || !this.freeReserve()) return false;
    this.#full = ledgerError(error, this.#path);
    return true;
  }

  #fail(group: readonly Write[], error: unknown): void {
    const reason = ledgerError(error, this.#path);
    for (const { failed } of group) failed(reason);
  }

  #rollBack(): void {
    try {
      if (this.#db.isTransaction) this.#db.exec('rollback');
    } catch {
      // Ignored: a closed ledger has nothing to roll back, and one that cannot roll back refuses the next transaction.
    }
  }
}

/**
 * Detects that the ledger of a sending run was lost. Each commit has a number, which is written to markers outside of
 * the ledger before a request is sent. The open file must also still be the one at its path.
 */
class Guard {
  readonly #ledger: string;
  readonly #marker: Marker;
  readonly #raise;
  readonly #target: string;
  readonly #path: string;
  readonly #file: string | null;
  #seq = 0;
  /**
   * Whether markers are written. They are written from the first request on, because losing a ledger from which
   * nothing was sent does no harm.
   */
  #marks: boolean;

  constructor(db: DatabaseSync, path: string, marker: Marker) {
    this.#ledger = identityOf(db);
    this.#target = marker.target;
    this.#marker = marker;
    this.#marks = marker.read().length > 0;
    this.#raise = new Query(
      db,
      'insert into marks(target, seq) values (?, 1) on conflict do update set seq = seq + 1 returning seq',
      { seq: 'integer' },
    );
    this.#path = path;
    this.#file = fileId(path);
  }

  /** Increases the number of commits. Call it inside the transaction. */
  raise(): void {
    this.#seq = this.#raise.one(this.#target).seq;
  }

  /** Call it after the commit. `sendsNext`: requests are sent next. Throws if they must not be sent. */
  committed(sendsNext: boolean): void {
    this.#marks ||= sendsNext;
    try {
      if (this.#marks) this.#marker.write(this.#ledger, this.#seq);
    } catch (error) {
      // If nothing is sent next, a failed marker is ignored: the ledger already has the outcome.
      if (sendsNext) throw error;
    }
    const gone = this.gone();
    if (gone && sendsNext) throw gone;
  }

  /** The error if the ledger was removed or replaced; null while it is at its path. */
  gone(): TraceError | null {
    if (fileId(this.#path) === this.#file) return null;
    return usage('ledger-gone', say().ledger.removed({ path: this.#path }), say().ledger.removedHint());
  }

  /** Flushes the markers to the disk. */
  sync(): void {
    this.#marker.sync();
  }

  close(): void {
    this.#marker.sync();
    this.#marker.close();
  }
}

/** The error if another process sends to the target. */
export const lockedError = (): TraceError =>
  new TraceError('locked', 'run-locked', say().ledger.locked(), say().ledger.lockedHint());

/** The device and inode of a file; null if it does not exist. */
export function fileId(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

/** The unique id of a ledger. */
export function identityOf(db: DatabaseSync): string {
  return new Query(db, 'select id from identity', { id: 'text' }).one().id;
}
