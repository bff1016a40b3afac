import { type Body, type KindSpec, keyText, uncomparedFields } from '../../contract/kind.ts';
import type { Origin } from '../../findings/finding.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type ChangedField, changedFields, diff, NOT_KNOWN } from '../../send/plan/changed.ts';

/** A record whose content differs from what the service had. */
export interface ChangedRecord {
  readonly kind: string;
  readonly key: string;
  readonly origin: Origin;
  /** Whether no request sends the change. */
  readonly outdated: boolean;
  /** The names of the fields that differ. */
  readonly fields: readonly string[];
  /**
   * The values before and after, by path; a path before is `NOT_KNOWN` if no run of this ledger sent it. After the update of a
   * record this reads earlier runs.
   */
  changes(): readonly ChangedField[];
}

/** The changed records of a run, before or after their updates, in the order of the input. */
export function* changesOf(ledger: Ledger, run: number, kinds: readonly KindSpec[]): Iterable<ChangedRecord> {
  const updates = ledger.updates(run);
  for (const row of updates.changedRows()) {
    const { kind, key, file, sheet, patch, outcome } = row;
    const spec = kinds.find(({ name }) => name === kind);
    const record = {
      ...{ kind, key: keyText(key), origin: { file, sheet, row: row.row } },
      outdated: outcome === 'outdated',
    };
    const [before, after] = [row.before, row.after].map((body) => JSON.parse(body) as Body) as [Body, Body];
    if (row.replaced) {
      if (patch === null) continue;
      const set = JSON.parse(patch) as Body;
      const changes = () => changesIn(earlierContent(updates.earlierBodies(row.id), set), set);
      yield { ...record, fields: Object.keys(set), changes };
      continue;
    }
    const changes =
      record.outdated && spec
        ? changedFields(spec, before, after)
        : patch === null
          ? diff(before, after, spec && uncomparedFields(spec))
          : changesIn(before, JSON.parse(patch) as Body);
    const fields = [...new Set(changes.map(({ path }) => path.split('.')[0]!))];
    yield { ...record, fields, changes: () => changes };
  }
}

/** The changes that an update makes. Fields that it does not set stay as they are. */
function changesIn(before: Readonly<Record<string, unknown>>, set: Body): ChangedField[] {
  return Object.entries(set).flatMap(([name, value]): readonly ChangedField[] => {
    const known = before[name];
    return known === NOT_KNOWN
      ? [{ path: name, before: known, after: value }]
      : diff(known === undefined ? {} : { [name]: known as Body[string] }, { [name]: value });
  });
}

/** What the service had in the fields that an update set: what the last run that sent each of them sent. */
function earlierContent(
  bodies: Iterable<{ readonly outcome: string; readonly body: string }>,
  set: Body,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  let open = Object.keys(set);
  for (const { outcome, body } of bodies) {
    const sent = JSON.parse(body) as Body;
    for (const name of open) if (Object.hasOwn(sent, name)) found[name] = sent[name];
    // A record that was created without a field had no value there.
    open = outcome === 'created' ? [] : open.filter((name) => !Object.hasOwn(sent, name));
    if (open.length === 0) return found;
  }
  for (const name of open) found[name] = NOT_KNOWN;
  return found;
}
