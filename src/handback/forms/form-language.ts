import { type Body, isObject, type Json } from '../../contract/kind.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../say.ts';

/** Countries whose suppliers get forms in a language, of those that trace speaks. All others get English. */
const LANGUAGE_OF: Readonly<Record<string, Language>> = {
  ...Object.fromEntries('FR BE LU MC CI DZ MA MG SN TN'.split(' ').map((country) => [country, 'fr'])),
  ...Object.fromEntries('DE AT CH LI'.split(' ').map((country) => [country, 'de'])),
};

/** The language for a supplier: that of its first contact who has one, else that of its country, else English. */
export function languageOfSupplier({ contacts, address, siteAddress }: Body): Language {
  const spoken = (Array.isArray(contacts) ? contacts : [])
    .map((contact) => textAt(contact, 'person', 'language')?.toLowerCase().slice(0, 2))
    .find((one) => one !== undefined);
  if (spoken !== undefined) return isLanguage(spoken) ? spoken : DEFAULT_LANGUAGE;
  const country = textAt(address, 'country') ?? textAt(siteAddress, 'country');
  return LANGUAGE_OF[country ?? ''] ?? DEFAULT_LANGUAGE;
}

function textAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const found = path.reduce<Json | undefined>((one, name) => (isObject(one) ? one[name] : undefined), value);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
