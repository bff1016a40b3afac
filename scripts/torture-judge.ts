import { type KindSpec, keyText } from '../src/contract/kind.ts';
import { kindNamed } from '../src/contract/registry.ts';
import type { MockStats } from '../src/mock/tally.ts';
import type { ReportRecord } from '../src/report/schema.ts';

/** A record that the service applied. */
export interface Applied {
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  /** The id under which it was kept. */
  readonly id: string;
}

/** What the tool says, beside what the service knows. */
export interface Evidence {
  /** Number of records in the input. */
  readonly size: number;
  readonly records: readonly ReportRecord[];
  readonly journal: readonly Applied[];
  readonly stats: MockStats;
  /**
   * Keys of `received` that a person said to send again (`trace resolve --resend`): that the service then says it has
   * them is the answer that was asked for, and no fault of the tool.
   */
  readonly resent?: ReadonlySet<string>;
}

/** Each a sentence with its evidence; all empty when the tool tells the truth. */
export interface Judgement {
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  /** How many creates came for what was stored already. */
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
export function judge({ size, records, journal, stats, resent = new Set() }: Evidence): Judgement {
  const applied = journal.map((entry) => name({ ...entry, key: keyText(entry.key) }));
  const idOf = new Map(applied.map((entry, at) => [entry, journal[at]!.id]));
  const told = new Set(records.map(name));
  const lost = records.flatMap((record) => untrue(record, idOf.get(name(record))) ?? []);
  if (told.size !== size || records.length !== size)
    lost.push(
      `${size} records in the input, ${records.length} in the report, ${told.size} of them different`,
    );
  for (const entry of idOf.keys()) if (!told.has(entry)) lost.push(`${entry} was applied, and no row is it`);

  return {
    lost,
    ...sentAgain(journal, stats, resent),
    unsettled: records
      .filter((record) => !isSettled(record))
      .map((record) => `${name(record)} is ${record.outcome}: ${record.messages.join('; ')}`),
  };
}

/** What the service knows better, if it does; `id` is the one it keeps the record under. */
function untrue(record: ReportRecord, id: string | undefined): string | null {
  const { outcome, messages } = record;
  if (outcome === 'in-doubt') return null;
  const said = `${name(record)} is ${outcome}`;
  if (TAKEN.includes(outcome) !== (id !== undefined))
    return `${said}, and ${id === undefined ? 'not in' : 'in'} the journal: ${messages.join('; ')}`;
  // Nobody but the tool sends to this service: it cannot have had a key before.
  if (outcome === 'existing') return `${said}, and no other sent it: ${messages.join('; ')}`;
  if (record.id !== null && record.id !== id) return `${said} with id ${record.id}, and its id is ${id}`;
  return null;
}

/** Nothing that is stored may be sent again: what is in doubt is read back first, or held. */
function sentAgain(
  journal: readonly Applied[],
  { received, keptOff }: MockStats,
  resent: ReadonlySet<string>,
): Pick<Judgement, 'twice' | 'repeats'> {
  const applied = new Map<string, number>();
  for (const entry of journal) applied.set(receivedName(entry), (applied.get(receivedName(entry)) ?? 0) + 1);
  const twice: string[] = [];
  let repeats = 0;
  for (const [key, times] of applied) {
    if (times > 1) twice.push(`${keyText(key)} was applied ${times} times`);
    repeats += times - 1;
  }
  for (const [key, times] of Object.entries(received)) {
    // Every create of the input is sound: what was looked at and not applied was there already.
    const refused = times - (keptOff[key] ?? 0) - (applied.get(key) ?? 0);
    if (refused === 0 || (refused > 0 && resent.has(key))) continue;
    twice.push(
      `${keyText(key)} came ${times} times: applied ${applied.get(key) ?? 0}, kept off ${keptOff[key] ?? 0}`,
    );
    repeats += Math.abs(refused);
  }
  return { twice, repeats };
}

/** A record as the service counts what it receives. */
export const receivedName = ({ kind, family, key }: Pick<Applied, 'kind' | 'family' | 'key'>): string =>
  `${kind}|${family}|${key}`;
