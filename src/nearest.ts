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

/** Words shorter than this have too many neighbours that mean something else. */
const SHORTEST_SLIP = 4;

/**
 * Whether a word is another one with a typing error: the same first letter, and one letter more, less, other or
 * swapped; two in words of eight letters and more. Words with digits never are. Both in one case.
 */
export function isSlip(word: string, of: string): boolean {
  if (of.length < SHORTEST_SLIP || word[0] !== of[0] || Math.abs(word.length - of.length) > 2) return false;
  if (/\d/.test(word + of)) return false;
  const edits = distance(word, of);
  return edits <= (Math.min(word.length, of.length) >= 8 ? 2 : 1) || (edits === 2 && isSwapped(word, of));
}

/** Whether two letters beside each other stand the other way round. */
function isSwapped(word: string, of: string): boolean {
  if (word.length !== of.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== of[index]);
  return word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2) === of;
}
