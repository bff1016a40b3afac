import { type KindSpec, keyText } from '../src/contract/kind.ts';
import { kindNamed } from '../src/contract/registry.ts';
import { FAULTS, type RatedFault } from '../src/mock/chaos/plan.ts';
import type { MockStats } from '../src/mock/tally.ts';
import type { ReportRecord } from '../src/report/schema.ts';

/** A record that the service applied. */
export interface Applied {
  readonly kind: string;
  readonly family: string;
  readonly key: string;
}

/** What the tool says, beside what the service knows. */
export interface Evidence {
  /** Number of records in the input. */
  readonly size: number;
  readonly records: readonly ReportRecord[];
  readonly journal: readonly Applied[];
  readonly stats: MockStats;
  /** Whether reads met faults as well: the mock counts those together with the faults of creates. */
  readonly readFaults: boolean;
}

/** Each a sentence with its evidence; all empty when the tool tells the truth. */
export interface Judgement {
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  /** How many creates came for what was stored already; the sentences of `twice` name them by kind. */
  readonly repeats: number;
  /** Records that might have been settled, and were not. */
  readonly unsettled: readonly string[];
}

const TAKEN: readonly string[] = ['created', 'existing', 'unchanged'];

const name = ({ kind, family, key }: Pick<ReportRecord, 'kind' | 'family' | 'key'>) =>
  `${kind} ${family} ${key}`;

const canBeRead = (kind: string): boolean => (kindNamed('v2', kind) as KindSpec).verify !== undefined;

/** Whether nothing but a person can bring the record further: taken, or held by what cannot be read back. */
export function isSettled({ kind, outcome, blockedBy }: ReportRecord): boolean {
  if (outcome === 'in-doubt') return !canBeRead(kind);
  if (outcome === 'blocked') return blockedBy?.outcome === 'in-doubt' && !canBeRead(blockedBy.kind);
  return TAKEN.includes(outcome);
}

/** Compares the report of a run with the journal of the service. */
export function judge({ size, records, journal, stats, readFaults }: Evidence): Judgement {
  const applied = journal.map((entry) => name({ ...entry, key: keyText(entry.key) }));
  const inJournal = new Set(applied);
  const told = new Set(records.map(name));
  const lost = records
    .filter(({ outcome }) => outcome !== 'in-doubt')
    .filter((record) => TAKEN.includes(record.outcome) !== inJournal.has(name(record)))
    .map((record) => {
      const truth = inJournal.has(name(record)) ? 'in the journal' : 'not in the journal';
      return `${name(record)} is ${record.outcome}, and ${truth}: ${record.messages.join('; ')}`;
    });
  if (told.size !== size || records.length !== size)
    lost.push(
      `${size} records in the input, ${records.length} in the report, ${told.size} of them different`,
    );
  for (const entry of inJournal) if (!told.has(entry)) lost.push(`${entry} was applied, and no row is it`);

  return {
    lost,
    ...sentAgain(applied, stats, readFaults),
    unsettled: records
      .filter((record) => !isSettled(record))
      .map((record) => `${name(record)} is ${record.outcome}: ${record.messages.join('; ')}`),
  };
}

/** Nothing that is stored may be sent again: what is in doubt is read back first, or held. */
function sentAgain(
  applied: readonly string[],
  stats: MockStats,
  readFaults: boolean,
): Pick<Judgement, 'twice' | 'repeats'> {
  const twice = applied
    .filter((entry, at) => applied.indexOf(entry) !== at)
    .map((entry) => `${entry} was applied again`);
  let repeats = twice.length;
  let refused = 0;
  for (const [kind, answers] of Object.entries(stats.answers)) {
    const count = answers[400] ?? 0;
    if (count > 0) twice.push(`${count} creates of ${kind} were refused, and all are sound: sent again`);
    refused += count;
  }
  repeats += refused;
  if (readFaults) return { twice, repeats };
  // The answer of a refusal may have fallen to a fault; what was received tells of it all the same.
  const received = sum(Object.values(stats.received));
  const keptOff = Object.entries(stats.faults).filter(([fault]) => !FAULTS[fault as RatedFault].stored);
  const unseen = received - applied.length - sum(keptOff.map(([, count]) => count)) - refused;
  if (unseen > 0) {
    repeats += unseen;
    twice.push(
      `${received} creates received, ${applied.length} applied, ${unseen} too many: ${JSON.stringify(stats)}`,
    );
  }
  return { twice, repeats };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
