/** A language, or `code` for textile codes and abbreviations, `brand` for trade names. */
type Language = 'en' | 'fr' | 'it' | 'es' | 'de' | 'pt' | 'code' | 'brand';

/** The words for one value, by language, separated by ` | `. */
export type Words = Readonly<Partial<Record<Language, string>>>;

/**
 * Words of others for the values of a list. A value counts only where the list in force has it. Words that stand under
 * two values are certain only where the list has one of them: write them so only if the values mean the same.
 */
export interface WordList {
  readonly values: Readonly<Record<string, Words>>;
  /** Words with several readings, separated by ` | `, and the values that they may mean. */
  readonly questions?: Readonly<Record<string, readonly string[]>>;
  /** Words that combine with the words of a value: `recycled` with `cotton`. By the word of the list for it. */
  readonly modifiers?: Readonly<Record<string, string>>;
}

export const wordsIn = (text: string): string[] => text.split(' | ');

/** Trade mark signs, also in brackets, and characters without width. */
const INVISIBLE = /[®™©℠\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]|\((?:r|tm)\)/gi;
const MARKS = /\p{M}/gu;

/**
 * Folds a text for comparison to lower-case words without accents, punctuation, trade mark signs and the plural s,
 * separated by spaces. Texts with other signs than those of names (`?`, `<`, `*`) fold to nothing, as they may change
 * the meaning.
 */
export function foldWords(text: string): string {
  const bare = text.replace(INVISIBLE, '').normalize('NFKD').replace(MARKS, '').toLowerCase();
  if (!/^[\p{L}\p{N}\s'’`.\-‐‑–_/&()]*$/u.test(bare)) return '';
  return bare
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^[^\d]{3,}[^s\d]s$/.test(word) ? word.slice(0, -1) : word))
    .join(' ');
}
