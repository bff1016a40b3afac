import { settleAfterKill } from '../ledger/elsewhere.ts';
import { stampDoubts } from '../ledger/entries.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { settleKilledRuns } from '../ledger/unfinished.ts';
import { elapsedMs, type Moment } from '../service/clock.ts';

/** Where a run goes, and when the process that settles what is left there began. */
export interface Arrival {
  readonly target: string;
  readonly now: Date;
  readonly moment: Moment;
}

/**
 * Settles what killed runs left in a ledger, and notes since when keys are in doubt where that is not known or cannot be
 * compared. Requires the lock.
 */
export function settleKilled(ledger: Ledger, { target, now, moment }: Arrival): void {
  settleAfterKill(ledger, target);
  settleKilledRuns(ledger, target, now.toISOString());
  stampDoubts(ledger, target, moment, (since) => elapsedMs(since, moment) !== null);
}
