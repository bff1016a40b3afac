import type { CollectionRules, KindSpec } from '../../contract/kind.ts';
import { originText } from '../../findings/finding.ts';
import { plainLetters } from '../../fold.ts';
import { aKind, genderOf, kindText, numberText, say, theKind } from '../../say.ts';
import { type CrossFinding, findingOn, shownKey } from './cross-finding.ts';
import type { AddressedRecord, RecordIndex, RecordReference } from './record-index.ts';
import { reasonText } from './rule.ts';

/** The queries of the rules about links, which only a ledger implements; tests implement them with literals. */
export interface LinkIndex {
  /**
   * Records of a kind in which a field is missing, with the value of another field (`actual`) and
   * the fields that reference these records.
   */
  recordsWithout(
    kind: string,
    field: string,
    valueField: string,
  ): Iterable<AddressedRecord & { readonly actual: string | null; readonly namedBy: readonly string[] }>;
  /** Links of a kind to a record that no purchased item references. */
  uncountedLinks(kind: string, links: NonNullable<CollectionRules['links']>): Iterable<RecordReference>;
}

/** Reports ambiguous references: only v3 has references to several kinds. */
export function* severalKinds(
  index: Pick<RecordIndex, 'ambiguousReferences'>,
  kinds: readonly KindSpec[],
): Iterable<CrossFinding> {
  if (!kinds.some(({ references }) => references.some(({ or }) => or !== undefined))) return;
  for (const row of index.ambiguousReferences()) {
    const kinds = row.toKind
      .split(', ')
      .map(aKind)
      .reduce((one, other) => say().across.andOf({ one, other }));
    const message = say().across.ofSeveral({ key: shownKey(row.toKey), kinds });
    yield findingOn(row, 'reference-several', row.field, message, shownKey(row.toKey), null);
  }
}

/** Runs the rules of supplier data collection about links. */
export function* collectionLinks(index: LinkIndex, kinds: readonly KindSpec[]): Iterable<CrossFinding> {
  for (const kind of kinds) {
    const { needs, except, links } = kind.collection ?? {};
    if (needs && except) yield* missing(index, kind, needs, except);
    if (!links) continue;
    for (const row of index.uncountedLinks(kind.name, links)) {
      const key = shownKey(row.toKey);
      const message = say().across.uncounted({ to: theKind(row.toKind), key, kind: kindText(kind.name) });
      yield findingOn(row, 'collection-link', row.field, message, key, null);
    }
  }
}

function* missing(
  index: LinkIndex,
  kind: KindSpec,
  needs: NonNullable<CollectionRules['needs']>,
  except: NonNullable<CollectionRules['except']>,
): Iterable<CrossFinding> {
  for (const row of index.recordsWithout(kind.name, needs.field, except.field)) {
    const actual = plainLetters(row.actual ?? '');
    if (except.words.some((word) => actual.includes(word))) continue;
    if (row.namedBy.length > 0 && row.namedBy.every((field) => except.namedBy.includes(field))) continue;
    const { field } = needs;
    const key = shownKey(row.key);
    const reason = reasonText(kind, needs.reason);
    const message = say().across.needs({ kind: theKind(kind.name), key, field, reason });
    const advice = say().across.markWarehouse({ field: except.field });
    yield findingOn(row, 'collection-needs', field, message, key, 'invalid', advice);
  }
}

/** Number of records of a cycle that a message lists. */
const MAX_SHOWN = 8;

/** The records of a cycle as text. A long cycle is abbreviated in the middle. */
function cycleText(record: string, [next, ...names]: readonly string[]): string {
  const { refersTo, whichRefersTo, whichRefersToMore } = say().across;
  const more = names.length + 1 - MAX_SHOWN;
  const records = (more > 0 ? names.slice(0, MAX_SHOWN - 2) : names).reduce(
    (before, other) => whichRefersTo({ records: before, other }),
    refersTo({ record, other: next! }),
  );
  return more > 0 ? whichRefersToMore({ records, number: numberText(more), other: names.at(-1)! }) : records;
}

/**
 * Returns the finding for a cycle of references, located at its first record. No record of the
 * cycle is sent.
 */
export function* cycleFindings(
  cycle: readonly (AddressedRecord & { readonly field: string })[],
): Iterable<CrossFinding> {
  const name = ({ kind, key }: AddressedRecord) => `${theKind(kind)} ${shownKey(key)}`;
  const [first, ...others] = cycle;
  if (!first) return;
  const places = cycle.slice(0, MAX_SHOWN).map(({ file, sheet, row }) => originText({ file, sheet, row }));
  const message =
    others.length === 0
      ? say().across.itself({ record: name(first), gender: genderOf(first.kind) })
      : say().across.circle({
          records: cycleText(name(first), [...others, first].map(name)),
          places: `${places.join(', ')}${cycle.length > MAX_SHOWN ? ', ...' : ''}`,
        });
  const advice = say().across.removeReference();
  yield findingOn(first, 'reference-circle', first.field, message, shownKey(first.key), 'invalid', advice);
}
