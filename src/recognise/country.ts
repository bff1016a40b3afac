import { brotliDecompressSync } from 'node:zlib';
import { distance } from 'fastest-levenshtein';
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { COUNTRY_CODES, countryNames } from '../contract/country-codes.ts';
import { once, remembered } from '../contract/remembered.ts';
import { foldText, HAN } from '../fold.ts';
import texts from '../language/compiled/countries.js';
import type { Messages } from '../language/compiled/messages.ts';
import { language, say } from '../say.ts';
import { type Coercion, UNREADABLE } from './coercion.ts';
import { textDecodedOnce } from './decoded-twice.ts';
import { latinWord } from './other-script.ts';
import { cleanText, quoted, typedText } from './text.ts';
import { isFiller, textOf } from './text-coercion.ts';
import { joiningWords, wordsIn } from './words/terms.ts';

type CountryReading =
  | { readonly code: string }
  /**
   * `problem` says why the text is not a country, as the end of a sentence that begins with the quoted text.
   * `suggestion` is the nearest name, `codes` the countries that the text can mean.
   */
  | { readonly problem: string; readonly suggestion?: string; readonly codes?: readonly string[] };

/** The messages that say why a text is not a country, with the countries that it can mean. */
const NO_COUNTRY = {
  ...{ congo: ['CG', 'CD'], region: [], noCountry: [], partOfFrance: ['FR'], header: [], noCode: [] },
  regionCode: [],
} satisfies Partial<Record<keyof Messages['countries'], readonly string[]>>;

type NoCountry = Exclude<CountryReading, { readonly code: string }>;

const MAX_CACHED_TEXTS = 10_000;
const readingOf = remembered(
  (text: string) => (text.length > 100 ? notCountry() : read(text)),
  MAX_CACHED_TEXTS,
);

/**
 * Finds the country of a cleaned text. The text is an ISO 3166-1 code, a name in any of many languages, a common name, a
 * code with a name (`FR - France`, `France (FR)`), or the name in two languages. Misspelled names are not accepted,
 * because names of different countries are too similar.
 */
export const countryOf = (text: string): CountryReading =>
  COUNTRY_CODES.has(text) ? { code: text } : readingOf(text);

/** The reading of a text that is not a country. Its problem is formatted when it is read, because readings are remembered. */
const noCountryReading = (problem: () => string, more: Omit<NoCountry, 'problem'> = {}): NoCountry => ({
  ...more,
  get problem() {
    return problem();
  },
});

const notCountry = (): NoCountry => noCountryReading(() => say().countries.notCountry());

function read(text: string): CountryReading {
  const known = countryIndex().none.get(foldText(text));
  if (known !== undefined) return known;
  const first = readWith(text, nameOf);
  // The Maltese `il-Belize` looks like a code with a name.
  const found = first && 'code' in first ? first : (readWith(text, anyNameOf) ?? first);
  if (found !== undefined) return found;
  if (text === '---') return noCountryReading(() => say().countries.noCountry());
  const suggestion = nearest(text);
  return noCountryReading(() => say().countries.notKnown(), suggestion === undefined ? {} : { suggestion });
}

/** The code of a name, folded or as it is spelled. */
type Names = (name: string) => string | undefined;

const nameOf: Names = (name) => {
  const { names } = countryIndex();
  return names.get(foldText(name)) ?? names.get(name.toLowerCase());
};
const anyNameOf: Names = (name) =>
  nameOf(name) ?? otherNames().get(foldText(name)) ?? otherNames().get(name.toLowerCase());

function readWith(text: string, names: Names): CountryReading | undefined {
  const whole = codeOf(text, names);
  const name = names(text);
  // The Vietnamese name of Russia is the code of Nigeria in three letters.
  const isName = whole !== undefined && name !== undefined && name !== whole && /[A-Z][a-z]/.test(text);
  const pair = isName ? ([whole, name] as const) : whole === undefined ? codeAndName(text, names) : undefined;
  if (pair && pair[0] !== pair[1])
    return noCountryReading(() => say().countries.twoCountries({ one: pair[0], other: pair[1] }), {
      codes: pair,
    });
  const code = pair?.[0] ?? whole;
  return code === undefined ? undefined : { code };
}

