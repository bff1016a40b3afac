import type { BootTime } from './entries.ts';
import type { RowOf } from './rows.ts';

/**
 * The outcome of a record as SQL, for an alias of `records`. A record is in doubt if it was being sent when its
 * process ended, or if it was waiting to be settled, even if no process has stored this outcome yet. Other records
 * without an outcome were not attempted.
 */
export const outcomeOf = (alias: string): string =>
  `coalesce(${alias}.outcome, iif(${alias}.state = 'sending' or ${alias}.status = 'in-doubt', 'in-doubt', 'not-attempted'))`;

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

/** A record of a run and its origin in the input, as reports and lists show it. */
export type RunRecord = RowOf<typeof RUN_RECORD>;

/** How a record ended. */
export interface Ending<Text = string> {
  readonly outcome: string;
  readonly status?: number | undefined;
  readonly messages: readonly Text[];
  /** The ids and links of a 201, as JSON. */
  readonly answer?: string | undefined;
  /**
   * How the entry of the key changes; undefined means no change. `before` restores the state before the doubt.
   * `doubted` marks the content that was sent without a certain response as accepted. For an update, `updated` stores
   * the fields in `applied`, and `unsure` forgets the fields that the update sets.
   */
  readonly entry?:
    | 'accepted'
    | 'existing'
    | 'in-doubt'
    | 'before'
    | 'doubted'
    | 'none'
    | 'updated'
    | 'unsure'
    | undefined;
  readonly applied?: readonly string[];
  /** With `updated`: fields for which the service shows another value than the ledger has. They are forgotten. */
  readonly unknown?: readonly string[];
  /** With `existing`: the body with the values that the service shows, as JSON. */
  readonly shown?: string;
  /** With `in-doubt`: since when it is in doubt. */
  readonly since?: BootTime;
  /** The referenced record whose id is unknown, as JSON. Because this id is needed, nothing was sent. */
  readonly needs?: string;
}
