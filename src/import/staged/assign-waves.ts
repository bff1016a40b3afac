import type { KindSpec } from '../../contract/kind.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Planned } from '../../ledger/planning.ts';
import { type KindLevel, levelsOf } from '../../send/plan/kind-waves.ts';
import { cyclesAmong, type RecordCycle } from './record-cycles.ts';

/** Finds records that reference each other in a cycle. Only kinds that reference each other are searched. */
export function recordCycles(ledger: Ledger, run: number, kinds: readonly KindSpec[]): RecordCycle[] {
  const waves = ledger.waves(run);
  const staged = ledger.staged(run);
  const cycles: RecordCycle[] = [];
  for (const level of levelsOf(kinds)) {
    if (!level.circular) continue;
    const names = level.kinds.map(({ name }) => name);
    let left = 0;
    ledger.inTransaction(() => {
      left = waves.assignByReferences(names, 1).left;
    });
    if (left > 0) cycles.push(...cyclesAmong(waves.openReferences(), (id) => staged.row(id)));
  }
  return cycles;
}

/**
 * Assigns a wave to every planned record of a run, numbered from 1 without gaps. Kinds are ordered by level. Where
 * kinds reference each other, a record comes after all records that it references. After the records of a level
 * have waves, `block` is called: it ends the records that depend on a record that was not accepted. Returns the
 * kinds of each wave. Requires a transaction.
 */
export function assignWaves(
  ledger: Ledger,
  run: number,
  kinds: readonly KindSpec[],
  which: Planned,
  block: (level: KindLevel) => void,
): KindSpec[][] {
  const stored = ledger.waves(run);
  const waves: KindSpec[][] = [];
  for (const level of levelsOf(kinds)) {
    const names = level.kinds.map(({ name }) => name);
    if (level.circular) {
      waves.push(...rankedWaves(ledger, run, level.kinds, which, waves.length));
    } else if (stored.has(names, which)) {
      waves.push([...level.kinds]);
      stored.assign(names, waves.length);
    }
    block(level);
  }
  return waves;
}

/**
 * Assigns waves to kinds that reference each other, numbered after the first `before` waves. Returns the kinds of
 * each wave.
 */
function rankedWaves(
  ledger: Ledger,
  run: number,
  kinds: readonly KindSpec[],
  which: Planned,
  before: number,
): KindSpec[][] {
  const stored = ledger.waves(run);
  const names = kinds.map(({ name }) => name);
  stored.assignByReferences(names, before + 1, true);
  const present = new Map<number, Set<string>>();
  for (const { wave, kind } of stored.kinds(which)) {
    if (!names.includes(kind)) continue;
    const kindNames = present.get(wave);
    if (kindNames) kindNames.add(kind);
    else present.set(wave, new Set([kind]));
  }
  const moves = [...present.keys()].map((number, index) => [number, before + index + 1] as const);
  stored.move(
    names,
    moves.filter(([from, to]) => from !== to),
  );
  return [...present.values()].map((there) => kinds.filter(({ name }) => there.has(name)));
}
