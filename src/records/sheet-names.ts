import type { KindSpec } from '../contract/kind.ts';
import { informationalNames, kindNames } from '../contract/labels.ts';
import { once } from '../contract/remembered.ts';
import { foldText } from '../recognise/text.ts';
import { foldedSet } from '../recognise/words/word-list.ts';
import { LANGUAGES } from '../say.ts';

const informational = once(() => foldedSet(...LANGUAGES.map(informationalNames)));

/** Whether the sheet is only informational, according to its name: `Home`, `Lisez-moi`, `Lists`. */
export function isInformational(sheet: string): boolean {
  return informational().has(foldText(sheet));
}

/** The name of a file without folders and extension. */
export function stemOf(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, '');
}

/** Maximum number of words in a name: `Purchased items`. */
const MOST_WORDS = 4;

/**
 * Returns the kinds whose name equals the text. If there are none, returns the kinds with the longest name that
 * occurs in the text.
 */
export function kindsByName(kinds: readonly KindSpec[], text: string): readonly KindSpec[] {
  const names = new Map(kinds.map((kind) => [kind, namesOf(kind)]));
  const whole = foldText(text);
  const exact = kinds.filter((kind) => names.get(kind)!.has(whole));
  if (exact.length > 0) return exact;
  const words = text.split(/[^\p{L}\p{M}]+/u).map(foldText);
  for (let length = Math.min(MOST_WORDS, words.length); length > 0; length--) {
    const phrases = words
      .slice(0, words.length - length + 1)
      .map((_, at) => words.slice(at, at + length).join(''));
    const named = kinds.filter((kind) => phrases.some((phrase) => names.get(kind)!.has(phrase)));
    if (named.length > 0) return named;
  }
  return [];
}

function namesOf(kind: KindSpec): ReadonlySet<string> {
  return new Set(kindNames(kind).map(foldText));
}