/** The code if the text is a single code or name. */
function codeOf(text: string, names: Names): string | undefined {
  if (isCode(text)) return text.toUpperCase();
  const code = countryIndex().codes.get(text.toUpperCase()) ?? names(text);
  if (code) return code;
  return names(text.replace(/^(?:the|la|le|les) |^l['’]/i, '').replace(/^st\.? /i, 'Saint '));
}

/**
 * Whether the text is an alpha-2 code, in upper or lower case. The length is checked first, because `ß` becomes
 * two letters (SS) in upper case.
 */
const isCode = (text: string): boolean => text.length === 2 && COUNTRY_CODES.has(text.toUpperCase());

/** Forms of a code with a name, or of two names. */
const CODE_AND_NAME_FORMS: readonly RegExp[] = [
  /^([a-z]{2,3}) *[-–—:：/,|](.+)/i,
  /^([a-z]{2,3}) *[(（](.+)[)）]$/i,
  /^[([（] *([a-z]{2,3}) *[)\]）](.+)/i,
  /(.+)[([（] *([a-z]{2,3}) *[)\]）]$/i,
  /(.+)[-–—:：/,|] *([a-z]{2,3})$/i,
  /^([^/|(（]+)[/|(（]([^/|()（）]+)[)）]?$/,
  // In Chinese and another language.
  new RegExp(`^([${HAN}]+) *([^${HAN}]+)$`),
  new RegExp(`^([^${HAN}]+?) *([${HAN}]+)$`),
];

/** The two codes in a text such as `FR - France`, `France (FR)` or `Spain / Espagne`. */
function codeAndName(text: string, names: Names): [string, string] | undefined {
  for (const form of CODE_AND_NAME_FORMS) {
    const parts = form.exec(text);
    // `Cap-Vert (CV)` begins like a code with a name.
    const [first, second] = parts ? parts.slice(1).map((part) => codeOf(part.trim(), names)) : [];
    if (first !== undefined && second !== undefined) return [first, second];
  }
  // The number of a country in the list of a tax office.
  const name = /^(\d{1,4}) *[-–—:] *(\D+)$/.exec(text);
  const code = name && !countryIndex().codes.has(name[1]!) ? names(name[2]!) : undefined;
  return code === undefined ? namedTwice(text, names) : [code, code];
}

/** The code of two names of one country with a space between them: `Almanya Germany`. */
function namedTwice(text: string, names: Names): [string, string] | undefined {
  for (const { index } of text.matchAll(/ /g)) {
    const code = names(text.slice(0, index));
    if (code !== undefined && code === names(text.slice(index + 1))) return [code, code];
  }
  return undefined;
}

/** Countries by the letter of their cars, as systems in German-speaking countries write them. */
const BY_CAR: ReadonlyMap<string, string> = new Map(
  'A AT, B BE, D DE, E ES, F FR, H HU, I IT, L LU, N NO, P PT, S SE'
    .split(', ')
    .map((pair) => pair.split(' ') as [string, string]),
);

const codeWithName = (code: string): string => `${code} (${countryNames(language()).of(code) ?? code})`;

/** The code and name of the country of a car, or with the nearest name, for a suggestion. */
function nearest(text: string): string | undefined {
  const byCar = BY_CAR.get(text);
  if (byCar !== undefined) return codeWithName(byCar);
  const key = foldText(text);
  if (key.length < 4) return undefined;
  // In short words, only one different letter is allowed.
  const most = key.length < 6 ? 1 : 2;
  const letters = lettersOf(key);
  let best: { code: string; off: number } | undefined;
  for (const { name, code, letters: others } of countryIndex().suggestible) {
    // Each edit removes at most one letter and adds at most one.
    if (Math.abs(name.length - key.length) > most || bitsOf(letters ^ others) > 2 * most) continue;
    const off = distance(key, name);
    if (off <= most && (!best || off < best.off)) best = { code, off };
  }
  return best && codeWithName(best.code);
}

/** Which characters a text has, as a set of 32 bits: different characters may share a bit. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** The number of bits that are set in a number of 32 bits. */
function bitsOf(number: number): number {
  let count = 0;
  for (let left = number; left !== 0; left &= left - 1) count++;
  return count;
}

/**
 * `NA` is the code of Namibia, but may also mean "not applicable". `NA` in capitals is read as the code, with a
 * warning; other spellings, such as `na`, are not read as a country.
 */
const NAMIBIA = /^na$/i;

/** Longer texts are not a list of countries. */
const LONGEST_LIST = 200;

/** Signs and words between the countries of a text. */
const betweenCountries = once(() => {
  const { spaced, unspaced } = joiningWords();
  return new RegExp(` *[/|,&+、，] *| +(?:${spaced}|oder|ou|or) +|${unspaced}`, 'i');
});

/** The codes of the countries that a text lists, such as `FR; IT` for `France/Italie`; undefined if it lists none. */
function severalCodes(text: string): string | undefined {
  if (text.length > LONGEST_LIST) return undefined;
  const codes = text.split(betweenCountries()).map((name) => codeOf(name, anyNameOf));
  return codes.length < 2 || codes.includes(undefined) ? undefined : [...new Set(codes)].join('; ');
}

/** Reads a country column as alpha-2 codes in upper case. `isList`: its cells may have several countries. */
export function countryCoercion(isList = false): Coercion {
  return (cell, note) => {
    const text = typedText(cell);
    if (text === '') return undefined;
    const shown = typeof cell === 'string' || (typeof cell === 'object' && cell.type === 'padded');
    if (shown && text !== 'NA' && NAMIBIA.test(text)) {
      const reason = say().countries.namibia({ text: quoted(text) });
      note('country-unknown', cell, reason, say().countries.namibiaAdvice());
      return UNREADABLE;
    }
    const reading: CountryReading = shown ? countryOf(text) : notCountry();
    if ('code' in reading) {
      if (text === 'NA')
        note('country-na', cell, say().countries.namibiaSent(), say().countries.namibiaSentAdvice());
      if (reading.code === text) return textOf(cell, note);
      note('country-converted', cell, `${quoted(text)} → ${reading.code}`);
      return reading.code;
    }
    const repaired = shown ? repairedName(text) : undefined;
    if (repaired !== undefined) {
      note('country-converted', cell, repaired.message);
      return repaired.code;
    }
    if (text !== '---' && isFiller(text, cell, note)) return undefined;
    const codes = isList && shown ? severalCodes(text) : undefined;
    const suggestion = codes === undefined ? reading.suggestion : say().countries.separate({ codes });
    note('country-unknown', cell, `${quoted(text)} ${reading.problem}`, suggestion);
    return UNREADABLE;
  };
}

/** The country of a name that has letters of another script or was decoded twice, but is otherwise certain. */
function repairedName(text: string): { readonly code: string; readonly message: string } | undefined {
  const latin = latinWord(text);
  const name = latin?.text ?? textDecodedOnce(text);
  const reading = name === undefined ? undefined : countryOf(cleanText(name));
  if (reading === undefined || !('code' in reading) || NAMIBIA.test(name!)) return undefined;
  const { code } = reading;
  const message = latin
    ? say().cells.respelled({ text: quoted(text), value: code, problem: latin.problem })
    : say().countries.decodedTwice({ text: quoted(text), code, name: quoted(name!) });
  return { code, message };
}

/** Names and codes of countries, folded. */
interface CountryIndex {
  /** Alpha-2 code by folded name, in the languages of `WORD_LANGUAGES`. */
  readonly names: ReadonlyMap<string, string>;
  /** The names, each with its `lettersOf`. */
  readonly suggestible: readonly { readonly name: string; readonly code: string; readonly letters: number }[];
  /** Alpha-2 code by alpha-3 code and by number. */
  readonly codes: ReadonlyMap<string, string>;
  /** Why a folded text is not a country. */
  readonly none: ReadonlyMap<string, NoCountry>;
}

/** The index, which is built on first use: most files contain only codes. */
const countryIndex = once(build);

/** Alpha-2 code by folded name, in the other languages: compressed, because few texts need them. */
const otherNames = once((): ReadonlyMap<string, string> => {
  const json = brotliDecompressSync(Buffer.from(JSON.parse(texts.otherNames), 'base64')).toString();
  return new Map(
    Object.entries(wordsBy(json)).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
  );
});

/** The words of a compiled file, ` | ` between them. */
const wordsBy = (json: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(JSON.parse(json) as Record<string, string>).map(([key, text]) => [key, wordsIn(text)]),
  );

function build(): CountryIndex {
  const names = new Map<string, string>();
  for (const [code, own] of Object.entries(wordsBy(texts.names)))
    for (const name of own) names.set(name, code);
  // The aliases of trace override other sources.
  for (const [code, aliases] of Object.entries(wordsBy(texts.countries)))
    for (const alias of aliases) names.set(foldText(alias), code);
  const excluded = new Map<string, NoCountry>();
  const reasons = wordsBy(texts.noCountries);
  for (const [reason, codes] of Object.entries(NO_COUNTRY)) {
    const why = () => say().countries[reason as keyof typeof NO_COUNTRY]();
    const found = noCountryReading(why, codes.length === 0 ? {} : { codes });
    for (const text of reasons[reason]!) excluded.set(foldText(text), found);
  }
  for (const key of excluded.keys()) names.delete(key);

  const suggestible = [...names].map(([name, code]) => ({ name, code, letters: lettersOf(name) }));
  const byCode = new Map<string, string>();
  for (const [alpha2, alpha3, number] of codes as string[][]) {
    if (!COUNTRY_CODES.has(alpha2!)) continue;
    byCode.set(alpha3!, alpha2!);
    byCode.set(number!, alpha2!);
  }
  return { names, suggestible, codes: byCode, none: excluded };
}
