import type { CrossFinding } from '../../records/check/cross-finding.ts';
import { cycleFindings } from '../../records/check/links.ts';
import type { AddressedRecord } from '../../records/check/record-index.ts';
import { cyclesOf } from '../../send/plan/cycles.ts';

/** A cycle of references: its finding, and the ids of its records. */
export interface RecordCycle {
  readonly finding: CrossFinding;
  readonly records: readonly number[];
}

/** The cycles among references between records. `open` is sorted by the referencing record. */
export function cyclesAmong(
  open: Iterable<{ readonly from: number; readonly to: number; readonly field: string }>,
  rowOf: (id: number) => AddressedRecord,
): RecordCycle[] {
  const references = new Map<number, number[]>();
  const fields = new Map<string, string>();
  for (const { from, to, field } of open) {
    const targets = references.get(from);
    if (targets) targets.push(to);
    else references.set(from, [to]);
    fields.set(`${from} ${to}`, field);
  }
  return cyclesOf(references).flatMap((records) => {
    const rows = records.map((record, at) => {
      const next = records[(at + 1) % records.length]!;
      return { ...rowOf(record), field: fields.get(`${record} ${next}`) ?? '' };
    });
    return [...cycleFindings(rows)].map((finding) => ({ finding, records }));
  });
}
