import { toContractNames } from '../../contract/body.ts';
import { type Body, isUpdatable, type KindSpec } from '../../contract/kind.ts';
import { fixedFields, partnersOf } from '../../contract/v3/update.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Contents, OutdatedRow } from '../../ledger/outdated.ts';
import { patchOf } from '../../send/plan/patch.ts';

/** Selects outdated records. Throws TraceError if the selection is invalid. */
export type PickOutdated = (rows: readonly OutdatedRow[]) => readonly OutdatedRow[];

/** Selects the outdated records whose content in the service a person accepts. */
export interface KeepRequest {
  readonly pick: PickOutdated;
  readonly by: string;
  readonly now: Date;
  readonly kinds: readonly KindSpec[];
}

/**
 * Stores the content of the selected outdated records as known, if the user has seen them in their present state.
 * The other selected records are then stored as seen. Requires the lock.
 */
export function keepOutdated(
  ledger: Ledger,
  run: number,
  { pick, by, now, kinds }: KeepRequest,
): { readonly picked: readonly OutdatedRow[]; readonly unlisted: readonly OutdatedRow[] } {
  ledger.inTransaction(() => ledger.outdated.settle(run));
  const selected = pick(ledger.outdated.rows(run));
  const seen = ledger.doubts.wereListed(selected);
  const picked = selected.filter((_, at) => seen[at]);
  const unlisted = selected.filter((_, at) => !seen[at]);
  ledger.doubts.noteListed(unlisted, now.toISOString());
  const specs = new Map(kinds.map((kind) => [kind.name, kind]));
  const kept = { code: 'confirmed-kept', by, on: now.toISOString().slice(0, 10) } as const;
  const keptOf = ({ kind }: OutdatedRow, contents: Contents) => keptBody(specs.get(kind)!, contents);
  ledger.inTransaction(() => ledger.outdated.keep(picked, keptOf, [kept]));
  return { picked, unlisted };
}

/**
 * The content to store as accepted. If the kind can be updated, the fields that differ are omitted, so that a
 * later update sets them again.
 */
function keptBody(kind: KindSpec, { body, known }: Contents): string {
  if (!isUpdatable(kind)) return body;
  const accepted = toContractNames(kind, JSON.parse(known) as Body);
  const given = JSON.parse(body) as Body;
  const { set, replaces } = patchOf(kind, accepted, given);
  const lost = new Set([...Object.keys(set), ...replaces]);
  const fixed = fixedFields(kind).filter((name) => given[name] !== undefined);
  for (const name of fixed.flatMap((name) => partnersOf(kind, name))) lost.add(name);
  const kept = Object.entries(accepted).filter(([name]) => !lost.has(name));
  // No update can set these fields, so they are stored with the values of the row.
  const fixedValues = fixed.map((name) => [name, given[name]!] as const);
  return JSON.stringify(Object.fromEntries([...kept, ...fixedValues]));
}
