/** What is known of a record against the ledger before anything is sent. */
export const STATUSES = [
  'new',
  'changed',
  'outdated',
  'unchanged',
  'existing',
  'in-doubt',
  'invalid',
  'blocked',
] as const;
export type PlanStatus = (typeof STATUSES)[number];

/** Records of one kind, family and importation batch in a wave, counted by status. */
export interface PlanGroup {
  readonly kind: string;
  readonly family: string;
  readonly importationBatch: string;
  readonly counts: Readonly<Record<PlanStatus, number>>;
}

/** Records that may be sent together: all they refer to is in earlier waves. */
interface Wave {
  /** From 1. */
  readonly wave: number;
  readonly kinds: readonly string[];
  readonly groups: readonly PlanGroup[];
  /** Records that a push of this wave would send: new ones, and changed ones that are not outdated. */
  readonly toSend: number;
}

/** The plan as data: versioned, printable, readable by scripts. */
export interface PlanSummary {
  readonly schemaVersion: 1;
  readonly waves: readonly Wave[];
}
