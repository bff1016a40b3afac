import type { KindSpec } from '../contract/kind.ts';
import type { Row } from '../sheets/cell.ts';
import type { Links } from './evidence.ts';
import type { JoinedHeader } from './joined-header.ts';
import { completeness, hasOwnWords, referenceTo, weightOf } from './part-fields.ts';
import { type ColumnProposal, columnWith, isField, type MissingField } from './proposal.ts';
import type { SheetColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { columnsOfRecords, ownerOf, recordColumns } from './row-evidence.ts';
import { type Block, columnsOfPart, groupsOf, withGroups } from './row-groups.ts';
import { indexesOf, notesOfRows, onlyOnce, withOwned } from './row-owners.ts';

/** One of the kinds that the rows of a table describe. */
export interface RowPart {
  readonly kind: string;
  /** The indexes of its columns. */
  readonly columns: ReadonlySet<number>;
  /** The fields of the columns that refer to a record of another part, by index. */
  readonly targets?: ReadonlyMap<number, string>;
  /** The values of required fields that only the header above the columns names. */
  readonly constants?: ReadonlyMap<string, string>;
  /** The columns whose headers are read without the header of their group: `Supplier of material / Code` is `Code`. */
  readonly below?: ReadonlySet<number>;
  /** The templates of fields that have the values of a row above. */
  readonly keys?: ReadonlyMap<string, string>;
  /** The texts that its rows have in a column, if other rows describe records of other kinds. */
  readonly rows?: { readonly header: string; readonly index: number; readonly texts: readonly string[] };
}

/** A table whose rows may describe records of several kinds. */
export interface SharedRows {
  readonly kinds: readonly KindSpec[];
  /** The kind that fits the whole table best. */
  readonly main: KindSpec;
  /** The kinds that the names of the sheet and the file suggest: one of them is among the parts. */
  readonly named: readonly KindSpec[];
  readonly header: JoinedHeader;
  /** The row above the header row. */
  readonly above: Row | undefined;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly TextRow[];
  /** The kinds of other sheets, and those with the keys in a column, by its index. */
  readonly elsewhere: Pick<Links, 'kinds' | 'refersTo'>;
  readonly propose: (
    kind: KindSpec,
    columns: readonly SheetColumn[],
    targets?: ReadonlyMap<number, string>,
  ) => readonly ColumnProposal[];
}

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
}

/** Minimum number of keys of which other sheets show whether they have them. */
const FEWEST_KEYS = 3;

/**
 * The kinds that the rows of a table describe, such as a product, its supplier and its components: each has its key and all
 * required fields. Empty if there is only one.
 */
export function rowParts(rows: SharedRows): RowPart[] {
  const alone = rows.propose(rows.main, rows.columns).filter(isField).length;
  // The sheet may have more columns of another part than of the one to which the rows belong.
  const found = [rows.main, ...related(rows)].flatMap((main) => {
    const parts = withoutReferred(rows, partsBeside({ ...rows, main }, main !== rows.main));
    if (parts.length === 0 || !haveNames(rows, parts)) return [];
    if (parts.length > 1 && filledBy(rows, parts) <= alone) return [];
    const own = columnsOfPart(rows.columns, parts[0]!, rows.header);
    const isOther = Number(hasWordsOfOthers({ ...rows, main }, own));
    return [{ parts, keys: keysOf(rows, parts[0]!), isOther }];
  });
  found.sort(
    (one, other) =>
      other.parts.length - one.parts.length || one.isOther - other.isOther || other.keys - one.keys,
  );
  const parts = found[0]?.parts ?? [];
  return parts.length === 1 && parts[0]!.kind === rows.main.name ? [] : parts;
}

/**
 * Whether a part has one of the kinds that the names suggest, or refers to records of it that other sheets have: `Materials by
 * article`.
 */
function haveNames({ named, kinds, elsewhere }: SharedRows, parts: readonly RowPart[]): boolean {
  const own = new Set(parts.map(({ kind }) => kind));
  const isReferred = (kind: KindSpec) =>
    elsewhere.kinds.has(kind.name) && kinds.some((one) => own.has(one.name) && referenceTo(one, kind));
  return named.length === 0 || named.some((kind) => own.has(kind.name) || isReferred(kind));
}

