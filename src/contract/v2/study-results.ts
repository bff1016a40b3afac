import { z } from 'zod';
import { measured, openObject } from '../read-shape.ts';

/** The settings of a brand for the French score (interface 2.6, brandSettings). */
const brandSettings = z.looseObject({
  companySize: openObject,
  repairService: z.boolean(),
  traceabilityDisplay: z.boolean(),
  maxReferencesNumber: z.number(),
  productPrice: z.number(),
  createdAt: z.string(),
});

/** The parts of the French single score (interface 2.6). */
const frenchSingleScoreDetails = z.looseObject({
  brandScore: z.number(),
  productScore: z.number(),
  malusBonusServiceDuration: z.number(),
  referenceServiceDuration: z.number(),
  adjustedServiceDuration: z.number(),
  lcaFrenchSingleScore: z.number(),
  ooeuExportFrenchSingleScore: z.number(),
  microfibersFrenchSingleScore: z.number(),
  productRangeCoefficient: z.number(),
  repairPromotionCoefficient: z.number(),
  traceabilityDisplayCoefficient: z.number(),
  brandSettings,
});

/** The impacts and scores of a study (interface 2.6, results). The interface gives no unit for plain numbers. */
export const studyResults = z.looseObject({
  resourceUseMineralsMetals: measured('kg Sb eq'),
  resourceUseFossils: measured('MJ'),
  acidification: measured('mol H+ eq'),
  humanToxicityCancer: measured('CTUh'),
  humanToxicityNonCancer: measured('CTUh'),
  eutrophicationFreshWater: measured('kg P eq'),
  eutrophicationMarine: measured('kg N eq'),
  eutrophicationTerrestrial: measured('mol N eq'),
  climateChange: measured('kg CO2 eq'),
  climateChangeBiogenic: measured('kg CO2 eq'),
  climateChangeFossil: measured('kg CO2 eq'),
  climateChangeLandUse: measured('kg CO2 eq'),
  ionisingRadiation: measured('kBq U235 eq'),
  landuse: measured('points'),
  ozoneDepletion: measured('kg CFC-11 eq'),
  particulateMatter: measured('disease incidence'),
  photochemicalOzoneFormation: measured('kg NMVOC eq'),
  waterUse: measured('m3 eq'),
  recycledMaterialsPercentage: z.number(),
  microplasticPercentage: z.number(),
  ecotoxicityFreshWater: z.number(),
  frenchSingleScore: z.number(),
  frenchSingleScorePerUnitWeight: z.number(),
  climateChangeEquivalence: openObject,
  eutrophicationFreshWaterEquivalence: openObject,
  resourceUseFossilsEquivalence: openObject,
  grades: z.looseObject({
    recyclability: z.number(),
    /** How well the value chain is known. */
    traceability: z.number(),
    /** Average social performance of the suppliers. */
    compliance: z.number(),
  }),
  frenchSingleScoreDetails,
});

export type StudyResults = z.infer<typeof studyResults>;
