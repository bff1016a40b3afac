import type { Finding } from '../../findings/finding.ts';
import { History } from '../../ledger/history.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { findingFrom } from './report-parts.ts';

/** The stored findings of a run, in their order. */
export function* findingsIn(ledger: Ledger, run: number): Generator<Finding> {
  for (const row of new History(ledger, run).findings()) yield findingFrom(row);
}
