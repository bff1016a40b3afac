import { keyText } from '../../contract/kind.ts';

/** The states in which a record ends. */
export const OUTCOMES = [
  /** The service accepted it in this run. */
  'created',
  /** The service accepted the changed fields of a record that it has (v3). */
  'updated',
  /** The service reports that it already has this key. */
  'existing',
  /** It changed since the service accepted it, and no request can update it: not sent until a person decides. */
  'outdated',
  /** The ledger has the same content as accepted; not sent. */
  'unchanged',
  /** The service refused the row. */
  'rejected',
  /** A record that it refers to was not accepted. */
  'blocked',
  /** It has findings that are errors; never sent. */
  'invalid',
  /** Certainly not accepted, and no retries are left. */
  'failed',
  /** It may or may not have been accepted. */
  'in-doubt',
  /** The run stopped before it. */
  'not-attempted',
] as const;

/** An outcome, or a status of a plan, in the words of a sentence; JSON and tables contain it unchanged. */
export const outcomeText = (outcome: string): string => (outcome === 'in-doubt' ? 'in doubt' : outcome);

export type Outcome = (typeof OUTCOMES)[number];
export type Totals = Record<Outcome, number>;

export function noTotals(): Totals {
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Totals;
}

/** `supplier FRN-0003 is rejected`, from the ledger's JSON. */
export function blockText(cause: string): string {
  const { kind, key, outcome } = JSON.parse(cause) as { kind: string; key: string; outcome: string };
  return `${kind} ${keyText(key)} is ${outcome}`;
}
