import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TraceError } from '../errors.ts';
import { createPrivately, refuseLink } from '../folder.ts';
import { say } from '../say.ts';
import { isBusy, isDamage, ledgerError } from './errors.ts';

/**
 * How long to wait for the lock, in milliseconds. A command that only lists records in doubt keeps the lock for
 * less than that.
 */
const WAIT_MS = 1000;

/** The locks of this process. This reference prevents the garbage collector from closing and so releasing them. */
const OWN_LOCKS = new Set<DatabaseSync>();

/**
 * Takes the lock that allows only one run at a time to send to a target. The lock is an exclusive transaction on a
 * separate file. The kernel releases it when the process ends, even if it is killed.
 * @throws TraceError `locked` if another run has the lock, and others if the file cannot be created
 */
export function takeLock(path: string, isSecond = false): Disposable {
  let db: DatabaseSync | undefined;
  try {
    refuseLink(dirname(path));
    createPrivately(path);
    db = new DatabaseSync(path, { timeout: WAIT_MS });
    db.exec('pragma journal_mode = delete; begin exclusive');
  } catch (error) {
    db?.close();
    if (isDamage(error) && !isSecond) {
      // The file has no data, and the ledger itself stores which process sends.
      rmSync(path);
      return takeLock(path, true);
    }
    if (!isBusy(error)) throw ledgerError(error, path);
    throw new TraceError('locked', 'run-locked', say().ledger.locked(), say().ledger.lockedHint());
  }
  const lock = db;
  OWN_LOCKS.add(lock);
  return {
    [Symbol.dispose]() {
      if (OWN_LOCKS.delete(lock)) lock.close();
    },
  };
}

/** Whether a run has the lock at `path` now. Does not take the lock, and needs no permission to write. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    using db = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    db.prepare('select 1 from sqlite_master').get();
    return false;
  } catch (error) {
    return isBusy(error);
  }
}
