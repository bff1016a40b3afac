import type { Body } from '../contract/kind.ts';
import { textOf } from './study-sources.ts';

/** The impact of a kilogram of a material. The values are plausible, but from no database. */
interface MaterialFactors {
  /** kg CO2 eq. */
  readonly climate: number;
  /** m3 eq. */
  readonly water: number;
  /** Whether it sheds microplastics in the wash. */
  readonly plastic: boolean;
  readonly recycled: boolean;
}

/** The impact of materials by words in their names. The first match is used. */
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
const ORGANIC_SHARE = 0.75;

export function factorsOf(material: string): MaterialFactors {
  const found = WORDS.find(([words]) => words.test(material));
  const [climate, water] = found ? [found[1], found[2]] : OTHER;
  const recycled = /^RECYCLED/.test(material);
  const organic = /^(ORGANIC|REGENERATIVE)/.test(material);
  const share = recycled ? RECYCLED_SHARE : organic ? ORGANIC_SHARE : 1;
  return { climate: climate * share, water: water * share, plastic: found?.[3] ?? false, recycled };
}

/** A material of a component, with its share. */
export interface Portion {
  readonly material: string;
  /** From 0 to 100: the given share; materials without a share divide the rest equally. */
  readonly percentage: number;
  readonly origin: string;
}

/** The composition of a component. Missing shares are filled in. */
export function portionsOf(component: Body): Portion[] {
  const items = Array.isArray(component.composition) ? (component.composition as Body[]) : [];
  const given = items.map(({ percentage }) => (typeof percentage === 'number' ? percentage : null));
  const rest = Math.max(0, 100 - given.reduce<number>((sum, share) => sum + (share ?? 0), 0));
  const missing = given.filter((share) => share === null).length;
  return items.map(({ material, origin }, at) => ({
    material: textOf(material),
    percentage: given[at] ?? Math.round((rest / missing) * 100) / 100,
    origin: textOf(origin),
  }));
}

/** The assumed weight in grams of a product without a weight. */
const WEIGHT_G = 250;

/**
 * The weight of each component in grams: the given weight; components without a weight divide the rest of the weight of
 * the product equally.
 */
export function countedWeights(product: Body, components: readonly Body[]): number[] {
  const given = components.map(({ componentWeight }) => numberOf(componentWeight));
  const missing = given.filter((weight) => weight === 0).length;
  const sum = given.reduce((total, weight) => total + weight, 0);
  const rest = Math.max((numberOf(product.weight) || WEIGHT_G) - sum, missing);
  return given.map((weight) => weight || rest / missing);
}

/** The weight of a product in grams: the given weight, else the sum of the weights of its components. */
export function productWeight(product: Body, components: readonly Body[]): number {
  return (
    numberOf(product.weight) ||
    components.reduce((sum, { componentWeight }) => sum + numberOf(componentWeight), 0)
  );
}

/** The value if it is a number, otherwise 0, because responses show missing numbers as 0. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Rounds to a number of significant digits. */
export function round(value: number, digits = 6): number {
  return Number(value.toPrecision(digits));
}
