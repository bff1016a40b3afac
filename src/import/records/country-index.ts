import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import de from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import it from 'i18n-iso-countries/langs/it.json' with { type: 'json' };
import pt from 'i18n-iso-countries/langs/pt.json' with { type: 'json' };
import { COUNTRY_CODES } from '../../contract/countries.ts';
import { COUNTRY_ALIASES, NO_COUNTRY } from './country-names.ts';
import { foldText } from './text.ts';

/** Names and codes of countries, folded. */
export interface CountryIndex {
  /** Alpha-2 code by folded name; null for a name of several countries. */
  readonly names: ReadonlyMap<string, string | null>;
  /** Alpha-2 code by alpha-3 code and by number. */
  readonly codes: ReadonlyMap<string, string>;
  /** Why a folded text is not a country. */
  readonly none: ReadonlyMap<string, string>;
}

let index: CountryIndex | undefined;

/** Builds the index on first use: most files contain only codes. */
export function countryIndex(): CountryIndex {
  index ??= build();
  return index;
}

function build(): CountryIndex {
  const names = new Map<string, string | null>();
  const add = (name: string, code: string) => {
    for (const key of [foldText(name), foldText(name.replace(CONJUNCTION, ' '))]) {
      const before = names.get(key);
      names.set(key, before === undefined || before === code ? code : null);
    }
  };
  for (const { countries } of [en, fr, it, es, de, pt]) {
    for (const [code, called] of Object.entries(countries)) {
      if (!COUNTRY_CODES.has(code)) continue;
      for (const name of Array.isArray(called) ? called : [called]) add(name, code);
    }
  }
  for (const language of ['en', 'fr', 'it', 'es', 'de', 'pt']) {
    for (const style of ['long', 'short'] as const) {
      const display = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
      for (const code of COUNTRY_CODES) {
        const name = display.of(code);
        if (name !== undefined) add(name, code);
      }
    }
  }
  // Our own names win where sources disagree.
  for (const [code, aliases] of Object.entries(COUNTRY_ALIASES)) {
    for (const alias of aliases) names.set(foldText(alias), code);
  }
  const none = new Map<string, string>();
  for (const { says, texts } of NO_COUNTRY) for (const text of texts) none.set(foldText(text), says);
  for (const key of none.keys()) names.delete(key);

  const byCode = new Map<string, string>();
  for (const [alpha2, alpha3, number] of codes as string[][]) {
    if (!COUNTRY_CODES.has(alpha2!)) continue;
    byCode.set(alpha3!, alpha2!);
    byCode.set(number!, alpha2!);
  }
  return { names, codes: byCode, none };
}

/** `Antigua & Barbuda` and `Antigua and Barbuda` are one name. */
const CONJUNCTION = /(?:\s|-)(?:and|et|e|y|und)(?:\s|-)/giu;
