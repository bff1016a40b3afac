import type { CrossFinding } from '../check/cross.ts';
import { circleFindings } from '../check/links.ts';
import type { KindSpec } from '../contract/kind.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { kindsByWave, openNamings, placedRow, rankRecords } from '../ledger/order.ts';
import { assignWave } from '../ledger/planning.ts';
import { circlesOf } from '../plan/circles.ts';
import { levelsOf } from '../plan/levels.ts';

/** A circle of records: its finding, and all records that are in it. */
export interface Circle {
  readonly found: CrossFinding;
  readonly records: readonly number[];
}

/**
 * Finds records that name each other in a circle. Only kinds that name each other can: nothing is asked of others.
 */
export function circlesIn(ledger: Ledger, run: number, kinds: readonly KindSpec[]): Circle[] {
  const circles: Circle[] = [];
  for (const level of levelsOf(kinds)) {
    if (!level.circular) continue;
    let left = 0;
    ledger.inTransaction(() => {
      left = rankRecords(
        ledger,
        run,
        level.kinds.map(({ name }) => name),
        1,
      ).left;
    });
    if (left > 0) circles.push(...leftIn(ledger, run));
  }
  return circles;
}

function leftIn(ledger: Ledger, run: number): Circle[] {
  const namings = new Map<number, number[]>();
  const fields = new Map<string, string>();
  for (const { from, to, field } of openNamings(ledger, run)) {
    namings.set(from, [...(namings.get(from) ?? []), to]);
    fields.set(`${from} ${to}`, field);
  }
  return circlesOf(namings).flatMap((records) => {
    const placed = records.map((record, at) => {
      const next = records[(at + 1) % records.length]!;
      return { ...placedRow(ledger, record), field: fields.get(`${record} ${next}`) ?? '' };
    });
    return [...circleFindings(placed)].map((found) => ({ found, records }));
  });
}

/**
 * Gives every record of a run its wave: kinds in levels, and where kinds name each other, each record after all that it
 * names. `block` ends what names something that did not get in, and gives how many: it is called for each level, again
 * and again where kinds name each other. Gives the kinds of each wave. Inside a transaction of the caller's.
 */
export function assignWaves(
  ledger: Ledger,
  run: number,
  kinds: readonly KindSpec[],
  block: (kinds: readonly KindSpec[]) => number,
): KindSpec[][] {
  const waves: KindSpec[][] = [];
  for (const level of levelsOf(kinds)) {
    const names = level.kinds.map(({ name }) => name);
    const first = waves.length + 1;
    if (!level.circular) {
      assignWave(ledger, run, names, first);
      waves.push([...level.kinds]);
      block(level.kinds);
      continue;
    }
    const { next } = rankRecords(ledger, run, names, first, true);
    const present = kindsByWave(ledger, run);
    for (let wave = first; wave < next; wave++) {
      const own = level.kinds.filter(({ name }) =>
        present.some((row) => row.wave === wave && row.kind === name),
      );
      waves.push(own);
    }
    while (block(level.kinds) > 0);
  }
  return waves;
}
