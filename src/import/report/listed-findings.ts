import type { Finding } from '../../findings/finding.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { findingFrom } from './report-parts.ts';

/** The stored findings of a run, in their order. */
export function* findingsIn(ledger: Ledger, run: number): Generator<Finding> {
  for (const row of ledger.history(run).findings()) yield findingFrom(row);
}
