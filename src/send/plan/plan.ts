import type { KindSpec } from '../../contract/kind.ts';

/** Status of a record in a plan, compared with the ledger before anything is sent. */
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

/** Records that may be sent together: all their references are to earlier waves. */
interface Wave {
  /** Number of the wave, from 1. */
  readonly wave: number;
  readonly kinds: readonly string[];
  readonly groups: readonly PlanGroup[];
  /** Number of records of this wave that would be sent: new ones, and changed ones that are not outdated. */
  readonly toSend: number;
}

/** The plan as data, with a schema version. */
export interface PlanSummary {
  readonly schemaVersion: 1;
  readonly waves: readonly Wave[];
}

/** Number of records of one kind, family, importation batch and wave with the same status. */
export interface StatusCount {
  readonly kind: string;
  readonly family: string;
  readonly batch: string;
  readonly status: string;
  readonly count: number;
  /** Number of the wave, from 1. */
  readonly wave: number;
}

/** Builds the plan of a run from counted records. Kinds without records are omitted. */
export function summarise(kinds: readonly KindSpec[], counts: readonly StatusCount[]): PlanSummary {
  const waves = Map.groupBy(counts, ({ wave }) => wave);
  return {
    schemaVersion: 1,
    waves: [...waves.keys()]
      .sort((one, other) => one - other)
      .map((wave) => {
        const own = waves.get(wave)!;
        const present = kinds.filter(({ name }) => own.some(({ kind }) => kind === name));
        const groups = present.flatMap((kind) => groupsOf(kind.name, own));
        const toSend = groups.reduce((sum, group) => sum + group.counts.new + group.counts.changed, 0);
        return { wave, kinds: present.map((kind) => kind.plural), groups, toSend };
      }),
  };
}

function groupsOf(kind: string, counts: readonly StatusCount[]): PlanGroup[] {
  const own = counts.filter((one) => one.kind === kind);
  const groups = Map.groupBy(own, ({ family, batch }) => `${family}\u001f${batch}`);
  return [...groups.values()].map((group) => {
    const { family, batch } = group[0]!;
    const sums = Object.fromEntries(STATUSES.map((name) => [name, 0])) as Record<PlanStatus, number>;
    for (const { status, count } of group) sums[status as PlanStatus] += count;
    return { kind, family, importationBatch: batch, counts: sums };
  });
}
