import type { Language } from '../../language/languages.ts';
import { COUNTRY_CODES } from '../country-codes.ts';

/** A country as lists of templates show it, and as the reader reads it: `France (FR)`. */
export function countryLabel(code: string, language: Language): string {
  const name = namesIn(language).of(code);
  return name === undefined ? code : `${name} (${code})`;
}

/** All countries, sorted by name. */
export const countryLabels = (language: Language): string[] =>
  [...COUNTRY_CODES]
    .map((code) => countryLabel(code, language))
    .sort(new Intl.Collator(language, { sensitivity: 'base' }).compare);

const names = new Map<Language, Intl.DisplayNames>();

function namesIn(language: Language): Intl.DisplayNames {
  let known = names.get(language);
  if (!known) {
    known = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    names.set(language, known);
  }
  return known;
}
