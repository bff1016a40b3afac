import { z } from 'zod';
import { byLanguage, link, measured, openObject } from '../read-shape.ts';
import { RECYCLABILITIES, REUSE_POSSIBILITIES } from './packaging-lists.ts';
import { studyComponent } from './study-component.ts';
import { CERTIFICATION_STATUSES, STUDY_STATES } from './study-lists.ts';
import { studyResults } from './study-results.ts';

/** The claims that French law requires, by language (interface 2.6, agecClaims). */
export const agecClaims = z.looseObject({
  ecoModulation: byLanguage,
  microfibers: byLanguage,
  recycledMaterials: byLanguage,
});

/** A packaging of a study (interface 2.6, study packaging item). */
const studyPackaging = z.looseObject({
  id: z.string(),
  packagingRef: z.string(),
  type: z.string(),
  channel: z.string(),
  compostability: z.string(),
  ecoModulation: z.string(),
  hazardousSubstances: openObject,
  percentageRecycled: measured('%'),
  possibilityReUse: z.enum(REUSE_POSSIBILITIES),
  recyclability: z.enum(RECYCLABILITIES),
  typeTranslations: byLanguage,
  agecClaims: z.looseObject({
    ecoModulation: byLanguage,
    compostability: byLanguage,
    recycledMaterials: byLanguage,
    recyclability: byLanguage,
    possibilityReUse: byLanguage,
  }),
});

/** A study in the responses of `GET /v2/studies` and `GET /v2/studies/{id}/details` (interface 2.6). */
export const study = z.looseObject({
  id: z.string(),
  state: z.enum(STUDY_STATES),
  brandCollectionName: z.string(),
  category: z.string(),
  productRef: z.string(),
  colorCode: z.string(),
  projectType: z.string(),
  purchaseOrder: z.string(),
  /** A link; empty if the product was sent without one. */
  picture: z.string(),
  ecoModulation: z.string(),
  /** Links, separated by semicolons. */
  showcaseLinks: z.string(),
  weight: measured('g'),
  product: z.looseObject({
    id: z.string(),
    ref: z.string(),
    name: z.string(),
    publicName: z.string(),
    certifications: z.array(
      z.looseObject({ name: z.string(), status: z.enum(CERTIFICATION_STATUSES), isVisible: z.boolean() }),
    ),
  }),
  components: z.array(studyComponent),
  results: studyResults,
  links: z.array(z.looseObject({ link, type: z.string() })),
  showcaseTexts: z.looseObject({
    materialTextDescription: byLanguage,
    recyclabilityTextDescription: byLanguage,
    descriptionACV: byLanguage,
    descriptionACVSpecific: byLanguage,
  }),
  packaging: z.array(studyPackaging),
  agecClaims,
});

export type Study = z.infer<typeof study>;
export type StudyPackaging = z.infer<typeof studyPackaging>;
