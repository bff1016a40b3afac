import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { daysBefore, type Retention } from '../../config/retention.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { stateFiles } from './state-files.ts';

/** The names of reports with their annotated copies, and of ledgers that were set aside, with the time of the run or of the move. */
const REPORT = /^(\d{8}-\d{6})-[0-9a-f]{4}\b/;
const SET_ASIDE = /^ledger-(\d{8}-\d{6})-[0-9a-f]{4}\.db(?:-wal|-shm|-journal)?$/;

/** What the end of a run removes at most: it must stay short, and the next end removes more. */
const MOST_RUNS = 10;
const MOST_REPORTS = 100;

/** What is old in a state folder. Runs are ids, files are paths. */
export interface OldState {
  readonly runs: readonly { readonly run: number; readonly id: string }[];
  /** Old runs that stay, because a record of them is not settled. */
  readonly open: readonly string[];
  /** Reports and the annotated copies beside them. */
  readonly reports: readonly string[];
  /** Ledgers that `--new-ledger` set aside. */
  readonly ledgers: readonly string[];
}

/**
 * Finds what is old in the state folder of a ledger. `target`: only the runs of this target; of all targets if it is not given.
 */
export function oldState(ledger: Ledger, retention: Retention, now: Date, target?: string): OldState {
  const { keepLast } = retention;
  const before = daysBefore(now, retention.keep).toISOString();
  const old = ledger.retention.oldRuns({ before, keepLast, target });
  const open = old.filter(({ isOpen }) => isOpen).map(({ id }) => id);
  const kept = [...open, ...ledger.retention.lastIds()];
  const folder = dirname(ledger.path);
  const { reports } = stateFiles(folder);
  return {
    runs: old.filter(({ isOpen }) => !isOpen),
    open,
    reports: filesBefore(reports, REPORT, daysBefore(now, retention.reports)).filter(
      (path) => !kept.some((id) => basename(path).startsWith(id)),
    ),
    ledgers: filesBefore(folder, SET_ASIDE, daysBefore(now, retention.keep)),
  };
}

/** The files of a folder whose name has an earlier time, the oldest first. */
function filesBefore(folder: string, pattern: RegExp, before: Date): string[] {
  const stamp = before.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  return namesIn(folder)
    .filter((name) => (pattern.exec(name)?.[1] ?? stamp) < stamp)
    .sort()
    .map((name) => join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The size of files in bytes. */
export const bytesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);

/** Removes what is old: each run in a transaction of its own, so that a kill leaves whole runs. */
export function prune(ledger: Ledger, { runs, reports, ledgers }: OldState): void {
  for (const { run } of runs) ledger.retention.prune(run);
  for (const file of [...reports, ...ledgers]) rmSync(file, { force: true });
}

/**
 * Removes what is old at the end of a run, at most so much that it stays short. Ledgers that were set aside stay: only
 * `trace runs prune` removes them. `report`: its annotated copies with the name of an old run are removed, too. Requires the
 * lock of the target.
 */
export function pruneAtEnd(
  ledger: Ledger,
  retention: Retention,
  now: Date,
  { target, report }: { readonly target: string; readonly report: string | null },
): void {
  const stem = RegExp.escape(basename(`${report}`).replace(/\.(json|html?)$/i, ''));
  const copy = new RegExp(`^${stem}-${REPORT.source.slice(1)}.*\\.(?:xl\\w+|ods)$`);
  const copies =
    report === null ? [] : filesBefore(dirname(report), copy, daysBefore(now, retention.reports));
  const { runs, reports, ...old } = oldState(ledger, retention, now, target);
  prune(ledger, {
    ...old,
    runs: runs.slice(0, MOST_RUNS),
    reports: [...reports, ...copies].slice(0, MOST_REPORTS),
    ledgers: [],
  });
}
