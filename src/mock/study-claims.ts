import type { Body } from '../contract/kind.ts';
import type { Language } from '../contract/v2/study-lists.ts';
import { numberOf } from './study-materials.ts';
import { textOf } from './study-sources.ts';
import texts from './study-texts.json' with { type: 'json' };
import { inEach, labelled, percentIn, type Texts } from './study-texts.ts';

type Sentences = Readonly<Record<Language, string>>;

/** Above this percentage, a product must warn of microplastics. */
const MICROPLASTIC_SHARE = 50;

const { claims, hazards } = texts;

/** The sentences about a packaging, by field and value. */
const PROMISES: Readonly<Record<string, Readonly<Record<string, Sentences>>>> = texts.promises;

/** The claims of a product, from its eco-modulation and the shares of its materials. */
export function productClaims(
  product: Body,
  shares: { readonly recycledMaterialsPercentage: number; readonly microplasticPercentage: number },
  languages: readonly Language[],
) {
  const microfibres =
    shares.microplasticPercentage > MICROPLASTIC_SHARE ? claims.microfibres : claims.noMicrofibres;
  return {
    ecoModulation: modulationClaim(textOf(product.ecoModulation), languages),
    microfibers: inEach(languages, (language) => microfibres[language]),
    recycledMaterials: recycledClaim(shares.recycledMaterialsPercentage, languages),
  };
}

/** The claims of a packaging. */
export function packagingClaims(packaging: Body, languages: readonly Language[]) {
  const promise = (field: string) => {
    const sentences = PROMISES[field]?.[textOf(packaging[field])] ?? claims.notApplicable;
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

/** The text on hazardous substances: the worst status of all packaging of a product, and the substances. */
export function hazardTexts(packagings: readonly Body[], languages: readonly Language[]): Texts {
  const declared = packagings.map(({ hazardousSubstances }) => (hazardousSubstances ?? {}) as Body);
  const status =
    (['YES', 'UNKNOWN'] as const).find((worst) => declared.some((one) => one.status === worst)) ?? 'NO';
  const substances = declared.map(({ value }) => textOf(value)).filter((value) => value !== '');
  const named = status === 'YES' ? [...new Set(substances)].join(', ') : '';
  return inEach(languages, (language) => {
    const sentence = hazards[status][language];
    return named === '' ? sentence : labelled(language, sentence, named);
  });
}

function modulationClaim(value: string, languages: readonly Language[]): Texts {
  return inEach(languages, (language) =>
    value === '' || value === 'NONE'
      ? claims.noModulation[language]
      : labelled(language, claims.modulation[language], value),
  );
}

function recycledClaim(percentage: number, languages: readonly Language[]): Texts {
  return inEach(languages, (language) =>
    percentage > 0
      ? labelled(language, claims.recycled[language], percentIn(language, percentage))
      : claims.noRecycled[language],
  );
}
