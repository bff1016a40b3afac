import { completeness, likelyColumn } from './part-fields.ts';
import { ownerOf } from './row-evidence.ts';
import type { RowPart, SharedRows } from './row-parts.ts';

/**
 * The parts of rows of which several are about one record, such as a product, which has its values only in the first of them: that
 * record in these columns (`indexes`), and its parts, such as its components, in the others. Empty if they do not have both.
 */
export function partsOfBlocks(
  { kinds, columns, propose }: SharedRows,
  indexes: ReadonlySet<number>,
): RowPart[] {
  const own = columns.filter(({ index }) => indexes.has(index));
  const rest = columns.filter(({ index }) => !indexes.has(index));
  for (const kind of kinds) {
    const owner = ownerOf(kind);
    const parent = kinds.find(({ name }) => name === owner?.to);
    if (!owner || !parent) continue;
    const ofParent = propose(parent, own);
    const ofKind = propose(kind, rest);
    const [first, ...others] = parent.key.map((field) => likelyColumn(ofParent, field)?.index);
    const known = new Set([...owner.fields, ...parent.key.slice(1)]);
    const keys = propose(parent, columns).filter(
      ({ target }) => target !== null && parent.key.includes(target),
    );
    const isComplete =
      first !== undefined &&
      keys.every(({ index }) => indexes.has(index)) &&
      likelyColumn(ofKind, kind.key[0]!) !== undefined &&
      completeness(parent, ofParent, '', known, false) !== undefined &&
      completeness(kind, ofKind, '', known, false) !== undefined;
    if (!isComplete) continue;
    const targets = new Map(
      [first, ...others].flatMap((index, at) =>
        index === undefined ? [] : [[index, owner.fields[at]!] as const],
      ),
    );
    return [
      { kind: parent.name, columns: indexes },
      { kind: kind.name, columns: new Set([...targets.keys(), ...rest.map(({ index }) => index)]), targets },
    ];
  }
  return [];
}
