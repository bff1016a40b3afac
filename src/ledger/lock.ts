import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TraceError } from '../errors.ts';
import { createPrivately, refuseLink } from './database.ts';
import { isBusy, isDamage, ledgerError } from './errors.ts';

/** A command that only lists what is in doubt holds the lock that long at most, in milliseconds. */
const WAIT_MS = 1000;

/** Locks that are held: one that nothing refers to would be let go by the garbage collector. */
const HELD = new Set<DatabaseSync>();

/**
 * Takes the lock that lets one run at a time push to a target. It is an exclusive transaction on a file of its
 * own, so the kernel holds it: it is gone the moment the process is, however it ends.
 * Throws TraceError `locked` when another run holds it, and others when the file cannot be made.
 */
export function takeLock(path: string): { release(): void } {
  let db: DatabaseSync | undefined;
  try {
    refuseLink(dirname(path));
    createPrivately(path);
    db = new DatabaseSync(path, { timeout: WAIT_MS });
    db.exec('pragma journal_mode = delete; begin exclusive');
  } catch (error) {
    db?.close();
    if (isDamage(error)) {
      throw new TraceError(
        'usage',
        'lock-damaged',
        `The lock file ${path} is damaged. Nothing was sent.`,
        'It holds no data: remove it, then run again.',
        error,
      );
    }
    if (!isBusy(error)) throw ledgerError(error, path);
    throw new TraceError(
      'locked',
      'run-locked',
      "Another run is pushing to this environment's address from the same state folder.",
      'Wait until it ends, then run again. A run that was killed holds nothing.',
    );
  }
  const held = db;
  HELD.add(held);
  return {
    release() {
      if (HELD.delete(held)) held.close();
    },
  };
}

/** Whether a run holds the lock at `path` now. Takes nothing, and needs no right to write. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    db.prepare('select 1 from sqlite_master').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    db?.close();
  }
}
