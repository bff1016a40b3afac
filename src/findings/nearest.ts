import { distance } from 'fastest-levenshtein';

/**
 * The candidate nearest to `text`, ignoring case; undefined when none is near enough to be a typing slip (a third of
 * its length, at least one, at most four edits). A suggestion only: nothing is ever replaced by it.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  const wanted = text.toLowerCase();
  let best: string | undefined;
  let least = Math.min(4, Math.max(1, Math.ceil(wanted.length / 3))) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= least) continue;
    const edits = distance(wanted, candidate.toLowerCase());
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}

/** ` Did you mean "X"?` to follow a sentence, or an empty text. */
export function nearestSentence(text: string, candidates: Iterable<string>): string {
  const candidate = nearest(text, candidates);
  return candidate === undefined ? '' : ` Did you mean "${candidate}"?`;
}

/** `did you mean "X"?`, or nothing. */
export function didYouMean(text: string, candidates: Iterable<string>): { suggestion?: string } {
  const candidate = nearest(text, candidates);
  return candidate === undefined ? {} : { suggestion: `did you mean "${candidate}"?` };
}
