import type { Language } from '../contract/v2/study-lists.ts';
import words from './study-words.json' with { type: 'json' };

type Translations = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** Translations of qualities by the start of the name of a material, such as `RECYCLED `. */
const QUALITIES: Translations = words.qualities;
const MATERIALS: Translations = words.materials;

/** The name of a material in a language; without a translation, in lower-case English. */
export function materialIn(language: Language, material: string): string {
  const prefix = Object.keys(QUALITIES).find((beginning) => material.startsWith(beginning));
  if (prefix !== undefined) {
    const base = materialIn(language, material.slice(prefix.length));
    const quality = wordIn(QUALITIES, prefix, language);
    return language === 'en' ? `${quality} ${base}` : `${base} ${quality}`;
  }
  return Object.hasOwn(MATERIALS, material)
    ? wordIn(MATERIALS, material, language)
    : plain(material).toLowerCase();
}

/** A component category in a language; without a translation, in English. */
export const categoryIn = (language: Language, category: string): string =>
  wordIn(words.categories, category, language);

/** A packaging type in a language; without a translation, in English. */
export const packagingIn = (language: Language, type: string): string =>
  wordIn(words.packaging, type, language);

function wordIn(translations: Translations, name: string, language: Language): string {
  const known = Object.hasOwn(translations, name) ? translations[name] : undefined;
  return known?.[language] ?? plain(name);
}

/** Converts capitals to sentence case: `MAIN COMPONENT (NON WOVEN)` becomes `Main component (non woven)`. */
function plain(name: string): string {
  const lower = name.replaceAll('_', ' ').trim().toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
