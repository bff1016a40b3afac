import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { COUNTRY_CODES } from '../src/contract/country-codes.ts';
import { foldText } from '../src/fold.ts';
import { WORD_LANGUAGES } from '../src/language/languages.ts';

/** Names of other languages that are too short to be no other word. */
const SHORT = /^[a-z]{1,3}$/;

interface CountryFile {
  readonly countries: Readonly<Record<string, string | readonly string[]>>;
}

const PACKAGE = join(dirname(createRequire(import.meta.url).resolve('i18n-iso-countries')), 'langs');

/** Languages that only the platform has. */
const ONLY_PLATFORM = ['zh-Hant'];

/** The names of the countries in a language of the package, and those of the platform, each with its code. */
function namesIn(language: string): [string, string][] {
  const { countries }: CountryFile = ONLY_PLATFORM.includes(language)
    ? { countries: {} }
    : JSON.parse(readFileSync(join(PACKAGE, `${language}.json`), 'utf8'));
  const listed = Object.entries(countries).flatMap(([code, names]) =>
    [names].flat().map((name): [string, string] => [name, code]),
  );
  const platform = (['long', 'short'] as const).flatMap((style) => {
    const display = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
    return [...COUNTRY_CODES].map((code): [string, string] => [display.of(code) ?? '', code]);
  });
  const isOwn = Intl.DisplayNames.supportedLocalesOf(language).length > 0;
  return [...listed, ...(isOwn ? platform : [])].filter(
    ([name, code]) => name !== '' && COUNTRY_CODES.has(code),
  );
}

/**
 * The forms of a name by which it is found: folded; and as it is spelled if folding removes what distinguishes it, such as
 * the vowels of Indian scripts, or the accent of the Vietnamese `Ý`.
 */
function keysOf(name: string, joining: RegExp): string[] {
  const folded = foldText(name);
  const spelled = name.normalize('NFC').toLowerCase();
  if (/^[a-z]{0,2}$/.test(folded)) return /^\p{ASCII}*$/u.test(name) ? [] : [spelled];
  return [folded, foldText(name.replace(joining, ' ')), ...(/\p{M}/u.test(spelled) ? [spelled] : [])];
}

/**
 * The names of countries by code, folded, without those that name different countries in two languages: `names` in the
 * languages of the words, and `otherNames` in the other languages of the package, compressed, because few texts need them.
 */
export function countryNames(joining: string): { readonly names: object; readonly otherNames: string } {
  const pattern = new RegExp(`(?:\\s|-)(?:${joining.replaceAll(' | ', '|')})(?:\\s|-)`, 'giu');
  const languages = [...readdirSync(PACKAGE).map((file) => basename(file, '.json')), ...ONLY_PLATFORM];
  const own = new Set<string>(WORD_LANGUAGES);
  const codes = new Map<string, Set<string>>();
  const isOwn = new Set<string>();
  for (const language of languages)
    for (const [name, code] of namesIn(language))
      for (const key of keysOf(name, pattern)) {
        codes.set(key, (codes.get(key) ?? new Set()).add(code));
        if (own.has(language)) isOwn.add(key);
      }
  const byCode = (wanted: boolean): Record<string, string> => {
    const names = new Map<string, string[]>();
    for (const [key, [code, other]] of codes) {
      if (other !== undefined || isOwn.has(key) !== wanted || (!wanted && SHORT.test(key))) continue;
      names.set(code!, [...(names.get(code!) ?? []), key]);
    }
    return Object.fromEntries([...names].map(([code, all]) => [code, all.join(' | ')]));
  };
  const others = brotliCompressSync(JSON.stringify(byCode(false)));
  return { names: byCode(true), otherNames: others.toString('base64') };
}
