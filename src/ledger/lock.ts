import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TraceError } from '../errors.ts';

/**
 * Takes the lock that lets one run at a time push to an environment. It is an exclusive transaction on a file of its
 * own, so the kernel holds it: it is gone the moment the process is, however it ends.
 * Throws TraceError `locked` when another process holds it.
 */
export function takeLock(path: string): { release(): void } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec('pragma journal_mode = delete; begin exclusive');
  } catch (error) {
    db.close();
    const { errcode } = error as { errcode?: number };
    if (errcode !== undefined && (errcode & 0xff) === 5) {
      throw new TraceError(
        'locked',
        'run-locked',
        'Another run is pushing to this environment from the same state folder.',
        'Wait until it ends, then run again. A run that was killed holds nothing.',
      );
    }
    throw error;
  }
  return {
    release() {
      if (db.isOpen) db.close();
    },
  };
}
