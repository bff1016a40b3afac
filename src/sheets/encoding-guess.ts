import { say } from '../say.ts';

type Script = 'cyrillic' | 'greek' | 'turkish' | 'centralEuropean' | 'japanese' | 'korean' | 'chinese';

type Letters = Pick<RegExp, 'test'>;

/**
 * A possible encoding: its name for `--encoding`, its name in messages, its script or region (a name of the messages),
 * the most frequent letters of texts in it, of each of its languages if there are several, and all letters.
 */
type Candidate = readonly [
  name: string,
  label: string,
  script: Script | undefined,
  frequent: Letters | readonly Letters[],
  letters: RegExp,
];

const LATIN = /\p{Script=Latin}/u;
const FRENCH = /[àâçéèêëîïôùûœÀÂÇÉÈÊÔñóíáúäöüßÄÖÜ’°]/u;
const FREQUENT_CYRILLIC = /[оеаинтсрвлкмдпуяьыгзбчйх]/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const OTHER_ALPHABET = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const HAN = /\p{Script=Han}/u;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** The letters of Czech with Slovak, Polish, Hungarian, Romanian and South Slavic languages: no language has all of them. */
const CENTRAL_EUROPEAN = [
  /[áčďéěíňóřšťúůýžľĺŕôäöü]/u,
  /[ąćęłńóśźżéäöü]/u,
  /[áéíóöőúüűä]/u,
  /[ăâîşţéöü]/u,
  /[čćđšžäöü]/u,
];
/** The frequent characters of a national standard, in some of its rows, and others that are as frequent. */
class FirstLevel {
  #characters: ReadonlySet<string> | undefined;
  readonly #encoding: string;
  readonly #rows: readonly [first: number, last: number];
  readonly #others: RegExp | undefined;

  constructor(encoding: string, rows: readonly [first: number, last: number], others?: RegExp) {
    this.#encoding = encoding;
    this.#rows = rows;
    this.#others = others;
  }

  test(character: string): boolean {
    this.#characters ??= charactersIn(this.#encoding, this.#rows);
    return this.#characters.has(character) || this.#others?.test(character) === true;
  }
}

/** The characters whose first bytes are in a range; Big5 has second bytes below those of the other standards, too. */
function charactersIn(encoding: string, [first, last]: readonly [number, number]): ReadonlySet<string> {
  const bytes: number[] = [];
  for (let row = first; row <= last; row++) {
    if (encoding === 'big5') for (let low = 0x40; low <= 0x7e; low++) bytes.push(row, low);
    for (let high = 0xa1; high <= 0xfe; high++) bytes.push(row, high);
  }
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)));
}

/** The 3,755 frequent simplified characters of GB 2312. Korean text has its syllables in their place. */
const SIMPLIFIED = new FirstLevel('gbk', [0xb0, 0xd7]);
/**
 * The 2,965 frequent characters of JIS X 0208, kana, and wide signs; not the narrow kana, which are accented letters in
 * Western encodings.
 */
const JAPANESE = new FirstLevel(
  'euc-jp',
  [0xb0, 0xcf],
  /[\u3000-\u30ff\u2460-\u2473\u3200-\u33ff\uff01-\uff5e]/,
);

/** The 5,401 frequent traditional characters of Big5. */
const TRADITIONAL = new FirstLevel('big5', [0xa4, 0xc6]);

const CANDIDATES: readonly Candidate[] = [
  ['windows-1251', 'Windows-1251', 'cyrillic', FREQUENT_CYRILLIC, CYRILLIC],
  ['koi8-r', 'KOI8-R', 'cyrillic', FREQUENT_CYRILLIC, CYRILLIC],
  ['windows-1253', 'Windows-1253', 'greek', /[αεηικλμνοπρσςτυωγδάέήίόύώ]/u, /\p{Script=Greek}/u],
  ['windows-1254', 'Windows-1254', 'turkish', /[ığşçöüİĞŞÇÖÜ]/u, LATIN],
  ['windows-1250', 'Windows-1250', 'centralEuropean', CENTRAL_EUROPEAN, LATIN],
  ['macintosh', 'Mac Roman', undefined, FRENCH, LATIN],
  ['cp850', 'CP850 (DOS)', undefined, FRENCH, LATIN],
  ['shift_jis', 'Shift-JIS', 'japanese', JAPANESE, HAN],
  ['euc-kr', 'EUC-KR', 'korean', /\p{Script=Hangul}/u, HAN],
  ['gbk', 'GBK', 'chinese', SIMPLIFIED, HAN],
  ['big5', 'Big5', 'chinese', TRADITIONAL, HAN],
];

