import { distance } from 'fastest-levenshtein';
import { foldedWords } from './fold.ts';
import { orText, say } from './say.ts';

/** Maximum number of suggested candidates that contain the words of a text: if more do, its words are too common. */
const MAX_CONTAINING_CANDIDATES = 6;

/**
 * The candidates that `text` may mean, ignoring case: those that contain its words, even if another one has more
 * similar letters (`MAIN FABRIC` for `MAIN`, not `CHAIN`); else the most similar one. Only for suggestions.
 */
export function nearestAll(text: string, candidates: Iterable<string>): readonly string[] {
  const all = isList(candidates) ? candidates : [...candidates];
  const containing = containingWords(text, all);
  if (containing.length > 0) return containing.length > MAX_CONTAINING_CANDIDATES ? [] : containing;
  const similar = mostSimilar(text, all, areWordsNear);
  return similar === undefined ? [] : [similar.first];
}

/**
 * The only candidate of `nearestAll`; undefined if there are several. Similar letters must look like a typing error: at
 * most a third of them differ, from one to four, and at most a third of each word, so that the right words make no room
 * for another word (`FINISHING - Sewing` is not `FINISHING - Dyeing`).
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  const [first, second] = nearestAll(text, candidates);
  return second === undefined ? first : undefined;
}

/** The candidates with all words of a text, in the singular or plural. If some have no other words, only those. */
export function containingWords(text: string, candidates: readonly string[]): readonly string[] {
  const words = bareWords(text);
  if (!words.some((word) => /\p{L}{3}/u.test(word))) return [];
  const having = (byWord(candidates).get(words[0]!) ?? []).filter(({ own }) =>
    words.every((word) => own.includes(word)),
  );
  const least = Math.min(...having.map(({ own }) => own.length));
  const best = least === words.length ? having.filter(({ own }) => own.length === least) : having;
  return best.map(({ candidate }) => candidate);
}

type ByWord = ReadonlyMap<string, readonly { readonly candidate: string; readonly own: readonly string[] }[]>;

const indexes = new WeakMap<readonly string[], ByWord>();

/** The candidates by each of their words. Computed once for each list: a file may have a million unknown values. */
function byWord(candidates: readonly string[]): ByWord {
  const known = indexes.get(candidates);
  if (known) return known;
  const all = candidates.map((candidate) => ({ candidate, own: bareWords(candidate) }));
  const each = all.flatMap((one) => [...new Set(one.own)].map((word) => ({ word, one })));
  const index = new Map(
    [...Map.groupBy(each, ({ word }) => word)].map(([word, ones]) => [word, ones.map(({ one }) => one)]),
  );
  indexes.set(candidates, index);
  return index;
}

const isList = (candidates: Iterable<string>): candidates is readonly string[] => Array.isArray(candidates);

/** The words of a text in lower case without accents and the plural s. */
const bareWords = (text: string): string[] =>
  foldedWords(text).map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''));

/** The first of the most similar candidates, and whether it is the only one. */
function mostSimilar(
  text: string,
  candidates: Iterable<string>,
  isPossible: (text: string, candidate: string) => boolean,
): { readonly first: string; readonly isOnly: boolean } | undefined {
  const lower = text.toLowerCase();
  let best: { first: string; isOnly: boolean } | undefined;
  let most = Math.min(4, Math.max(1, Math.ceil(lower.length / 3)));
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - lower.length) > most) continue;
    const other = candidate.toLowerCase();
    const edits = distance(lower, other);
    if (edits > most || (edits === most && best?.isOnly === false) || !isPossible(lower, other)) continue;
    best =
      best !== undefined && edits === most ? { ...best, isOnly: false } : { first: candidate, isOnly: true };
    most = edits;
  }
  return best;
}

/**
 * The key most similar to `text`. Keys are often numbered, so a key with another number is another record, not a typing
 * error: `FRN-0052` is as far from `FRN-0002` as from any other. Only two differences in numbers count as typing
 * errors: missing or extra zeros in front (`52` for `000052`, which a spreadsheet made a number), and two swapped
 * digits in a number of four digits or more, because shorter numbers count records. Undefined if several keys are
 * equally similar: colour `Z` is as near to `A` as to `B`.
 */
export function nearestKey(text: string, keys: Iterable<string>): string | undefined {
  const bare = withoutZeros(text);
  const end = bare.slice(-1);
  const all = [...keys];
  const same = all.filter(
    (key) => key.length !== text.length && key.slice(-1).toLowerCase() === end && withoutZeros(key) === bare,
  );
  if (same.length === 1) return same[0];
  const best = mostSimilar(text, all, (one, other) => areWordsNear(one, other) && areNumbersNear(one, other));
  return best?.isOnly ? best.first : undefined;
}

/** The text in lower case without zeros in front of its numbers. */
const withoutZeros = (text: string): string => text.toLowerCase().replace(/(?<!\d)0+(?=\d)/g, '');

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');

/** Whether each word is near its counterpart, if the texts have the same number of words. */
function areWordsNear(text: string, candidate: string): boolean {
  const words = partsOf(text);
  const others = partsOf(candidate);
  if (words.length === 1 || words.length !== others.length) return true;
  return words.every((word, at) => {
    const other = others[at]!;
    const most = Math.max(1, Math.floor(Math.max(word.length, other.length) / 3));
    return word === other || distance(word, other) <= most || isSwapped(word, other);
  });
}

/** Minimum number of digits, without zeros in front, in which a swap is a typing error and not another number. */
const SHORTEST_NUMBER = 4;

/** Whether the numbers in two keys are the same, or one of them has two swapped digits. */
function areNumbersNear(text: string, candidate: string): boolean {
  const numbers = numbersIn(text);
  const others = numbersIn(candidate);
  if (numbers.length === 0 || others.length === 0) return true;
  if (numbers.length !== others.length) return false;
  const different = numbers.flatMap((number, at) => (number === others[at] ? [] : [[number, others[at]!]]));
  const [first] = different;
  if (first === undefined) return true;
  return different.length === 1 && first[0]!.length >= SHORTEST_NUMBER && isSwapped(first[0]!, first[1]!);
}

const numbersIn = (text: string): string[] =>
  (text.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+(?=\d)/, ''));

/** The sentence ` Did you mean "X" or "Y"?`, with a leading space; empty if nothing is similar. */
export function nearestSentence(text: string, candidates: Iterable<string>): string {
  const values = quotedAlternatives(nearestAll(text, candidates));
  return values === undefined ? '' : ` ${say().nearest.sentence({ values })}`;
}

/** The suggestion of a finding, `did you mean "X" or "Y"?`; nothing if nothing is similar. */
export function didYouMean(text: string, candidates: Iterable<string>): { suggestion?: string } {
  return didYouMeanAny(nearestAll(text, candidates));
}

/** The suggestion of a finding, `did you mean "X" or "Y"?`; nothing if there is no value. */
export function didYouMeanAny(all: readonly string[]): { suggestion?: string } {
  const values = quotedAlternatives(all);
  return values === undefined ? {} : { suggestion: say().nearest.question({ values }) };
}

/** Values in quotes with `or` between them; undefined if there are none. */
function quotedAlternatives(values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined;
  return orText(values.map((value) => `"${value}"`));
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
