import { dirname } from 'node:path';
import { EXIT_CODES } from '../../errors.ts';
import { totalsOf } from '../../import/report/run-result.ts';
import { stateFiles } from '../../import/state/state-files.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import { isLocked } from '../../ledger/lock.ts';

/** Whether a process is still working on a run that has not ended. */
export function isActive({ path }: Ledger, { target, finishedAt }: RunRow): boolean {
  return finishedAt === null && isLocked(stateFiles(dirname(path)).lock(target));
}

/** A run as lists show it. */
export function runHead(ledger: Ledger, run: RunRow) {
  return {
    run: run.id,
    environment: run.environment,
    startedAt: run.startedAt,
    totals: totalsOf(ledger, run.run),
    // The exit code that the report of the run shows; null while a process works on the run.
    exitCode: run.exitCode ?? (isActive(ledger, run) ? null : EXIT_CODES.interrupted.code),
  };
}
