import type { KindSpec, Reference } from '../contract/kind.ts';
import { shippedResolver } from '../recognise/words/shipped.ts';
import { unnumberedPath } from './map-file/targets.ts';
import { listOf } from './map-file/values.ts';
import { type ColumnProposal, columnWith, isField, targetOf } from './proposal.ts';
import type { SheetColumn } from './propose-draft.ts';
import { missingOf } from './propose-missing.ts';
import { valuesShare } from './propose-values.ts';

/** Minimum number of fields of a part beside its key, and a number that is many. */
const FEWEST_FIELDS = 2;
const MANY_FIELDS = 4;
const LIKELY_WEIGHT = 0.6;

/** The paths of fields. */
export interface Known {
  has(field: string): boolean;
}

export const referenceTo = (kind: KindSpec, other: KindSpec): Reference | undefined =>
  kind.references.find(({ to }) => to === other.name);

/** How many fields columns fill; those that are only likely count less. */
export const weightOf = (proposals: readonly ColumnProposal[]): number =>
  proposals.filter(isField).reduce((sum, { target }) => sum + (target === null ? LIKELY_WEIGHT : 1), 0);

/** The column of a field, or the first whose header or values may be it. */
export const likelyColumn = (columns: readonly ColumnProposal[], field: string): ColumnProposal | undefined =>
  columnWith(columns, field) ??
  columns.find(({ target, candidates: [first] }) => target === null && first === field);

/** The fields that columns fill, without the numbers of items. */
export const fieldsIn = (proposals: readonly ColumnProposal[]): ReadonlySet<string> =>
  new Set(proposals.filter(isField).map((one) => unnumberedPath(targetOf(one)!)));

/** The required fields that no column has, apart from those that follow from others. `known`: what is filled otherwise. */
export function lackingFields(
  kind: KindSpec,
  proposals: readonly ColumnProposal[],
  known: Known | undefined,
): string[] {
  const fields = fieldsIn(proposals);
  return missingOf(kind, proposals).flatMap(({ field, template }) => {
    const isFollowing = template !== undefined && kind.follows?.[field] !== undefined;
    const isComposition = field.startsWith('composition') && fields.has('composition');
    const isFilled = isFollowing || isComposition || fields.has(unnumberedPath(field));
    return isFilled || known?.has(field) ? [] : [field];
  });
}

/**
 * How many fields columns fill (`weightOf`), if they have all required fields of a kind, and the required values that only the
 * heading names. `known`: the fields that refer to another part. `isStrict`: only certain fields count, but beside many of them a
 * likely one may be required.
 */
export function completeness(
  kind: KindSpec,
  all: readonly ColumnProposal[],
  heading: string,
  known: Known,
  isStrict: boolean,
): { readonly constants: ReadonlyMap<string, string>; readonly fields: number } | undefined {
  const [key] = kind.key;
  const proposals = isStrict ? all.filter(({ target }) => target !== null) : all;
  if (isStrict && !proposals.some(({ target }) => target === key)) return undefined;
  const fields = fieldsIn(proposals);
  const details = [...fields].filter((field) => field !== key && !known.has(field)).length;
  const isAsked = (path: string) =>
    (!isStrict || details >= MANY_FIELDS) &&
    all.some((one) => one.target === null && (one.likely === path || one.candidates.includes(path)));
  const constants = new Map<string, string>();
  let missing = 0;
  for (const path of lackingFields(kind, proposals, known)) {
    // Below a header that names the records, the other parts of the key may be the same for all, as a season in the title.
    if (path === key || (heading !== '' && kind.key.includes(path))) continue;
    const value = valueNamed(kind, path, heading);
    if (value === undefined) missing += isAsked(path) ? 0 : 1;
    else constants.set(path, value);
  }
  // Of a part with many fields, one more may be in a column whose words are unknown.
  const hasOpen = proposals.some(
    ({ target, samples }) => target === null && samples.some((text) => !/\d/.test(text)),
  );
  if (missing > (details >= MANY_FIELDS && hasOpen ? 1 : 0)) return undefined;
  if (details + constants.size < FEWEST_FIELDS) return undefined;
  return { constants, fields: weightOf(proposals) + constants.size };
}

/** The value of a field that the header of a group names: `LINING` above the columns of linings. */
function valueNamed(kind: KindSpec, path: string, heading: string): string | undefined {
  const field = heading === '' ? undefined : kind.fields.find((one) => one.path === path);
  const list = field && listOf(kind, field);
  const reading = list && shippedResolver(list)(heading);
  return reading && 'value' in reading ? reading.value : undefined;
}

/** Minimum share of words that belong to a kind. */
const OWN_WORDS = 0.5;

/**
 * Whether the words of a column are known as values of a required list of a kind, and more of them than of that of another kind:
 * categories of components are no categories of products.
 */
export const hasOwnWords = (
  kind: KindSpec,
  other: KindSpec,
  columns: readonly SheetColumn[],
  proposals: readonly ColumnProposal[],
): boolean =>
  kind.fields.some((field) => {
    const otherField = other.fields.find(({ path }) => path === field.path);
    if (field.required !== 'always' || field.value.type !== 'choice' || !otherField) return false;
    return proposals.some((column) => {
      if ((targetOf(column) ?? column.candidates[0]) !== field.path) return false;
      const { values } = columns.find(({ index }) => index === column.index)!;
      const share = valuesShare(kind, field, values) ?? 0;
      return share >= OWN_WORDS && share > (valuesShare(other, otherField, values) ?? 0);
    });
  });
