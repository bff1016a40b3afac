import type { Language } from '../../language/languages.ts';
import type { Value } from '../field.ts';
import { countryLabels } from './countries.ts';
import { TEXTS } from './text/text.ts';

/**
 * Whether templates, in any language, offer a text for people to read instead of the value that is sent: `oui`,
 * `Italie (IT)`. Case is ignored.
 */
export function isLabel({ type }: Value, text: string): boolean {
  if (type === 'boolean' || type === 'flag') return yesNoLabels().has(keyOf(text));
  return type === 'country' && text.endsWith(')') && countries().has(keyOf(text));
}

const languages = (): Language[] => Object.keys(TEXTS) as Language[];

const keyOf = (text: string): string => text.toLowerCase();

let yesNo: ReadonlySet<string> | undefined;
let named: ReadonlySet<string> | undefined;

function yesNoLabels(): ReadonlySet<string> {
  yesNo ??= new Set(
    languages()
      .flatMap((language) => [TEXTS[language].yes, TEXTS[language].no])
      .map(keyOf),
  );
  return yesNo;
}

function countries(): ReadonlySet<string> {
  named ??= new Set(languages().flatMap(countryLabels).map(keyOf));
  return named;
}
