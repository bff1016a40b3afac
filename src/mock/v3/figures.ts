import type { CalculatedFec, DeclaredFec, LifecycleAssessment } from '../../contract/v3/fec-read.ts';
import { type Seed, seedOfContent } from '../study-seed.ts';
import { numberIn } from './brand-product.ts';
import type { V3Record } from './records.ts';

/** The note in every response with figures: they are not real. */
const SYNTHETIC =
  'Synthetic figures: made up by a local trial service, neither declared nor the outcome of an assessment.';

/** The assumed weight in grams of a record without a weight. */
const WEIGHT_G = 300;

/** The declared French environmental cost of a brand product. It is synthetic; the same content gives the same cost. */
export function declaredFecOf(record: V3Record, baseUrl: string): DeclaredFec {
  const seed = seedOfContent(record.body);
  const scoring = scoresOf(seed);
  const cost = scoring.frenchEnvironmentalCost;
  const isPublished = seed.between(0, 1, 'published') < 0.5;
  return {
    scoring,
    publishedFrenchEnvironmentalCost: cost,
    publishedFrenchEnvironmentalCostPerUnitWeight: round(cost / (numberIn(record.body.weight) ?? WEIGHT_G)),
    pictogram: pictogramOf(record, baseUrl),
    isPublishedOnGovernmentPlatform: isPublished,
    governmentPlatformPublicationDate: isPublished ? record.updatedAt : null,
    calculatedAt: record.updatedAt,
    note: SYNTHETIC,
  };
}

/** The calculated French environmental cost of a brand product. It is synthetic, like the declared cost. */
export function calculatedFecOf(record: V3Record, baseUrl: string): CalculatedFec {
  const seed = seedOfContent(record.body);
  const some = (low: number, high: number, name: string) => round(seed.between(low, high, name));
  return {
    scoring: {
      ...scoresOf(seed),
      lcaScore: some(200, 2000, 'lca'),
      ooeuExportScore: some(0, 100, 'export'),
      microfibersScore: some(0, 120, 'microfibres'),
      malusBonusServiceDuration: some(-0.3, 0.3, 'malus'),
      referenceServiceDuration: some(30, 120, 'duration'),
    },
    durabilityCoefficient: some(0.67, 1.45, 'durability'),
    pictogram: pictogramOf(record, baseUrl),
    calculatedAt: record.updatedAt,
    note: SYNTHETIC,
  };
}

/** A life-cycle assessment. The interface documents none of its fields: they have the names of v2 results. */
export function assessmentOf(record: V3Record): LifecycleAssessment {
  const seed = seedOfContent(record.body);
  const some = (low: number, high: number, name: string) => round(seed.between(low, high, name));
  return {
    brandProductId: record.id,
    uniqueIdentifier: record.uniqueIdentifier,
    results: {
      climateChange: some(2, 40, 'climate'),
      eutrophicationFreshWater: some(0.0001, 0.01, 'eutrophication'),
      resourceUseFossils: some(20, 600, 'fossils'),
      waterUse: some(1, 90, 'water'),
    },
    calculatedAt: record.updatedAt,
    note: SYNTHETIC,
  };
}

function scoresOf(seed: Seed) {
  return {
    brandScore: round(seed.between(0, 100, 'brand')),
    productScore: round(seed.between(0, 100, 'product')),
    frenchEnvironmentalCost: round(seed.between(150, 3500, 'cost')),
  };
}

const round = (number: number): number => Number(number.toPrecision(5));

const pictogramOf = ({ id }: V3Record, baseUrl: string): string => `${baseUrl}/pictogram/${id}.svg`;
