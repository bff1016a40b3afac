import { say, theKind } from '../../say.ts';
import { type CrossFinding, findingOn, shownKey } from './cross-finding.ts';
import type { FamilyCount, RecordIndex } from './record-index.ts';

/** Where no family has the majority, a family is unusual if at most 1 in 20 rows of a kind has it. */
const STRAY_SHARE = 20;

/** Reports rows whose family differs from that of most rows, because their project type is probably wrong. */
export function* strayFamilies(index: RecordIndex): Iterable<CrossFinding> {
  const { onlyFamily, strayFamily } = say().across;
  for (const { kind, family, most, isAlone } of rareFamilies(index.families())) {
    for (const row of index.recordsOfFamily(kind, family)) {
      const about = { kind: theKind(kind), key: shownKey(row.key), family, most };
      const message = isAlone ? onlyFamily(about) : strayFamily(about);
      yield findingOn(row, 'family-differs', 'projectType', message, family, null);
    }
  }
}

/** A rare family among the records of its kind. `most`: the most common one, which all other records have if `isAlone`. */
interface RareFamily {
  readonly kind: string;
  readonly family: string;
  readonly most: string;
  readonly isAlone: boolean;
}

/** The families of each kind that are rare, or that are not the family of the majority. */
function* rareFamilies(groups: readonly FamilyCount[]): Iterable<RareFamily> {
  const inAll = countBy(groups, ({ family }) => family);
  if (inAll.size < 2) return;
  const ofKind = countBy(groups, ({ kind }) => kind);
  const [most, mostCount] = [...inAll].reduce((one, other) => (other[1] > one[1] ? other : one));
  const hasMajority = mostCount * 2 > groups.reduce((sum, { count }) => sum + count, 0);
  for (const { kind, family, count } of groups) {
    if (family === most) continue;
    const isAlone = inAll.size === 2 && inAll.get(family) === 1 && inAll.get(most)! > 1;
    const all = ofKind.get(kind)!;
    const isFew = hasMajority ? count * 2 < all : count * STRAY_SHARE <= all;
    if (!isAlone && !isFew) continue;
    yield { kind, family, most, isAlone };
  }
}

function countBy<Group extends { readonly count: number }>(
  groups: readonly Group[],
  by: (group: Group) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(by(group), (counts.get(by(group)) ?? 0) + group.count);
  return counts;
}
