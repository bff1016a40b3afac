import { type Held, heldOf, itemsOf, numberOf, plainOf, type Texts, textOf, textsOf } from './held.ts';

/** A certification with the status under which it is shown. */
export interface Certified {
  readonly name: string;
  /** Empty when it is not told. */
  readonly status: string;
  /** Whether its document may be displayed; null when that is not told. */
  readonly visible: boolean | null;
}

interface Leg {
  readonly type: string;
  readonly km: number | null;
}

/** A step of the chain of one material. */
export interface ChainStep {
  readonly name: string;
  /** Where it stands in the whole tree: `001.002.003`. */
  readonly position: string;
  /** Alpha-2 as a rule; empty when it is not told. */
  readonly country: string;
  readonly city: string;
  readonly region: string;
  /** Of the supplier; all empty when only the place is known. */
  readonly supplier: { readonly known: boolean; readonly name: string; readonly ref: string };
  readonly social: readonly Certified[];
  readonly environmental: readonly Certified[];
  /** To the next step. */
  readonly legs: readonly Leg[];
  readonly km: number | null;
}

export interface ChainMaterial {
  readonly name: string;
  readonly names: Texts;
  readonly percentage: number | null;
  readonly steps: readonly ChainStep[];
}

export interface ChainComponent {
  readonly ref: string;
  readonly supplierCode: string;
  readonly type: string;
  readonly name: string;
  readonly names: Texts;
  readonly weight: number | null;
  readonly lots: readonly string[];
  readonly materials: readonly ChainMaterial[];
}

/** The chains of a study: of every material its own steps, and the steps at the end that all have in common. */
export interface Chain {
  readonly components: readonly ChainComponent[];
  /** Empty when there are fewer than two materials. Left out of no material's steps: see `ownSteps`. */
  readonly shared: readonly ChainStep[];
}

export function chainOf(components: unknown): Chain {
  const read = itemsOf(components).map(componentOf);
  const chains = read.flatMap(({ materials }) => materials.map(({ steps }) => steps));
  return { components: read, shared: sharedEnd(chains.filter((steps) => steps.length > 0)) };
}

/** The steps that a material does not share with all others. */
export function ownSteps({ steps }: ChainMaterial, { shared }: Chain): readonly ChainStep[] {
  return steps.length >= shared.length ? steps.slice(0, steps.length - shared.length) : steps;
}

/** Every step of every chain with the one after it. */
export function* stepPairs(chain: Chain) {
  for (const component of chain.components) {
    for (const material of component.materials) {
      for (const [at, step] of material.steps.entries()) {
        yield { component, material, step, next: material.steps[at + 1] };
      }
    }
  }
}

function componentOf(held: Held): ChainComponent {
  return {
    ref: textOf(held.ref),
    supplierCode: textOf(held.supplierCode),
    type: textOf(held.type),
    name: textOf(held.name) || textOf(held.category),
    names: textsOf(held.categoryTranslations),
    weight: numberOf(held.weight),
    lots: Array.isArray(held.lotReferences) ? held.lotReferences.map(plainOf).filter(Boolean) : [],
    materials: itemsOf(held.composition).map((material) => ({
      name: textOf(material.raw_material),
      names: textsOf(material.materialTranslations),
      percentage: numberOf(material.percentage),
      steps: itemsOf(material.traceability_steps)
        .map(stepOf)
        .sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0)),
    })),
  };
}

function stepOf(held: Held): ChainStep {
  const supplier = heldOf(held.supplier);
  return {
    name: textOf(held.name),
    position: textOf(held.position),
    country: textOf(supplier.country),
    city: textOf(supplier.city),
    region: textOf(supplier.region),
    supplier: { known: supplier.isKnown === true, name: textOf(supplier.name), ref: textOf(supplier.ref) },
    social: certifiedOf(supplier.socialCertifications),
    environmental: certifiedOf(supplier.environmentalCertifications),
    legs: itemsOf(held.transports).map(({ type, distance }) => ({
      type: textOf(type),
      km: numberOf(distance),
    })),
    km: numberOf(held.kmToNext),
  };
}

/** Certifications; of one whose fields the interface does not show, all that it holds in words. */
export function certifiedOf(value: unknown): Certified[] {
  return itemsOf(value).map((held) => ({
    name: textOf(held.name) || plainOf(held),
    status: textOf(held.status),
    visible: typeof held.isVisible === 'boolean' ? held.isVisible : null,
  }));
}

function sharedEnd(chains: readonly (readonly ChainStep[])[]): readonly ChainStep[] {
  const [first, ...others] = chains;
  if (!first || others.length === 0) return [];
  let length = 0;
  const alike = (at: number) => {
    const one = likeness(first.at(-at));
    return one !== null && others.every((steps) => likeness(steps.at(-at)) === one);
  };
  while (alike(length + 1)) length++;
  return length === 0 ? [] : first.slice(-length);
}

/** What makes a step the same in two chains: all but where it stands in the tree. */
function likeness(step: ChainStep | undefined): string | null {
  return step ? JSON.stringify({ ...step, position: '' }) : null;
}
