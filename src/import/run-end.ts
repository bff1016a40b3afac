import { type ErrorText, EXIT_CODES, type Exit, TraceError } from '../errors.ts';
import { endAsKnown, noteUnwritten } from '../ledger/broken-runs.ts';
import { ledgerError } from '../ledger/errors.ts';
import { History } from '../ledger/history.ts';
import type { Ledger, RunRow } from '../ledger/ledger.ts';
import { settleElsewhere } from '../ledger/other-runs.ts';
import { Sending } from '../ledger/sending.ts';
import type { Verdict } from './event.ts';
import { noTotals, type Outcome, type Totals } from './push/outcome.ts';
import type { Stop } from './push/stop.ts';
import type { Pushed } from './push-run.ts';

/** Gives every record that is still open its end: the run stopped before it. */
export function endRun(ledger: Ledger, run: number): void {
  new Sending(ledger, run).notAttempted();
}

/** Records of a run by outcome. */
export function totalsOf(ledger: Ledger, run: number): Totals {
  const totals = noTotals();
  for (const { outcome, count } of new History(ledger, run).totals()) {
    totals[outcome as Outcome] += count;
  }
  return totals;
}

/** What a run that did not end with 0 is called, where nothing has a name of its own for it. */
const CODES: Readonly<Record<Exit, string>> = {
  done: 'done',
  bug: 'bug',
  usage: 'service-unusable',
  invalid: 'input-invalid',
  token: 'token-refused',
  rows: 'rows-left',
  doubt: 'rows-in-doubt',
  unreachable: 'service-unreachable',
  locked: 'run-locked',
  interrupted: 'interrupted',
};

/** Why a run did not end with 0; null when it did. */
export function errorOf(
  exitCode: number,
  said: { readonly text: string; readonly next: string | null } | null,
  stop: Stop | null = null,
): ErrorText | null {
  if (exitCode === EXIT_CODES.done.code) return null;
  const exit =
    (Object.keys(EXIT_CODES) as Exit[]).find((name) => EXIT_CODES[name].code === exitCode) ?? 'bug';
  return {
    code: stop?.code ?? CODES[exit],
    message: stop?.reason ?? said?.text ?? EXIT_CODES[exit].meaning,
    hint: stop?.hint ?? said?.next ?? null,
  };
}

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

/** Why a run ended before its time when something on this side broke: nearly always the ledger, or its disk. */
export interface Broken {
  readonly stop: Stop;
  /** What broke: a TraceError where one fits. */
  readonly broken: unknown;
}

export function brokenBy(thrown: unknown, { path }: Ledger): Broken {
  const { code, syscall } = (thrown ?? {}) as NodeJS.ErrnoException;
  const broken = code === 'ERR_SQLITE_ERROR' ? ledgerError(thrown, path) : thrown;
  const reason = (broken instanceof Error ? broken.message : String(broken)).replace(/\.$/, '');
  const exit = broken instanceof TraceError ? broken.exit : syscall === undefined ? 'bug' : 'usage';
  const { code: name, hint } =
    broken instanceof TraceError ? broken : { code: exit === 'bug' ? 'bug' : 'system', hint: undefined };
  return { stop: { exit, code: name, reason, hint, broken: true }, broken };
}

/**
 * Ends the records of a run that broke while it was sending. Where the ledger still cannot be written, that happens in
 * a transaction that is never committed: this connection and its report see how the records ended, and the next run
 * finds the ledger as it is on the disk, where what was out is in doubt. `doubtful`: see `settleElsewhere`.
 */
export function endBrokenPush(ledger: Ledger, run: number, doubtful: readonly number[], at: string): void {
  const stored = succeeds(ledger, () => {
    ledger.inTransaction(() => endAsKnown(ledger, run, at));
    ledger.unwritten.clear();
    settleElsewhere(ledger, doubtful);
  });
  if (stored) return;
  succeeds(ledger, () => {
    ledger.beginUnstored();
    endAsKnown(ledger, run, at);
    noteUnwritten(ledger);
  });
}

function succeeds(ledger: Ledger, work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    try {
      ledger.rollBack();
    } catch {
      // What cannot even be rolled back is not committed either.
    }
    return false;
  }
}
