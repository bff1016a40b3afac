import { foldText, foldWords } from '../../fold.ts';
import { type Term, termWords, wordsIn } from './terms.ts';

/**
 * Common words for the values of a list. A value is used only if the list of the run contains it. A word that is
 * listed under two values is certain only if the list contains just one of them, so list it twice only if the
 * values mean the same.
 */
export interface WordList {
  /** The words for each value in all languages, separated by ` | `. */
  readonly values: Readonly<Record<string, string>>;
  /** Trade names, which an incomplete list may have as values of their own. */
  readonly brands?: Readonly<Record<string, string>>;
  /** Words with several meanings, separated by ` | `, each with the values that they may mean. */
  readonly questions?: Readonly<Record<string, readonly string[]>>;
  /** Like `questions`, for codes in any case that would be another word with an accent: `LA` is not the Portuguese `lã`. */
  readonly codes?: Readonly<Record<string, readonly string[]>>;
  /**
   * Words that modify the word for a value, such as `recycled` before `cotton`. The key is the word that the list
   * uses.
   */
  readonly modifiers?: Readonly<Record<string, string>>;
  /** Words that do not change what the words beside them mean, separated by ` | `: `factory`, `men's`. */
  readonly neutral?: string | undefined;
  /** The plural noun for the values, such as `materials`, if a text that names several of them is a mistake. */
  readonly pluralNoun?: string | undefined;
  /** The value that means all of these: a text may name each of them, as in `boutique et web`. */
  readonly together?: { readonly value: string; readonly of: readonly string[] } | undefined;
  /** Whether the values are regions, and codes of countries are words for them. */
  readonly isOfPlaces?: boolean;
}

/** The words of texts, ` | ` between them, folded by `foldText`. */
export const foldedSet = (...texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap(wordsIn).map(foldText));

/** The words of a term, folded by `foldText`. */
export const foldedTerm = (name: Term): ReadonlySet<string> => new Set(termWords(name).map(foldText));

/** A word as it is folded, and without umlauts, as old systems write German: `Knoepfe`. */
export function spellings(word: string): string[] {
  const folded = foldWords(word);
  if (!/[äöü]/i.test(word)) return [folded];
  return [folded, foldWords(word.replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD')[0]}e`))];
}

/** The words of a folded text in alphabetical order. */
export const sorted = (folded: string): string =>
  folded.includes(' ') ? folded.split(' ').sort().join(' ') : folded;

export function add(map: Map<string, string[]>, key: string, value: string): void {
  if (key === '') return;
  const known = map.get(key);
  if (!known) map.set(key, [value]);
  else if (!known.includes(value)) known.push(value);
}
