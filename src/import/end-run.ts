import { TraceError } from '../errors.ts';
import type { Ledger, RunRow } from '../ledger/ledger.ts';
import type { Stop } from '../send/push/outcome.ts';
import type { Verdict } from './report/run-event.ts';
import { errorOf } from './report/run-result.ts';
import type { EndedRun } from './send-run.ts';

/** Ends the open records of a run as not attempted. */
export function endRun(ledger: Ledger, run: number): void {
  ledger.sending(run).endNotAttempted();
}

/** A run with its verdict. */
export interface VerdictOfRun {
  readonly verdict: Verdict;
  /** The row of the run as it ended, even if the ledger could not store it. */
  readonly row: RunRow;
  /** See `EndedRun`. */
  readonly error: unknown;
}

/**
 * Computes the verdict of a run and stores it. If storing fails, the report still shows the
 * verdict, and the next run ends this run in the ledger. Throws if reading the ledger fails twice.
 */
export function storeVerdict<Run extends EndedRun>(
  run: Run,
  verdictOf: (run: Run) => Verdict,
  at: string,
): VerdictOfRun {
  const { ledger } = run;
  const resultOf = (run: Run): VerdictOfRun => {
    const verdict = verdictOf(run);
    const { exitCode, text, next } = verdict;
    const row = ledger.runs.find(run.runId)!;
    return {
      verdict,
      row: {
        ...row,
        finishedAt: at,
        exitCode,
        verdict: JSON.stringify({ text, next, error: errorOf(exitCode, { text, next }, run.stop) }),
      },
      error: run.error,
    };
  };
  const store = ({ row }: VerdictOfRun) => ledger.runs.finish(row.run, at, row.exitCode!, row.verdict!);
  try {
    const result = resultOf(run);
    store(result);
    return result;
  } catch (error) {
    const { stop, error: broken } = unexpectedStopOf(error, ledger);
    const result = resultOf({ ...run, stop: run.stop ?? stop, error: run.error ?? broken });
    try {
      store(result);
    } catch {
      // Report the first error instead.
    }
    return result;
  }
}

/** How a run stops after an unexpected error, which is usually an error of the ledger or its disk. */
export interface UnexpectedStop {
  readonly stop: Stop;
  /** The error, as a TraceError if possible. */
  readonly error: unknown;
}

export function unexpectedStopOf(thrown: unknown, ledger: Ledger): UnexpectedStop {
  const { syscall } = (thrown ?? {}) as NodeJS.ErrnoException;
  const broken = ledger.errorOf(thrown);
  const reason = (broken instanceof Error ? broken.message : String(broken)).replace(/\.$/, '');
  const exit = broken instanceof TraceError ? broken.exit : syscall === undefined ? 'bug' : 'usage';
  const { code: name, hint } =
    broken instanceof TraceError ? broken : { code: exit === 'bug' ? 'bug' : 'system', hint: undefined };
  return { stop: { exit, code: name, reason, hint, local: true }, error: broken };
}

/**
 * Ends the records of a run that failed while it was sending. If the ledger still cannot be written, they are ended only
 * for the report, in a transaction that is never committed. The next run then marks the records that were being sent as
 * in doubt. `doubtful`: see `settleElsewhere`.
 */
export function endBrokenPush(ledger: Ledger, run: number, doubtful: readonly number[], at: string): void {
  const stored = succeeds(ledger, () => {
    ledger.killedRuns.endBroken(run, at);
    ledger.doubts.settleElsewhere(doubtful);
  });
  if (stored) return;
  succeeds(ledger, () => ledger.killedRuns.endUnstored(run, at));
}

function succeeds(ledger: Ledger, work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    try {
      ledger.rollBack();
    } catch {
      // The transaction is never committed, even if the rollback fails.
    }
    return false;
  }
}
