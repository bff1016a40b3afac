import type { Language } from '../../language/languages.ts';
import type { Value } from '../field.ts';
import { once } from '../remembered.ts';
import { countryLabels } from './countries.ts';
import { TEXTS } from './text.ts';

/**
 * Whether templates, in any language, offer a text for people to read instead of the value that is sent: `oui`,
 * `Italie (IT)`. Case is ignored.
 */
export function isLabel({ type }: Value, text: string): boolean {
  if (type === 'boolean' || type === 'flag') return yesNoLabels().has(keyOf(text));
  return type === 'country' && text.endsWith(')') && countries().has(keyOf(text));
}

/** The text that templates offer instead of a yes or a no that is sent; undefined for other values. */
export function yesNoLabel({ type }: Value, value: unknown, language: Language): string | undefined {
  if (type !== 'boolean' && type !== 'flag') return undefined;
  const { yes, no } = TEXTS[language];
  return value === 1 || value === true ? yes : value === 0 || value === false ? no : undefined;
}

const languages = (): Language[] => Object.keys(TEXTS) as Language[];

const keyOf = (text: string): string => text.toLowerCase();

const yesNoLabels = once(
  () => new Set(languages().flatMap((language) => [TEXTS[language].yes, TEXTS[language].no].map(keyOf))),
);

const countries = once(() => new Set(languages().flatMap(countryLabels).map(keyOf)));
