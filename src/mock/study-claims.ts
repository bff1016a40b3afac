import type { Body } from '../contract/kind.ts';
import type { Language } from '../contract/v2/study-lists.ts';
import { numberOf } from './study-materials.ts';
import { textOf } from './study-sources.ts';
import { inEach, labelled, percentIn, type Texts } from './study-texts.ts';

type Sentences = Readonly<Record<Language, string>>;

/** A share from which a product has to warn of microplastics. */
const MICROPLASTIC_SHARE = 50;

const MICROFIBRES: Sentences = {
  fr: "Rejette des microfibres plastiques dans l'environnement lors du lavage",
  en: 'Releases plastic microfibres into the environment when washed',
  es: 'Libera microfibras plásticas al medio ambiente durante el lavado',
  it: "Rilascia microfibre plastiche nell'ambiente durante il lavaggio",
};
const NO_MICROFIBRES: Sentences = {
  fr: 'Moins de la moitié de fibres synthétiques',
  en: 'Less than half of synthetic fibres',
  es: 'Menos de la mitad de fibras sintéticas',
  it: 'Meno della metà di fibre sintetiche',
};
const RECYCLED: Sentences = {
  fr: 'Part de matières recyclées, au moins',
  en: 'Share of recycled materials, at least',
  es: 'Proporción de materias recicladas, al menos',
  it: 'Quota di materiali riciclati, almeno',
};
const NO_RECYCLED: Sentences = {
  fr: 'Sans matières recyclées',
  en: 'Without recycled materials',
  es: 'Sin materias recicladas',
  it: 'Senza materiali riciclati',
};
const MODULATION: Sentences = {
  fr: 'Prime ou pénalité',
  en: 'Bonus or malus',
  es: 'Bonificación o penalización',
  it: 'Premio o penalità',
};
const NO_MODULATION: Sentences = {
  fr: 'Ni prime ni pénalité',
  en: 'Neither bonus nor malus',
  es: 'Ni bonificación ni penalización',
  it: 'Né premio né penalità',
};
const NOT_APPLICABLE: Sentences = {
  fr: 'Sans objet',
  en: 'Not applicable',
  es: 'No procede',
  it: 'Non applicabile',
};

/** What a packaging promises, by the value pushed. */
const PROMISES: Readonly<Record<string, Readonly<Record<string, Sentences>>>> = {
  compostability: {
    'NO - 0': { fr: 'Non compostable', en: 'Not compostable', es: 'No compostable', it: 'Non compostabile' },
    'YES - COMPOSTABLE': {
      fr: 'Emballage compostable',
      en: 'Compostable packaging',
      es: 'Envase compostable',
      it: 'Imballaggio compostabile',
    },
  },
  recyclability: {
    'NO - 0': { fr: 'Non recyclable', en: 'Not recyclable', es: 'No reciclable', it: 'Non riciclabile' },
    'YES - MOSTLY RECYCLING': {
      fr: 'Emballage majoritairement recyclable',
      en: 'Packaging mostly recyclable',
      es: 'Envase mayoritariamente reciclable',
      it: 'Imballaggio in gran parte riciclabile',
    },
    'YES - FULLY RECYCLING': {
      fr: 'Emballage entièrement recyclable',
      en: 'Packaging fully recyclable',
      es: 'Envase totalmente reciclable',
      it: 'Imballaggio interamente riciclabile',
    },
    'YES - FULLY RECYCLING + RECYCLABLE IN THE SAME TYPE OF PACKAGING': {
      fr: 'Emballage entièrement recyclable en emballage du même type',
      en: 'Packaging fully recyclable into packaging of the same type',
      es: 'Envase totalmente reciclable en envases del mismo tipo',
      it: 'Imballaggio interamente riciclabile in imballaggi dello stesso tipo',
    },
  },
  possibilityReUse: {
    'NO - 0': { fr: 'Non réemployable', en: 'Not reusable', es: 'No reutilizable', it: 'Non riutilizzabile' },
    'YES - REFILLABLE': {
      fr: 'Emballage rechargeable',
      en: 'Refillable packaging',
      es: 'Envase recargable',
      it: 'Imballaggio ricaricabile',
    },
    'YES - REUSABLE': {
      fr: 'Emballage réemployable',
      en: 'Reusable packaging',
      es: 'Envase reutilizable',
      it: 'Imballaggio riutilizzabile',
    },
  },
};

