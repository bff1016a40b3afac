import type { ColumnValues } from './column-values.ts';
import type { Contradiction } from './contradictions.ts';
import type { HeaderReading, HeaderReadings } from './headers/header-readings.ts';
import type { Basis } from './proposal.ts';

/** A column of a sheet. */
export interface SheetColumn {
  readonly index: number;
  readonly header: string;
  /** The text that is looked up instead of the header, for example without a neutral header above it. */
  readonly lookupText?: string;
  readonly values: ColumnValues;
}

/** What is known about a column while its sheet is read. */
export interface ProposedColumn extends SheetColumn {
  target: string | null;
  basis: Basis;
  candidates: string[];
  /** The field that headers, values and other columns show together, or `ignore`, for a person to confirm. */
  likely?: string;
  /** The fields that the values may have, though nothing shows them, best first. */
  fitting?: string[];
  question?: string;
  unit?: string;
  /** Set if the numbers are too small for the unit of the field. */
  isSmall?: true;
  /** The field that other columns would fill, too, so that the target is undecided. */
  contested?: string;
  /** The readings of the header that the values allow. */
  openReadings: readonly HeaderReading[];
  headerReadings: HeaderReadings;
  /** The targets that the values contradict. */
  readonly refutedTargets?: readonly { readonly target: string; readonly why: Contradiction }[];
  /** The notions of the header in the meaning that was chosen. */
  notions: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

export const basisOf = ({ by }: HeaderReading): Basis => (by === 'synonym' ? 'synonym' : 'name');

/** Whether the target is a field. */
export const isField = ({ target }: ProposedColumn): boolean => target !== null && target !== 'ignore';

/** Whether the target is certain: a person chose it, or the header is the name of the field. */
export const isCertain = ({ basis, headerReadings }: ProposedColumn): boolean =>
  basis === 'learned' || headerReadings.readings[0]?.by === 'exact';

/** Whether the values contradict all fields that a header may mean, so that it means none of them. */
export const isRefuted = (
  { readings, mayBeForeign, isAlsoForeign }: HeaderReadings,
  refuted: readonly { readonly target: string; readonly why: Contradiction }[],
): boolean =>
  readings.length > 0 &&
  readings.every(({ target }) => refuted.some((one) => one.target === target)) &&
  (isAlsoForeign === true || (mayBeForeign && refuted.some(({ why }) => why === 'statusWords')));

/** Decides the target of a column. */
export function decide(
  draft: ProposedColumn,
  target: string,
  basis: Basis,
  notions: ReadonlySet<string> = NONE,
): void {
  draft.target = target;
  draft.basis = basis;
  draft.notions = notions;
  draft.candidates = [];
  delete draft.question;
  delete draft.contested;
}

/** Makes a column a question. */
export function askAbout(draft: ProposedColumn, question: string): void {
  const { target } = draft;
  if (target !== null && target !== 'ignore') {
    const others = draft.headerReadings.readings.map((reading) => reading.target);
    draft.candidates = [...new Set([target, ...draft.candidates, ...others])];
  }
  draft.target = null;
  draft.basis = 'none';
  draft.question = question;
}