/** The parts without a main one that other sheets have, too: the rows are those of the other part, which refers to it. */
function withoutReferred(rows: SharedRows, parts: RowPart[]): RowPart[] {
  const [own, other, ...others] = parts;
  if (!own || !other || others.length > 0 || !rows.elsewhere.kinds.has(own.kind)) return parts;
  if (keysOf(rows, own) >= keysOf(rows, other)) return parts;
  const columns = new Set(rows.columns.map(({ index }) => index));
  return [{ kind: other.kind, columns }];
}

/** Whether the words in columns are those of another kind than the main one: categories of products, not of components. */
const hasWordsOfOthers = (rows: SharedRows, own: readonly SheetColumn[]): boolean =>
  related(rows).some((kind) => hasOwnWords(kind, rows.main, own, rows.propose(kind, own)));

/** The number of columns that have a field of one of the parts. */
function filledBy(rows: SharedRows, parts: readonly RowPart[]): number {
  const filled = parts.flatMap((part) => {
    const own = columnsOfPart(rows.columns, part, rows.header);
    const kind = rows.kinds.find(({ name }) => name === part.kind)!;
    return rows.propose(kind, own, part.targets).filter(isField);
  });
  return new Set(filled.map(({ index }) => index)).size;
}

/** The number of different keys of a part. */
function keysOf(rows: SharedRows, part: RowPart): number {
  const kind = rows.kinds.find((one) => one.name === part.kind)!;
  const own = columnsOfPart(rows.columns, part, rows.header);
  const key = columnWith(rows.propose(kind, own, part.targets), kind.key[0]);
  return own.find(({ index }) => index === key?.index)?.values.words.size ?? 0;
}

/** The part of the main kind, and the parts beside it. Empty if there are none. */
function partsBeside(rows: SharedRows, isStrict: boolean): RowPart[] {
  const { main, columns } = rows;
  const groups = groupsOf(rows);
  const inGroups = withOwned(rows, withGroups(rows, groups, onlyOnce(rows, partsOfGroups(rows, groups))));
  const withRecords = [...inGroups, ...partsOfRecords(rows, inGroups)];
  const ofOthers = new Set(withRecords.flatMap(indexesOf));
  const rest = { ...rows, columns: columns.filter(({ index }) => !ofOthers.has(index)) };
  const found = inGroups.length > 0 ? withRecords : [...withRecords, ...partsOfRest(rest)];
  if (found.length === 0) return [];
  const taken = new Set(found.flatMap(indexesOf));
  const own = new Set(columns.map(({ index }) => index).filter((index) => !taken.has(index)));
  const free = rows.propose(
    main,
    columns.filter(({ index }) => own.has(index)),
  );
  const targets = new Map<number, string>();
  for (const { kind, key, otherKeys, shared } of found) {
    for (const index of shared?.keys ?? []) own.add(index);
    if (shared) continue;
    for (const [at, field] of referenceTo(main, kind)?.fields.entries() ?? []) {
      const index = at === 0 ? key : otherKeys.get(kind.key[at]!);
      if (index === undefined || columnWith(free, field)) continue;
      targets.set(index, field);
      own.add(index);
    }
  }
  const keys = new Map(
    main.key.flatMap((field) => {
      const column = columnWith(free, field) ?? free.find(({ candidates: [first] }) => first === field);
      return column ? [[field, column] as const] : [];
    }),
  );
  const known = new Set([
    ...targets.values(),
    ...found.flatMap(({ kind }) => referenceTo(main, kind)?.fields ?? []),
  ]);
  if (!keys.has(main.key[0]!) || !completeness(main, free, '', known, isStrict && withRecords.length === 0))
    return [];
  const notes = notesOfRows(rows, keys.get(main.key[0]!)!.index, free);
  return [
    { kind: main.name, columns: own.difference(notes), targets },
    ...found.flatMap((part, at) => {
      const all = at === 0 ? { ...part, indexes: part.indexes.union(notes) } : part;
      return partsOfFound(rows, all, keys);
    }),
  ];
}

