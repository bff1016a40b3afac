import type { Language } from '../contract/v2/study-lists.ts';
import type { StudyResults } from '../contract/v2/study-results.ts';
import { materialIn } from './study-words.ts';

/** One text a language. */
export type Texts = { [language in Language]?: string };

/** What says, in every study, that its figures are made up. */
const SYNTHETIC: Readonly<Record<Language, string>> = {
  fr: "Chiffres fictifs : inventés par un service d'essai local, et non issus d'une analyse de cycle de vie.",
  en: 'Synthetic figures: made up by a local trial service, not the outcome of a life-cycle assessment.',
  es: 'Cifras ficticias: inventadas por un servicio de prueba local, no proceden de un análisis de ciclo de vida.',
  it: 'Cifre fittizie: inventate da un servizio di prova locale, non provengono da una valutazione del ciclo di vita.',
};

/** A text for each language asked for. */
export function inEach(languages: readonly Language[], text: (language: Language) => string): Texts {
  return Object.fromEntries(languages.map((language) => [language, text(language)]));
}

const NUMBERS = new Map<Language, Intl.NumberFormat>();

/** A number as the language writes it, three digits that count. */
function numberIn(language: Language, value: number): string {
  let format = NUMBERS.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
    NUMBERS.set(language, format);
  }
  return format.format(value);
}

/** `label: value`, with the space that French wants before a colon. */
export const labelled = (language: Language, label: string, value: string): string =>
  `${label}${language === 'fr' ? ' ' : ''}: ${value}`;

/** `80 %` or `80%`, as the language writes it. */
export const percentIn = (language: Language, value: number): string =>
  `${numberIn(language, value)}${language === 'fr' || language === 'es' ? ' ' : ''}%`;

interface Described {
  readonly languages: readonly Language[];
  readonly results: Pick<StudyResults, 'climateChange' | 'waterUse' | 'grades'>;
  /** Each once. */
  readonly materials: readonly string[];
}

const CLIMATE: Readonly<Record<Language, string>> = {
  fr: 'Changement climatique',
  en: 'Climate change',
  es: 'Cambio climático',
  it: 'Cambiamento climatico',
};
const WATER: Readonly<Record<Language, string>> = {
  fr: "Usage de l'eau",
  en: 'Water use',
  es: 'Uso de agua',
  it: 'Uso di acqua',
};
const MATERIALS: Readonly<Record<Language, string>> = {
  fr: 'Matières',
  en: 'Materials',
  es: 'Materias',
  it: 'Materiali',
};
const RECYCLABILITY: Readonly<Record<Language, string>> = {
  fr: 'Note de recyclabilité',
  en: 'Recyclability grade',
  es: 'Nota de reciclabilidad',
  it: 'Voto di riciclabilità',
};

/** The texts of a showcase. Each begins or ends with what says that the figures are made up. */
export function showcaseTexts({ languages, results, materials }: Described) {
  const { climateChange, waterUse, grades } = results;
  const claimFirst = (label: Readonly<Record<Language, string>>, value: (language: Language) => string) =>
    inEach(languages, (language) => `${line(language, label, value)} ${SYNTHETIC[language]}`);
  const figureLast = (label: Readonly<Record<Language, string>>, value: (language: Language) => string) =>
    inEach(languages, (language) => `${SYNTHETIC[language]} ${line(language, label, value)}`);
  return {
    materialTextDescription: claimFirst(
      MATERIALS,
      (language) => materials.map((material) => materialIn(language, material)).join(', ') || '–',
    ),
    recyclabilityTextDescription: claimFirst(
      RECYCLABILITY,
      (language) => `${numberIn(language, grades.recyclability)}/100`,
    ),
    descriptionACV: figureLast(CLIMATE, (language) => `${numberIn(language, climateChange)} kg CO2 eq`),
    descriptionACVSpecific: figureLast(WATER, (language) => `${numberIn(language, waterUse)} m3 eq`),
  };
}

function line(
  language: Language,
  label: Readonly<Record<Language, string>>,
  value: (language: Language) => string,
): string {
  return `${labelled(language, label[language], value(language))}.`;
}

const EQUIVALENCES = {
  climateChange: {
    fr: 'km en voiture (chiffre fictif)',
    en: 'km by car (synthetic figure)',
    es: 'km en coche (cifra ficticia)',
    it: 'km in auto (cifra fittizia)',
  },
  eutrophicationFreshWater: {
    fr: 'lessives (chiffre fictif)',
    en: 'loads of washing (synthetic figure)',
    es: 'coladas (cifra ficticia)',
    it: 'bucati (cifra fittizia)',
  },
  resourceUseFossils: {
    fr: "heures d'une ampoule (chiffre fictif)",
    en: 'hours of a light bulb (synthetic figure)',
    es: 'horas de una bombilla (cifra ficticia)',
    it: 'ore di una lampadina (cifra fittizia)',
  },
} as const satisfies Record<string, Record<Language, string>>;

/** What an impact is worth in everyday things. */
export function equivalenceTexts(
  of: keyof typeof EQUIVALENCES,
  value: number,
  languages: readonly Language[],
): Texts {
  return inEach(languages, (language) => `${numberIn(language, value)} ${EQUIVALENCES[of][language]}`);
}
