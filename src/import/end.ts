import { History } from '../ledger/history.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Sending } from '../ledger/sending.ts';
import { noTotals, type Outcome, type Totals } from './push/outcome.ts';

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
