import type { EnvironmentConfig } from './schema.ts';

/** How large the change of a nightly file against earlier ones must be to be reported. The numbers are percentages. */
export interface Drift {
  readonly level: 'warning' | 'error';
  /** Fewer rows. */
  readonly rows: number;
  /** Fewer rows in which a field is filled. */
  readonly blank: number;
  /** Rows whose key is not known from earlier runs. */
  readonly keys: number;
}

/** The drift of an environment; null if it is off. */
export function driftOf({ drift }: EnvironmentConfig): Drift | null {
  if (drift === 'off') return null;
  const {
    level = 'warning',
    rows = 33,
    blank = 50,
    keys = 90,
  } = typeof drift === 'string' ? { level: drift } : (drift ?? {});
  return { level, rows, blank, keys };
}
