import { randomBytes } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { refuseLink } from '../folder.ts';
import { ledgerError } from './errors.ts';

/** The size of the file: enough for the outcomes of a hundred open requests and a report. */
const RESERVE_BYTES = 2 ** 20;

/**
 * Space on the disk for the outcomes of requests that were sent before the disk was full. It is a file that is removed
 * when the space is needed, and at the end of the run.
 */
export class Reserve {
  readonly #path: string;
  #isFree = false;

  /** @throws TraceError `disk-full`, and other errors if the file cannot be written */
  constructor(path: string) {
    this.#path = path;
    try {
      refuseLink(path);
      // A killed run leaves its file. Random bytes also take space on a disk that compresses.
      if (statSync(path, { throwIfNoEntry: false })?.size !== RESERVE_BYTES)
        writeFileSync(path, randomBytes(RESERVE_BYTES), { mode: 0o600 });
    } catch (error) {
      rmSync(path, { force: true });
      // If a limit on the size of files was reached, more space on the disk does not help.
      if ((error as NodeJS.ErrnoException).code !== 'EFBIG') throw ledgerError(error, path);
    }
  }

  /** Removes the file. Returns whether this freed space; never throws. */
  free(): boolean {
    if (this.#isFree) return false;
    this.#isFree = true;
    try {
      rmSync(this.#path);
      return true;
    } catch {
      return false;
    }
  }
}
