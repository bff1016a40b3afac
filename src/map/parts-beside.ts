import type { KindSpec } from '../contract/kind.ts';
import { headerWords } from '../recognise/header-similarity.ts';
import { fieldNamed, unnumberedPath } from './map-file/targets.ts';
import { completeness, fieldsIn, likelyColumn, referenceTo } from './part-fields.ts';
import { partsOfGroups, partsOfRecords, partsOfRest } from './part-search.ts';
import { type ColumnProposal, targetOf } from './proposal.ts';
import { ownerOf } from './row-evidence.ts';
import { type Block, columnsOfPart, groupsByLastWord, groupsOf, withGroups } from './row-groups.ts';
import { indexesOf, notesOfRows, onlyOnce, withOwned } from './row-owners.ts';
import type { RowPart, SharedRows } from './row-parts.ts';
import { refers } from './sheet-evidence.ts';

/** A part beside the main one, with the columns of its key: of the first field, and of the others that are certain. */
export interface Found extends Block {
  readonly kind: KindSpec;
  readonly key: number;
  readonly otherKeys: ReadonlyMap<string, number>;
  readonly constants: ReadonlyMap<string, string>;
  readonly fields: number;
  /** Whether its headers are read without that of its group. */
  readonly isBelow?: boolean;
  /** The parts to which it refers, such as the maker of a product beside the supplier of its material. */
  readonly owned?: readonly Found[];
  /** The columns that refer to it, which both parts have, and the fields of those that are certain. */
  readonly shared?: { readonly keys: ReadonlySet<number>; readonly targets: ReadonlyMap<number, string> };
  /** The fields of the main part in columns that may be those of this one, too. */
  readonly ofMain?: ReadonlyMap<number, string>;
}

/** The parts beside the main one, given the groups of columns. `withRecords`: those of groups and of the record that several rows name. */
function foundIn(rows: SharedRows, groups: readonly Block[]) {
  const inGroups = withOwned(rows, withGroups(rows, groups, onlyOnce(rows, partsOfGroups(rows, groups))));
  const withRecords = [...inGroups, ...partsOfRecords(rows, inGroups)];
  const ofOthers = new Set(withRecords.flatMap(indexesOf));
  const rest = { ...rows, columns: rows.columns.filter(({ index }) => !ofOthers.has(index)) };
  return { withRecords, found: inGroups.length > 0 ? withRecords : [...withRecords, ...partsOfRest(rest)] };
}

/** The part of the main kind, and the parts beside it. Empty if there are none. */
export function partsBeside(rows: SharedRows, isStrict: boolean): RowPart[] {
  const { main, columns } = rows;
  const groups = groupsOf(rows);
  const read = foundIn(rows, groups);
  const hasMaker = groups.length > 0 || read.found.some(({ kind }) => kind.references.length === 0);
  const byLastWord = hasMaker ? [] : groupsByLastWord(rows);
  const { found, withRecords } = byLastWord.length === 0 ? read : foundIn(rows, byLastWord);
  if (found.length === 0) return [];
  const taken = new Set(found.flatMap(indexesOf));
  const own = new Set(columns.map(({ index }) => index).filter((index) => !taken.has(index)));
  const targets = new Map(found.flatMap(({ ofMain }) => [...(ofMain ?? [])]));
  const ofMakers = new Set(found.filter(({ kind }) => kind.references.length === 0).flatMap(indexesOf));
  for (const [index, field] of countriesIn(rows, ofMakers, own)) {
    if (field !== null) targets.set(index, field);
    own.add(index);
  }
  const free = rows.propose(main, columnsOfPart(rows, { columns: own }), targets);
  for (const { kind, key, otherKeys, shared } of found) {
    for (const index of shared?.keys ?? []) own.add(index);
    if (shared) continue;
    for (const [at, field] of referenceTo(main, kind)?.fields.entries() ?? []) {
      const index = at === 0 ? key : otherKeys.get(kind.key[at]!);
      if (index === undefined || free.some(({ target }) => target === field)) continue;
      targets.set(index, field);
      own.add(index);
    }
  }
  const keys = new Map(
    main.key.flatMap((field) => {
      const column = likelyColumn(free, field);
      return column ? [[field, column] as const] : [];
    }),
  );
  const known = new Set([
    ...targets.values(),
    ...found.flatMap(({ kind }) => referenceTo(main, kind)?.fields ?? []),
  ]);
  const areCertain = isStrict && withRecords.length === 0 && !isOfOwner(rows, free);
  if (!keys.has(main.key[0]!) || !completeness(main, free, '', known, areCertain)) return [];
  const notes = notesOfRows(rows, keys.get(main.key[0]!)!.index, free);
  // A remark about some rows of a record is about what the rows have beside it.
  const ofRows = found.find(({ kind }) => referenceTo(kind, main));
  return [
    { kind: main.name, columns: ofRows ? own.difference(notes) : own, targets },
    ...found.flatMap((part) => {
      const all = part === ofRows ? { ...part, indexes: part.indexes.union(notes) } : part;
      return partsOfFound(rows, all, keys);
    }),
  ];
}

