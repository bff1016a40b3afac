import { distance } from 'fastest-levenshtein';
import { say } from './say.ts';

/**
 * The candidate most similar to `text`, ignoring case. Undefined if none is close enough to be a typing error: at most
 * a third of its length in edits, from one to four. Only for suggestions.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  const lower = text.toLowerCase();
  let best: string | undefined;
  let least = Math.min(4, Math.max(1, Math.ceil(lower.length / 3))) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - lower.length) >= least) continue;
    const edits = distance(lower, candidate.toLowerCase());
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}

/** The sentence ` Did you mean "X"?`, with a leading space; empty if nothing is similar. */
export function nearestSentence(text: string, candidates: Iterable<string>): string {
  const candidate = nearest(text, candidates);
  return candidate === undefined ? '' : ` ${say().nearest.sentence({ value: candidate })}`;
}

/** The suggestion of a finding, `did you mean "X"?`; nothing if nothing is similar. */
export function didYouMean(text: string, candidates: Iterable<string>): { suggestion?: string } {
  const candidate = nearest(text, candidates);
  return didYouMeanAny(candidate === undefined ? [] : [candidate]);
}

/** The suggestion of a finding, `did you mean "X" or "Y"?`; nothing if there is no value. */
export function didYouMeanAny(values: readonly string[]): { suggestion?: string } {
  const named = values.map((value) => `"${value}"`);
  if (named.length === 0) return {};
  const either = named.reduce((first, last) => say().nearest.or({ first, last }));
  return { suggestion: say().nearest.question({ values: either }) };
}

/** Minimum length of a word that can be a typing error. Shorter words are similar to too many other words. */
const SHORTEST_SLIP = 4;

/**
 * Whether `word` is `of` with a typing error: the same first letter, and one letter added, missing, replaced or
 * swapped; in words of eight letters or more, up to two such errors. Never for words with digits. Both words must have
 * the same case.
 */
export function isSlip(word: string, of: string): boolean {
  if (of.length < SHORTEST_SLIP || word[0] !== of[0] || Math.abs(word.length - of.length) > 2) return false;
  if (/\d/.test(word + of)) return false;
  const edits = distance(word, of);
  return edits <= (Math.min(word.length, of.length) >= 8 ? 2 : 1) || (edits === 2 && isSwapped(word, of));
}

/** Whether the words differ only by two swapped neighbouring letters. */
function isSwapped(word: string, of: string): boolean {
  if (word.length !== of.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== of[index]);
  return word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2) === of;
}
