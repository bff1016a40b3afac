import { LANGUAGES } from '../../../contract/v2/study-lists.ts';
import { say } from '../../../say.ts';
import { type Certified, type Chain, certifiedOf, chainOf } from './chain.ts';
import {
  type Equivalence,
  equivalencesOf,
  type Fact,
  frenchScoreOf,
  type Impact,
  impactsOf,
} from './impacts.ts';
import {
  itemsOf,
  type JsonObject,
  numberOf,
  objectIn,
  plainOf,
  type Texts,
  textOf,
  textsOf,
} from './json-fields.ts';
import { fieldLabel } from './labels.ts';

/** A label, and its text in several languages. */
export interface LabelledTexts {
  readonly label: string;
  readonly texts: Texts;
}

interface PackagingPortrait {
  readonly ref: string;
  readonly type: string;
  readonly names: Texts;
  readonly facts: readonly Fact[];
  readonly claims: readonly LabelledTexts[];
}

/** The content of a study, in reading order (interface 2.6). */
export interface Portrait {
  readonly id: string;
  readonly state: string;
  /** The public name, else the name, else the reference. */
  readonly title: string;
  readonly productRef: string;
  readonly collection: string;
  readonly colorCode: string;
  readonly category: string;
  readonly projectType: string;
  readonly purchaseOrder: string;
  readonly ecoModulation: string;
  /** The weight of the product, in grams; null if unknown. */
  readonly weight: number | null;
  /** The links, each address once. */
  readonly links: readonly { readonly type: string; readonly link: string }[];
  readonly certifications: readonly Certified[];
  readonly chain: Chain;
  readonly impacts: readonly Impact[];
  /** The percentages of recycled materials and of microplastics. */
  readonly shares: readonly Fact[];
  readonly equivalences: readonly Equivalence[];
  /** The scale of grades is not documented in the interface. */
  readonly grades: readonly { readonly label: string; readonly value: number | null }[];
  readonly frenchScore: readonly Fact[];
  readonly claims: readonly LabelledTexts[];
  readonly texts: readonly LabelledTexts[];
  readonly packaging: readonly PackagingPortrait[];
  /** Whether its own texts say that its figures are made up. */
  readonly synthetic: boolean;
}

const SYNTHETIC = /synthetic figure|chiffres? fictifs?|cifras? ficticias?|cifr[ae] fittizi[ae]/i;

/** Reads a study. A missing or malformed value counts as empty; nothing throws. */
export function portraitOf(record: unknown): Portrait {
  const study = objectIn(record);
  const product = objectIn(study.product);
  const results = objectIn(study.results);
  const texts = labelledTexts(study.showcaseTexts);
  return {
    ...factsOf(study, product),
    links: linksOf(study),
    certifications: certifiedOf(product.certifications),
    chain: chainOf(study.components),
    impacts: impactsOf(results),
    shares: [
      { label: say().study.recycledShare(), value: numberOf(results.recycledMaterialsPercentage) },
      { label: say().study.microplasticShare(), value: numberOf(results.microplasticPercentage) },
    ],
    equivalences: equivalencesOf(results, LANGUAGES),
    grades: ['recyclability', 'traceability', 'compliance'].map((name) => ({
      label: fieldLabel(name),
      value: numberOf(objectIn(results.grades)[name]),
    })),
    frenchScore: frenchScoreOf(results),
    claims: labelledTexts(study.agecClaims),
    texts,
    packaging: itemsOf(study.packaging).map(packagingOf),
    synthetic: isSynthetic(texts),
  };
}

/** Whether the texts of a showcase say that the figures are made up. */
const isSynthetic = (all: readonly LabelledTexts[]): boolean =>
  all.some(({ texts }) => Object.values(texts).some((text) => SYNTHETIC.test(text)));

/** The fields of an object that contain texts by language. */
function labelledTexts(value: unknown): LabelledTexts[] {
  return Object.entries(objectIn(value))
    .filter(([, inner]) => typeof inner === 'object' && inner !== null && !Array.isArray(inner))
    .map(([name, inner]) => ({ label: fieldLabel(name), texts: textsOf(inner) }));
}

function factsOf(study: JsonObject, product: JsonObject) {
  const productRef = textOf(study.productRef) || textOf(product.ref);
  return {
    id: textOf(study.id),
    state: textOf(study.state),
    title: textOf(product.publicName) || textOf(product.name) || productRef,
    productRef,
    collection: textOf(study.brandCollectionName),
    colorCode: textOf(study.colorCode),
    category: textOf(study.category),
    projectType: textOf(study.projectType),
    purchaseOrder: textOf(study.purchaseOrder),
    ecoModulation: textOf(study.ecoModulation),
    weight: numberOf(study.weight),
  };
}

function linksOf(study: JsonObject): Portrait['links'] {
  const all = [
    ...itemsOf(study.links).map(({ link, type }) => ({ type: textOf(type), link: textOf(link) })),
    ...textOf(study.showcaseLinks)
      .split(';')
      .map((link) => ({ type: 'SHOWCASE', link: link.trim() })),
    { type: 'PICTURE', link: textOf(study.picture) },
  ];
  const seen = new Set<string>();
  return all.filter(({ link }) => link !== '' && !seen.has(link) && seen.add(link));
}

function packagingOf(inner: JsonObject): PackagingPortrait {
  return {
    ref: textOf(inner.packagingRef),
    type: textOf(inner.type),
    names: textsOf(inner.typeTranslations),
    facts: [
      { label: fieldLabel('channel'), value: textOf(inner.channel) || null },
      { label: fieldLabel('percentageRecycled'), value: numberOf(inner.percentageRecycled) },
      { label: fieldLabel('recyclability'), value: textOf(inner.recyclability) || null },
      { label: fieldLabel('possibilityReUse'), value: textOf(inner.possibilityReUse) || null },
      { label: fieldLabel('compostability'), value: textOf(inner.compostability) || null },
      { label: fieldLabel('ecoModulation'), value: textOf(inner.ecoModulation) || null },
      { label: fieldLabel('hazardousSubstances'), value: plainOf(inner.hazardousSubstances) || null },
    ],
    claims: labelledTexts(inner.agecClaims),
  };
}
