import type { Ledger } from './ledger.ts';

/** A record that a target took lately. */
export interface RecentRecord {
  readonly key: string;
  /** ISO 8601, UTC: when it was taken, or last changed. */
  readonly at: string;
}

/** The records of a kind that a target took, as the ledger knows, since a moment (ISO 8601, UTC), the first one first. */
export function recentRecords(
  ledger: Ledger,
  of: {
    readonly target: string;
    readonly interface: string;
    readonly kind: string;
    readonly since: string;
  },
): RecentRecord[] {
  return ledger.db
    .prepare(
      `select key, max(at) as at from entries
       where target = ? and interface = ? and kind = ? and at >= ? and taken = 1 group by key order by at, key`,
    )
    .all(of.target, of.interface, of.kind, of.since) as unknown as RecentRecord[];
}
