import { accessSync, constants, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { BUSY_MS, checkSound, openDatabase, SCHEMA_VERSION, versionOf } from './database.ts';
import { DamagedLedger, isDamage, isUnwritable, ledgerError } from './errors.ts';
import { type ReadRuns, unsound } from './sums.ts';

/** A ledger that can be read where it is, or a copy of it. */
export interface Readable {
  /** A file URL with what SQLite has to know. */
  readonly url: string;
  /** Removes what was copied. */
  dispose(): void;
}

const nothing = () => {};

/**
 * Where a ledger can be read from without writing to it, also in a folder that may not be written: there its log is read
 * by way of a copy, as reading a log needs a file beside it. One of an older version is brought up to this one first.
 * Throws TraceError.
 */
export function readable(path: string): Readable {
  try {
    return found(path) ?? besides(path);
  } catch (error) {
    throw ledgerError(error, path);
  }
}

/** Null where it cannot be read in its place. */
function found(path: string): Readable | null {
  const url = `${pathToFileURL(path).href}?mode=ro`;
  let version: number;
  try {
    using db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
    version = versionOf(db, 'main', path);
    // What is damaged is not brought up to date.
    if (version > 0 && version < SCHEMA_VERSION) checkSound(db, path);
  } catch (error) {
    if (isUnwritable(error)) return null;
    throw error;
  }
  if (version > 0 && version < SCHEMA_VERSION) {
    if (!isWritable(path)) return null;
    openDatabase(path).close();
  }
  return { url, dispose: nothing };
}

function isWritable(path: string): boolean {
  try {
    for (const name of [path, dirname(path)]) accessSync(name, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Nobody writes there: without a log the file is all that there is. */
function besides(path: string): Readable {
  const url = pathToFileURL(path).href;
  const log = `${path}-wal`;
  const hasLog = (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const asItIs = { url: `${url}?immutable=1`, dispose: nothing };
  if (!hasLog) {
    using db = new DatabaseSync(new URL(asItIs.url), { readOnly: true });
    if (versionOf(db, 'main', path) === SCHEMA_VERSION) return asItIs;
  }
  const folder = mkdtempSync(join(tmpdir(), 'trace-ledger-'));
  const dispose = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const copy = join(folder, basename(path));
    copyFileSync(path, copy);
    if (hasLog) copyFileSync(log, `${copy}-wal`);
    openDatabase(copy).close();
    return { url: `${pathToFileURL(copy).href}?mode=ro`, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

/** Throws TraceError `ledger-damaged` when rows that are about to be read are not as they were written. */
export function checkRows(db: DatabaseSync, path: string, runs: ReadRuns): void {
  let reason: string | null;
  try {
    reason = unsound(db, runs);
  } catch (error) {
    if (isDamage(error)) throw new DamagedLedger(path, (error as Error).message, error);
    throw ledgerError(error, path);
  }
  if (reason !== null) throw new DamagedLedger(path, reason);
}
