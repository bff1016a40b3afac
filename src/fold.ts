/**
 * The one folding of texts for comparison. All keys of headers, words, values and names of sheets are made of it, so that
 * what is the same to one of them is the same to the others.
 */
const ASCII = /^\p{ASCII}*$/u;

/** A text in lower case without accents; `œ`, `æ` and `ß` become two letters. */
export function plainLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss');
}

/** Folds a text to lower-case letters and digits without accents: `Réf. fournisseur` is `reffournisseur`. */
export function foldText(text: string): string {
  const letters = plainLetters(text);
  // Loading the Unicode letter classes takes longer than reading a small file.
  return ASCII.test(letters) ? letters.replace(/[^a-z0-9]/g, '') : letters.replace(/[^\p{L}\p{N}]/gu, '');
}

/** The words of a text, each folded: `Réf. fournisseur` is `ref` and `fournisseur`. */
export const foldedWords = (text: string): string[] =>
  plainLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** A folded word without the plural s: `cottons` is `cotton`, but `glass` and `gas` stay. */
export const singular = (word: string): string =>
  /^[^\d]{3,}[^s\d]s$/.test(word) ? word.slice(0, -1) : word;

/** Trade mark signs, also in brackets, and characters without width. */
const INVISIBLE = /[®™©℠\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]|\((?:r|tm)\)/gi;

/**
 * Folds the name of a value: folded words in the singular, separated by spaces, without trade mark signs. Returns an empty
 * text if the text contains signs that names do not have (`?`, `<`, `*`), because they may change its meaning.
 */
export function foldWords(text: string): string {
  const name = text.replace(INVISIBLE, '');
  if (!/^[\p{L}\p{N}\s'’`.\-‐‑–_/&()]*$/u.test(plainLetters(name))) return '';
  return foldedWords(name).map(singular).join(' ');
}
