/** A record of a run with its place in the input, as reports and lists show it. */
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

/** Its columns. */
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
