import type { Body } from '../contract/kind.ts';
import type { Study, StudyPackaging } from '../contract/v2/study.ts';
import type { MaterialEntry, StudyComponent } from '../contract/v2/study-component.ts';
import type { Language } from '../contract/v2/study-lists.ts';
import { type Showcase, showcaseResults } from '../contract/v2/study-showcase.ts';
import { studyLinks } from './responses.ts';
import { certificationsOf } from './study-certifications.ts';
import { figuresOf } from './study-figures.ts';
import { numberOf, portionsOf, productWeight } from './study-materials.ts';
import { type Seed, seedOf } from './study-seed.ts';
import { type StoredRecord, type StudySource, textOf } from './study-sources.ts';
import { chainOf, componentSteps, group, productSteps } from './study-steps.ts';
import texts from './study-texts.json' with { type: 'json' };
import {
  categoryIn,
  inEach,
  labelled,
  materialIn,
  packagingIn,
  percentIn,
  type StudyTexts,
  showcaseTexts,
} from './study-texts.ts';

type Sentences = Readonly<Record<Language, string>>;

/** Percentage of microplastic materials above which a product must have a warning. */
const MICROPLASTIC_SHARE = 50;

const { claims, hazards } = texts;

/** Sentences for the claims of a packaging, by field and value. */
const PROMISES: Readonly<Record<string, Readonly<Record<string, Sentences>>>> = texts.promises;

