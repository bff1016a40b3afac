import { keyText } from '../../contract/kind.ts';
import type { Exit } from '../../errors.ts';
import { say, stateText, theKind } from '../../say.ts';
import type { PlanStatus } from '../plan/plan.ts';

/** The states in which a record ends. */
export const OUTCOMES = [
  /** The service accepted the record in this run. */
  'created',
  /** The service accepted an update of the record (v3). */
  'updated',
  /** The service reports that it already has the key. */
  'existing',
  /**
   * The record changed after the service accepted it, and no request can update it. It is not sent until a person
   * decides.
   */
  'outdated',
  /** The service has already accepted this content, according to the ledger. Not sent. */
  'unchanged',
  /** The service refused the row. */
  'rejected',
  /** The record references a record that was not accepted. */
  'blocked',
  /** The record has errors and is never sent. */
  'invalid',
  /** The service certainly did not accept the record, and no retries are left. */
  'failed',
  /** The service may or may not have accepted the record. */
  'in-doubt',
  /** The run stopped before the record was sent. */
  'not-attempted',
] as const;

/** An outcome, or a status of a plan, as words for a sentence. JSON and tables show the name unchanged. */
export const outcomeText = (outcome: Outcome | PlanStatus, count = 1): string =>
  say().outcomes[outcome]({ count });

export type Outcome = (typeof OUTCOMES)[number];
export type Totals = Record<Outcome, number>;

export function noTotals(): Totals {
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Totals;
}

/** The sentence for the JSON that the ledger stores about a blocking record: `supplier FRN-0003 is rejected`. */
export function blockText(cause: string): string {
  const { kind, key, outcome } = JSON.parse(cause) as { kind: string; key: string; outcome: string };
  return say().records.blockedBy({ kind: theKind(kind), key: keyText(key), outcome: stateText(outcome) });
}

/** Why a run stops early. */
export interface Stop {
  readonly exit: Exit;
  readonly reason: string;
  /** A stable code for scripts, if the exit code is not specific enough. */
  readonly code?: string;
  /** What the user should do before the next command, if that is not enough. */
  readonly hint?: string | undefined;
  /**
   * Set if this machine caused the stop, not the service or its address. The run can be resumed when the cause is
   * fixed.
   */
  readonly local?: true;
  /** Null if there is no next command. Default: the command for the exit code. */
  readonly next?: null;
}
