/** The one state in which a record ends. The set is closed (design 5). */
export const OUTCOMES = [
  /** The service took it in this run. */
  'created',
  /** The service took the changed fields of a record that it has (v3). */
  'updated',
  /** The service says that it has this key already. */
  'existing',
  /** It changed since the service took it, and no request can change it there: not sent, until a person says so. */
  'outdated',
  /** The ledger holds the same content as accepted; not sent. */
  'unchanged',
  /** The service refused the row. */
  'rejected',
  /** Something it refers to did not get in. */
  'blocked',
  /** Findings; never sent. */
  'invalid',
  /** Certainly not taken, retries spent. */
  'failed',
  /** May or may not have been taken. */
  'in-doubt',
  /** The run stopped before it. */
  'not-attempted',
] as const;

/** An outcome, or a status of a plan, in a sentence; in JSON and in tables it stands as it is. */
export const outcomeText = (outcome: string): string => (outcome === 'in-doubt' ? 'in doubt' : outcome);

export type Outcome = (typeof OUTCOMES)[number];
export type Totals = Record<Outcome, number>;

export function noTotals(): Totals {
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Totals;
}
