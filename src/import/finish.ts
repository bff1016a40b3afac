import type { RunRow } from '../ledger/ledger.ts';
import { brokenBy } from './broken.ts';
import { errorOf } from './error-text.ts';
import type { Verdict } from './event.ts';
import type { Pushed } from './pushed.ts';

/** A run after its last word. */
export interface Finished {
  readonly verdict: Verdict;
  /** As it ended, whether or not the ledger could store that. */
  readonly row: RunRow;
  /** See `Pushed`. */
  readonly broken: unknown;
}

/**
 * Gives a run its verdict and ends it in the ledger. A run whose end cannot be stored is not over for the next run; its
 * report still says how it ended here. Throws what it throws to read the ledger, when that fails twice.
 */
export function finish<Run extends Pushed>(run: Run, verdictOf: (run: Run) => Verdict, at: string): Finished {
  const { ledger } = run;
  const ended = (run: Run): Finished => {
    const verdict = verdictOf(run);
    const { exitCode, text, next } = verdict;
    const row = ledger.findRun(run.runId)!;
    return {
      verdict,
      row: {
        ...row,
        finishedAt: at,
        exitCode,
        verdict: JSON.stringify({ text, next, error: errorOf(exitCode, { text, next }, run.stop) }),
      },
      broken: run.broken,
    };
  };
  const store = ({ row }: Finished) => ledger.finishRun(row.run, at, row.exitCode!, row.verdict!);
  try {
    const finished = ended(run);
    store(finished);
    return finished;
  } catch (error) {
    const { stop, broken } = brokenBy(error, ledger);
    const finished = ended({ ...run, stop: run.stop ?? stop, broken: run.broken ?? broken });
    try {
      store(finished);
    } catch {
      // Told by the first error.
    }
    return finished;
  }
}
