import type { Body } from '../contract/kind.ts';
import factors from './study-factors.json' with { type: 'json' };
import { type StudySource, textOf } from './study-sources.ts';

const OTHER_IMPACT = { climate: 6, water: 3, plastic: false };

/**
 * The impact of a kilogram of a material (kg CO2 eq, m3 eq), and whether it sheds microplastics in the wash. The values are
 * plausible, but from no database; the first entry with a word of its name is used.
 */
export function impactOf(material: string) {
  const { climate, water, plastic } =
    factors.materials.find(({ words }) => new RegExp(words).test(material)) ?? OTHER_IMPACT;
  const recycled = /^RECYCLED/.test(material);
  const share = recycled ? 0.4 : /^(ORGANIC|REGENERATIVE)/.test(material) ? 0.75 : 1;
  return { climate: climate * share, water: water * share, plastic, recycled };
}

/** A material of a component, with its share. */
export interface Portion {
  readonly material: string;
  /** From 0 to 100: the given share. Materials without a share get equal parts of the rest. */
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
export function countedWeights({ product, components }: StudySource): number[] {
  const given = components.map(({ body }) => numberOf(body.componentWeight));
  const missing = given.filter((weight) => weight === 0).length;
  const sum = given.reduce((total, weight) => total + weight, 0);
  const rest = Math.max((numberOf(product.body.weight) || WEIGHT_G) - sum, missing);
  return given.map((weight) => weight || rest / missing);
}

/** The weight of a product in grams: the given weight, else the sum of the weights of its components. */
export function productWeight({ product, components }: StudySource): number {
  const sum = components.reduce((total, { body }) => total + numberOf(body.componentWeight), 0);
  return numberOf(product.body.weight) || sum;
}

/** The value if it is a number, otherwise 0, because responses show missing numbers as 0. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Rounds to a number of significant digits. */
export function round(value: number, digits = 6): number {
  return Number(value.toPrecision(digits));
}