/** The claims of a product: its eco-modulation, and what its materials make of the other two. */
export function productClaims(
  product: Body,
  shares: { readonly recycledMaterialsPercentage: number; readonly microplasticPercentage: number },
  languages: readonly Language[],
) {
  const microfibres = shares.microplasticPercentage > MICROPLASTIC_SHARE ? MICROFIBRES : NO_MICROFIBRES;
  return {
    ecoModulation: modulationClaim(textOf(product.ecoModulation), languages),
    microfibers: inEach(languages, (language) => microfibres[language]),
    recycledMaterials: recycledClaim(shares.recycledMaterialsPercentage, languages),
  };
}

/** The claims of a packaging. */
export function packagingClaims(packaging: Body, languages: readonly Language[]) {
  const promise = (field: string) => {
    const sentences = PROMISES[field]?.[textOf(packaging[field])] ?? NOT_APPLICABLE;
    return inEach(languages, (language) => sentences[language]);
  };
  return {
    ecoModulation: modulationClaim(modulationOf(packaging), languages),
    compostability: promise('compostability'),
    recycledMaterials: recycledClaim(numberOf(packaging.percentageRecycled), languages),
    recyclability: promise('recyclability'),
    possibilityReUse: promise('possibilityReUse'),
  };
}

/** The values of a packaging's `ecoModulation` in one text, separated by semicolons. */
export function modulationOf({ ecoModulation }: Body): string {
  return Array.isArray(ecoModulation) ? ecoModulation.map(textOf).join(';') : '';
}

const HAZARDS: Readonly<Record<string, Sentences>> = {
  YES: {
    fr: 'Contient une substance dangereuse',
    en: 'Contains a hazardous substance',
    es: 'Contiene una sustancia peligrosa',
    it: 'Contiene una sostanza pericolosa',
  },
  NO: {
    fr: 'Sans substance dangereuse déclarée',
    en: 'No hazardous substance declared',
    es: 'Sin sustancia peligrosa declarada',
    it: 'Nessuna sostanza pericolosa dichiarata',
  },
  UNKNOWN: {
    fr: 'Substances dangereuses : non connu',
    en: 'Hazardous substances: not known',
    es: 'Sustancias peligrosas: no se sabe',
    it: 'Sostanze pericolose: non noto',
  },
};

/** What the packaging of a product says of hazardous substances: the worst of what was declared, and which. */
export function hazardTexts(packagings: readonly Body[], languages: readonly Language[]): Texts {
  const declared = packagings.map(({ hazardousSubstances }) => (hazardousSubstances ?? {}) as Body);
  const status = ['YES', 'UNKNOWN'].find((worst) => declared.some((told) => told.status === worst)) ?? 'NO';
  const substances = declared.map(({ value }) => textOf(value)).filter((value) => value !== '');
  const named = status === 'YES' ? [...new Set(substances)].join(', ') : '';
  return inEach(languages, (language) => {
    const sentence = HAZARDS[status]![language];
    return named === '' ? sentence : labelled(language, sentence, named);
  });
}

function modulationClaim(value: string, languages: readonly Language[]): Texts {
  return inEach(languages, (language) =>
    value === '' || value === 'NONE'
      ? NO_MODULATION[language]
      : labelled(language, MODULATION[language], value),
  );
}

function recycledClaim(percentage: number, languages: readonly Language[]): Texts {
  return inEach(languages, (language) =>
    percentage > 0
      ? labelled(language, RECYCLED[language], percentIn(language, percentage))
      : NO_RECYCLED[language],
  );
}
