import { z } from 'zod';
import { branded, byLanguage, measured, openObject } from '../read-shape.ts';
import { agecClaims } from './study.ts';
import { materialEntry } from './study-component.ts';
import { STUDY_STATES } from './study-lists.ts';
import { studyResults } from './study-results.ts';

const { shape: results } = studyResults;

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
  /** The fields of an item are not shown. */
  productCertifications: z.array(openObject),
  impacts: z.looseObject({
    descriptionACVSpecific: byLanguage,
    descriptionACV: byLanguage,
    materialTextDescription: byLanguage,
    recyclabilityTextDescription: byLanguage,
    publicProductNames: byLanguage,
    hazardousSubstancesTextDescription: byLanguage,
    climateChange: results.climateChange,
    eutrophicationFreshWater: results.eutrophicationFreshWater,
    resourceUseFossils: results.resourceUseFossils,
    recycledMaterialsPercentage: results.recycledMaterialsPercentage,
    microplasticPercentage: results.microplasticPercentage,
    frenchSingleScore: results.frenchSingleScore,
    frenchSingleScorePerUnitWeight: results.frenchSingleScorePerUnitWeight,
    climateChangeEquivalence: results.climateChangeEquivalence,
    eutrophicationFreshWaterEquivalence: results.eutrophicationFreshWaterEquivalence,
    resourceUseFossilsEquivalence: results.resourceUseFossilsEquivalence,
    ecoContribution: z.string(),
    frenchSingleScoreDetails: results.frenchSingleScoreDetails,
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
