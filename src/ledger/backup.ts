import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { createPrivately, refuseLink } from '../folder.ts';
import { say } from '../say.ts';
import { systemCause } from '../system-cause.ts';
import { checkSound } from './database.ts';
import { readableLedger } from './read-only.ts';
import type { Store } from './store.ts';

/** A larger ledger is copied only once a day, because a copy after every run would take longer than the run. */
const SMALL_LEDGER_BYTES = 256 * 2 ** 20;
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * Number of pages that are copied in one step. It is larger than any ledger, so the copy takes one step: if a copy
 * took several steps, a write of another program would restart it.
 */
const ALL_PAGES = 2 ** 30;

/** The suffixes of the write-ahead log and its files, which belong to one ledger only. */
const LOG_SUFFIXES = ['-wal', '-shm', '-journal'] as const;

const backupOf = (path: string): string => join(dirname(path), 'ledger.backup.db');

/** See `Ledger.backUp`. */
export async function backUp({ db, path }: Store, now: Date, isFirst: boolean): Promise<string | null> {
  const to = backupOf(path);
  if (isFirst && existsSync(to)) return null;
  const draft = join(dirname(path), `.ledger-${randomBytes(8).toString('hex')}.tmp`);
  try {
    if (!isDue(path, to, now)) return null;
    createPrivately(draft);
    await backup(db, draft, { rate: ALL_PAGES });
    const file = openSync(draft, 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    refuseLink(to);
    renameSync(draft, to);
    return null;
  } catch (error) {
    return say().ledger.notCopied({ path: to, reason: systemCause(error) });
  } finally {
    for (const suffix of ['', ...LOG_SUFFIXES]) rmSync(`${draft}${suffix}`, { force: true });
  }
}

function isDue(path: string, to: string, now: Date): boolean {
  const size = ['', '-wal'].reduce((sum, suffix) => sum + sizeOf(`${path}${suffix}`), 0);
  const last = statSync(to, { throwIfNoEntry: false });
  return size <= SMALL_LEDGER_BYTES || last === undefined || now.getTime() - last.mtimeMs >= DAY_MS;
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** A backup that can replace its ledger. */
export interface Backup {
  readonly path: string;
  readonly madeAt: Date;
}

/** The last backup of a ledger. Null if there is none, or if its rows are damaged. */
export function lastBackup(path: string): Backup | null {
  const copy = backupOf(path);
  if (!existsSync(copy)) return null;
  try {
    const { url, dispose } = readableLedger(copy);
    using opened = new DisposableStack();
    opened.defer(dispose);
    const db = opened.use(new DatabaseSync(new URL(url), { readOnly: true }));
    checkSound(db, copy);
    return { path: copy, madeAt: statSync(copy).mtime };
  } catch {
    return null;
  }
}

/** Moves a ledger and its log to an unused name. Returns the new path. */
export function moveAside(path: string, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const to = join(dirname(path), `ledger-${stamp}-${randomBytes(2).toString('hex')}.db`);
  for (const suffix of ['', ...LOG_SUFFIXES]) {
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${to}${suffix}`);
  }
  return to;
}

/** Copies a backup to the path of a ledger that no longer exists. */
export function restore(path: string, { path: copy }: Backup): void {
  for (const suffix of LOG_SUFFIXES) rmSync(`${path}${suffix}`, { force: true });
  createPrivately(path);
  copyFileSync(copy, path);
}
