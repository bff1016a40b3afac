import { codePoint, LATIN_OF, OTHER_LETTERS } from '../fold.ts';
import { say } from '../say.ts';

const IS_LATIN = /[A-Za-z\u00c0-\u024f\u1e00-\u1eff]/;
const IS_CYRILLIC = /[\u0400-\u052f]/;
/** Only the Greek letters that look like Latin ones: `μm` and `α-Helix` are correct texts. */
const IS_OTHER = new RegExp(`[\u0400-\u052f${OTHER_LETTERS}]`);
const FULL_WIDTH = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/;
const words = () => /[\p{L}\p{M}\p{N}]+/gu;

/** A letter that does not belong to the word around it. */
interface OddLetter {
  readonly letter: string;
  /** The end of a sentence that begins with the quoted text; it names the letter and its code point. */
  readonly problem: string;
}

/**
 * The first letter of another script in a Latin word: the Cyrillic `С` in `СOTTON`. With `isOneWord` all words of the
 * text count as one, as in a reference, except words with letters that look like no Latin letter.
 */
export function oddLetter(text: string, isOneWord: boolean): OddLetter | undefined {
  if (!IS_OTHER.test(text) || !IS_LATIN.test(text)) return undefined;
  for (const [word] of text.matchAll(words())) {
    const letter = IS_OTHER.exec(word)?.[0];
    if (letter === undefined) continue;
    const isMixed = IS_LATIN.test(word) || (isOneWord && [...word].every(looksLatin));
    if (isMixed) return { letter, problem: problemOf(letter) };
  }
  return undefined;
}

const looksLatin = (letter: string): boolean => LATIN_OF.has(letter) || /[\p{N}\p{M}]/u.test(letter);

function problemOf(letter: string): string {
  const script = IS_CYRILLIC.test(letter) ? 'cyrillic' : 'greek';
  const latin = LATIN_OF.get(letter);
  const about = { script, letter, code: codePoint(letter) };
  return latin === undefined
    ? say().cells.otherScript(about)
    : say().cells.otherScriptFor({ ...about, latin });
}

/** The first full-width letter or digit of a text, such as `Ａ`. */
export function fullWidthLetter(text: string): OddLetter | undefined {
  const letter = FULL_WIDTH.exec(text)?.[0];
  if (letter === undefined) return undefined;
  const about = { letter, code: codePoint(letter), latin: letter.normalize('NFKC') };
  return { letter, problem: say().cells.fullWidth(about) };
}

/**
 * The text with its Greek and Cyrillic letters replaced by the Latin letters that they look like. Undefined if it has
 * none, or if one of them looks like no Latin letter.
 */
export function asLatin(text: string): string | undefined {
  if (!IS_OTHER.test(text)) return undefined;
  const latin = [...text].map((letter) => LATIN_OF.get(letter) ?? letter).join('');
  return IS_OTHER.test(latin) ? undefined : latin;
}

/**
 * A Latin word with letters of other scripts, which are replaced by the Latin letters that look like them. Undefined
 * for other words.
 */
export function latinWord(text: string): { readonly text: string; readonly problem: string } | undefined {
  const odd = oddLetter(text, true);
  const latin = odd && asLatin(text);
  return latin === undefined ? undefined : { text: latin, problem: odd!.problem };
}
