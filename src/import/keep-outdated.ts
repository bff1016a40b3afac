import { asCalled } from '../contract/completion-names.ts';
import type { Body, KindSpec } from '../contract/kind.ts';
import { fixedFields, isUpdatable, partnersOf } from '../contract/v3/update.ts';
import {
  type Contents,
  keepContents,
  type OutdatedRow,
  outdatedRows,
  settleOutdated,
} from '../ledger/changed.ts';
import { noteListed, wereListed } from '../ledger/doubts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { patchOf } from './plan/patch.ts';

/** Which of the outdated records are meant. Throws TraceError when the person named them wrongly. */
export type PickingOutdated = (rows: readonly OutdatedRow[]) => readonly OutdatedRow[];

/** What a person says about outdated records: their content counts as known. */
export interface KeepRequest {
  readonly pick: PickingOutdated;
  readonly by: string;
  readonly now: Date;
  readonly kinds: readonly KindSpec[];
}

/**
 * Remembers the picked outdated records as known, where they were listed as they are; the others count as listed from now on.
 * Requires the lock.
 */
export function keepOutdated(
  ledger: Ledger,
  run: number,
  { pick, by, now, kinds }: KeepRequest,
): { readonly picked: readonly OutdatedRow[]; readonly unlisted: readonly OutdatedRow[] } {
  ledger.inTransaction(() => settleOutdated(ledger, run));
  const meant = pick(outdatedRows(ledger, run));
  const seen = wereListed(ledger, meant);
  const picked = meant.filter((_, at) => seen[at]);
  const unlisted = meant.filter((_, at) => !seen[at]);
  noteListed(ledger, unlisted, now.toISOString());
  const specs = new Map(kinds.map((kind) => [kind.name, kind]));
  const kept = { code: 'confirmed-kept', by, on: now.toISOString().slice(0, 10) } as const;
  const keptOf = ({ kind }: OutdatedRow, contents: Contents) => keptBody(specs.get(kind)!, contents);
  ledger.inTransaction(() => keepContents(ledger, picked, keptOf, [kept]));
  return { picked, unlisted };
}

/**
 * What counts as accepted from now on. Of a kind that can be updated the fields that differ are not known any more: a later
 * update sets them, and none is taken for the one or the other.
 */
function keptBody(kind: KindSpec, { body, known }: Contents): string {
  if (!isUpdatable(kind)) return body;
  const accepted = asCalled(kind, JSON.parse(known) as Body);
  const given = JSON.parse(body) as Body;
  const { set, replaces } = patchOf(kind, accepted, given);
  const lost = new Set([...Object.keys(set), ...replaces]);
  const fixed = fixedFields(kind).filter((name) => given[name] !== undefined);
  for (const name of fixed.flatMap((name) => partnersOf(kind, name))) lost.add(name);
  const kept = Object.entries(accepted).filter(([name]) => !lost.has(name));
  // No update sets these: they are as the person says.
  const said = fixed.map((name) => [name, given[name]!] as const);
  return JSON.stringify(Object.fromEntries([...kept, ...said]));
}
