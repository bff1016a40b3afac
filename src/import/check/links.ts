import type { CollectionRules, KindSpec } from '../../contract/kind.ts';
import { originText } from '../../findings/finding.ts';
import { type AddressedRecord, type CrossFinding, cross, shownKey } from './cross.ts';

/** A record with one of its references. */
export interface RecordReference extends AddressedRecord {
  readonly field: string;
  readonly toKind: string;
  readonly toKey: string;
}

/**
 * The queries of the rules about links. The stage implements them with its tables; tests implement
 * them with literals.
 */
export interface LinkIndex {
  /** References that match records of several kinds; `toKind` lists the kinds, separated by `, `. */
  several(): Iterable<RecordReference>;
  /**
   * Records of a kind in which a field is missing, with the value of another field (`actual`) and
   * the fields that reference these records.
   */
  without(
    kind: string,
    field: string,
    valueField: string,
  ): Iterable<AddressedRecord & { readonly actual: string | null; readonly namedBy: readonly string[] }>;
  /** Links of a kind to a record that no purchased item references. */
  uncounted(kind: string, links: NonNullable<CollectionRules['links']>): Iterable<RecordReference>;
}

/**
 * Runs the rules about links: ambiguous references (only v3 has references to several kinds) and
 * the rules of supplier data collection.
 */
export function* checkLinks(
  index: LinkIndex,
  { kinds, collection }: { readonly kinds: readonly KindSpec[]; readonly collection: boolean },
): Iterable<CrossFinding> {
  if (kinds.some(({ references }) => references.some(({ or }) => or !== undefined))) {
    for (const row of index.several()) {
      const message = `${shownKey(row.toKey)} is the identifier of a ${row.toKind.replaceAll(', ', ' and of a ')}: the service decides which one is meant`;
      yield cross(row, 'reference-several', row.field, message, shownKey(row.toKey), null);
    }
  }
  if (!collection) return;
  for (const kind of kinds) {
    const { needs, except, links } = kind.collection ?? {};
    if (needs && except) yield* missing(index, kind, needs, except);
    if (links) {
      for (const row of index.uncounted(kind.name, links)) {
        const message = `the link to ${row.toKind} ${shownKey(row.toKey)} does not count for supplier data collection: no purchased item of the ${kind.name} refers to it`;
        yield cross(row, 'collection-link', row.field, message, shownKey(row.toKey), null);
      }
    }
  }
}

function* missing(
  index: LinkIndex,
  kind: KindSpec,
  needs: NonNullable<CollectionRules['needs']>,
  except: NonNullable<CollectionRules['except']>,
): Iterable<CrossFinding> {
  for (const row of index.without(kind.name, needs.field, except.field)) {
    const actual = (row.actual ?? '').normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
    if (except.words.some((word) => actual.includes(word))) continue;
    if (row.namedBy.length > 0 && row.namedBy.every((field) => except.namedBy.includes(field))) continue;
    yield cross(
      row,
      'collection-needs',
      needs.field,
      `${kind.name} ${shownKey(row.key)} has no ${needs.field}: ${needs.reason}`,
      shownKey(row.key),
      'invalid',
      `mark a warehouse in the column ${except.field}`,
    );
  }
}

/** Number of records of a cycle that a message lists. */
const SHOWN = 8;

/** The records of a cycle as text. A long cycle is abbreviated in the middle. */
function pathText(names: readonly string[]): string {
  const more = names.length - SHOWN;
  const shown = more > 0 ? [...names.slice(0, SHOWN - 1), `${more} more in turn, and finally`] : names;
  return `${shown.join(', which refers to ')}${more > 0 ? ` ${names.at(-1)}` : ''}`;
}

/**
 * Returns the finding for a cycle of references, located at its first record. No record of the
 * cycle is sent.
 */
export function* cycleFindings(
  cycle: readonly (AddressedRecord & { readonly field: string })[],
): Iterable<CrossFinding> {
  const name = ({ kind, key }: AddressedRecord) => `${kind} ${shownKey(key)}`;
  const [first, ...others] = cycle;
  if (!first) return;
  const path =
    others.length === 0
      ? `${name(first)} refers to itself`
      : `${name(first)} refers to ${pathText([...others, first].map(name))}`;
  const rows = cycle.length === 1 ? 'it cannot be sent' : 'none of them can be sent first';
  const places = cycle.slice(0, SHOWN).map(({ file, sheet, row }) => originText({ file, sheet, row }));
  const addresses =
    others.length === 0 ? '' : ` (${places.join(', ')}${cycle.length > SHOWN ? ', ...' : ''})`;
  const finding = cross(
    first,
    'reference-circle',
    first.field,
    `${path}: ${rows}${addresses}`,
    shownKey(first.key),
    'invalid',
    'remove one of the references',
  );
  yield finding;
}
