import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import { keyText } from '../../src/contract/kind.ts';
import { kindsOf } from '../../src/contract/registry.ts';
import type { MockStats } from '../../src/mock/tally.ts';
import { createName, familyOf, TAKEN } from './statement.ts';

/** A record that the service applied. */
export interface Applied {
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  /** The id under which it was stored. */
  readonly id: string;
  /** Only for v3. */
  readonly change?: 'create' | 'update';
}

/** The report of the program and the data of the service. */
export interface Evidence {
  /** Number of records in the input. */
  readonly size: number;
  readonly records: readonly ReportRecord[];
  readonly journal: readonly Applied[];
  readonly stats: MockStats;
  /**
   * Names of records (`supplier|STANDARD|FRN-1`) that were sent again because a person made a mistake, or because the
   * ledger was lost. It is not the program's fault that the service has them.
   */
  readonly resent?: ReadonlySet<string>;
  /**
   * Names of records that were sent before the ledger was lost. The program may report them as `existing`, and does not
   * know their ids.
   */
  readonly forgotten?: ReadonlySet<string>;
}

/** Problems, one sentence each with its evidence. All are empty if the program reports the truth. */
export interface Judgement {
  /** Records without a row, rows reported as stored that are not, and stored records without a row. */
  readonly lost: readonly string[];
  /** Other rows with a wrong outcome. */
  readonly wrong: readonly string[];
  readonly twice: readonly string[];
  /** Number of creates for records that were already stored. */
  readonly repeats: number;
  /** Records that could have been settled, and were not. */
  readonly unsettled: readonly string[];
}

const name = (record: Pick<ReportRecord, 'kind' | 'family' | 'key'>) =>
  `${record.kind} ${familyOf(record)} ${record.key}`;

/** Whether the service has a way to read records of that kind back. */
export function canBeRead({ kind, family }: Pick<ReportRecord, 'kind' | 'family'>): boolean {
  return kindsOf(family ? 'v2' : 'v3').some((spec) => spec.name === kind && spec.verify !== undefined);
}

/** Whether only a person can settle the record: it is stored, or it is kept in doubt because it cannot be read back. */
export function isSettled({ kind, family, outcome, blockedBy }: ReportRecord): boolean {
  if (outcome === 'in-doubt') return !canBeRead({ kind, family });
  if (outcome === 'blocked')
    return blockedBy?.outcome === 'in-doubt' && !canBeRead({ kind: blockedBy.kind, family });
  return TAKEN.includes(outcome);
}

/**
 * Whether a row stays open because the ledger was lost: it was sent before, or it needs the id of a record that was
 * sent before.
 */
export function isForgotten(record: ReportRecord, forgotten: ReadonlySet<string>): boolean {
  if (forgotten.size === 0) return false;
  const { family, blockedBy, messages } = record;
  if (forgotten.has(createName(record))) return true;
  if (blockedBy !== null && forgotten.has(createName({ ...blockedBy, family }))) return true;
  return idsNeeded(messages).some((name) => forgotten.has(name));
}

/** The names of the v3 records whose id a row needs, from the messages of the program. */
export const idsNeeded = (messages: readonly string[]): string[] =>
  [...messages.join('\n').matchAll(ID_NEEDED)].map(([, kind, key]) => `${kind}|v3|${key}`);

const ID_NEEDED = /needs the id of ([\w-]+) (\S+), which is not known/g;

/** Whether a record was sent before the ledger was lost, or cannot be sent because of what was lost. */
function isUnknownAfterLoss(record: ReportRecord, forgotten: ReadonlySet<string>): boolean {
  const { outcome, messages } = record;
  if (!forgotten.has(createName(record))) return false;
  return (
    outcome === 'blocked' || (outcome === 'failed' && idsNeeded(messages).some((one) => forgotten.has(one)))
  );
}

/** Compares the report of a run with the journal of the service. */
export function judge(evidence: Evidence): Judgement {
  const { size, records, stats, resent = new Set(), forgotten = new Set() } = evidence;
  const journal = evidence.journal.filter(({ change }) => change !== 'update');
  const applied = journal.map((entry) => name({ ...entry, key: keyText(entry.key) }));
  const idOf = new Map(applied.map((entry, at) => [entry, journal[at]!.id]));
  const reported = new Set(records.map(name));
  const lost: string[] = [];
  const wrong: string[] = [];
  for (const record of records) {
    const id = idOf.get(name(record));
    const { outcome, messages } = record;
    const claim = `${name(record)} is ${outcome}`;
    if (outcome === 'in-doubt') continue;
    if (TAKEN.includes(outcome) && id === undefined)
      lost.push(`${claim}, and not in the journal: ${messages.join('; ')}`);
    // The ledger was lost, and with it that the record was stored. The record that blocks it, or the id that it needs,
    // may be lost, too.
    else if (isUnknownAfterLoss(record, forgotten)) continue;
    else if (!TAKEN.includes(outcome) && id !== undefined)
      wrong.push(`${claim}, and in the journal: ${messages.join('; ')}`);
    // Only the program sends to this service, so the service cannot have had a key before.
    else if (outcome === 'existing' && !forgotten.has(createName(record)))
      wrong.push(`${claim}, and no other sent it: ${messages.join('; ')}`);
    else if (record.id !== null && record.id !== id)
      wrong.push(`${claim} with id ${record.id}, and its id is ${id}`);
  }
  if (reported.size !== size || records.length !== size)
    lost.push(
      `${size} records in the input, ${records.length} in the report, ${reported.size} of them different`,
    );
  for (const entry of idOf.keys())
    if (!reported.has(entry)) lost.push(`${entry} was applied, and no row is it`);

  return {
    lost,
    wrong,
    ...sentAgain(journal, stats, resent),
    unsettled: records
      .filter((record) => !isSettled(record) && !isForgotten(record, forgotten))
      .map((record) => `${name(record)} is ${record.outcome}: ${record.messages.join('; ')}`),
  };
}

/** Finds records that were sent although they were stored. Doubts must be read back first, or stay in doubt. */
function sentAgain(
  journal: readonly Applied[],
  { received, notStored }: MockStats,
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
    // Setting a value twice has the same effect as setting it once.
    if (/^\S+ update\|/.test(key)) continue;
    // All creates of the input are valid, so a create that was processed but not applied was for an existing record.
    const refused = times - (notStored[key] ?? 0) - (applied.get(key) ?? 0);
    if (refused === 0 || (refused > 0 && resent.has(keyText(key)))) continue;
    twice.push(
      `${keyText(key)} came ${times} times: applied ${applied.get(key) ?? 0}, kept off ${notStored[key] ?? 0}`,
    );
    repeats += Math.abs(refused);
  }
  return { twice, repeats };
}

/** The identity of a record in the service's journal. */
export const receivedName = ({ kind, family, key }: Pick<Applied, 'kind' | 'family' | 'key'>): string =>
  `${kind}|${family}|${key}`;
