import type { Field } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import type { ColumnValues } from './column-values.ts';
import { decide, isCertain, type ProposedColumn } from './propose-draft.ts';
import type { KnownReferences } from './propose-separators.ts';
import type { Links } from './sheet-evidence.ts';

/** Minimum share of known references among different values that proves a column, and maximum that is chance. */
const MIN_PROVING_SHARE = 0.9;
const CHANCE = 0.05;
/** Minimum number of different values that can prove a column. */
const MIN_PROVING_VALUES = 3;
const MAX_EXAMINED_VALUES = 1000;
/** Shorter texts may be references by chance, as the numbers of lines are. */
const MIN_REFERENCE_LENGTH = 4;

/**
 * Decides which column refers to another sheet: if the headers fit several columns, it is the one whose values are keys
 * of records of that sheet, provided that no other column has such values.
 */
export function settleReferences(
  kind: KindSpec,
  drafts: readonly ProposedColumn[],
  references: KnownReferences,
): void {
  const own = kind.key[0]!;
  for (const { fields, to } of kind.references) {
    const path = fields[0]!;
    const known = references.get(to);
    if (!known || to === kind.name || path.includes('[]')) continue;
    // With two fields for references to the same kind, the values do not show which one a column fills.
    const isOnly = kind.references.filter((other) => other.to === to).length === 1;
    const mayBe = drafts.filter((draft) => mayHaveTarget(draft, path) || mayHaveTarget(draft, own));
    const having = mayBe.filter(({ values }) => shareOf(values, known) >= MIN_PROVING_SHARE);
    const others = mayBe.filter((draft) => draft !== having[0]);
    const [winner] = having;
    if (!winner || having.length > 1 || winner.values.words.size < MIN_PROVING_VALUES) continue;
    if (others.some(({ values }) => shareOf(values, known) > CHANCE)) continue;
    if (drafts.some((draft) => draft !== winner && isCertain(draft) && draft.target === path)) continue;
    if (winner.target !== path) {
      if (isCertain(winner) || !isOnly) continue;
      if (!mayHaveTarget(winner, path) && !isHeadMaterial(to, winner, others, own)) continue;
      decide(winner, path, 'synonym', winner.notions);
    }
    if (to === 'supplier') ignorePlaces(drafts, known);
  }
}

/** Whether a material or article number identifies the product, because another column identifies the components. */
const isHeadMaterial = (
  to: string,
  winner: ProposedColumn,
  others: readonly ProposedColumn[],
  own: string,
): boolean =>
  to === 'product' &&
  winner.headerReadings.meanings.every((notions) => notions.has('material') || notions.has('article')) &&
  [...winner.values.words.keys()].every((text) => text.length >= MIN_REFERENCE_LENGTH) &&
  others.some(
    (draft) =>
      mayHaveTarget(draft, own) && draft.headerReadings.meanings.some((notions) => notions.has('component')),
  );

/** Ignores columns that only name a place, such as the plants of a brand, if their values are not references of suppliers. */
function ignorePlaces(drafts: readonly ProposedColumn[], suppliers: ReadonlySet<string>): void {
  for (const draft of drafts) {
    const { readings, meanings } = draft.headerReadings;
    if (draft.target !== null || readings.length > 0 || meanings.length === 0) continue;
    const isPlace = meanings.every((notions) => notions.size === 1 && notions.has('site'));
    if (isPlace && draft.values.filled > 0 && shareOf(draft.values, suppliers) <= CHANCE)
      decide(draft, 'ignore', 'synonym', meanings[0]);
  }
}

/** Whether a column has or may have the target. */
const mayHaveTarget = ({ target, openReadings, headerReadings }: ProposedColumn, path: string): boolean =>
  target === path ||
  (target === null &&
    (openReadings.some((reading) => reading.target === path) ||
      (path === 'supplierRef' &&
        headerReadings.readings.some((reading) => reading.likely && reading.target === path))));

/** The share of different values that are known references. */
function shareOf({ words }: ColumnValues, known: ReadonlySet<string>): number {
  let all = 0;
  let found = 0;
  for (const text of words.keys()) {
    if (++all > MAX_EXAMINED_VALUES) break;
    if (known.has(text)) found++;
  }
  return all === 0 ? 0 : found / Math.min(all, MAX_EXAMINED_VALUES);
}

/** Whether a field refers to a kind to which the first reference of its records refers, too, as a warehouse to a supplier. */
export function isSecondReference({ references }: KindSpec, { path }: Field): boolean {
  const own = references.find(({ fields }) => fields[0] === path);
  return own !== undefined && references.find(({ to }) => to === own.to) !== own;
}

/** Whether another column, and not this one, has the keys of the records to which a field refers. */
export const hasOtherReference = (
  { references }: KindSpec,
  { path }: Field,
  index: number,
  { kinds, refersTo }: Links,
): boolean =>
  references.some(
    ({ fields, to }) =>
      fields[0] === path &&
      kinds.has(to) &&
      refersTo.get(index)?.has(to) !== true &&
      refersTo.values().some((all) => all.has(to)),
  );
