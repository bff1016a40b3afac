import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Backup, moveAside, restore } from './backup.ts';
import { checkSound } from './database.ts';
import { DamagedLedger } from './errors.ts';
import type { Ledger } from './ledger.ts';
import { takeLock } from './lock.ts';
import { hashOf, identityOf, type Mark, type Marker, marksIn, readMark } from './marker.ts';
import { Query } from './rows.ts';
import { SqliteLedger } from './sqlite-ledger.ts';

/** A ledger that is behind its markers: it contains only `commits` of the `marked` commits. */
interface OlderLedger {
  readonly state: 'older';
  readonly commits: number;
  readonly marked: number;
}

/**
 * The state of a ledger compared with its markers. `missing`: the file does not exist or has no tables;
 * `isMarked`: markers show that it had records. `other`: the markers belong to another ledger.
 */
export type LedgerState =
  | { readonly state: 'intact' }
  | { readonly state: 'other' }
  | { readonly state: 'missing'; readonly isMarked: boolean }
  | { readonly state: 'damaged'; readonly error: DamagedLedger }
  | OlderLedger;

/** How much of a ledger is checked. `sending`: everything. `reading`: only what is known about each key. */
export type CheckDepth = 'sending' | 'reading';

/**
 * Compares a ledger with the markers of a target.
 *
 * @throws TraceError if it cannot be read
 */
export function ledgerState(path: string, marker: Marker, depth: CheckDepth): LedgerState {
  // Read before the ledger: during a run, the ledger can be newer than its markers, never older.
  const marks = marker.read();
  const missing = { state: 'missing', isMarked: marks.length > 0 } as const;
  if (isEmpty(path)) return missing;
  try {
    using ledger = SqliteLedger.reading(path);
    const { db } = ledger;
    if (depth === 'sending') checkSound(db, path);
    if (!hasTables(db)) return missing;
    if (depth === 'reading') checkSound(db, path, 'entries');
    if (isOtherLedger(db, marks)) return { state: 'other' };
    const commits = commitsOf(db).get(marker.target) ?? 0;
    const marked = Math.max(0, ...marks.map((mark) => mark.seq));
    return marked > commits ? { state: 'older', commits, marked } : { state: 'intact' };
  } catch (error) {
    if (!(error instanceof DamagedLedger)) throw error;
    return { state: 'damaged', error };
  }
}

/**
 * Opens a ledger to send from it, and updates its markers at each commit. Returns null if the markers belong to
 * another ledger.
 */
export function openToSend(path: string, marker: Marker): Ledger | null {
  using opened = new DisposableStack();
  const ledger = opened.use(SqliteLedger.open(path));
  if (isOtherLedger(ledger.db, marker.read())) return null;
  ledger.commits.watch(marker);
  opened.move();
  return ledger;
}

/**
 * Where the markers of a ledger are: in a folder with the markers of all targets, and in a second file for each
 * target.
 */
export interface MarkerPlaces {
  readonly folder: string;
  /** The path of the second file; null if there is none. */
  elsewhere(target: string): string | null;
}

/**
 * Opens a ledger to read the records of any target. `targets`: the targets whose markers are searched if the file
 * does not exist. The state `unmade` means that the file has no tables.
 * @throws TraceError if the ledger is damaged or cannot be read
 */
export function openToRead(
  path: string,
  { folder, elsewhere }: MarkerPlaces,
  targets: readonly string[],
):
  | { readonly state: 'intact'; readonly ledger: Ledger }
  | { readonly state: 'unmade' }
  | Extract<LedgerState, { state: 'missing' | 'older' }> {
  // Read before the ledger: during a run, the ledger can be newer than its markers, never older.
  const marks = marksIn(folder);
  const marksElsewhere = (of: Iterable<string>) =>
    [...of].flatMap((target) => readMark(elsewhere(target) ?? '') ?? []);
  if (isEmpty(path)) {
    return { state: 'missing', isMarked: marks.length > 0 || marksElsewhere(targets).length > 0 };
  }
  using opened = new DisposableStack();
  const ledger = opened.use(SqliteLedger.reading(path));
  if (!hasTables(ledger.db)) return { state: 'unmade' };
  checkSound(ledger.db, path);
  marks.push(...marksElsewhere(commitsOf(ledger.db).keys()));
  const behind = olderLedgerOf(ledger.db, marks);
  if (behind !== null) return behind;
  opened.move();
  return { state: 'intact', ledger };
}

