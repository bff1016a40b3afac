import { TraceError } from '../errors.ts';
import { settleElsewhere } from '../ledger/elsewhere.ts';
import { ledgerError } from '../ledger/errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { endAsKnown, noteUnwritten } from '../ledger/unwritten.ts';
import type { Stop } from './push/stop.ts';

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