/**
 * The columns of makers with a country that the own columns lack: it may be that of production, as the header surely says, or
 * likely (null).
 */
function countriesIn(
  rows: SharedRows,
  ofMakers: ReadonlySet<number>,
  own: ReadonlySet<number>,
): readonly (readonly [number, string | null])[] {
  const { main } = rows;
  const filled = fieldsIn(rows.propose(main, columnsOfPart(rows, { columns: own })));
  return columnsOfPart(rows, { columns: ofMakers, below: ofMakers }).flatMap((column) => {
    const [one] = rows.propose(main, [column]);
    const path = (one && targetOf(one)) ?? 'ignore';
    const isCountry = path !== 'ignore' && fieldNamed(main, path)?.field.value.type === 'country';
    return isCountry && !filled.has(unnumberedPath(path)) ? [[column.index, one!.target] as const] : [];
  });
}

/** Whether the rows refer to the records of another sheet that they are parts of. */
function isOfOwner({ main, elsewhere }: SharedRows, proposals: readonly ColumnProposal[]): boolean {
  const owner = ownerOf(main);
  const reference = owner && likelyColumn(proposals, owner.fields[0]!);
  return reference !== undefined && refers(elsewhere, reference.index, owner!.to);
}

/** Whether the header of the key is the first word of those of its group: `Factory` before `Factory - city`. */
const isHeading = ({ columns }: SharedRows, { key, heading }: Found): boolean =>
  headerWords(columns.find(({ index }) => index === key)!.header).join(' ') === heading;

/**
 * A part with the columns that refer to the main one, and the parts beside it: a product may come with its maker. `keys`: the
 * columns of the key of the main one, by field.
 */
function partsOfFound(
  rows: SharedRows,
  part: Found,
  keys: ReadonlyMap<string, ColumnProposal>,
): readonly RowPart[] {
  const { main } = rows;
  const { kind, indexes, constants, shared, owned = [] } = part;
  const keysOfShared = shared?.keys ?? new Set<number>();
  const own = columnsOfPart(rows, { columns: indexes.union(keysOfShared) });
  const [first, ...others] = shared ? partsBeside({ ...rows, main: kind, columns: own }, true) : [];
  if (first) return [{ ...first, targets: new Map([...first.targets!, ...shared!.targets]) }, ...others];
  const references = (referenceTo(kind, main)?.fields ?? []).flatMap((field, at) => {
    const column = keys.get(main.key[at]!);
    return column ? [{ field, column }] : [];
  });
  const certain = references.filter(({ column }) => column.target !== null);
  const makers = owned.map((one) => [one.key, referenceTo(kind, one.kind)!.fields[0]!] as const);
  return [
    {
      ...{ kind: kind.name, constants },
      ...(part.isBelow && { below: indexes }),
      columns: new Set([
        ...[...indexes, ...keysOfShared, ...makers.map(([index]) => index)],
        ...references.map(({ column }) => column.index),
      ]),
      targets: new Map([
        ...(shared?.targets ?? []),
        ...(isHeading(rows, part) ? [[part.key, kind.key[0]!] as const] : []),
        ...certain.map(({ field, column }) => [column.index, field] as const),
        ...makers,
      ]),
    },
    ...owned.flatMap((one) => partsOfFound(rows, one, new Map())),
  ];
}
