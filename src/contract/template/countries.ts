import type { Language } from '../../language/languages.ts';
import { COUNTRY_CODES, countryNames } from '../country-codes.ts';

/** A country as lists of templates show it, and as the reader reads it: `France (FR)`. */
export function countryLabel(code: string, language: Language): string {
  const name = countryNames(language).of(code);
  return name === undefined ? code : `${name} (${code})`;
}

/** All countries, sorted by name. */
export const countryLabels = (language: Language): string[] =>
  [...COUNTRY_CODES]
    .map((code) => countryLabel(code, language))
    .sort(new Intl.Collator(language, { sensitivity: 'base' }).compare);
