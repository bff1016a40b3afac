import type { Config } from './schema.ts';

const DAY_MS = 86_400_000;

/** How long the state folder keeps what it does not need: times in days. */
export interface Retention {
  /** Runs of the history, and ledgers that were set aside. */
  readonly keep: number;
  /** The number of last runs of each target that stay, however old they are. */
  readonly keepLast: number;
  /** Files of reports, which `trace runs report` writes again. */
  readonly reports: number;
}

/** With these, a year of nights of 20,000 rows stays below 500 MB (decision 68). */
const DEFAULT: Retention = { keep: 90, keepLast: 30, reports: 7 };

/** The retention of a configuration; null if it keeps everything. */
export function retentionOf({ retention }: Config): Retention | null {
  if (retention === 'off') return null;
  const { keep = DEFAULT.keep, keepLast = DEFAULT.keepLast, reports = DEFAULT.reports } = retention ?? {};
  return { keep, keepLast, reports };
}

/** The moment some days ago. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
