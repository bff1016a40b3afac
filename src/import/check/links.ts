import type { CollectionRules, KindSpec } from '../../contract/kind.ts';
import { originText } from '../../findings/finding.ts';
import { type CrossFinding, cross, type Placed, shownKey } from './cross.ts';

/** A record and one naming of another by it. */
export interface PlacedNaming extends Placed {
  readonly field: string;
  readonly toKind: string;
  readonly toKey: string;
}

/** What the rules about links between records ask; a stage answers from its tables, a test from literals. */
export interface LinkIndex {
  /** Namings that may mean records of several kinds; `toKind` holds them all, `, ` between them. */
  several(): Iterable<PlacedNaming>;
  /** Records of a kind without a field, with what another field of them says, and by which fields they are named. */
  without(
    kind: string,
    field: string,
    says: string,
  ): Iterable<Placed & { readonly said: string | null; readonly namedBy: readonly string[] }>;
  /** Links that a kind makes without a purchased item that names the same record. */
  uncounted(kind: string, links: NonNullable<CollectionRules['links']>): Iterable<PlacedNaming>;
}

/** The rules about links: v3 alone has references that may mean several kinds, and supplier data collection. */
export function* checkLinks(
  index: LinkIndex,
  { kinds, collection }: { readonly kinds: readonly KindSpec[]; readonly collection: boolean },
): Iterable<CrossFinding> {
  if (kinds.some(({ references }) => references.some(({ or }) => or !== undefined))) {
    for (const row of index.several()) {
      const message = `${shownKey(row.toKey)} is the identifier of a ${row.toKind.replaceAll(', ', ' and of a ')}: the service says which one is meant`;
      yield cross(row, 'reference-several', row.field, message, shownKey(row.toKey), null);
    }
  }
  if (!collection) return;
  for (const kind of kinds) {
    const { needs, except, links } = kind.collection ?? {};
    if (needs && except) yield* missing(index, kind, needs, except);
    if (links) {
      for (const row of index.uncounted(kind.name, links)) {
        const message = `the link to ${row.toKind} ${shownKey(row.toKey)} does not count for supplier data collection: no purchased item of the ${kind.name} names it`;
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
    const said = (row.said ?? '').normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
    if (except.words.some((word) => said.includes(word))) continue;
    if (row.namedBy.length > 0 && row.namedBy.every((field) => except.namedBy.includes(field))) continue;
    yield cross(
      row,
      'collection-needs',
      needs.field,
      `${kind.name} ${shownKey(row.key)} has no ${needs.field}: ${needs.reason}`,
      shownKey(row.key),
      'invalid',
      `a warehouse says so in the column ${except.field}`,
    );
  }
}

/** Records of a circle that are told one by one. */
const SHOWN = 8;

/** The steps of a circle, those in the middle of a long one left out. */
function pathText(names: readonly string[]): string {
  const left = names.length - SHOWN;
  const shown = left > 0 ? [...names.slice(0, SHOWN - 1), `${left} more in turn, and at last`] : names;
  return `${shown.join(', which names ')}${left > 0 ? ` ${names.at(-1)}` : ''}`;
}

/** Records that name each other in a circle, in its order: one finding, at the first, and none of them is sent. */
export function* cycleFindings(
  circle: readonly (Placed & { readonly field: string })[],
): Iterable<CrossFinding> {
  const name = ({ kind, key }: Placed) => `${kind} ${shownKey(key)}`;
  const [first, ...others] = circle;
  if (!first) return;
  const path =
    others.length === 0
      ? `${name(first)} names itself`
      : `${name(first)} names ${pathText([...others, first].map(name))}`;
  const rows = circle.length === 1 ? 'it cannot be sent' : 'none of them can be sent first';
  const places = circle.slice(0, SHOWN).map(({ file, sheet, row }) => originText({ file, sheet, row }));
  const told = others.length === 0 ? '' : ` (${places.join(', ')}${circle.length > SHOWN ? ', ...' : ''})`;
  const finding = cross(
    first,
    'reference-circle',
    first.field,
    `${path}: ${rows}${told}`,
    shownKey(first.key),
    'invalid',
    'take one of the references out',
  );
  yield finding;
}