/**
 * A part with the columns that refer to the main one, and the parts beside it: a product may come with its maker. `keys`: the
 * columns of the key of the main one, by field.
 */
function partsOfFound(
  rows: SharedRows,
  part: Found,
  keys: ReadonlyMap<string, ColumnProposal>,
): readonly RowPart[] {
  const { main, columns } = rows;
  const { kind, indexes, constants, shared, owned = [] } = part;
  const keysOfShared = shared?.keys ?? new Set();
  const own = columns.filter(({ index }) => indexes.has(index) || keysOfShared.has(index));
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
        ...certain.map(({ field, column }) => [column.index, field] as const),
        ...makers,
      ]),
    },
    ...owned.flatMap((one) => partsOfFound(rows, one, new Map())),
  ];
}

/** The kinds that the main one refers to, or that refer to it. */
const related = ({ kinds, main }: SharedRows): KindSpec[] =>
  kinds.filter(
    (kind) =>
      kind !== main && (referenceTo(main, kind) !== undefined || referenceTo(kind, main) !== undefined),
  );

/** The parts that groups of columns describe; what a part lacks may be the key of the next one. */
function partsOfGroups(rows: SharedRows, groups: readonly Block[]): Found[] {
  const alone = groups.map((block) => bestPart(rows, block));
  return groups.flatMap((block, at) => {
    const next = alone[at + 1]?.kind;
    return alone[at] ?? (next && bestPart(rows, { ...block, next })) ?? [];
  });
}

/** The other kind that a group of columns describes; undefined if the main kind fits it as well. */
function bestPart(rows: SharedRows, block: Block): Found | undefined {
  const own = rows.columns.filter(({ index }) => block.indexes.has(index));
  const fields = weightOf(rows.propose(rows.main, own));
  const found = related(rows).flatMap((kind) => {
    const read = partIn(rows, kind, block) ?? [];
    const below = rows.header.lower ? (partIn(rows, kind, block, undefined, true) ?? []) : [];
    return [read, below].flat();
  });
  return found.filter((one) => one.fields > fields).sort((one, other) => other.fields - one.fields)[0];
}

/**
 * The record that several rows name, such as the product of components, with the columns that belong to it. `groups`: the parts
 * of other columns, such as the suppliers of components.
 */
function partsOfRecords(rows: SharedRows, groups: readonly Found[]): Found[] {
  const { main } = rows;
  const kind = rows.kinds.find(({ name }) => name === ownerOf(main)?.to);
  if (!kind || groups.some((group) => group.kind === kind)) return [];
  const references = new Map(
    groups.flatMap((group) => {
      const field = referenceTo(main, group.kind)?.fields[0];
      return field === undefined ? [] : [[group.key, field] as const];
    }),
  );
  const columns = rows.columns.filter(
    ({ index }) => references.has(index) || !groups.some(({ indexes }) => indexes.has(index)),
  );
  const proposals = rows.propose(main, columns, references);
  const by = recordColumns(main, proposals);
  const mayBe = columnsOfRecords(columns, rows.rows, by, 1);
  const { refersTo } = rows.elsewhere;
  const isReferredElsewhere = (index: number) =>
    refersTo
      .get(index)
      ?.values()
      .some((to) => refersTo.entries().some(([at, all]) => !mayBe.has(at) && all.has(to)));
  const own = columns.filter(({ index }) => mayBe.has(index));
  const named = rows.propose(kind, own).filter(({ target }) => target !== null && target !== 'ignore');
  const isNamed = ({ index, target }: ColumnProposal) =>
    target === null && named.some((one) => one.index === index);
  // What may belong to the record does if the main kind has no field for it, or surely one of the record but only likely one of
  // the main kind, or if another column refers to such a record, too.
  const others = proposals.filter((one) => !isField(one) || isNamed(one) || isReferredElsewhere(one.index));
  const indexes = columnsOfRecords(columns, rows.rows, by).union(
    mayBe.intersection(new Set(others.map(({ index }) => index))),
  );
  const keys = new Set(by.flatMap((index) => index ?? []));
  // The columns that depend on it prove the reference; season and colour must be certain by themselves.
  const isCertain = (index: number | undefined, at: number) =>
    proposals.some((one) => one.index === index && (at === 0 || one.target !== null));
  const targets = new Map(by.flatMap((index, at) => (isCertain(index, at) ? [[index!, kind.key[at]!]] : [])));
  const part = partIn(rows, kind, { heading: '', indexes: indexes.union(keys) }, targets);
  return part ? [{ ...part, indexes: indexes.difference(keys), shared: { keys, targets } }] : [];
}