/** The probable encoding; `name` is undefined if none fits well. */
export interface OtherEncoding {
  /** The name for `--encoding`. */
  readonly name?: string;
  /** The name in messages. */
  readonly label: string;
  /** Whether nearly all letters are frequent ones of its languages, and no other encoding fits as well. */
  readonly isCertain?: true;
}

/** Words of narrow kana, as old systems write them: they are counted only if nothing else shows the encoding. */
const NARROW_KANA = /[\uff61-\uff9f]{3,}/gu;
const LETTERS_BEYOND_ASCII = /[^\0-\x7f]/g;

function withoutNarrowKana(text: string): string {
  const others = text.replace(NARROW_KANA, '');
  return (others.match(LETTERS_BEYOND_ASCII)?.length ?? 0) < FEWEST_LETTERS ? text : others;
}

/** Bytes that are undefined in Windows-1252. */
const UNDEFINED = /[\x81\x8d\x8f\x90\x9d]/;
const LETTER = '[A-Za-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff\\x8a\\x8c\\x8e\\x9a\\x9c\\x9e\\x9f]';
const ACCENTED_VOWEL =
  '[\\xc0-\\xc4\\xc8-\\xcf\\xd2-\\xd6\\xd9-\\xdd\\xe0-\\xe4\\xe8-\\xef\\xf2-\\xf6\\xf9-\\xfd]';
/**
 * Patterns that do not occur inside words of Windows-1252 text. They match text in which each byte is one character.
 */
const ODD_SEQUENCES: readonly RegExp[] = [
  /[\x81\x8d\x8f\x90\x9d]/g,
  // Three or more consecutive accented letters.
  /[\xc0-\xd6\xd8-\xf6\xf8-\xff\x8a\x8c\x8e\x9a\x9c\x9e\x9f]{3,}/g,
  /[\x80-\xff]{4,}/g,
  // Symbols between letters, except apostrophes, dashes, dots, degree signs and trade marks.
  /(?<=[A-Za-z\xc0-\xff])[\x80\x82-\x84\x86-\x89\x8b\x93-\x95\x98\x9b\xa1-\xa6\xa8\xa9\xac\xaf\xb1-\xb3\xb5\xb6\xb8\xb9\xbc-\xbf\xd7\xf7](?=[A-Za-z\xc0-\xff])/g,
  // Signs of currencies before words.
  /[\xa3\xa5](?=[A-Za-z\xc0-\xff]{2})/g,
  // An upper-case letter between lower-case ones.
  /(?<=[a-z])[\x8a\x8c\x8e\x9f\xc0-\xd6\xd8-\xde](?=[a-z])/g,
  // Icelandic letters, which are Turkish letters in Windows-1254.
  /[\xd0\xdd\xde\xf0\xfd\xfe]/g,
  // Accented letters that are Central European consonants, or `ě` and `ů`, in Windows-1250, beside letters that never follow
  // them in Western languages: `ì` and `ù` end a word, no vowel follows `è`, `ø` is not beside an accented vowel.
  new RegExp(`[\\xcc\\xd9\\xec\\xf9](?=${LETTER})`, 'g'),
  new RegExp(`[\\xc8\\xe8](?=[AEIOUYaeiouy]|${ACCENTED_VOWEL})|(?<!${LETTER})[\\xc8\\xe8](?=${LETTER})`, 'g'),
  new RegExp(`[\\xd8\\xf8](?=[Ii]|${ACCENTED_VOWEL})|(?<=${ACCENTED_VOWEL})[\\xd8\\xf8]`, 'g'),
  // Nasal vowels of Portuguese, which are Hungarian and Romanian letters: `õ` is only before `e`, and `ã` never before these.
  /[\xd5\xf5](?![Ee])|[\xc3\xe3](?=[BCDFGHJKLMNPQRTVbcdfghjklmnpqrtv])/g,
];

/** From this share of odd bytes on, the text is probably not Windows-1252. */
const ODD_SHARE = 0.12;
/** The same threshold for a file that has bytes which Windows-1252 does not define. */
const ODD_SHARE_WITH_UNDEFINED = 0.1;
/** From this share and number on, a person has to say which encoding it is. */
const DOUBTFUL_SHARE = 0.05;
const FEWEST_DOUBTFUL = 3;
/** Minimum score of a candidate that is suggested; the maximum is 1. */
const MIN_SCORE = 0.55;
/**
 * A candidate is certain if its score is at least this, letters are enough, and its lead over all others is as large as its
 * script needs: Turkish letters differ from Central European ones in six bytes. Few letters
 * are enough if most are odd and the lead is large.
 */
