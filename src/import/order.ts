import type { KindSpec } from '../contract/kind.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { kindsByWave, moveWaves, openNamings, placedRow } from '../ledger/order.ts';
import { assignWave, hasPlanned, type Planned } from '../ledger/planning.ts';
import { rankRecords } from '../ledger/rank.ts';
import type { CrossFinding } from './check/cross.ts';
import { cycleFindings } from './check/links.ts';
import { cyclesOf } from './plan/cycles.ts';
import { type Level, levelsOf } from './plan/levels.ts';

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
    const named = namings.get(from);
    if (named) named.push(to);
    else namings.set(from, [to]);
    fields.set(`${from} ${to}`, field);
  }
  return cyclesOf(namings).flatMap((records) => {
    const placed = records.map((record, at) => {
      const next = records[(at + 1) % records.length]!;
      return { ...placedRow(ledger, record), field: fields.get(`${record} ${next}`) ?? '' };
    });
    return [...cycleFindings(placed)].map((found) => ({ found, records }));
  });
}

/**
 * Gives every planned record of a run its wave, numbered from 1 without a gap: kinds in levels, and where kinds name each
 * other, each record after all that it names. `block` ends what names something that did not get in: it is called for each
 * level once its records have their waves. Gives the kinds of each wave. Inside a transaction of the caller's.
 */
export function assignWaves(
  ledger: Ledger,
  run: number,
  kinds: readonly KindSpec[],
  which: Planned,
  block: (level: Level) => void,
): KindSpec[][] {
  const waves: KindSpec[][] = [];
  for (const level of levelsOf(kinds)) {
    const names = level.kinds.map(({ name }) => name);
    if (level.circular) {
      waves.push(...rankedWaves(ledger, run, level.kinds, which, waves.length));
    } else if (hasPlanned(ledger, run, names, which)) {
      waves.push([...level.kinds]);
      assignWave(ledger, run, names, waves.length);
    }
    block(level);
  }
  return waves;
}

/** The waves of kinds that name each other, after so many others. */
function rankedWaves(
  ledger: Ledger,
  run: number,
  kinds: readonly KindSpec[],
  which: Planned,
  before: number,
): KindSpec[][] {
  const names = kinds.map(({ name }) => name);
  rankRecords(ledger, run, names, before + 1, true);
  const present = new Map<number, Set<string>>();
  for (const { wave, kind } of kindsByWave(ledger, run, which)) {
    if (!names.includes(kind)) continue;
    const there = present.get(wave);
    if (there) there.add(kind);
    else present.set(wave, new Set([kind]));
  }
  const moves = [...present.keys()].map((number, index) => [number, before + index + 1] as const);
  moveWaves(
    ledger,
    run,
    names,
    moves.filter(([from, to]) => from !== to),
  );
  return [...present.values()].map((there) => kinds.filter(({ name }) => there.has(name)));
}