/** Without groups: the parts that the columns describe which the main kind does not have. */
function partsOfRest(rows: SharedRows): Found[] {
  const { main, columns } = rows;
  const proposals = rows.propose(main, columns);
  const rest = new Set(
    proposals.flatMap(({ index, target }) => (target === null || target === 'ignore' ? [index] : [])),
  );
  const found: Found[] = [];
  for (const kind of related(rows)) {
    const field = referenceTo(main, kind)?.fields[0];
    const reference = columnWith(proposals, field);
    const targets = new Map(reference ? [[reference.index, kind.key[0]!] as const] : []);
    const part = partIn(rows, kind, { heading: '', indexes: rest }, targets);
    if (!part) continue;
    found.push(part);
    for (const index of part.indexes) rest.delete(index);
  }
  return found;
}

/** The part of a kind in columns, if they have its key and all its required fields. */
function partIn(
  rows: SharedRows,
  kind: KindSpec,
  { heading, indexes, next }: Block,
  targets: ReadonlyMap<number, string> = new Map(),
  isBelow = false,
): Found | undefined {
  const all = { columns: indexes.union(targets), ...(isBelow && { below: indexes }) };
  const columns = columnsOfPart(rows.columns, all, rows.header);
  const proposals = rows.propose(kind, columns, targets);
  const [key] = kind.key as [string];
  const keyColumn =
    columnWith(proposals, key) ??
    proposals.find(({ target, candidates: [first] }) => target === null && first === key);
  const reference = referenceTo(kind, rows.main);
  const { kinds, refersTo } = rows.elsewhere;
  // Other records of the kind may be in other sheets. A few keys show no link.
  const isElsewhere = ({ index }: ColumnProposal) =>
    refersTo.get(index)?.has(kind.name) ||
    (kinds.has(kind.name) &&
      columns.some((one) => one.index === index && one.values.words.size < FEWEST_KEYS));
  if (!keyColumn || isElsewhere(keyColumn)) return undefined;
  const known = new Set([...(reference?.fields ?? []), ...((next && referenceTo(kind, next)?.fields) ?? [])]);
  const complete = completeness(kind, proposals, heading, known, heading === '');
  if (!complete) return undefined;
  const { constants, fields } = complete;
  const own =
    heading === ''
      ? new Set(proposals.filter(isField).map((one) => one.index)).add(keyColumn.index)
      : indexes;
  const filled = columns.filter(({ index }) => own.has(index));
  if (hasWordsOfOthers({ ...rows, main: kind }, filled)) return undefined;
  const otherKeys = new Map(
    proposals.flatMap(({ target, index }) =>
      target !== null && target !== key && kind.key.includes(target) ? [[target, index] as const] : [],
    ),
  );
  return { heading, indexes: own, kind, key: keyColumn.index, otherKeys, constants, fields, isBelow };
}

/** The missing fields, with what a part of the rows shows of them, and those that are in a row above. */
export function missingIn(missing: readonly MissingField[], part: RowPart | undefined): MissingField[] {
  const keys = [...(part?.keys ?? [])].map(([field, key]) => ({ field, key, question: '' }));
  const others = missing.filter(({ field }) => part?.keys?.has(field) !== true);
  return [
    ...keys,
    ...others.map((one) => {
      const constant = part?.constants?.get(one.field);
      return constant === undefined ? one : { ...one, constant };
    }),
  ];
}