const CERTAIN_SCORE = 0.93;
const FEWEST_LETTERS = 12;
const FEWEST_ODD_LETTERS = 4;
const LEAD_OF_FEW = 0.3;
const LEADS: Partial<Record<Script, number>> = {
  centralEuropean: 0.12,
  chinese: 0.12,
  cyrillic: 0.12,
  greek: 0.12,
  japanese: 0.12,
  turkish: 0.02,
};

/**
 * Guesses the encoding of a file that was read as Windows-1252 but is probably in another encoding, because no Western
 * language has such combinations of letters.
 *
 * @param cells the cells with letters beyond ASCII, each byte as one character.
 */
export async function guessEncoding(cells: readonly string[]): Promise<OtherEncoding | undefined> {
  const text = cells.join('\n');
  const beyond = text.match(/[\x80-\xff]/g)?.length ?? 0;
  if (beyond === 0) return undefined;
  const odd = oddBytes(text);
  const least = UNDEFINED.test(text) ? ODD_SHARE_WITH_UNDEFINED : ODD_SHARE;
  const isOdd = odd >= beyond * least;
  if (!isOdd && (odd < beyond * DOUBTFUL_SHARE || odd < FEWEST_DOUBTFUL)) return undefined;
  const { default: iconv } = await import('iconv-lite');
  const bytes = Buffer.from(text, 'latin1');
  const scored = CANDIDATES.map((candidate) => ({
    candidate,
    score: bestScore(withoutNarrowKana(iconv.decode(bytes, candidate[0])), candidate),
  })).sort((one, other) => other.score - one.score);
  const [best, next] = scored as [(typeof scored)[number], (typeof scored)[number]];
  if (best.score <= MIN_SCORE) return isOdd ? { label: say().sheets.anotherEncoding() } : undefined;
  const [name, , script] = best.candidate;
  const lead = best.score - next.score;
  const leastLead = (script && LEADS[script]) ?? Number.POSITIVE_INFINITY;
  const areFewEnough = odd >= FEWEST_ODD_LETTERS && odd > beyond / 2 && lead >= LEAD_OF_FEW;
  const isCertain =
    isOdd && best.score >= CERTAIN_SCORE && lead >= leastLead && (beyond >= FEWEST_LETTERS || areFewEnough);
  return { name, label: labelOf(best.candidate), ...(isCertain && { isCertain }) };
}

function labelOf([, label, script]: Candidate): string {
  const { sheets } = say();
  return script === undefined ? label : sheets.withScript({ encoding: label, script: sheets[script]() });
}

function oddBytes(text: string): number {
  const odd = new Set<number>();
  for (const pattern of ODD_SEQUENCES) {
    for (const { index, 0: found } of text.matchAll(pattern))
      for (let at = index; at < index + found.length; at++) odd.add(at);
  }
  return odd.size;
}

/** The score of a decoded text in the language of the encoding that fits best. */
const bestScore = (text: string, [, , , frequent, letters]: Candidate): number =>
  Math.max(...[frequent].flat().map((own) => scoreOf(text, own, letters)));

/**
 * Scores a decoded text: 1 if all letters beyond ASCII are frequent ones, less for other letters, below 0 if it is
 * probably not text.
 */
function scoreOf(text: string, frequent: Letters, letters: RegExp): number {
  let score = 0;
  let count = 0;
  let before = '';
  for (const character of text) {
    // Dashes and quotes are in all languages.
    if (character > '\x7f' && !/[–—‘’“”„…·•]/u.test(character)) {
      count++;
      // One word has the letters of one alphabet.
      const isMixed =
        (/[A-Za-z]/.test(before) && OTHER_ALPHABET.test(character)) ||
        (/[a-z]/.test(before) && EAST_ASIAN.test(character));
      const isCapitalInside = /\p{Ll}/u.test(before) && /\p{Lu}/u.test(character);
      if (/[\ufffd\p{Cc}\p{Co}\p{Cn}]/u.test(character)) score -= 3;
      else if (isCapitalInside) score -= 1;
      else if (isMixed) score -= 0.5;
      else if (frequent.test(character) || frequent.test(character.toLowerCase())) score += 1;
      else if (letters.test(character)) score += 0.5;
    } else if (before > '\x7f' && /\p{Ll}/u.test(before) && /[A-Z]/.test(character)) score -= 0.5;
    before = character;
  }
  return count === 0 ? 0 : score / count;
}
