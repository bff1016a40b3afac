import { z } from 'zod';
import { branded, byLanguage, measured, openObject } from '../read-shape.ts';
import { agecClaims } from './study.ts';
import { materialEntry } from './study-component.ts';
import { STUDY_STATES } from './study-lists.ts';
import { studyResults } from './study-results.ts';

/** The results of a study that its showcase contains. */
const RESULT_NAMES = [
  ...(['climateChange', 'eutrophicationFreshWater', 'resourceUseFossils'] as const),
  ...(['recycledMaterialsPercentage', 'microplasticPercentage'] as const),
  ...(['frenchSingleScore', 'frenchSingleScorePerUnitWeight', 'climateChangeEquivalence'] as const),
  ...(['eutrophicationFreshWaterEquivalence', 'resourceUseFossilsEquivalence'] as const),
] as const;

type ResultName = (typeof RESULT_NAMES)[number];

/** Picks the results of a study that its showcase contains. */
export const showcaseResults = <Results extends { readonly [name in ResultName]: unknown }>(
  results: Results,
) => Object.fromEntries(RESULT_NAMES.map((name) => [name, results[name]])) as Pick<Results, ResultName>;

/** The public part of a study: the response of `GET /v2/studies/{id}/showcase` (interface 2.7). */
export const showcase = z.looseObject({
  name: z.string(),
  publicName: z.string(),
  type: z.string(),
  color: z.string(),
  picture: z.string(),
  sku: z.string(),
  state: z.enum(STUDY_STATES),
  hasDurability: z.boolean(),
  studyType: z.string(),
  components: z.array(branded({ category: z.string(), composition: z.array(materialEntry) }, 'category_')),
  grades: z.looseObject({ recyclability: z.number(), traceability: z.number() }),
  /** The interface does not document the fields of an item. */
  productCertifications: z.array(openObject),
  impacts: z.looseObject({
    descriptionACVSpecific: byLanguage,
    descriptionACV: byLanguage,
    materialTextDescription: byLanguage,
    recyclabilityTextDescription: byLanguage,
    publicProductNames: byLanguage,
    hazardousSubstancesTextDescription: byLanguage,
    ...showcaseResults(studyResults.shape),
    ecoContribution: z.string(),
    frenchSingleScoreDetails: studyResults.shape.frenchSingleScoreDetails,
  }),
  packaging: z.array(
    z.looseObject({
      id: z.string(),
      ref: z.string(),
      channel: z.string(),
      compostability: z.string(),
      possibilityReUse: z.string(),
      percentageRecycled: measured('%'),
      hazardousSubstances: openObject,
    }),
  ),
  agecClaims,
});

export type Showcase = z.infer<typeof showcase>;
