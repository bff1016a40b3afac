import type { Body } from '../contract/kind.ts';
import { textOf } from './study-sources.ts';

/** What a kilogram of a material is taken to cost. Synthetic: of a likely size, from no database. */
interface MaterialFactors {
  /** kg CO2 eq. */
  readonly climate: number;
  /** m3 eq. */
  readonly water: number;
  /** Whether it sheds microplastics in the wash. */
  readonly plastic: boolean;
  readonly recycled: boolean;
}

/** Words in a material's name, what a kilogram costs in carbon and in water; the first that fits counts. */
const WORDS: readonly (readonly [words: RegExp, climate: number, water: number, plastic?: true])[] = [
  [/CASHMERE/, 80, 30],
  [/LEATHER|SUEDE/, 28, 14],
  [/FUR\b|SHEARLING/, 60, 20],
  [/SILK/, 35, 22],
  [/ALPACA|MOHAIR|ANGORA|YAK|CAMEL/, 30, 12],
  [/WOOL|MERINO/, 25, 10],
  [/DOWN|FEATHER/, 12, 6],
  [/COTTON/, 5.5, 8],
  [/LINEN|FLAX|HEMP|RAMIE|JUTE|SISAL|RAFFIA|ABACA|KAPOK|BAMBOO/, 3, 1.5],
  [/VISCOSE|MODAL|LYOCELL|CUPRO|ACETATE|TRIACETATE/, 5, 2],
  [/POLYESTER/, 5.5, 0.6, true],
  [/POLYAMIDE|NYLON|ARAMID/, 9, 1, true],
  [/ACRYLIC/, 6.5, 0.8, true],
  [/ELASTANE|ELASTOMULTI/, 7, 0.9, true],
  [/POLYPROPYLENE|POLYETHYLENE|METALLIC FIBER/, 4, 0.4, true],
  [/POLYURETHANE|PVC|TPU|EVA|ABS|RESIN|RUBBER/, 5, 0.5],
  [/ALUMINIUM/, 11, 0.3],
  [/STEEL|IRON|BRASS|COPPER|NICKEL|SILVER|TIN|ZAMAK|ZINC/, 5, 0.3],
  [/CORK|BEECH|OAK|PINE|WOOD/, 0.8, 0.5],
];

const OTHER = [6, 3] as const;
const RECYCLED_SHARE = 0.4;
const KIND_FARMING_SHARE = 0.75;

export function factorsOf(material: string): MaterialFactors {
  const found = WORDS.find(([words]) => words.test(material));
  const [climate, water] = found ? [found[1], found[2]] : OTHER;
  const recycled = /^RECYCLED/.test(material);
  const kind = /^(ORGANIC|REGENERATIVE)/.test(material);
  const share = recycled ? RECYCLED_SHARE : kind ? KIND_FARMING_SHARE : 1;
  return { climate: climate * share, water: water * share, plastic: found?.[3] ?? false, recycled };
}

/** A material of a component, with its share made out. */
export interface Portion {
  readonly material: string;
  /** 0 to 100; the given share, or an even part of the rest. */
  readonly percentage: number;
  readonly origin: string;
}

/** The composition of a component, with missing shares filled in. */
export function portionsOf(component: Body): Portion[] {
  const items = Array.isArray(component.composition) ? (component.composition as Body[]) : [];
  const told = items.map(({ percentage }) => (typeof percentage === 'number' ? percentage : null));
  const left = Math.max(0, 100 - told.reduce<number>((sum, share) => sum + (share ?? 0), 0));
  const silent = told.filter((share) => share === null).length;
  return items.map(({ material, origin }, at) => ({
    material: textOf(material),
    percentage: told[at] ?? Math.round((left / silent) * 100) / 100,
    origin: textOf(origin),
  }));
}

/** The weight in grams of a product without one. */
const WEIGHT_G = 250;

/**
 * The grams that each component is counted with: what was pushed; the rest of the product's weight, evenly, for
 * those without.
 */
export function countedWeights(product: Body, components: readonly Body[]): number[] {
  const told = components.map(({ componentWeight }) => numberOf(componentWeight));
  const silent = told.filter((weight) => weight === 0).length;
  const sum = told.reduce((total, weight) => total + weight, 0);
  const left = Math.max((numberOf(product.weight) || WEIGHT_G) - sum, silent);
  return told.map((weight) => weight || left / silent);
}

/** The grams of a product: what was pushed, else what its components weigh. */
export function productWeight(product: Body, components: readonly Body[]): number {
  return (
    numberOf(product.weight) ||
    components.reduce((sum, { componentWeight }) => sum + numberOf(componentWeight), 0)
  );
}

/** Read shapes hold numbers: what was not sent reads as 0. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** To so many digits that count. */
export function round(value: number, digits = 6): number {
  return Number(value.toPrecision(digits));
}
