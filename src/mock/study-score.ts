import type { StudyResults } from '../contract/v2/study-results.ts';
import { round } from './study-materials.ts';
import type { Seed } from './study-seed.ts';

/** The values that determine a French score in the mock. */
interface ScoredProduct {
  readonly category: unknown;
  readonly climateChange: number;
  readonly microplasticPercentage: number;
  /** Kilograms. */
  readonly mass: number;
}

/** The expected days of wear of a product, by category. */
const SERVICE_DAYS: readonly (readonly [categories: RegExp, days: number])[] = [
  [/COAT|JACKET|TRENCH|TEDDY|BLAZER/, 100],
  [/PULLOVER|CARDIGAN|SWEATSHIRT|HOODIE/, 85],
  [/PANTS|JEANS|DENIM|SHORTS|SKIRT/, 70],
  [/BAG|BACKPACK|WALLET|BELT|POUCH/, 180],
  [/SHOES|BOOTS|SNEAKERS|SANDALS|HEELS|SLIPPERS/, 120],
  [/SOCKS|UNDERWEAR|STOCKING|BRAS/, 60],
];
const OTHER_DAYS = 50;

/** The date of the brand settings. It is fixed, so that the same content gives the same response. */
const SETTINGS_AT = '2026-01-01T00:00:00.000Z';

const POINTS_PER_KG_CO2 = 90;
const POINTS_PER_KG_MICROFIBRES = 400;

/**
 * A French single score in points with its parts: points of the life cycle, of export at the end of life and of
 * microfibres, divided by the coefficient of durability. Synthetic, like the other figures.
 */
export function frenchScore(
  { category, climateChange, microplasticPercentage, mass }: ScoredProduct,
  seed: Seed,
): { frenchSingleScore: number; details: StudyResults['frenchSingleScoreDetails'] } {
  const lca = round(climateChange * POINTS_PER_KG_CO2 * seed.between(0.9, 1.1, 'lca'));
  const exported = round(lca * seed.between(0.02, 0.06, 'ooeu'));
  const microfibers = round((microplasticPercentage / 100) * mass * POINTS_PER_KG_MICROFIBRES);
  const repairService = seed.between(0, 1, 'repair') < 0.4;
  const traceabilityDisplay = seed.between(0, 1, 'display') < 0.6;
  const range = round(seed.between(0.85, 1.15, 'range'), 3);
  const repair = repairService ? 1.1 : 0.9;
  const display = traceabilityDisplay ? 1.05 : 0.95;
  const malusBonus = round(range * repair * display, 3);
  const days = SERVICE_DAYS.find(([categories]) => categories.test(String(category)))?.[1] ?? OTHER_DAYS;
  return {
    frenchSingleScore: round((lca + exported + microfibers) / malusBonus),
    details: {
      brandScore: Math.round(seed.between(20, 90, 'brand')),
      productScore: Math.round(seed.between(20, 90, 'product')),
      malusBonusServiceDuration: malusBonus,
      referenceServiceDuration: days,
      adjustedServiceDuration: round(days * malusBonus, 4),
      lcaFrenchSingleScore: lca,
      ooeuExportFrenchSingleScore: exported,
      microfibersFrenchSingleScore: microfibers,
      productRangeCoefficient: range,
      repairPromotionCoefficient: repair,
      traceabilityDisplayCoefficient: display,
      brandSettings: {
        companySize: { name: 'LARGE', note: 'synthetic' },
        repairService,
        traceabilityDisplay,
        maxReferencesNumber: Math.round(seed.between(500, 9000, 'references')),
        productPrice: Math.round(seed.between(30, 900, 'price')),
        createdAt: SETTINGS_AT,
      },
    },
  };
}
