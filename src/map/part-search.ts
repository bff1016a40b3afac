import type { KindSpec } from '../contract/kind.ts';
import { areMostly } from './column-values.ts';
import { completeness, fieldsIn, hasOwnWords, likelyColumn, referenceTo, weightOf } from './part-fields.ts';
import type { Found } from './parts-beside.ts';
import { type ColumnProposal, columnWith, isField } from './proposal.ts';
import type { SheetColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { columnsOfRecords, MOST_ROWS, ownerOf, recordColumns, recordsIn } from './row-evidence.ts';
import { type Block, columnsOfPart, textsBelow } from './row-groups.ts';
import { isWord } from './row-keys.ts';
import { withoutRows } from './row-owners.ts';
import type { SharedRows } from './row-parts.ts';
import { refers } from './sheet-evidence.ts';

/** Minimum number of keys of which other sheets show whether they have them. */
const FEWEST_KEYS = 3;
/** Minimum and maximum number of columns of a group whose key is proved by what depends on it. */
const [FEWEST_PROVING, MOST_PROVING] = [4, 30];
/** Number of fields of a whole record, such as a supplier with its address. */
const MANY_DETAILS = 6;

/** Whether the words in columns are those of another kind than the main one: categories of products, not of components. */
export const hasWordsOfOthers = (rows: SharedRows, own: readonly SheetColumn[]): boolean =>
  related(rows).some((kind) => hasOwnWords(kind, rows.main, own, rows.propose(kind, own)));

/** The kinds that the main one refers to, or that refer to it. */
export const related = ({ kinds, main }: SharedRows): KindSpec[] =>
  kinds.filter(
    (kind) =>
      kind !== main && (referenceTo(main, kind) !== undefined || referenceTo(kind, main) !== undefined),
  );

/**
 * The parts that groups of columns describe. What a part lacks may be the key of the next one, and groups with the same headers have
 * parts of the same kind.
 */
export function partsOfGroups(rows: SharedRows, groups: readonly Block[]): Found[] {
  const alone = groups.map((block) => bestPart(rows, block));
  const texts = groups.map((block) => textsBelow(rows, block));
  return groups.flatMap((block, at) => {
    const next = alone[at + 1]?.kind;
    const same = alone.find((one, other) => one && texts[at] !== undefined && texts[other] === texts[at]);
    return (
      alone[at] ??
      (same && partsOf(rows, block, [same.kind])[0]) ??
      (next && bestPart(rows, { ...block, next })) ??
      []
    );
  });
}

/** The other kind that a group of columns describes; undefined if the main kind reads as many of them beside its other columns. */
function bestPart(rows: SharedRows, block: Block): Found | undefined {
  const ofMain = rows.propose(rows.main, rows.columns).filter(({ index }) => block.indexes.has(index));
  const fields = weightOf(ofMain);
  return partsOf(rows, block, related(rows)).find((one) => one.fields > fields);
}

/** The parts of some kinds that a group of columns may describe, the best first. */
function partsOf(rows: SharedRows, block: Block, kinds: readonly KindSpec[]): readonly Found[] {
  const isBelow = textsBelow(rows, block) !== undefined;
  return kinds
    .flatMap((kind) => [
      partIn(rows, kind, block) ?? [],
      isBelow ? (partIn(rows, kind, block, undefined, true) ?? []) : [],
    ])
    .flat()
    .sort((one, other) => other.fields - one.fields);
}

/**
 * The record that several rows name, such as the product of components, with the columns that belong to it. `groups`: the parts
 * of other columns, such as the suppliers of components.
 */
export function partsOfRecords(rows: SharedRows, groups: readonly Found[]): Found[] {
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
  const mayBe = columnsOfRecords(columns, rows.rows, by, true);
  const { elsewhere } = rows;
  const linked = new Set([...elsewhere.refersTo.keys(), ...elsewhere.keysOf.keys()]).difference(mayBe);
  const isReferredElsewhere = (index: number) =>
    main.references.some(
      ({ to }) => refers(elsewhere, index, to) && linked.values().some((at) => refers(elsewhere, at, to)),
    );
  const own = columns.filter(({ index }) => mayBe.has(index));
  const read = rows.propose(kind, own);
  const named = read.filter(({ target }) => target !== null && target !== 'ignore');
  const isRead = (index: number) => read.some((one) => one.index === index && isField(one));
  const isInside = (index: number) => isRead(index) && mayBe.has(index - 1) && mayBe.has(index + 1);
  const isNamed = ({ index, target }: ColumnProposal) =>
    target === null && (isInside(index) || named.some((one) => one.index === index));
  // A weight that is only in the first row of each product is not that of a component.
  const isOfFirst = ({ index }: ColumnProposal) => {
    const { filled, rows: all } = columns.find((column) => column.index === index)!.values;
    return filled < all && isRead(index);
  };
  // What may belong to the record does if the main kind has no field for it, or surely one of the record but only likely one of
  // the main kind, or if another column refers to such a record, too.
  const others = proposals.filter(
    (one) => !isField(one) || isNamed(one) || isOfFirst(one) || isReferredElsewhere(one.index),
  );
  // Both parts ask which of several columns has a part of the reference, so that they agree.
  const fields = ownerOf(main)?.fields ?? [];
  const mayRefer = proposals.filter(
    ({ index, target, candidates: [first, ...rest] }) =>
      target === null && rest.length === 0 && mayBe.has(index) && fields.includes(first ?? ''),
  );
  const keys = new Set([...by.flatMap((index) => index ?? []), ...mayRefer.map(({ index }) => index)]);
  const pairs = referencesOfBoth(rows, kind, proposals, own);
  const all = columnsOfRecords(columns, rows.rows, by)
    .union(mayBe.intersection(new Set(others.map(({ index }) => index))))
    .union(new Set(pairs.map(({ ofRecord }) => ofRecord)))
    .difference(new Set(pairs.map(({ ofMain }) => ofMain)));
  // What is not known between columns of the main kind is about it.
  const isBetween = (index: number) =>
    !isRead(index) &&
    !all.has(index - 1) &&
    !keys.has(index - 1) &&
    columns.some((column) => column.index === index + 1 && !all.has(column.index));
  const indexes = new Set(all.keys().filter((index) => !isBetween(index)));
  // The columns that depend on it prove the reference; season and colour must be certain by themselves.
  const isCertain = (index: number | undefined, at: number) =>
    proposals.some(
      (one) => one.index === index && ((at === 0 && areCodes(columns, index!)) || one.target !== null),
    );
  const targets = new Map(by.flatMap((index, at) => (isCertain(index, at) ? [[index!, kind.key[at]!]] : [])));
  const part = partIn(rows, kind, { heading: '', indexes: indexes.union(keys), isOfRecords: true }, targets);
  const ofMain = new Map(pairs.map((pair) => [pair.ofMain, pair.field]));
  return part ? [{ ...part, indexes: indexes.difference(keys), shared: { keys, targets }, ofMain }] : [];
}

const areCodes = (columns: readonly SheetColumn[], at: number): boolean =>
  columns.some(({ index, values }) => index === at && areMostly(values, isWord));

/**
 * The columns with references of the main kind and of the record that its rows name to records of the same kind, such as the weaver of a
 * fabric and the maker of the product: that of the main kind is on the other side of its key than the record, or else nearer to the
 * columns that differ within a record than to those of the record.
 */
function referencesOfBoth(
  { main, propose }: SharedRows,
  kind: KindSpec,
  proposals: readonly ColumnProposal[],
  own: readonly SheetColumn[],
): { readonly field: string; readonly ofMain: number; readonly ofRecord: number }[] {
  const ofRecords = new Set(own.map(({ index }) => index));
  const indexesIn = (some: readonly ColumnProposal[]) =>
    new Set(some.filter(isField).map(({ index }) => index));
  const [ofMain, ofKind] = [indexesIn(proposals).difference(ofRecords), indexesIn(propose(kind, own))];
  const gapTo = (some: ReadonlySet<number>, index: number) =>
    Math.min(...[...some].flatMap((at) => (at === index ? [] : Math.abs(at - index))));
  // How much nearer a column is to those that differ within a record than to those of the record.
  const leadOf = (index: number) => gapTo(ofKind, index) - gapTo(ofMain, index);
  const key = likelyColumn(proposals, main.key[0]!)?.index ?? 0;
  const [ofRecord = key] = recordColumns(main, proposals);
  const isBeyond = (index: number) => (index - key) * (ofRecord - key) < 0;
  return main.references.flatMap(({ fields: [field], to }) => {
    const one = columnWith(proposals, field!)?.index;
    const path = kind.references.find((reference) => reference.to === to)?.fields[0];
    if (one === undefined || path === undefined) return [];
    const others = own.filter(({ index }) => index !== one);
    const other = columnWith(propose(kind, others), path)?.index;
    if (other === undefined) return [];
    const isNearer = isBeyond(one) === isBeyond(other) ? leadOf(one) > leadOf(other) : isBeyond(one);
    const [near, far] = !ofRecords.has(one) || isNearer ? [one, other] : [other, one];
    return [{ field: field!, ofMain: near, ofRecord: far }];
  });
}

/** Without groups: the parts that the columns describe which the main kind does not have. */
export function partsOfRest(rows: SharedRows): Found[] {
  const { main, columns } = rows;
  const proposals = rows.propose(main, columns);
  const rest = new Set(
    proposals.flatMap(({ index, target }) => (target === null || target === 'ignore' ? [index] : [])),
  );
  const parts: Found[] = [];
  for (const kind of related(rows)) {
    // The whole reference: a product may have its season only in the column that its components have, too.
    const fields = referenceTo(main, kind)?.fields ?? [];
    const targets = new Map(
      fields.flatMap((field, at) => {
        const column = columnWith(proposals, field);
        return column ? [[column.index, kind.key[at]!] as const] : [];
      }),
    );
    const found = partIn(rows, kind, { heading: '', indexes: rest }, targets);
    if (!found) continue;
    const whole = withoutRows(rows, found);
    // What is not known between columns of the part is about it.
    const isBetween = (index: number) => whole.indexes.has(index - 1) && whole.indexes.has(index + 1);
    const between = new Set(rest.keys().filter(isBetween));
    const part = { ...whole, indexes: whole.indexes.union(between) };
    parts.push(part);
    for (const index of part.indexes) rest.delete(index);
  }
  return parts;
}

/** The first column of codes with which all others of a group change: the key of the record that they describe. */
function keyOfAll(
  { rows }: SharedRows,
  kind: KindSpec,
  columns: readonly SheetColumn[],
  proposals: readonly ColumnProposal[],
): number | undefined {
  if (kind.references.length > 0) return undefined;
  if (columns.length < FEWEST_PROVING || columns.length > MOST_PROVING) return undefined;
  const mayBeKey = ({ index }: SheetColumn) =>
    proposals.some((one) => one.index === index && one.target === null) && areCodes(columns, index);
  return columns.filter(mayBeKey).find((column) => {
    const records = recordsIn(rows.slice(0, MOST_ROWS), [column.index]);
    const isSame = (own: readonly TextRow[]) =>
      columns.every(({ index }) => new Set(own.map(({ cells }) => cells[index])).size === 1);
    return records.length >= FEWEST_KEYS && records.every(isSame);
  })?.index;
}

/** The part of a kind in columns, if they have its key and all its required fields. */
function partIn(
  rows: SharedRows,
  kind: KindSpec,
  { heading, indexes, next, isOfRecords }: Block,
  targets: ReadonlyMap<number, string> = new Map(),
  isBelow = false,
): Found | undefined {
  const all = { columns: indexes.union(targets), ...(isBelow && { below: indexes }) };
  const columns = columnsOfPart(rows, all);
  const [key] = kind.key as [string];
  const read = rows.propose(kind, columns, targets);
  const proven = likelyColumn(read, key) || heading === '' ? undefined : keyOfAll(rows, kind, columns, read);
  const proposals =
    proven === undefined ? read : rows.propose(kind, columns, new Map([...targets, [proven, key]]));
  const keyColumn = likelyColumn(proposals, key);
  const reference = referenceTo(kind, rows.main);
  // Other records of the kind may be in other sheets. A few keys show no link, unless they are codes or have many details.
  const mayBeElsewhere = ({ values: { words } }: SheetColumn) =>
    rows.elsewhere.kinds.has(kind.name) &&
    words.size < FEWEST_KEYS &&
    fieldsIn(proposals).size < MANY_DETAILS &&
    !words.keys().every((text) => text.length > 2 && /\d/.test(text));
  const isElsewhere = ({ index }: ColumnProposal) =>
    refers(rows.elsewhere, index, kind.name) ||
    columns.some((one) => one.index === index && mayBeElsewhere(one));
  if (!keyColumn || isElsewhere(keyColumn)) return undefined;
  const known = new Set([...(reference?.fields ?? []), ...((next && referenceTo(kind, next)?.fields) ?? [])]);
  const complete = completeness(kind, proposals, heading, known, heading === '' && !isOfRecords);
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
