import type { StudyComponent, TraceabilityStep } from '../contract/v2/study-component.ts';
import type { Language } from '../contract/v2/study-lists.ts';
import type { StudyResults } from '../contract/v2/study-results.ts';
import factors from './study-factors.json' with { type: 'json' };
import { countedWeights, impactOf, numberOf, productWeight, round } from './study-materials.ts';
import type { Seed } from './study-seed.ts';
import type { StudySource } from './study-sources.ts';
import { equivalenceTexts } from './study-texts.ts';

/** The values that determine a French score in the mock. */
interface ScoredProduct {
  readonly category: unknown;
  readonly climateChange: number;
  readonly microplasticPercentage: number;
  /** Kilograms. */
  readonly mass: number;
}

/** The expected days of wear of a product whose category is in no list of the factors. */
const OTHER_DAYS = 50;

/** The date of the brand settings. It is fixed, so that the same content gives the same response. */
const SETTINGS_AT = '2026-01-01T00:00:00.000Z';

const POINTS_PER_KG_CO2 = 90;
const POINTS_PER_KG_MICROFIBRES = 400;

/**
 * A French single score in points with its parts: points of the life cycle, of export at the end of life and of
 * microfibres, divided by the coefficient of durability. Synthetic, like the other figures.
 */
function frenchScore(
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
  const days =
    factors.serviceDays.find((one) => new RegExp(one.categories).test(String(category)))?.days ?? OTHER_DAYS;
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

/** kg CO2 eq per kilogram of material at a step, with average electricity (`OTHER_GRID`). */
const STEPS: Factors = factors.steps;
const OTHER_STEP = 1;
/** kg CO2 eq per kWh by country. */
const GRID: Factors = factors.grid;
const OTHER_GRID = 0.45;
/** kg CO2 eq per tonne and kilometre. */
const TRANSPORTS: Factors = factors.transports;
const OTHER_TRANSPORT = 0.1;
const PACKAGING = 0.08;

type Factors = Readonly<Record<string, number>>;

/**
 * Other impacts per kg CO2 eq, and everyday units for the equivalences: kg CO2 eq per km, kg P eq per wash, MJ per hour of
 * light.
 */
const { perClimate, everyday } = factors;

/**
 * The results of a study. They are synthetic: computed from the weights, materials, countries and distances of the study,
 * but not by a method of life-cycle assessment. The same content gives the same results.
 */
export function figuresOf(
  source: StudySource,
  components: readonly StudyComponent[],
  seed: Seed,
  languages: readonly Language[],
): StudyResults {
  const weights = countedWeights(source);
  const totals = { climate: 0, water: 0, mass: 0, recycled: 0, plastic: 0 };
  for (const [at, component] of components.entries()) {
    for (const { raw_material, percentage, traceability_steps } of component.composition) {
      const mass = ((weights[at] ?? 0) / 1000) * (percentage / 100);
      const { climate, water, recycled, plastic } = impactOf(raw_material);
      totals.climate += mass * (climate + chainClimate(traceability_steps));
      totals.water += mass * water;
      totals.mass += mass;
      if (recycled) totals.recycled += mass;
      if (plastic) totals.plastic += mass;
    }
  }
  for (const { body } of source.packagings) {
    totals.climate += PACKAGING * (1 - numberOf(body.percentageRecycled) / 200);
  }
  const around = (name: string) => seed.between(0.95, 1.05, name);
  const fossil = round(totals.climate * 0.9 * around('fossil'));
  const biogenic = round(totals.climate * 0.06 * around('biogenic'));
  const landUse = round(totals.climate * 0.04 * around('land use'));
  const climateChange = round(fossil + biogenic + landUse);
  const others = Object.fromEntries(
    Object.entries(perClimate).map(([name, share]) => [name, round(climateChange * share * around(name))]),
  ) as Record<keyof typeof perClimate, number>;
  const share = (mass: number) => (totals.mass === 0 ? 0 : round((mass / totals.mass) * 100, 4));
  const microplasticPercentage = share(totals.plastic);
  const grams = productWeight(source);
  const score = frenchScore(
    { category: source.product.body.category, climateChange, microplasticPercentage, mass: totals.mass },
    seed,
  );
  const equivalence = (name: keyof typeof everyday) => {
    const value = round((name === 'climateChange' ? climateChange : others[name]) / everyday[name], 3);
    return { value, ...equivalenceTexts(name, value, languages) };
  };
  return {
    ...others,
    climateChange,
    climateChangeBiogenic: biogenic,
    climateChangeFossil: fossil,
    climateChangeLandUse: landUse,
    waterUse: round(totals.water * around('water')),
    recycledMaterialsPercentage: share(totals.recycled),
    microplasticPercentage,
    frenchSingleScore: score.frenchSingleScore,
    frenchSingleScorePerUnitWeight: grams === 0 ? 0 : round(score.frenchSingleScore / grams),
    climateChangeEquivalence: equivalence('climateChange'),
    eutrophicationFreshWaterEquivalence: equivalence('eutrophicationFreshWater'),
    resourceUseFossilsEquivalence: equivalence('resourceUseFossils'),
    grades: gradesOf(components, seed),
    frenchSingleScoreDetails: score.details,
  };
}

/** kg CO2 eq per kilogram in the supply chain: the work of each step, and the transport to the next one. */
function chainClimate(steps: readonly TraceabilityStep[]): number {
  return steps.reduce((sum, { name, supplier, transports }) => {
    const grid = (GRID[supplier.country] ?? OTHER_GRID) / OTHER_GRID;
    const work = (STEPS[name] ?? OTHER_STEP) * grid;
    const legs = transports.map(
      ({ type, distance }) => (distance * (TRANSPORTS[type] ?? OTHER_TRANSPORT)) / 1000,
    );
    return sum + work + legs.reduce((total, cost) => total + cost, 0);
  }, 0);
}

/** Grades from 0 to 100: purity of the components, share of known steps, and share of these that are audited. */
function gradesOf(components: readonly StudyComponent[], seed: Seed): StudyResults['grades'] {
  const purities = components.map(({ composition }) =>
    Math.max(0, ...composition.map(({ percentage }) => percentage)),
  );
  const steps = components.flatMap(({ composition }) =>
    composition.flatMap(({ traceability_steps }) => traceability_steps),
  );
  const known = steps.filter(({ supplier }) => supplier.isKnown);
  const audited = known.filter(({ supplier }) => supplier.socialCertifications.length > 0);
  const base = seed.between(30, 50, 'compliance');
  return {
    recyclability: gradeOf(average(purities) * 0.9),
    traceability: gradeOf(steps.length === 0 ? 0 : (known.length / steps.length) * 100),
    compliance: gradeOf(known.length === 0 ? 0 : base + (audited.length / known.length) * 50),
  };
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function gradeOf(value: number): number {
  return Math.min(100, Math.max(0, Math.round(value * 10) / 10));
}
