import { fieldsIn, referenceTo } from './part-fields.ts';
import type { Found } from './parts-beside.ts';
import { type ColumnProposal, isField, NOTES, targetOf } from './proposal.ts';
import type { TextRow } from './propose-rows.ts';
import { recordsIn, textsIn } from './row-evidence.ts';
import { columnsOfPart } from './row-groups.ts';
import type { SharedRows } from './row-parts.ts';

/**
 * Only records that refer to the main one may be several in a row, such as the components of a product, and those of different
 * owners, such as the maker of the product and the supplier of its material.
 */
export function onlyOnce(rows: SharedRows, found: readonly Found[]): readonly Found[] {
  const owners = new Map(found.map((one) => [one, ownerOfGroup(rows, found, one)]));
  return found.filter(
    (one) =>
      referenceTo(one.kind, rows.main) !== undefined ||
      !found.some(
        (other) =>
          other.kind === one.kind && owners.get(other) === owners.get(one) && other.fields > one.fields,
      ),
  );
}

/**
 * The part to which the record of a group belongs, if it is not the main one: the product in the columns before those of its
 * maker, which is the same in all rows of the product.
 */
function ownerOfGroup({ rows }: SharedRows, found: readonly Found[], group: Found): Found | undefined {
  const before = found.find(({ indexes }) => indexes.has(Math.min(...group.indexes) - 1));
  if (!before || !referenceTo(before.kind, group.kind)) return undefined;
  const several = recordsIn(rows, [before.key]);
  const isSame = (own: readonly TextRow[]) => new Set(own.map(({ cells }) => cells[group.key])).size === 1;
  return several.length > 1 && several.every(isSame) ? before : undefined;
}

/**
 * The columns of a group that show no field of its kind, but one of the main one, which refers to it: the supplier's code of a
 * component.
 */
function fieldsOfMain(
  rows: SharedRows,
  { kind, key, indexes }: Found,
  proposals: readonly ColumnProposal[],
): ReadonlySet<number> {
  const reference = referenceTo(rows.main, kind)?.fields[0];
  if (reference === undefined) return new Set();
  const columns = columnsOfPart(rows, { columns: indexes, below: indexes });
  // What both have, such as a name, is that of the group if it lacks it.
  const filled = fieldsIn(proposals);
  const lacking = kind.fields.map(({ path }) => path).filter((path) => !filled.has(path));
  const read = rows
    .propose(rows.main, columns, new Map([[key, reference]]))
    .filter((one) => isField(one) && !lacking.includes(targetOf(one)!));
  const without = new Set(proposals.flatMap((one) => (isField(one) || one.index === key ? [] : [one.index])));
  return without.intersection(new Set(read.map(({ index }) => index)));
}

/** The parts without remarks about single rows, those that belong to another one in that one. */
export function withOwned(rows: SharedRows, found: readonly Found[]): readonly Found[] {
  const all = found.map((one) => {
    const columns = columnsOfPart(rows, { columns: one.indexes });
    const proposals = rows.propose(one.kind, columns);
    const others = fieldsOfMain(rows, one, proposals);
    return withoutRows(rows, others.size === 0 ? one : { ...one, indexes: one.indexes.difference(others) });
  });
  const byOwner = Map.groupBy(all, (one) => ownerOfGroup(rows, all, one));
  return (byOwner.get(undefined) ?? []).map((one) => {
    const owned = byOwner.get(one);
    return owned ? { ...one, owned } : one;
  });
}

/** A part without the columns that are about single rows: remarks, and what differs between the rows of most of its records. */
export function withoutRows(rows: SharedRows, part: Found): Found {
  const { kind, key, otherKeys, indexes } = part;
  const proposals = rows.propose(kind, columnsOfPart(rows, { columns: indexes }));
  const several = recordsIn(rows.rows, [key, ...otherKeys.values()]);
  const isOther = (index: number) =>
    !referenceTo(kind, rows.main) &&
    several.filter((own) => textsIn(own, index).size > 1).length * 2 > several.length;
  const fields = proposals.filter((one) => isField(one) && isOther(one.index));
  const others = notesOfRows(rows, key, proposals).union(new Set(fields.map(({ index }) => index)));
  return others.size === 0 ? part : { ...part, indexes: indexes.difference(others) };
}

/** The columns of a part and of the parts that belong to it. */
export const indexesOf = ({ indexes, owned = [] }: Found): number[] => [
  ...indexes,
  ...owned.flatMap((one) => [...one.indexes]),
];

/** The columns of remarks that are filled in some of the rows that name a record by a key, and blank in others. */
export function notesOfRows(
  { rows }: SharedRows,
  key: number,
  proposals: readonly ColumnProposal[],
): ReadonlySet<number> {
  const notes = proposals.filter((one) => targetOf(one) === NOTES).map(({ index }) => index);
  const isPartlyBlank = (index: number) =>
    recordsIn(rows, [key]).some((own) => new Set(own.map(({ cells }) => !cells[index])).size > 1);
  return new Set(notes.filter(isPartlyBlank));
}
