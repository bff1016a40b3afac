/**
 * The folding of texts for all comparisons. Headers, words, values and names of sheets are all looked up by folded
 * texts, so that two spellings are the same everywhere or nowhere.
 */
const ASCII = /^\p{ASCII}*$/u;

/** Latin letters that Unicode does not decompose, the sigma at the end of a Greek word, and the dot in the Catalan `l·l`. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ œ: 'oe', æ: 'ae', ß: 'ss', ı: 'i', ł: 'l', đ: 'd', ø: 'o', ς: 'σ', '·': '' },
};

/** A Japanese syllable and the mark that makes it another one: `ハ` is no `バ`. */
const MARKED_SYLLABLE = /[\u3041-\u30ff][\u3099\u309a]/g;

/** A text in lower case without accents; `œ`, `æ` and `ß` become two letters. */
export function plainLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(MARKED_SYLLABLE, (syllable) => syllable.normalize('NFC'))
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[œæßıłđøς]|(?<=l)·(?=l)/g, (letter) => LETTERS[letter]!);
}

/** Folds a text to lower-case letters and digits without accents: `Réf. fournisseur` is `reffournisseur`. */
export function foldText(text: string): string {
  const letters = plainLetters(text);
  // Loading the Unicode letter classes takes longer than reading a small file.
  return ASCII.test(letters) ? letters.replace(/[^a-z0-9]/g, '') : letters.replace(/[^\p{L}\p{N}]/gu, '');
}

/** Chinese characters and Japanese syllables, which have no spaces between words, in a class of a regular expression. */
export const HAN = '\u3005\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff';
const A_HAN = new RegExp(`[${HAN}]`);

/** Whether a text has Chinese characters or Japanese syllables. */
export const hasHan = (text: string): boolean => A_HAN.test(text);

/** Between these and Latin letters. */
const SCRIPTS = new RegExp(`(?<=[${HAN}])(?=[a-z])|(?<=[a-z])(?=[${HAN}])`, 'g');

/** The words of a text, each folded: `Réf. fournisseur` is `ref` and `fournisseur`, `棉Cotton` is `棉` and `cotton`. */
export const foldedWords = (text: string): string[] =>
  plainLetters(text)
    .replace(SCRIPTS, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** A folded word without the plural s: `cottons` is `cotton`, but `glass` and `gas` stay. */
const singular = (word: string): string => (/^[^\d]{3,}[^s\d]s$/.test(word) ? word.slice(0, -1) : word);

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

/** Letters of other scripts that look exactly like the Latin letter below them. */
export const OTHER_LETTERS = 'АВЕЅІЈКМНОРСТУХԚԜаеорсухіјѕһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧον';
const LATIN = 'ABESIJKMHOPCTYXQWaeopcyxijshqwABEZHIKMNOPTYXov';

export const LATIN_OF: ReadonlyMap<string, string> = new Map(
  [...OTHER_LETTERS].map((letter, at) => [letter, LATIN[at]!] as const),
);

/** Between the parts of a key. */
const BETWEEN_PARTS = '\u001f';
/** Zeros in front of a number that is a part of a key. */
const LEADING_ZEROS = new RegExp(`(^|${BETWEEN_PARTS})0+(?=\\d+(?:$|${BETWEEN_PARTS}))`, 'g');
/** What `plainKey` changes, besides leading zeros. */
const FOLDABLE = /[a-z\u0080-\uffff]| {2}/;

/**
 * The common form of all keys that look like a key, or differ only in capitals: `A-1` for `А-1` with a Cyrillic letter,
 * for `a-1`, and for `A‑1` with another hyphen; `17` for `0017`, which a spreadsheet makes of it. A key of plain capitals
 * is unchanged.
 */
export function plainKey(key: string): string {
  const mayLoseZeros = key.startsWith('0') || key.includes(`${BETWEEN_PARTS}0`);
  if (!FOLDABLE.test(key)) return mayLoseZeros ? key.replaceAll(LEADING_ZEROS, '$1') : key;
  return [...key.normalize('NFKC')]
    .map((letter) => LATIN_OF.get(letter) ?? letter)
    .join('')
    .toUpperCase()
    .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
    .replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(LEADING_ZEROS, '$1');
}

/** The plain form of a key that differs from it; null for a key that is already plain, as most are. */
export function oddKey(key: unknown): string | null {
  const text = String(key);
  const plain = plainKey(text);
  return plain === text ? null : plain;
}

/** The code point of a character as it is usually written: `U+0421`. */
export const codePoint = (letter: string): string =>
  `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** The code points, such as `U+2011`, of the first characters in which two texts differ; empty at the end of a text. */
export function firstDifference(one: string, other: string): readonly [string, string] {
  const [letters, others] = [[...one], [...other]];
  const at = letters.findIndex((letter, index) => letter !== others[index]);
  const from = at < 0 ? letters.length : at;
  return [letters[from], others[from]].map((letter) =>
    letter === undefined ? '' : codePoint(letter),
  ) as unknown as readonly [string, string];
}
