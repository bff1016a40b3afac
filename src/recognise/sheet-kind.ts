import type { Row } from '../sheets/cell.ts';

/** Number of rows searched for the header row; titles and notes may be above it. */
export const SEARCHED_ROWS = 20;

/** The first of the rows with the highest score: the header row, if the score counts known headers. */
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

/** How well the headers of a sheet fit a kind. */
export interface KindFit {
  /** Number of different fields that they name. */
  readonly fields: number;
  /** Whether one of them is the own key of the kind. */
  readonly hasKey: boolean;
  /** Number of fields, plus 2 with the key, plus what the name of the sheet says. */
  readonly score: number;
}

/** The fit of a kind whose fields with these paths are named. `named`: the points for the name of the sheet or the file. */
export function kindFit(paths: ReadonlySet<string>, key: string | undefined, named = 0): KindFit {
  const hasKey = key !== undefined && paths.has(key);
  return { fields: paths.size, hasKey, score: paths.size + (hasKey ? 2 : 0) + named };
}

/** Minimum number of fields of a clear kind, and minimum lead of its score over the next one. */
const FEWEST_FIELDS = 2;
const KIND_LEAD = 2;

/** Whether the best kind is clear from the headers. */
export const isClear = (best: KindFit, next: KindFit | undefined): boolean =>
  best.fields >= FEWEST_FIELDS && best.score - (next?.score ?? 0) >= KIND_LEAD;

/** Fits with the highest score first. */
export const byScore = <Fit extends KindFit>(fits: readonly Fit[]): Fit[] =>
  [...fits].sort((one, other) => other.score - one.score);
