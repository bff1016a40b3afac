import { command } from '../advice.ts';
import { toContractNames } from '../contract/completion-names.ts';
import type { Body, KindSpec } from '../contract/kind.ts';
import { changedAfter, endUnsent } from '../ledger/changed.ts';
import { dropUpdate, idLookup, planUpdate } from '../ledger/updates.ts';
import { identityOf, knownOf, rowsOf, type UpdatePlace } from './check-updates.ts';
import { changeTexts } from './plan/change-text.ts';
import { changedFields, outdatedMessages } from './plan/changed.ts';
import { patchOf } from './plan/patch.ts';

/**
 * Plans the updates of a run, inside a transaction of the caller. Records for which an update was asked, and with `offered`
 * the changed records of an import, wait to be sent with the fields that differ; those without a difference end as unchanged.
 * Without `offered`, a changed record ends as outdated, or as existing if its content in the service is unknown. Records that
 * a later run sent are not changed. Returns how many ended as existing for that reason.
 */
export function planUpdates(place: UpdatePlace, offered: boolean): number {
  const { ledger } = place;
  const idOf = idLookup(ledger, place);
  let unknown = 0;
  for (const { row, kind } of rowsOf(place, 'open')) {
    if (!row.asked && (row.status === 'unchanged' || row.status === 'existing')) {
      endUnsent(ledger, row, row.status, []);
      continue;
    }
    if (!row.asked && row.status !== 'changed') {
      // An update of a key that the ledger does not know any more is a create again.
      dropUpdate(ledger, row.id);
      continue;
    }
    const known = knownOf(row, kind);
    const given = JSON.parse(row.body) as Body;
    const { set, replaces } = patchOf(kind, known, given);
    const fixed = known === null ? [] : identityOf(idOf, kind, row, known).map(({ field }) => field);
    const names = [...fixed, ...Object.keys(set)];
    if (names.length === 0) endUnsent(ledger, row, 'unchanged', []);
    else if (row.later !== null) endUnsent(ledger, row, 'existing', [{ code: 'sent-since', run: row.later }]);
    else if (row.asked || offered)
      planUpdate(
        ledger,
        row.id,
        { patch: JSON.stringify(set), replaces: JSON.stringify(replaces) },
        row.doubt,
      );
    else if (row.had !== null) {
      const changes = changedFields(kind, toContractNames(kind, JSON.parse(row.had) as Body), given);
      if (changes.length === 0) endUnsent(ledger, row, 'existing', []);
      else endUnsent(ledger, row, 'updatable', outdatedMessages(kind, changes, false));
    } else if (known === null) {
      unknown++;
      endUnsent(ledger, row, 'existing', [notOffered(place, kind, UNKNOWN_CONTENT, fixed)]);
    } else {
      const changes = changedFields(kind, known, given);
      const changed = `${names.join(', ')} changed since it was accepted`;
      if (changes.length + fixed.length === 0) endUnsent(ledger, row, 'unchanged', []);
      else {
        const end = fixed.length > 0 ? 'outdated' : 'updatable';
        endUnsent(ledger, row, end, [notOffered(place, kind, changed, fixed), ...changeTexts(changes)]);
      }
    }
  }
  return unknown;
}

/**
 * Ends the other changed records of a run, inside a transaction of the caller: no request can change them, and a create would
 * be rejected or make a duplicate. Records that differ only in format end as unchanged.
 */
export function endChanged({ ledger, run, kinds }: UpdatePlace): void {
  const specs = new Map(kinds.map((kind) => [kind.name, kind]));
  for (let after = 0; ; ) {
    const rows = changedAfter(ledger, run, after);
    for (const row of rows) {
      const kind = specs.get(row.kind)!;
      const known = row.known === null ? null : (JSON.parse(row.known) as Body);
      const changes = known && changedFields(kind, known, JSON.parse(row.body) as Body);
      const { accepted } = row;
      if (changes?.length === 0) endUnsent(ledger, row, accepted ? 'unchanged' : 'existing', []);
      else if (row.later !== null)
        endUnsent(ledger, row, 'existing', [{ code: 'sent-since', run: row.later }]);
      else if (changes === null) endUnsent(ledger, row, 'existing', [{ code: 'content-unknown' }]);
      else endUnsent(ledger, row, 'outdated', outdatedMessages(kind, changes, accepted));
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

const UNKNOWN_CONTENT = 'the service has this key, with a content that is not known here';

function notOffered(
  { flags = [] }: UpdatePlace,
  kind: KindSpec,
  changed: string,
  fixed: readonly string[],
): string {
  const unsent = `${changed}; not sent, as a create is no update`;
  if (fixed.length > 0) return `${unsent}, and an update cannot change ${fixed.join(', ')}`;
  return `${unsent}: say --update, or send them by ${command(kind.plural, 'update', 'FILE', ...flags)}, where FILE holds the rows`;
}
