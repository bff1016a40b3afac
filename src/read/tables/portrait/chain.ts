import { itemsOf, type JsonObject, numberOf, objectIn, plainOf, textOf, textsOf } from './json-fields.ts';
import { stepText } from './labels.ts';

/** A certification and its status. */
export type Certified = ReturnType<typeof certifiedOf>[number];
/** A step of the chain of one material. */
export type ChainStep = ReturnType<typeof stepOf>;
export type ChainComponent = ReturnType<typeof componentOf>;
export type ChainMaterial = ChainComponent['materials'][number];

/** The chains of a study: the steps of every material, and the last steps that all materials share. */
export interface Chain {
  readonly components: readonly ChainComponent[];
  /**
   * Empty if there are fewer than two materials. The `steps` of each material contain the shared steps too: see
   * `ownSteps`.
   */
  readonly shared: readonly ChainStep[];
}

export function chainOf(components: unknown): Chain {
  const read = itemsOf(components).map(componentOf);
  const chains = read.flatMap(({ materials }) => materials.map(({ steps }) => steps));
  return { components: read, shared: sharedEnd(chains.filter((steps) => steps.length > 0)) };
}

/** The steps of a material before the last steps, which all materials share. */
export function ownSteps({ steps }: ChainMaterial, { shared }: Chain): readonly ChainStep[] {
  return steps.length >= shared.length ? steps.slice(0, steps.length - shared.length) : steps;
}

/** Every step of every chain, with the step after it. */
export function* stepPairs(chain: Chain) {
  for (const component of chain.components) {
    for (const material of component.materials) {
      for (const [at, step] of material.steps.entries()) {
        yield { component, material, step, next: material.steps[at + 1] };
      }
    }
  }
}

function componentOf(record: JsonObject) {
  return {
    ref: textOf(record.ref),
    name: textOf(record.name) || textOf(record.category),
    names: textsOf(record.categoryTranslations),
    weight: numberOf(record.weight),
    materials: itemsOf(record.composition).map((material) => ({
      name: textOf(material.raw_material),
      names: textsOf(material.materialTranslations),
      percentage: numberOf(material.percentage),
      steps: itemsOf(material.traceability_steps)
        .map(stepOf)
        .sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0)),
    })),
  };
}

function stepOf(record: JsonObject) {
  const supplier = objectIn(record.supplier);
  return {
    name: stepText(textOf(record.name)),
    /** The position of the step in the whole tree, such as `001.002.003`. */
    position: textOf(record.position),
    /** Usually an alpha-2 code. */
    country: textOf(supplier.country),
    city: textOf(supplier.city),
    region: textOf(supplier.region),
    /** Its texts are empty if only the location of the supplier is known. */
    supplier: { known: supplier.isKnown === true, name: textOf(supplier.name), ref: textOf(supplier.ref) },
    social: certifiedOf(supplier.socialCertifications),
    environmental: certifiedOf(supplier.environmentalCertifications),
    /** The transports to the next step. */
    legs: itemsOf(record.transports).map(({ type, distance }) => ({
      type: textOf(type),
      km: numberOf(distance),
    })),
    km: numberOf(record.kmToNext),
  };
}

/** Reads certifications. If a certification has no known name field, its name lists all its fields. */
export function certifiedOf(value: unknown) {
  return itemsOf(value).map((record) => ({
    name: textOf(record.name) || plainOf(record),
    status: textOf(record.status),
    /** Whether its document may be shown; null if the field is missing. */
    visible: typeof record.isVisible === 'boolean' ? record.isVisible : null,
  }));
}

function sharedEnd(chains: readonly (readonly ChainStep[])[]): readonly ChainStep[] {
  const [first, ...others] = chains;
  if (!first || others.length === 0) return [];
  let length = 0;
  const alike = (at: number) => {
    const one = stepKey(first.at(-at));
    return one !== null && others.every((steps) => stepKey(steps.at(-at)) === one);
  };
  while (alike(length + 1)) length++;
  return length === 0 ? [] : first.slice(-length);
}

/** A key that is equal for the same step in two chains. The key contains everything but the position in the tree. */
function stepKey(step: ChainStep | undefined): string | null {
  return step ? JSON.stringify({ ...step, position: '' }) : null;
}
