import type { Language } from '../contract/v2/study-lists.ts';
import type { StudyResults } from '../contract/v2/study-results.ts';
import texts from './study-texts.json' with { type: 'json' };
import words from './study-words.json' with { type: 'json' };

/** A text for each language. */
export type StudyTexts = { [language in Language]?: string };

/** `synthetic` is a sentence in every study: its figures are not real. */
const { synthetic, labels, equivalences } = texts;

/** Creates a text for each of the languages. */
export function inEach(languages: readonly Language[], text: (language: Language) => string): StudyTexts {
  return Object.fromEntries(languages.map((language) => [language, text(language)]));
}

const NUMBERS = new Map<Language, Intl.NumberFormat>();

/** Formats a number for a language, with three significant digits. */
function numberIn(language: Language, value: number): string {
  let format = NUMBERS.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
    NUMBERS.set(language, format);
  }
  return format.format(value);
}

/** `label: value`, with a space before the colon in French. */
export const labelled = (language: Language, label: string, value: string): string =>
  `${label}${language === 'fr' ? ' ' : ''}: ${value}`;

/** Formats a percentage for a language: `80 %` or `80%`. */
export const percentIn = (language: Language, value: number): string =>
  `${numberIn(language, value)}${language === 'fr' || language === 'es' ? ' ' : ''}%`;

interface Described {
  readonly languages: readonly Language[];
  readonly results: Pick<StudyResults, 'climateChange' | 'waterUse' | 'grades'>;
  /** The materials of the product, each once. */
  readonly materials: readonly string[];
}

/** The texts of a showcase. Each starts or ends with the sentence that the figures are synthetic. */
export function showcaseTexts({ languages, results, materials }: Described) {
  const { climateChange, waterUse, grades } = results;
  const figure = (language: Language, value: number, unit: string) => `${numberIn(language, value)}${unit}`;
  const line = (label: keyof typeof labels, value: (language: Language) => string) => (language: Language) =>
    `${labelled(language, labels[label][language], value(language))}.`;
  const material = line(
    'materials',
    (language) => materials.map((one) => materialIn(language, one)).join(', ') || '–',
  );
  const recyclability = line('recyclability', (language) => figure(language, grades.recyclability, '/100'));
  const climate = line('climateChange', (language) => figure(language, climateChange, ' kg CO2 eq'));
  const water = line('waterUse', (language) => figure(language, waterUse, ' m3 eq'));
  return {
    materialTextDescription: inEach(languages, (one) => `${material(one)} ${synthetic[one]}`),
    recyclabilityTextDescription: inEach(languages, (one) => `${recyclability(one)} ${synthetic[one]}`),
    descriptionACV: inEach(languages, (one) => `${synthetic[one]} ${climate(one)}`),
    descriptionACVSpecific: inEach(languages, (one) => `${synthetic[one]} ${water(one)}`),
  };
}

/** An impact in everyday terms. */
export function equivalenceTexts(
  of: keyof typeof equivalences,
  value: number,
  languages: readonly Language[],
): StudyTexts {
  return inEach(languages, (language) => `${numberIn(language, value)} ${equivalences[of][language]}`);
}

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