/** Returns how far a ledger is behind the first marker that it is behind; null if it is behind none. */
function olderLedgerOf(db: DatabaseSync, marks: readonly Mark[]): OlderLedger | null {
  const id = identityOf(db);
  const known = new Map([...commitsOf(db)].map(([target, seq]) => [hashOf(target), seq]));
  for (const { ledger, target, seq: marked } of marks) {
    const commits = known.get(target) ?? 0;
    if (ledger === id && marked > commits) return { state: 'older', commits, marked };
  }
  return null;
}

/**
 * Moves a ledger and its log to an unused name. Takes the locks of all targets, except `own`, which the caller
 * already has. Returns the new path.
 */
export function setAside(path: string, own: string, now: Date): string {
  using _locks = lockAll(dirname(own), own);
  return moveAside(path, now);
}

/**
 * Takes the locks of all targets in a folder, except `own`.
 *
 * @throws TraceError `run-locked` if a run has one of them
 */
function lockAll(folder: string, own?: string): Disposable {
  using locks = new DisposableStack();
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.lock')) : [];
  for (const lock of names.map((name) => join(folder, name))) if (lock !== own) locks.use(takeLock(lock));
  return locks.move();
}

/**
 * Opens a ledger while no run sends to any target. The locks in `folder` are kept until it is closed.
 *
 * @throws TraceError `run-locked` if a run is sending
 */
export function openAlone(path: string, folder: string): { readonly ledger: Ledger } & Disposable {
  using opened = new DisposableStack();
  opened.use(lockAll(folder));
  const ledger = opened.use(SqliteLedger.open(path));
  const kept = opened.move();
  return { ledger, [Symbol.dispose]: () => kept.dispose() };
}

/**
 * Continues with an older copy of a ledger: `backup`, or the existing file if `backup` is null. Records that the
 * copy shows as not sent to the target of `marker` are put in doubt. Returns the number of these records.
 */
export function continueFrom(path: string, backup: Backup | null, marker: Marker, now: Date): number {
  if (backup !== null) restore(path, backup);
  using ledger = SqliteLedger.open(path);
  // The process that sent when the backup was made.
  if (backup !== null) ledger.db.exec('delete from senders');
  const doubtful = ledger.killedRuns.doubtUnsent(marker.target, now.toISOString());
  // Write the marker now, so that a loss of this ledger is detected even if this run sends nothing.
  marker.write(identityOf(ledger.db), commitsOf(ledger.db).get(marker.target) ?? 0);
  marker.sync();
  return doubtful;
}

const isEmpty = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;

/**
 * Whether the tables exist. They may be missing if a process was killed before it created them, or is about to
 * create them.
 */
const hasTables = (db: DatabaseSync): boolean =>
  db.prepare("select 1 from sqlite_master where name = 'identity'").get() !== undefined;

/** Whether markers belong to another ledger. */
function isOtherLedger(db: DatabaseSync, marks: readonly Mark[]): boolean {
  const id = identityOf(db);
  return marks.some((mark) => mark.ledger !== id);
}

/** The number of commits of runs that send, by target. */
function commitsOf(db: DatabaseSync): Map<string, number> {
  const rows = new Query(db, 'select target, seq from marks', { target: 'text', seq: 'integer' }).all();
  return new Map(rows.map(({ target, seq }) => [target, seq]));
}
