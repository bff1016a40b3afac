import type { KindSpec } from '../contract/kind.ts';
import { informationalNames, kindNames } from '../contract/labels.ts';
import { once } from '../contract/remembered.ts';
import { foldedWords, foldText, hasHan } from '../fold.ts';
import { LANGUAGES } from '../say.ts';
import { termTable } from './words/terms.ts';
import { foldedSet, foldedTerm } from './words/word-list.ts';

const informational = once(() => foldedSet(...LANGUAGES.map(informationalNames)));

/** Whether the sheet is only informational, according to its name: `Home`, `Lisez-moi`, `Lists`. */
export const isInformational = (sheet: string): boolean => informational().has(foldText(sheet));

const withoutRecords = once(() => foldedTerm('sheetsWithoutRecords'));

/** Whether a sheet probably has no records, according to its name: it is informational, or `Summary`, `Menu`. */
export const isSkippedName = (sheet: string): boolean =>
  isInformational(sheet) || withoutRecords().has(foldText(sheet));

/** The name of a file without folders and extension. */
export function stemOf(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, '');
}

/** Maximum number of words in a name: `Purchased items`. */
const MOST_WORDS = 4;
/** Maximum length of a Chinese name of which parts are looked up. */
const MOST_HAN = 40;

/**
 * Returns the kinds whose name equals the text. If there are none, returns the kinds with the longest name that
 * occurs in the text.
 */
export function kindsByName(kinds: readonly KindSpec[], text: string): readonly KindSpec[] {
  const names = new Map(kinds.map((kind) => [kind, new Set(kindNames(kind).map(foldText))]));
  const having = (phrases: readonly string[]) =>
    kinds.filter((kind) => phrases.some((phrase) => names.get(kind)!.has(phrase)));
  const exact = having([foldText(text)]);
  if (exact.length > 0) return exact;
  const words = text.split(/[^\p{L}\p{M}]+/u).map(foldText);
  for (let length = Math.min(MOST_WORDS, words.length); length > 0; length--) {
    const named = having(phrasesIn(words, length));
    if (named.length > 0) return named;
  }
  return [];
}

const phrasesIn = (words: readonly string[], length: number): string[] =>
  words
    .slice(0, Math.max(0, words.length - length + 1))
    .map((_, at) => words.slice(at, at + length).join(''));

/** A phrase, and all parts of a Chinese one, which has no spaces: `供应商信息` in `供应商信息表`. */
const partsOf = (phrase: string): string[] =>
  hasHan(phrase) && phrase.length <= MOST_HAN
    ? Array.from({ length: phrase.length }, (_, start) =>
        Array.from({ length: phrase.length - start }, (_, at) => phrase.slice(start, start + at + 1)),
      ).flat()
    : [phrase];

/** Words in the names of sheets and files of other systems, by kind. */
const otherNames = once(
  () => new Map(termTable('sheets').map(([kind, words]) => [kind, new Set(words.map(foldText))])),
);

/** Like `kindsByName`, also with names in other systems. The longest name counts: `product components` are components. */
export function kindsLikelyNamed(kinds: readonly KindSpec[], text: string): readonly KindSpec[] {
  const byContract = kindsByName(kinds, text);
  if (byContract.length > 0) return byContract;
  const words = foldedWords(text).filter((word) => !/^\d+$/.test(word));
  const phrases = [1, 2, 3].flatMap((length) => phrasesIn(words, length)).flatMap(partsOf);
  const lengths = kinds.map(({ name }) => {
    const own = phrases.filter((phrase) => otherNames().get(name)?.has(phrase));
    return Math.max(0, ...own.map((phrase) => phrase.length));
  });
  const longest = Math.max(...lengths);
  return longest > 0 ? kinds.filter((_, at) => lengths[at] === longest) : [];
}
