import { LANGUAGES } from '../../../contract/v2/study-lists.ts';
import { type Certified, type Chain, certifiedOf, chainOf } from './chain.ts';
import {
  type Held,
  heldOf,
  itemsOf,
  numberOf,
  plainOf,
  type Texts,
  textOf,
  textsOf,
  wordsOf,
} from './held.ts';
import {
  type Equivalence,
  equivalencesOf,
  frenchScoreOf,
  type Impact,
  impactsOf,
  type Told,
} from './impacts.ts';

/** A text in its languages. */
export interface Said {
  readonly label: string;
  readonly texts: Texts;
}

interface PackagingPortrait {
  readonly ref: string;
  readonly type: string;
  readonly names: Texts;
  readonly facts: readonly Told[];
  readonly claims: readonly Said[];
}

/** What a study tells, in the order in which people read it (interface 2.6). */
export interface Portrait {
  readonly id: string;
  readonly state: string;
  /** The public name, else the name, else the reference. */
  readonly title: string;
  readonly name: string;
  readonly productRef: string;
  readonly collection: string;
  readonly colorCode: string;
  readonly category: string;
  readonly projectType: string;
  readonly purchaseOrder: string;
  readonly ecoModulation: string;
  readonly picture: string;
  /** Grams. */
  readonly weight: number | null;
  /** Each once, with what it leads to. */
  readonly links: readonly { readonly type: string; readonly link: string }[];
  readonly certifications: readonly Certified[];
  readonly chain: Chain;
  readonly impacts: readonly Impact[];
  /** Percentages of recycled materials and microplastics. */
  readonly shares: readonly Told[];
  readonly equivalences: readonly Equivalence[];
  /** As told; the interface does not show their scale. */
  readonly grades: readonly { readonly label: string; readonly value: number | null }[];
  readonly frenchScore: readonly Told[];
  readonly claims: readonly Said[];
  readonly texts: readonly Said[];
  readonly packaging: readonly PackagingPortrait[];
  /** The study itself says that its figures are made up. */
  readonly synthetic: boolean;
}

const SYNTHETIC = /synthetic figure|chiffres? fictifs?|cifras? ficticias?|cifr[ae] fittizi[ae]/i;

/** A portrait of any answer: what is missing or of another type is empty, never an exception. */
export function portraitOf(answer: unknown): Portrait {
  const study = heldOf(answer);
  const product = heldOf(study.product);
  const results = heldOf(study.results);
  const texts = saidOf(study.showcaseTexts, TEXT_LABELS);
  return {
    ...headOf(study, product),
    links: linksOf(study),
    certifications: certifiedOf(product.certifications),
    chain: chainOf(study.components),
    impacts: impactsOf(results),
    shares: [
      { label: 'Recycled materials (%)', value: numberOf(results.recycledMaterialsPercentage) },
      { label: 'Microplastics (%)', value: numberOf(results.microplasticPercentage) },
    ],
    equivalences: equivalencesOf(results, LANGUAGES),
    grades: ['recyclability', 'traceability', 'compliance'].map((name) => ({
      label: wordsOf(name),
      value: numberOf(heldOf(results.grades)[name]),
    })),
    frenchScore: frenchScoreOf(results),
    claims: saidOf(study.agecClaims, CLAIM_LABELS),
    texts,
    packaging: itemsOf(study.packaging).map(packagingOf),
    synthetic: saysSynthetic(texts),
  };
}

/** Whether texts of a showcase say that the figures are made up. */
export const saysSynthetic = (said: readonly Said[]): boolean =>
  said.some(({ texts }) => Object.values(texts).some((text) => SYNTHETIC.test(text)));

export const CLAIM_LABELS: Readonly<Record<string, string>> = {
  ecoModulation: 'Eco-modulation',
  microfibers: 'Microfibres',
  recycledMaterials: 'Recycled materials',
  compostability: 'Compostability',
  recyclability: 'Recyclability',
  possibilityReUse: 'Re-use',
};

export const TEXT_LABELS: Readonly<Record<string, string>> = {
  materialTextDescription: 'Materials',
  recyclabilityTextDescription: 'Recyclability',
  descriptionACV: 'Life cycle',
  descriptionACVSpecific: 'Life cycle, specific',
  publicProductNames: 'Public name',
  hazardousSubstancesTextDescription: 'Hazardous substances',
};

/** The objects by language that an object holds. */
export function saidOf(value: unknown, labels: Readonly<Record<string, string>>): Said[] {
  return Object.entries(heldOf(value))
    .filter(([, held]) => typeof held === 'object' && held !== null && !Array.isArray(held))
    .map(([name, held]) => ({ label: labels[name] ?? wordsOf(name), texts: textsOf(held) }));
}

function headOf(study: Held, product: Held) {
  const productRef = textOf(study.productRef) || textOf(product.ref);
  const name = textOf(product.name);
  return {
    id: textOf(study.id),
    state: textOf(study.state),
    title: textOf(product.publicName) || name || productRef,
    name,
    productRef,
    collection: textOf(study.brandCollectionName),
    colorCode: textOf(study.colorCode),
    category: textOf(study.category),
    projectType: textOf(study.projectType),
    purchaseOrder: textOf(study.purchaseOrder),
    ecoModulation: textOf(study.ecoModulation),
    picture: textOf(study.picture),
    weight: numberOf(study.weight),
  };
}

function linksOf(study: Held): Portrait['links'] {
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

function packagingOf(held: Held): PackagingPortrait {
  return {
    ref: textOf(held.packagingRef),
    type: textOf(held.type),
    names: textsOf(held.typeTranslations),
    facts: [
      { label: 'Channel', value: textOf(held.channel) || null },
      { label: 'Recycled (%)', value: numberOf(held.percentageRecycled) },
      { label: 'Recyclability', value: textOf(held.recyclability) || null },
      { label: 'Re-use', value: textOf(held.possibilityReUse) || null },
      { label: 'Compostability', value: textOf(held.compostability) || null },
      { label: 'Eco-modulation', value: textOf(held.ecoModulation) || null },
      { label: 'Hazardous substances', value: plainOf(held.hazardousSubstances) || null },
    ],
    claims: saidOf(held.agecClaims, CLAIM_LABELS),
  };
}
