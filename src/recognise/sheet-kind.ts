import type { Row } from '../sheets/cell.ts';

/** Number of rows searched for the header row; titles and notes may be above it. */
export const SEARCHED_ROWS = 20;

/** The row with the highest score, the first of several. It is the header row if the score is the number of known headers. */
export function headerRowIn<Score extends { readonly score: number }>(
  rows: readonly Row[],
  scored: (row: Row) => Score,
): (Score & { readonly row: Row }) | undefined {
  let best: (Score & { readonly row: Row }) | undefined;
  for (const row of rows.slice(0, SEARCHED_ROWS)) {
    const score = scored(row);
    if (score.score > (best?.score ?? 0)) best = { ...score, row };
  }
  return best;
}

/** How many fields the headers of a sheet name, and how well they fit a kind (`KindFit` in `records/headers.ts`). */
interface Fit {
  readonly fields: number;
  readonly score: number;
}

/** Minimum number of fields of a clear kind, and minimum lead of its score over the next one. */
const FEWEST_FIELDS = 2;
const KIND_LEAD = 2;

/** Whether the best kind is clear from the headers. */
export const isClear = (best: Fit, next: Fit | undefined): boolean =>
  best.fields >= FEWEST_FIELDS && best.score - (next?.score ?? 0) >= KIND_LEAD;

/** Fits with the highest score first. */
export const byScore = <Of extends Fit>(fits: readonly Of[]): Of[] =>
  [...fits].sort((one, other) => other.score - one.score);
