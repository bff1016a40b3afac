/**
 * The outcome of a record as SQL, for an alias of `records`. A record is in doubt if it was being sent when its
 * process ended, or if it was waiting to be settled, even if no process has stored this outcome yet. Other records
 * without an outcome were not attempted.
 */
export const outcomeOf = (alias: string): string =>
  `coalesce(${alias}.outcome, iif(${alias}.state = 'sending' or ${alias}.status = 'in-doubt', 'in-doubt', 'not-attempted'))`;

/** A record of a run and its origin in the input, as reports and lists show it. */
export interface RunRecord {
  readonly id: number;
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  readonly batch: string;
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
  readonly attempts: number;
}

/** The columns of a `RunRecord`. */
export const RUN_RECORD = {
  id: 'integer',
  kind: 'text',
  family: 'text',
  key: 'text',
  batch: 'text',
  file: 'text',
  sheet: 'text',
  row: 'integer',
  attempts: 'integer',
} as const;
