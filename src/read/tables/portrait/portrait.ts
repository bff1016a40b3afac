import { LANGUAGES } from '../../../contract/v2/study-lists.ts';
import { say } from '../../../say.ts';
import { certifiedOf, chainOf } from './chain.ts';
import { equivalencesOf, type Fact, frenchScoreOf, impactsOf } from './impacts.ts';
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

/** The content of a study, in reading order (interface 2.6). */
export type Portrait = ReturnType<typeof portraitOf>;

const SYNTHETIC = /synthetic figure|chiffres? fictifs?|cifras? ficticias?|cifr[ae] fittizi[ae]/i;

/** Reads a study. A missing or malformed value counts as empty; nothing throws. */
export function portraitOf(record: unknown) {
  const study = objectIn(record);
  const product = objectIn(study.product);
  const results = objectIn(study.results);
  const texts = labelledTexts(study.showcaseTexts);
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
    /** In grams; null if unknown. */
    weight: numberOf(study.weight),
    links: linksOf(study),
    certifications: certifiedOf(product.certifications),
    chain: chainOf(study.components),
    impacts: impactsOf(results),
    /** The percentages of recycled materials and of microplastics. */
    shares: [
      { label: say().study.recycledShare(), value: numberOf(results.recycledMaterialsPercentage) },
      { label: say().study.microplasticShare(), value: numberOf(results.microplasticPercentage) },
    ],
    equivalences: equivalencesOf(results, LANGUAGES),
    /** Their scale is not documented in the interface. */
    grades: ['recyclability', 'traceability', 'compliance'].map((name) => ({
      label: fieldLabel(name),
      value: numberOf(objectIn(results.grades)[name]),
    })),
    frenchScore: frenchScoreOf(results),
    claims: labelledTexts(study.agecClaims),
    texts,
    packaging: itemsOf(study.packaging).map(packagingOf),
    /** Whether its own texts say that its figures are made up. */
    synthetic: texts.some((one) => Object.values(one.texts).some((text) => SYNTHETIC.test(text))),
  };
}

/** The fields of an object that contain texts by language. */
function labelledTexts(value: unknown): LabelledTexts[] {
  return Object.entries(objectIn(value))
    .filter(([, inner]) => typeof inner === 'object' && inner !== null && !Array.isArray(inner))
    .map(([name, inner]) => ({ label: fieldLabel(name), texts: textsOf(inner) }));
}

/** The links of a study, each address once. */
function linksOf(study: JsonObject) {
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

function packagingOf(inner: JsonObject) {
  const textFact = (name: string, value = textOf(inner[name])): Fact => ({
    label: fieldLabel(name),
    value: value || null,
  });
  return {
    ref: textOf(inner.packagingRef),
    type: textOf(inner.type),
    names: textsOf(inner.typeTranslations),
    facts: [
      textFact('channel'),
      { label: fieldLabel('percentageRecycled'), value: numberOf(inner.percentageRecycled) },
      ...['recyclability', 'possibilityReUse', 'compostability', 'ecoModulation'].map((name) =>
        textFact(name),
      ),
      textFact('hazardousSubstances', plainOf(inner.hazardousSubstances)),
    ],
    claims: labelledTexts(inner.agecClaims),
  };
}