/** The claims of a product, from its eco-modulation and the shares of its materials. */
function productClaims(
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
function packagingClaims(packaging: Body, languages: readonly Language[]) {
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
function modulationOf({ ecoModulation }: Body): string {
  return Array.isArray(ecoModulation) ? ecoModulation.map(textOf).join(';') : '';
}

/** The text on hazardous substances: the worst status of all packaging of a product, and the substances. */
function hazardTexts(packagings: readonly Body[], languages: readonly Language[]): StudyTexts {
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

function modulationClaim(value: string, languages: readonly Language[]): StudyTexts {
  return inEach(languages, (language) =>
    value === '' || value === 'NONE'
      ? claims.noModulation[language]
      : labelled(language, claims.modulation[language], value),
  );
}

function recycledClaim(percentage: number, languages: readonly Language[]): StudyTexts {
  return inEach(languages, (language) =>
    percentage > 0
      ? labelled(language, claims.recycled[language], percentIn(language, percentage))
      : claims.noRecycled[language],
  );
}

/** The properties of a response with a study. */
export interface StudyView {
  readonly baseUrl: string;
  /** The languages of texts, claims and translations. */
  readonly languages: readonly Language[];
}

/** The brand of the mock, in the field names `raw_material_<brand>` and `category_<brand>`. */
const BRAND = 'mock';

/**
 * The response with a study (interface 2.6), computed from its records. Required values that were not sent are an empty
 * text or 0. Figures and scores are synthetic, as the texts state.
 */
export function studyBody(source: StudySource, view: StudyView): Study {
  const { languages } = view;
  const { body } = source.product;
  const seed = seedOf(source);
  const { qrCodeLink, showcaseLink } = studyLinks(view.baseUrl, source.id);
  const components = componentsOf(source, seed, languages);
  const results = figuresOf(source, components, seed, languages);
  const materials = components.flatMap(({ composition }) =>
    composition.map(({ raw_material }) => raw_material),
  );
  return {
    id: source.id,
    state: source.state,
    brandCollectionName: textOf(body.productCollectionRef),
    category: textOf(body.category),
    productRef: textOf(body.productRef),
    colorCode: source.colorCode,
    projectType: textOf(body.projectType),
    purchaseOrder: textOf(body.purchaseOrder),
    picture: textOf(body.picture),
    ecoModulation: textOf(body.ecoModulation),
    showcaseLinks: languages.map((language) => `${showcaseLink}?lang=${language}`).join(';'),
    weight: productWeight(source),
    product: {
      id: source.product.id,
      ref: textOf(body.productRef),
      name: textOf(body.name),
      publicName: textOf(body.publicName),
      certifications: certificationsOf(body, seed).map(({ name, status, isVisible }) => ({
        name,
        status,
        isVisible,
      })),
    },
    components,
    results,
    links: [
      { link: showcaseLink, type: 'SHOWCASE' },
      { link: qrCodeLink, type: 'QR_CODE' },
    ],
    showcaseTexts: showcaseTexts({ languages, results, materials: [...new Set(materials)] }),
    packaging: source.packagings.map((packaging) => packagingOf(packaging, languages)),
    agecClaims: productClaims(body, results, languages),
  };
}

function componentsOf(source: StudySource, seed: Seed, languages: readonly Language[]): StudyComponent[] {
  const product = productSteps(source);
  const lastTransport = textOf(source.product.body.transportTypeToDestMarket);
  return source.components.map(({ body }, at): StudyComponent => {
    const steps = [...componentSteps(body, source.suppliers), ...product];
    const portions = portionsOf(body);
    const category = textOf(body.category);
    return {
      ref: textOf(body.componentRef),
      supplierCode: textOf(body.supplierComponentCode),
      type: textOf(body.type),
      generalComposition: portions.map(({ material, percentage }) => `${percentage}% ${material}`).join(';'),
      name: categoryIn('en', category),
      category,
      weight: numberOf(body.componentWeight),
      categoryTranslations: inEach(languages, (language) => categoryIn(language, category)),
      lotReferences: Array.isArray(body.lotReferences) ? body.lotReferences.map(textOf) : [],
      composition: portions.map(({ material, percentage, origin }, item): MaterialEntry => {
        const branch = `${group(at)}.${group(item)}`;
        return {
          id: seed.id(`material ${branch}`),
          percentage,
          raw_material: material,
          [`raw_material_${BRAND}`]: materialIn('en', material),
          materialTranslations: inEach(languages, (language) => materialIn(language, material)),
          traceability_steps: chainOf(origin, steps, { branch, seed, lastTransport }),
        };
      }),
    };
  });
}

function packagingOf({ id, body }: StoredRecord, languages: readonly Language[]): StudyPackaging {
  const type = textOf(body.type);
  return {
    id,
    packagingRef: textOf(body.packagingRef),
    type,
    channel: textOf(body.channel),
    compostability: textOf(body.compostability),
    ecoModulation: modulationOf(body),
    hazardousSubstances: (body.hazardousSubstances ?? {}) as Body,
    percentageRecycled: numberOf(body.percentageRecycled),
    possibilityReUse: body.possibilityReUse as StudyPackaging['possibilityReUse'],
    recyclability: body.recyclability as StudyPackaging['recyclability'],
    typeTranslations: inEach(languages, (language) => packagingIn(language, type)),
    agecClaims: packagingClaims(body, languages),
  };
}

/** The public part of a study (interface 2.7): some of its figures and texts. */
export function showcaseBody(source: StudySource, view: StudyView): Showcase {
  const study = studyBody(source, view);
  const { results, product, showcaseTexts } = study;
  const publicName = product.publicName || product.name;
  const { recyclability, traceability } = results.grades;
  return {
    name: product.name,
    publicName,
    type: study.category,
    color: study.colorCode,
    picture: study.picture,
    sku: study.productRef,
    state: study.state,
    hasDurability: results.frenchSingleScoreDetails.malusBonusServiceDuration >= 1,
    studyType: study.projectType,
    components: study.components.map(({ category, composition }) => ({
      category,
      [`category_${BRAND}`]: categoryIn('en', category),
      composition,
    })),
    grades: { recyclability, traceability },
    productCertifications: product.certifications.map(({ name, status, isVisible }) => ({
      name,
      status,
      isVisible,
    })),
    impacts: {
      ...showcaseTexts,
      publicProductNames: inEach(view.languages, () => publicName),
      hazardousSubstancesTextDescription: hazardTexts(
        source.packagings.map(({ body }) => body),
        view.languages,
      ),
      ...showcaseResults(results),
      ecoContribution: study.ecoModulation,
      frenchSingleScoreDetails: results.frenchSingleScoreDetails,
    },
    packaging: study.packaging.map((packaging) => ({
      id: packaging.id,
      ref: packaging.packagingRef,
      channel: packaging.channel,
      compostability: packaging.compostability,
      possibilityReUse: packaging.possibilityReUse,
      percentageRecycled: packaging.percentageRecycled,
      hazardousSubstances: packaging.hazardousSubstances,
    })),
    agecClaims: study.agecClaims,
  };
}
